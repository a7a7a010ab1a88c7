import { request as startRequest } from 'node:http';

export interface TestRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Sends one request on its own connection with exactly these headers; `fetch` would add its own and refuse some. */
export const sendHttp = (
  port: number,
  path: string,
  { method = 'GET', headers = {}, body }: TestRequest = {},
): Promise<TestResponse> =>
  new Promise((resolve, reject) => {
    const request = startRequest({ host: '127.0.0.1', port, method, path, headers, agent: false }, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (chunk: string) => (text += chunk));
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }));
    });
    request.on('error', reject);
    request.end(body);
  });

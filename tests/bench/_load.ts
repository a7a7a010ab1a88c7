/** A client that costs little, so that what is measured is the server: kept connections, bodies counted and dropped. */
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:http';

/** What came back. */
export interface Got {
  readonly status: number;
  readonly bytes: number;
  /** The first bytes of the body as text, to tell a yes from a no. */
  readonly head: string;
}

export interface Ask {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 1024 });
const HEAD = 64;

/** Sends a request and reads the answer to its end. */
export const ask = (url: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Got> =>
  new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      agent,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
    });
    sent.on('error', reject);
    sent.on('response', (reply: IncomingMessage) => {
      let bytes = 0;
      let head = '';
      reply.on('data', (piece: Buffer) => {
        if (head.length < HEAD) head += piece.toString('latin1', 0, HEAD - head.length);
        bytes += piece.length;
      });
      reply.on('error', reject);
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, bytes, head }));
    });
    sent.end(body);
  });

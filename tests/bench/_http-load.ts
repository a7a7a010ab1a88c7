/** A cheap client, so that the server is measured: persistent connections, bodies counted and discarded. */
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:http';

/** The result of a request. */
export interface HttpLoadResult {
  readonly status: number;
  readonly bytes: number;
  /** The first bytes of the body as text, to tell success from a refusal. */
  readonly head: string;
}

export interface HttpLoadRequest {
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 1024 });
const HEAD = 64;

/** Sends a request and reads the answer to its end, chunk by chunk. */
const exchange = (
  url: string,
  { method = 'GET', headers = {}, body }: HttpLoadRequest,
  onPiece: (piece: Buffer) => void,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      agent,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }) },
    });
    sent.on('error', reject);
    sent.on('response', (reply: IncomingMessage) => {
      reply.on('data', onPiece);
      reply.on('error', reject);
      reply.on('end', () => resolve(reply.statusCode ?? 0));
    });
    sent.end(body);
  });

/** Sends a request and counts the bytes of the answer. */
export const sendRequest = async (url: string, asked: HttpLoadRequest = {}): Promise<HttpLoadResult> => {
  let bytes = 0;
  let head = '';
  const status = await exchange(url, asked, (piece) => {
    if (head.length < HEAD) head += piece.toString('latin1', 0, HEAD - head.length);
    bytes += piece.length;
  });
  return { status, bytes, head };
};

/** Sends a request and returns the answer. */
export const fetchText = async (url: string, asked: HttpLoadRequest = {}): Promise<string> => {
  const pieces: Buffer[] = [];
  await exchange(url, asked, (piece) => pieces.push(piece));
  return Buffer.concat(pieces).toString();
};

/** Closes the persistent connections, as clients that have left. */
export const closeConnections = (): void => agent.destroy();

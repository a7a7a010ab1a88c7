import type { Agent } from 'node:http';
import { request } from 'node:http';

export interface RawRequest {
  readonly method: string;
  /** Sent unchanged: `..` is not normalised. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string | null;
}
export interface RawReply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly ms: number;
}

/**
 * Sends one request exactly as written. Rejects when the server closes the connection or does not answer within
 * `limitMs`.
 */
export const sendRaw = (origin: string, agent: Agent, raw: RawRequest, limitMs = 5000): Promise<RawReply> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const started = performance.now();
    const body = raw.body ?? null;
    const outgoing = request({
      hostname,
      port,
      agent,
      method: raw.method,
      path: raw.path,
      insecureHTTPParser: true,
      headers: { ...raw.headers, ...(body === null ? {} : { 'content-length': Buffer.byteLength(body) }) },
    });
    const late = setTimeout(() => outgoing.destroy(new Error(`no reply within ${limitMs} ms`)), limitMs);
    outgoing.once('error', (failure) => {
      clearTimeout(late);
      reject(failure);
    });
    outgoing.once('response', (incoming) => {
      const pieces: Buffer[] = [];
      incoming.on('data', (piece: Buffer) => pieces.push(piece));
      incoming.once('error', reject);
      incoming.once('end', () => {
        clearTimeout(late);
        resolve({
          status: incoming.statusCode ?? 0,
          type: incoming.headers['content-type'] ?? '',
          text: Buffer.concat(pieces).toString('utf8'),
          ms: performance.now() - started,
        });
      });
    });
    outgoing.end(body ?? undefined);
  });

/** Measures the duration of small requests, in ms, during other work: how a blocked event loop shows from outside. */
export const watchLag = (origin: string, agent: Agent) => {
  const samples: number[] = [];
  const turn = async (): Promise<void> => {
    const started = performance.now();
    const reply = await sendRaw(origin, agent, { method: 'GET', path: '/healthz' }, 30_000).catch(() => null);
    samples.push(reply?.status === 200 ? performance.now() - started : Number.POSITIVE_INFINITY);
  };
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(turn);
  }, 100);
  return {
    stop: async (): Promise<{ readonly median: number; readonly p99: number; readonly max: number }> => {
      clearInterval(timer);
      await running;
      const sorted = samples.toSorted((a, b) => a - b);
      const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
      return { median: at(0.5), p99: at(0.99), max: at(1) };
    },
  };
};

/**
 * Hundreds of concurrent clients on one core, each with its own connection. Requests are precomputed bytes, and answers
 * are only parsed for their end, so that the machine's time goes to the server.
 */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import type { HttpLoadRequest } from './_http-load.ts';

/** A request as sent. */
export const requestBytes = (
  url: string,
  { method = 'GET', headers = {}, body = '' }: HttpLoadRequest = {},
): Buffer => {
  const { host, pathname, search } = new URL(url);
  const lines = Object.entries({ host, ...headers, 'content-length': String(Buffer.byteLength(body)) });
  const head = `${method} ${pathname}${search} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
};

const HEAD_END = '\r\n\r\n';
/** The end of a body in chunked encoding. */
const LAST_CHUNK = '0\r\n\r\n';

/**
 * Finds the end of an answer: called with each chunk, returns whether it is complete. Throws when the body does not
 * begin with `good`.
 */
const answerReader = (good: string) => {
  let left = -1;
  let tail = '';
  return (piece: Buffer): boolean => {
    if (left < 0) {
      const end = piece.indexOf(HEAD_END);
      const head = piece.toString('latin1', 0, end);
      const body = piece.subarray(end + HEAD_END.length);
      if (end < 0 || !head.startsWith('HTTP/1.1 200') || !body.toString('latin1').includes(good))
        throw new Error(piece.toString('latin1', 0, 500));
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      left = length === undefined ? Number.POSITIVE_INFINITY : Number(length) - body.length;
    } else left -= piece.length;
    // The end may be split over two chunks.
    tail = (tail + piece.toString('latin1', Math.max(0, piece.length - LAST_CHUNK.length))).slice(-LAST_CHUNK.length);
    const whole = left === 0 || (left === Infinity && tail === LAST_CHUNK);
    if (whole) left = -1;
    return whole;
  };
};

/** Sends a request and waits for the end of its answer. */
const exchange = (socket: Socket, request: Buffer, isWhole: (piece: Buffer) => boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    const take = (piece: Buffer): void => {
      try {
        if (!isWhole(piece)) return;
        resolve();
      } catch (failure) {
        reject(failure instanceof Error ? failure : new Error('unreadable'));
      }
      socket.off('data', take);
    };
    socket.on('data', take);
    socket.write(request);
  });

/**
 * Milliseconds of each answer while `count` clients send requests concurrently, `turns` each. The first answer of each
 * client is not counted, so that connecting is not measured.
 * @param requests distributed in rotation; each client keeps its own
 * @param good the expected beginning of a body
 */
export const measureConcurrentClients = async (
  requests: readonly Buffer[],
  { port, count, turns, good }: Readonly<Record<'port' | 'count' | 'turns', number>> & { readonly good: string },
): Promise<readonly number[]> => {
  const times: number[] = [];
  const clients = await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      await once(socket, 'connect');
      const [request, isWhole] = [requests[at % requests.length] ?? Buffer.alloc(0), answerReader(good)];
      await exchange(socket, request, isWhole);
      return { socket, ask: () => exchange(socket, request, isWhole) };
    }),
  );
  await Promise.all(
    clients.map(async ({ ask }) => {
      for (let turn = 0; turn < turns; turn++) {
        const started = performance.now();
        await ask();
        times.push(performance.now() - started);
      }
    }),
  );
  for (const { socket } of clients) socket.destroy();
  return times;
};

import type { IncomingMessage } from 'node:http';

/** Milliseconds the body of a command may take; uploads are not read here. */
const BODY_MS = 60_000;

/** The caller left, or was too slow, before the body was whole. Nobody is there to be answered. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';
}

/** What is too long is thrown away as it comes, so that the answer is heard; up to so many times the limit. */
const PATIENCE = 32;

/**
 * The body, or undefined as soon as it is longer than `limit` bytes.
 *
 * @throws CallerGone
 */
export const readBytes = (request: IncomingMessage, limit: number): Promise<Buffer | undefined> =>
  new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let size = 0;
    const late = setTimeout(() => request.destroy(), BODY_MS);
    request.on('data', (piece: Buffer) => {
      size += piece.length;
      if (size <= limit) pieces.push(piece);
      else {
        pieces.length = 0;
        resolve(undefined);
        if (size > limit * PATIENCE) request.destroy();
      }
    });
    request.on('end', () => {
      resolve(Buffer.concat(pieces));
    });
    request.on('error', () => undefined); // said by `close`
    request.on('close', () => {
      clearTimeout(late);
      if (!request.complete) reject(new CallerGone());
    });
    if (Number(request.headers['content-length'] ?? 0) > limit) resolve(undefined);
  });

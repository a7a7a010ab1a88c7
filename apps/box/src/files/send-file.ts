import type { ServerResponse } from 'node:http';
import type { FileHandle } from '../vault/index.ts';

/** A part of an open file, both ends included. Whoever sends it closes the file. */
export interface FilePart {
  readonly file: FileHandle;
  readonly start: number;
  readonly end: number;
}

/** What a GET is answered with; `body` null for answers without one. {@link sendReply} sends it and closes the file. */
export interface FileReply {
  readonly status: 200 | 206 | 304 | 416;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: FilePart | Uint8Array | null;
}

/** Two buffers of this size are used for a whole download: one is filled while the other is sent. */
const BUFFER_BYTES = 512 * 1024;

class Gone extends Error {}

/** Resolves when the piece has left the process, so that its buffer may be used again. */
const write = (response: ServerResponse, piece: Uint8Array, patienceMs: number | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const closed = (): void => reject(new Gone());
    response.once('close', closed);
    const waiting = patienceMs === undefined ? undefined : setTimeout(() => response.destroy(), patienceMs);
    response.write(piece, (failure) => {
      clearTimeout(waiting);
      response.off('close', closed);
      if (failure) reject(new Gone());
      else resolve();
    });
  });

/** Sends a part of a file. A viewer who leaves in the middle is no fault; a file that became shorter ends the connection. */
const sendPart = async (
  response: ServerResponse,
  { file, start, end }: FilePart,
  patienceMs: number | undefined,
): Promise<void> => {
  const size = Math.min(BUFFER_BYTES, end - start + 1);
  const buffers = [Buffer.allocUnsafeSlow(size), Buffer.allocUnsafeSlow(size)];
  let sending: Promise<void> = Promise.resolve();
  try {
    for (let at = start, turn = 0; at <= end; turn += 1) {
      const buffer = buffers[turn % 2] ?? Buffer.alloc(0);
      const { bytesRead } = await file.read(buffer, 0, Math.min(size, end - at + 1), at);
      await sending;
      if (bytesRead === 0) throw new Gone();
      sending = write(response, buffer.subarray(0, bytesRead), patienceMs);
      // Awaited with the next piece; until then a failure is not unhandled.
      sending.catch(() => undefined);
      at += bytesRead;
    }
    await sending;
    response.end();
  } catch (failure) {
    response.destroy();
    if (!(failure instanceof Gone)) throw failure;
  } finally {
    await file.close();
  }
};

/**
 * Sends an answer of the file or thumbnail service.
 * @param patienceMs how long a reader may take for half a MiB; whoever takes longer is cut off. For ever when absent
 */
export const sendReply = async (
  response: ServerResponse,
  { status, headers, body }: FileReply,
  patienceMs?: number,
): Promise<void> => {
  response.writeHead(status, headers);
  if (body === null || body instanceof Uint8Array) response.end(body);
  else await sendPart(response, body, patienceMs);
};

import type { BigIntStats } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { FileHandle } from '../vault/index.ts';
import { Refusal } from '../vault/index.ts';
import type { Lent } from './send-buffers.ts';
import { sendBuffers } from './send-buffers.ts';

/** A part of an open file, both ends included. Whoever sends it closes the file. */
export interface FilePart {
  readonly file: FileHandle;
  readonly start: number;
  readonly end: number;
  /** What the file was when the answer began. */
  readonly stat: BigIntStats;
}

/** A body that is made while it is sent, of a known length. Two pieces in turn lie in the lent buffers. */
export interface MadeBody {
  readonly length: number;
  readonly read: (lent: Lent) => AsyncGenerator<Uint8Array, void, undefined>;
}

/** Ends an answer that has begun, for a reason that whoever made it knows: the reader sees that it is not whole. */
export class CutShort extends Error {}

/** What a GET is answered with; `body` null for answers without one. {@link sendReply} sends it and closes the file. */
export interface FileReply {
  readonly status: 200 | 206 | 304 | 404 | 412 | 416;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: FilePart | MadeBody | Uint8Array | null;
}

class Gone extends CutShort {}

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

const isChanged = async (file: FileHandle, { size, mtimeNs }: BigIntStats): Promise<boolean> => {
  const now = await file.stat({ bigint: true });
  return now.size !== size || now.mtimeNs !== mtimeNs;
};

/**
 * Sends a part of a file. A viewer who leaves in the middle is no fault. A file that was changed meanwhile ends the connection before the
 * last piece: what was announced as one version never arrives whole as half of another.
 */
const sendPart = async (
  response: ServerResponse,
  { file, start, end, stat }: FilePart,
  { buffers, size }: Lent,
  patienceMs: number | undefined,
): Promise<void> => {
  let sending: Promise<void> = Promise.resolve();
  try {
    for (let at = start, turn = 0; at <= end; turn += 1) {
      const buffer = buffers[turn % buffers.length] ?? buffers[0];
      const { bytesRead } = await file.read(buffer, 0, Math.min(size, end - at + 1), at);
      await sending;
      at += bytesRead;
      if (bytesRead === 0 || (at > end && (await isChanged(file, stat)))) throw new Gone();
      sending = write(response, buffer.subarray(0, bytesRead), patienceMs);
      // Awaited with the next piece; until then a failure is not unhandled.
      sending.catch(() => undefined);
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

/** Sends a body while it is made; what cannot be made ends the connection. */
const sendMade = async (
  response: ServerResponse,
  body: MadeBody,
  lent: Lent,
  patienceMs: number | undefined,
): Promise<void> => {
  let sending: Promise<void> = Promise.resolve();
  try {
    for await (const piece of body.read(lent)) {
      await sending;
      if (piece.length === 0) continue;
      sending = write(response, piece, patienceMs);
      sending.catch(() => undefined);
      // With one buffer the next piece would be read over this one.
      if (lent.buffers.length === 1) await sending;
    }
    await sending;
    response.end();
  } catch (failure) {
    response.destroy();
    if (!(failure instanceof CutShort) && !(failure instanceof Refusal)) throw failure;
  }
};

/** For whom an answer is sent. */
export interface Sending {
  /** Whose part of the memory for downloads it takes. */
  readonly holder: string;
  /** How long a reader may take for half a MiB; whoever takes longer is cut off. For ever when absent. */
  readonly patienceMs?: number;
}

/** Sends an answer of the file or thumbnail service; 503 when all memory for downloads is lent. */
export const sendReply = async (
  response: ServerResponse,
  { status, headers, body }: FileReply,
  { holder, patienceMs }: Sending,
): Promise<void> => {
  if (body === null || body instanceof Uint8Array) {
    response.writeHead(status, headers).end(body);
    return;
  }
  const file = 'file' in body ? body.file : null;
  // A HEAD is answered with the head of the GET; nothing is read for it.
  if (response.req.method === 'HEAD') {
    await file?.close();
    response.writeHead(status, headers).end();
    return;
  }
  using lent = sendBuffers.lend(holder, 'file' in body ? body.end - body.start + 1 : body.length);
  if (lent === null) {
    await file?.close();
    response.writeHead(503, { 'retry-after': '5', 'content-length': 0, 'cache-control': 'no-store' }).end();
    return;
  }
  response.writeHead(status, headers);
  if ('file' in body) await sendPart(response, body, lent, patienceMs);
  else await sendMade(response, body, lent, patienceMs);
};

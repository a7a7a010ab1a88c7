import type { BigIntStats } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { FileHandle } from '../../../storage/vault/index.ts';
import { Refusal } from '../../../storage/vault/index.ts';
import type { BufferLease } from './send-buffers.ts';
import { sendBuffers } from './send-buffers.ts';

/** A range of an open file, both ends inclusive. The sender closes the file. */
export interface FileRangeBody {
  readonly file: FileHandle;
  readonly start: number;
  readonly end: number;
  /** State of the file when the response started. */
  readonly stat: BigIntStats;
}

/** A body of known length that is generated while it is sent. At most two chunks are in the leased buffers. */
export interface GeneratedBody {
  readonly length: number;
  readonly read: (lease: BufferLease) => AsyncGenerator<Uint8Array, void, undefined>;
}

/** Ends a started response for a known reason; the client notices that it is incomplete. */
export class ResponseAborted extends Error {}

/** Response to a GET; `body` is null when there is none. {@link sendReply} sends it and closes the file. */
export interface FileReply {
  readonly status: 200 | 206 | 304 | 404 | 412 | 416;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: FileRangeBody | GeneratedBody | Uint8Array | null;
}

class ClientDisconnected extends ResponseAborted {}

/** Resolves when the chunk has been handed to the operating system, so that its buffer can be reused. */
const writeChunk = (response: ServerResponse, chunk: Uint8Array, stallTimeoutMs: number | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const onClose = (): void => reject(new ClientDisconnected());
    response.once('close', onClose);
    const stallTimer = stallTimeoutMs === undefined ? undefined : setTimeout(() => response.destroy(), stallTimeoutMs);
    response.write(chunk, (failure) => {
      clearTimeout(stallTimer);
      response.off('close', onClose);
      if (failure) reject(new ClientDisconnected());
      else resolve();
    });
  });

const isChanged = async (file: FileHandle, { size, mtimeNs }: BigIntStats): Promise<boolean> => {
  const now = await file.stat({ bigint: true });
  return now.size !== size || now.mtimeNs !== mtimeNs;
};

/**
 * Sends a range of a file. A client that disconnects is no fault. If the file changes during the transfer, the
 * connection ends before the last chunk, so that a client never receives a mix of two versions as complete.
 */
const sendFileRange = async (
  response: ServerResponse,
  { file, start, end, stat }: FileRangeBody,
  { buffers, size }: BufferLease,
  stallTimeoutMs: number | undefined,
): Promise<void> => {
  let sending: Promise<void> = Promise.resolve();
  try {
    for (let at = start, bufferIndex = 0; at <= end; bufferIndex += 1) {
      const buffer = buffers[bufferIndex % buffers.length] ?? buffers[0];
      const { bytesRead } = await file.read(buffer, 0, Math.min(size, end - at + 1), at);
      await sending;
      at += bytesRead;
      if (bytesRead === 0 || (at > end && (await isChanged(file, stat)))) throw new ClientDisconnected();
      sending = writeChunk(response, buffer.subarray(0, bytesRead), stallTimeoutMs);
      // Awaited with the next chunk; this handler only avoids an unhandled rejection until then.
      sending.catch(() => undefined);
    }
    await sending;
    response.end();
  } catch (failure) {
    response.destroy();
    if (!(failure instanceof ClientDisconnected)) throw failure;
  } finally {
    await file.close();
  }
};

/** Sends a body while it is generated; a failure ends the connection. */
const sendGenerated = async (
  response: ServerResponse,
  body: GeneratedBody,
  lease: BufferLease,
  stallTimeoutMs: number | undefined,
): Promise<void> => {
  let sending: Promise<void> = Promise.resolve();
  try {
    for await (const chunk of body.read(lease)) {
      await sending;
      if (chunk.length === 0) continue;
      sending = writeChunk(response, chunk, stallTimeoutMs);
      sending.catch(() => undefined);
      // With one buffer, the next chunk would overwrite this one.
      if (lease.buffers.length === 1) await sending;
    }
    await sending;
    response.end();
  } catch (failure) {
    response.destroy();
    if (!(failure instanceof ResponseAborted) && !(failure instanceof Refusal)) throw failure;
  }
};

/** Options for sending a response. */
export interface SendOptions {
  /** The user whose share of the download memory is used. */
  readonly holder: string;
  /** How long a client may take for half a MiB before it is disconnected, in ms. No limit when absent. */
  readonly stallTimeoutMs?: number;
}

/** Sends a response of the file or thumbnail service; 503 when all memory for downloads is in use. */
export const sendReply = async (
  response: ServerResponse,
  { status, headers, body }: FileReply,
  { holder, stallTimeoutMs }: SendOptions,
): Promise<void> => {
  if (body === null || body instanceof Uint8Array) {
    response.writeHead(status, headers).end(body);
    return;
  }
  const file = 'file' in body ? body.file : null;
  // A HEAD gets the headers of the GET without reading the file.
  if (response.req.method === 'HEAD') {
    await file?.close();
    response.writeHead(status, headers).end();
    return;
  }
  using lease = sendBuffers.lease(holder, 'file' in body ? body.end - body.start + 1 : body.length);
  if (lease === null) {
    await file?.close();
    response.writeHead(503, { 'retry-after': '5', 'content-length': 0, 'cache-control': 'no-store' }).end();
    return;
  }
  response.writeHead(status, headers);
  if ('file' in body) await sendFileRange(response, body, lease, stallTimeoutMs);
  else await sendGenerated(response, body, lease, stallTimeoutMs);
};

import type { Readable } from 'node:stream';
import { freeChunk } from '@boxwood/account/memory';
import { bytesToNextPage, allocatePageAligned, type PositionalWriter } from '../../runtime/direct-io.ts';

/** A pool of buffers of one size, reused between uploads. */
interface BufferPool {
  readonly bytes: number;
  readonly capacity: number;
  readonly spare: Buffer[];
}

/**
 * Chunks are collected to this size before a write. Larger writes need larger cache pages, which a VM has often
 * returned to its host and gets back ten times more slowly than small ones.
 */
const ORDINARY_POOL: BufferPool = { bytes: 256 * 1024, capacity: 8, spare: [] };
/** Direct I/O is faster with longer writes. */
const LARGE_POOL: BufferPool = { bytes: 1024 * 1024, capacity: 4, spare: [] };
/** Maximum number of uploads with large buffers at once; later ones get ordinary buffers. */
const MAX_LARGE_UPLOADS = 4;
let largeUploads = 0;

const acquireBuffer = ({ spare, bytes }: BufferPool): Buffer => spare.pop() ?? allocatePageAligned(bytes);
const releaseBuffer = ({ spare, capacity }: BufferPool, buffer: Buffer): void => {
  if (spare.length < capacity) spare.push(buffer);
};

/**
 * Fills one buffer while another is written. A socket allocates a new buffer per chunk, which is released once it is
 * copied.
 */
class WriteBuffer {
  readonly #file: PositionalWriter;
  readonly #position: number;
  readonly #pool: BufferPool;
  #filling: Buffer | undefined;
  #free: Buffer | undefined;
  #filled = 0;
  #queued = 0;
  #writing: Promise<void> = Promise.resolve();
  written = 0;

  constructor(file: PositionalWriter, position: number, isLarge: boolean) {
    this.#file = file;
    this.#position = position;
    this.#pool = isLarge && largeUploads < MAX_LARGE_UPLOADS ? LARGE_POOL : ORDINARY_POOL;
    if (this.#pool === LARGE_POOL) largeUploads += 1;
  }

  /** Bytes accepted so far. */
  get accepted(): number {
    return this.#queued + this.#filled;
  }

  /**
   * Appends a chunk. The next one may follow at once, or when the returned promise resolves. @throws the error of an
   * earlier write
   */
  append(chunk: Buffer): Promise<void> | undefined {
    const from = this.#copy(chunk, 0);
    if (this.#freeBytes > 0) {
      freeChunk(chunk);
      return undefined;
    }
    return this.#appendRest(chunk, from);
  }

  async #appendRest(chunk: Buffer, copied: number): Promise<void> {
    for (let from = copied; this.#freeBytes === 0;) {
      await this.#begin();
      from = this.#copy(chunk, from);
    }
    freeChunk(chunk);
  }

  /**
   * Bytes until the next write. The first write ends at a page boundary of the file, so that all others start at one.
   */
  get #freeBytes(): number {
    return ((this.#queued === 0 && bytesToNextPage(this.#position)) || this.#pool.bytes) - this.#filled;
  }

  /** Copies as much of a chunk as fits; returns the offset of the rest. */
  #copy(chunk: Buffer, from: number): number {
    const buffer = (this.#filling ??= acquireBuffer(this.#pool));
    const copied = chunk.copy(buffer, this.#filled, from, from + this.#freeBytes);
    this.#filled += copied;
    return from + copied;
  }

  /** Writes the remaining bytes. @throws the error of a write */
  async flush(): Promise<void> {
    await this.#begin();
    await this.#writing;
  }

  /** Waits for pending writes, ignoring errors, and returns the buffers to the pool. */
  async end(): Promise<void> {
    await this.#writing.catch(() => undefined);
    for (const buffer of [this.#filling, this.#free]) if (buffer !== undefined) releaseBuffer(this.#pool, buffer);
    this.#filling = this.#free = undefined;
    if (this.#pool === LARGE_POOL) largeUploads -= 1;
  }

  async #begin(): Promise<void> {
    await this.#writing;
    const full = this.#filling;
    if (full === undefined || this.#filled === 0) return;
    const [length, at] = [this.#filled, this.#position + this.#queued];
    this.#queued += length;
    this.#filled = 0;
    this.#filling = this.#free;
    this.#free = full;
    this.#writing = this.#write(full, length, at);
    // The next awaiting caller throws the error; until the next chunk there may be none.
    this.#writing.catch(() => undefined);
  }

  async #write(buffer: Buffer, length: number, at: number): Promise<void> {
    for (let from = 0; from < length;) {
      const written = await this.#file.write(buffer, from, length - from, at + from);
      from += written;
      this.written += written;
    }
  }
}

/** How a body ended: complete, stopped by the consumer, or cut off. */
type BodyEnd = 'whole' | 'enough' | 'cut';

/**
 * Passes the chunks of a body to a consumer. An async iterator would cost three promises per chunk and merge waiting
 * chunks; a browser sends 10,000 chunks for 256 MiB.
 * @param accept returns whether it wants more, now or later; the body is paused meanwhile
 * @throws the error of `accept`
 */
const consumeBody = async (body: Readable, accept: (chunk: Buffer) => boolean | Promise<boolean>): Promise<BodyEnd> => {
  if (body.destroyed) return 'cut';
  const { promise, resolve, reject } = Promise.withResolvers<BodyEnd>();
  let accepting: Promise<boolean> = Promise.resolve(true);
  const onData = (chunk: Buffer): void => {
    const wantsMore = accept(chunk);
    if (wantsMore === true) return;
    body.pause();
    accepting = Promise.resolve(wantsMore);
    accepting.then((more) => (more ? body.resume() : resolve('enough')), reject);
  };
  // Earlier chunks are consumed first; a body can end while it is paused.
  const end = (ended: BodyEnd) => (): void => void accepting.then(() => resolve(ended), reject);
  const [onEnd, onCut] = [end('whole'), end('cut')];
  body.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  try {
    return await promise;
  } finally {
    body.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
  }
};

/** Why receiving stopped before the end of the body. */
export type ReceiveInterruption = 'aborted' | 'stalled' | 'too-large';

const INTERRUPTION_BY_END = { whole: null, enough: 'too-large', cut: 'aborted' } as const satisfies Record<
  BodyEnd,
  ReceiveInterruption | null
>;

export interface ReceiveResult {
  /** Bytes of the body written to the file. */
  readonly bytes: number;
  readonly interrupted: ReceiveInterruption | null;
}

export interface ReceiveOptions {
  readonly position: number;
  /** Whether to use large writes, while large buffers are available. */
  readonly isLarge: boolean;
  /** A longer body is refused. */
  readonly limit: number;
  /** Milliseconds without data after which the sender counts as disconnected. */
  readonly stallMs: number;
  readonly signal: AbortSignal;
  /** Called with the number of bytes written, whenever it grows; the next chunk waits for the result. */
  readonly onWritten?: (written: number) => Promise<void>;
}

/**
 * Writes a body to a file from `position` on and takes ownership of its chunks. Memory use is constant: the next chunk
 * is read after the last was written. Everything received before a cut, stall or abort is written; only disk errors are
 * thrown.
 */
export const receiveBody = async (
  file: PositionalWriter,
  body: Readable,
  options: ReceiveOptions,
): Promise<ReceiveResult> => {
  const { position, isLarge, limit, stallMs, signal, onWritten } = options;
  const buffer = new WriteBuffer(file, position, isLarge);
  let reported = 0;
  const stopped: { why: ReceiveInterruption | null } = { why: null };
  const stop = (why: ReceiveInterruption) => (): void => {
    stopped.why ??= why;
    body.destroy();
  };
  const abort = stop('aborted');
  signal.addEventListener('abort', abort, { once: true });
  const stalled = setTimeout(stop('stalled'), stallMs);
  const accept = (chunk: Buffer): boolean | Promise<boolean> => {
    stalled.refresh();
    return buffer.accepted + chunk.length <= limit && (buffer.append(chunk)?.then(reportWritten) ?? true);
  };
  const reportWritten = async (): Promise<boolean> => {
    if (buffer.written > reported) await onWritten?.((reported = buffer.written));
    return true;
  };
  try {
    if (signal.aborted) abort();
    const ended = await consumeBody(body, accept);
    stopped.why ??= INTERRUPTION_BY_END[ended];
  } catch (failure) {
    await buffer.end();
    throw failure;
  } finally {
    clearTimeout(stalled);
    signal.removeEventListener('abort', abort);
  }
  try {
    if (stopped.why !== 'too-large') await buffer.flush();
    return { bytes: buffer.written, interrupted: stopped.why };
  } finally {
    await buffer.end();
  }
};

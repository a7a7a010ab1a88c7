import type { Readable } from 'node:stream';
import { letGo } from '@boxwood/account/memory';
import { beforePage, pageBuffer, type Writer } from '../runtime/past-cache.ts';

/** A pool of buffers of one size, reused between uploads. */
interface Shelf {
  readonly bytes: number;
  readonly kept: number;
  readonly spare: Buffer[];
}

/**
 * Chunks are collected to this size before a write. Larger writes need larger cache pages, which a VM has often
 * returned to its host and gets back ten times more slowly than small ones.
 */
const ORDINARY: Shelf = { bytes: 256 * 1024, kept: 8, spare: [] };
/** Direct I/O is faster with longer writes. */
const LARGE: Shelf = { bytes: 1024 * 1024, kept: 4, spare: [] };
/** Maximum number of uploads with large buffers at once; later ones get ordinary buffers. */
const MOST_LARGE = 4;
let large = 0;

const borrow = ({ spare, bytes }: Shelf): Buffer => spare.pop() ?? pageBuffer(bytes);
const giveBack = ({ spare, kept }: Shelf, buffer: Buffer): void => {
  if (spare.length < kept) spare.push(buffer);
};

/**
 * Fills one buffer while another is written. A socket allocates a new buffer per chunk, which is released once it is
 * copied.
 */
class Gatherer {
  readonly #file: Writer;
  readonly #position: number;
  readonly #shelf: Shelf;
  #filling: Buffer | undefined;
  #free: Buffer | undefined;
  #filled = 0;
  #queued = 0;
  #writing: Promise<void> = Promise.resolve();
  written = 0;

  constructor(file: Writer, position: number, isLarge: boolean) {
    this.#file = file;
    this.#position = position;
    this.#shelf = isLarge && large < MOST_LARGE ? LARGE : ORDINARY;
    if (this.#shelf === LARGE) large += 1;
  }

  /** Bytes accepted so far. */
  get taken(): number {
    return this.#queued + this.#filled;
  }

  /**
   * Appends a chunk. The next one may follow at once, or when the returned promise resolves. @throws the error of an
   * earlier write
   */
  take(piece: Buffer): Promise<void> | undefined {
    const from = this.#copy(piece, 0);
    if (this.#room > 0) {
      letGo(piece);
      return undefined;
    }
    return this.#takeRest(piece, from);
  }

  async #takeRest(piece: Buffer, copied: number): Promise<void> {
    for (let from = copied; this.#room === 0;) {
      await this.#begin();
      from = this.#copy(piece, from);
    }
    letGo(piece);
  }

  /**
   * Bytes until the next write. The first write ends at a page boundary of the file, so that all others start at one.
   */
  get #room(): number {
    return ((this.#queued === 0 && beforePage(this.#position)) || this.#shelf.bytes) - this.#filled;
  }

  /** Copies as much of a chunk as fits; returns the offset of the rest. */
  #copy(piece: Buffer, from: number): number {
    const buffer = (this.#filling ??= borrow(this.#shelf));
    const copied = piece.copy(buffer, this.#filled, from, from + this.#room);
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
    for (const buffer of [this.#filling, this.#free]) if (buffer !== undefined) giveBack(this.#shelf, buffer);
    this.#filling = this.#free = undefined;
    if (this.#shelf === LARGE) large -= 1;
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
type Ended = 'whole' | 'enough' | 'cut';

/**
 * Passes the chunks of a body to a consumer. An async iterator would cost three promises per chunk and merge waiting
 * chunks; a browser sends 10,000 chunks for 256 MiB.
 * @param accept returns whether it wants more, now or later; the body is paused meanwhile
 * @throws the error of `accept`
 */
const handOver = async (body: Readable, take: (piece: Buffer) => boolean | Promise<boolean>): Promise<Ended> => {
  if (body.destroyed) return 'cut';
  const { promise, resolve, reject } = Promise.withResolvers<Ended>();
  let taking: Promise<boolean> = Promise.resolve(true);
  const onData = (piece: Buffer): void => {
    const wants = take(piece);
    if (wants === true) return;
    body.pause();
    taking = Promise.resolve(wants);
    taking.then((more) => (more ? body.resume() : resolve('enough')), reject);
  };
  // Earlier chunks are consumed first; a body can end while it is paused.
  const end = (ended: Ended) => (): void => void taking.then(() => resolve(ended), reject);
  const [onEnd, onCut] = [end('whole'), end('cut')];
  body.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  try {
    return await promise;
  } finally {
    body.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
  }
};

/** Why receiving stopped before the end of the body. */
export type Interrupted = 'aborted' | 'stalled' | 'too-large';

const ENDS = { whole: null, enough: 'too-large', cut: 'aborted' } as const satisfies Record<Ended, Interrupted | null>;

export interface Received {
  /** Bytes of the body written to the file. */
  readonly bytes: number;
  readonly interrupted: Interrupted | null;
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
export const receive = async (file: Writer, body: Readable, options: ReceiveOptions): Promise<Received> => {
  const { position, isLarge, limit, stallMs, signal, onWritten } = options;
  const gatherer = new Gatherer(file, position, isLarge);
  let told = 0;
  const stopped: { why: Interrupted | null } = { why: null };
  const stop = (why: Interrupted) => (): void => {
    stopped.why ??= why;
    body.destroy();
  };
  const abort = stop('aborted');
  signal.addEventListener('abort', abort, { once: true });
  const stalled = setTimeout(stop('stalled'), stallMs);
  const take = (piece: Buffer): boolean | Promise<boolean> => {
    stalled.refresh();
    return gatherer.taken + piece.length <= limit && (gatherer.take(piece)?.then(tell) ?? true);
  };
  const tell = async (): Promise<boolean> => {
    if (gatherer.written > told) await onWritten?.((told = gatherer.written));
    return true;
  };
  try {
    if (signal.aborted) abort();
    const ended = await handOver(body, take);
    stopped.why ??= ENDS[ended];
  } catch (failure) {
    await gatherer.end();
    throw failure;
  } finally {
    clearTimeout(stalled);
    signal.removeEventListener('abort', abort);
  }
  try {
    if (stopped.why !== 'too-large') await gatherer.flush();
    return { bytes: gatherer.written, interrupted: stopped.why };
  } finally {
    await gatherer.end();
  }
};

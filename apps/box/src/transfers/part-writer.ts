import type { Readable } from 'node:stream';
import { countReceived } from '@boxwood/account/memory';
import { beforePage, pageBuffer, type Writer } from '../runtime/past-cache.ts';

/** Buffers of one size, and some of them kept for the next uploads. */
interface Shelf {
  readonly bytes: number;
  readonly kept: number;
  readonly spare: Buffer[];
}

/**
 * Pieces are gathered to this many bytes before they are written. Larger writes take larger pages for the cache, which a virtual machine has
 * often given back to its host and gets again ten times as slowly as small ones.
 */
const ORDINARY: Shelf = { bytes: 256 * 1024, kept: 8, spare: [] };
/** What goes past the cache is faster the longer its writes are. */
const LARGE: Shelf = { bytes: 1024 * 1024, kept: 4, spare: [] };
/** So many uploads have such buffers at once; who comes later has ordinary ones. */
const MOST_LARGE = 4;
let large = 0;

const borrow = ({ spare, bytes }: Shelf): Buffer => spare.pop() ?? pageBuffer(bytes);
const giveBack = ({ spare, kept }: Shelf, buffer: Buffer): void => {
  if (spare.length < kept) spare.push(buffer);
};

/**
 * Gathers bytes in one buffer while another is written. A socket makes a new buffer for every piece; copied out at once they die young, where
 * pieces that waited for the disk cost a third of an upload's processor time in collections.
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

  /** Bytes taken so far. */
  get taken(): number {
    return this.#queued + this.#filled;
  }

  /** Resolves when the next piece may come. @throws what an earlier write failed with */
  async take(piece: Buffer): Promise<void> {
    for (let from = 0; from < piece.length;) {
      const buffer = (this.#filling ??= borrow(this.#shelf));
      // The first write ends on a page of the file, so that all others begin on one.
      const room = (this.#queued === 0 && beforePage(this.#position)) || buffer.length;
      const copied = piece.copy(buffer, this.#filled, from, from + room - this.#filled);
      this.#filled += copied;
      from += copied;
      if (this.#filled === room) await this.#begin();
    }
  }

  /** Writes what is left. @throws what a write failed with */
  async flush(): Promise<void> {
    await this.#begin();
    await this.#writing;
  }

  /** Waits for what is under way, whatever becomes of it, and gives the buffers back. */
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
    countReceived(length);
    this.#filled = 0;
    this.#filling = this.#free;
    this.#free = full;
    this.#writing = this.#write(full, length, at);
    // Thrown by whoever waits for it next; nobody may until the next piece comes.
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

/** Why receiving stopped before the body's end. */
export type Interrupted = 'aborted' | 'stalled' | 'too-large';

export interface Received {
  /** Bytes of the body that are in the file. */
  readonly bytes: number;
  readonly interrupted: Interrupted | null;
}

export interface ReceiveOptions {
  readonly position: number;
  /** Longer writes than usual, as far as there are buffers for them. */
  readonly isLarge: boolean;
  /** A longer body is refused. */
  readonly limit: number;
  /** Milliseconds without a byte after which the sender counts as gone. */
  readonly stallMs: number;
  readonly signal: AbortSignal;
  /** Told how many bytes of the body are in the file, each time there are more; the next piece waits for it. */
  readonly onWritten?: (written: number) => Promise<void>;
}

/**
 * Writes a body into a file from `position` on. Memory stays flat: the next piece is asked for when the last was written. Whatever
 * arrived before a cut, a stall or an abort is written; only failures of the disk are thrown.
 */
export const receive = async (file: Writer, body: Readable, options: ReceiveOptions): Promise<Received> => {
  const { position, isLarge, limit, stallMs, signal, onWritten } = options;
  const gatherer = new Gatherer(file, position, isLarge);
  let interrupted: Interrupted | null = null;
  let told = 0;

  const stop = (why: Interrupted) => (): void => {
    interrupted ??= why;
    body.destroy();
  };
  const abort = stop('aborted');
  signal.addEventListener('abort', abort, { once: true });
  const stalled = setTimeout(stop('stalled'), stallMs);
  try {
    if (signal.aborted) abort();
    for await (const piece of body.iterator({ destroyOnReturn: false })) {
      const bytes = Buffer.isBuffer(piece) ? piece : Buffer.from(String(piece));
      stalled.refresh();
      if (gatherer.taken + bytes.length > limit) {
        interrupted = 'too-large';
        break;
      }
      await gatherer.take(bytes);
      if (gatherer.written === told) continue;
      told = gatherer.written;
      await onWritten?.(told);
    }
  } catch (failure) {
    // A cut connection ends the body with an error of its stream; the disk's errors come from the gatherer and pass on.
    if (!isCut(failure) && interrupted === null) {
      await gatherer.end();
      throw failure;
    }
    interrupted ??= 'aborted';
  } finally {
    clearTimeout(stalled);
    signal.removeEventListener('abort', abort);
  }
  try {
    if (interrupted !== 'too-large') await gatherer.flush();
    return { bytes: gatherer.written, interrupted };
  } finally {
    await gatherer.end();
  }
};

const CUTS = new Set(['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR', 'HPE_INVALID_EOF_STATE']);

const isCut = (failure: unknown): boolean =>
  failure instanceof Error &&
  'code' in failure &&
  typeof failure.code === 'string' &&
  (CUTS.has(failure.code) || failure.code.startsWith('HPE_'));

import type { Readable } from 'node:stream';
import { letGo } from '@boxwood/account/memory';
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

/** Gathers bytes in one buffer while another is written. A socket makes a new buffer for every piece, which is let go of as soon as it is copied out. */
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

  /** Takes a piece. The next one may come at once, or when this resolves. @throws what an earlier write failed with */
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

  /** Bytes until the next write. The first write ends on a page of the file, so that all others begin on one. */
  get #room(): number {
    return ((this.#queued === 0 && beforePage(this.#position)) || this.#shelf.bytes) - this.#filled;
  }

  /** As much of a piece as there is room for; where it goes on. */
  #copy(piece: Buffer, from: number): number {
    const buffer = (this.#filling ??= borrow(this.#shelf));
    const copied = piece.copy(buffer, this.#filled, from, from + this.#room);
    this.#filled += copied;
    return from + copied;
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

/** How a body ended: its reader had enough of it, or it was cut before its end. */
type Ended = 'whole' | 'enough' | 'cut';

/**
 * Hands a body over as it comes. An iterator would have each piece wait for three promises, and join those that came meanwhile: a browser sends
 * ten thousand pieces with 256 MiB.
 * @param take says whether it wants more, at once or later; nothing comes meanwhile
 * @throws what `take` failed with
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
  // What was handed over before is taken first; a body ends while it pauses.
  const end = (ended: Ended) => (): void => void taking.then(() => resolve(ended), reject);
  const [onEnd, onCut] = [end('whole'), end('cut')];
  body.on('data', onData).on('end', onEnd).on('error', onCut).on('close', onCut);
  try {
    return await promise;
  } finally {
    body.off('data', onData).off('end', onEnd).off('error', onCut).off('close', onCut);
  }
};

/** Why receiving stopped before the body's end. */
export type Interrupted = 'aborted' | 'stalled' | 'too-large';

const ENDS = { whole: null, enough: 'too-large', cut: 'aborted' } as const satisfies Record<Ended, Interrupted | null>;

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
 * Writes a body, whose pieces are its own, into a file from `position` on. Memory stays flat: the next piece is asked for when the last was written.
 * Whatever arrived before a cut, a stall or an abort is written; only failures of the disk are thrown.
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

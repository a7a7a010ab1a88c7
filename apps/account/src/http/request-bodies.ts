import type { IncomingMessage } from 'node:http';
import { Budget } from '@boxwood/account-sdk/server';
import { freeChunk } from '../memory.ts';

const MIB = 1024 * 1024;
/**
 * Bytes of a body that are not counted against a budget: nearly every call is shorter, and the number of connections is
 * limited.
 */
const FREE_BYTES = 4096;
/** Growth factor of the buffer when it is full. */
const GROWTH_FACTOR = 4;

export interface RequestBodiesOptions {
  /** Timeout for a whole body, in ms. */
  readonly wholeMs?: number;
  /** Time without a byte after which the sender counts as disconnected, in ms. */
  readonly stallMs?: number;
}

export interface BodyReadOptions {
  /** Maximum length; a longer body is refused. */
  readonly limit: number;
  /**
   * Returns the user who sends the body, derived from its first bytes or from the headers; null for an unauthenticated
   * sender. Must be a cheap lookup.
   */
  readonly recognise: (firstBytes: Buffer) => string | null;
  /** The address of the sender, used as the budget holder when the user is unknown. */
  readonly address: string;
}

/** A body that was read. Disposing it releases its memory. */
export interface RequestBody extends Disposable {
  /** `busy`: other bodies use all the memory available for this kind of sender. */
  readonly outcome: 'whole' | 'too-large' | 'busy';
  /** Empty unless the outcome is `whole`. */
  readonly bytes: Buffer<ArrayBuffer>;
}

/** The caller disconnected or was too slow before the body was complete; there is nobody to send a reply to. */
export class CallerDisconnected extends Error {
  override readonly name = 'CallerGone';
}

/**
 * The bytes of one body in one growing buffer. Chunks are copied, because a body that arrives byte by byte would
 * otherwise use a hundred times its size. A resizable buffer is separate memory that returns to the system when
 * released; blocks in the heap of the C library would fragment it.
 */
class BodyBuffer {
  readonly #limit: number;
  readonly #acquire: (bytes: number, firstBytes: Buffer) => boolean;
  #block: Buffer<ArrayBuffer> = Buffer.alloc(0);
  #used = 0;

  constructor(limit: number, acquire: (bytes: number, firstBytes: Buffer) => boolean) {
    this.#limit = limit;
    this.#acquire = acquire;
  }

  get bytes(): Buffer<ArrayBuffer> {
    return this.#block.subarray(0, this.#used);
  }

  /** Releases the buffer, because the connection may stay open for a while. */
  clear(): void {
    if (this.#block.buffer.resizable) this.#block.buffer.resize(0);
    this.#block = Buffer.alloc(0);
    this.#used = 0;
  }

  add(chunk: Buffer): 'whole' | 'too-large' | 'busy' {
    const needed = this.#used + chunk.length;
    if (needed > this.#limit) return 'too-large';
    if (needed > this.#block.length && !this.#grow(needed, chunk)) return 'busy';
    chunk.copy(this.#block, this.#used);
    this.#used = needed;
    return 'whole';
  }

  #grow(needed: number, chunk: Buffer): boolean {
    let size = Math.max(FREE_BYTES, this.#block.length);
    while (size < needed) size = Math.min(this.#limit, size * GROWTH_FACTOR);
    const more = Math.max(FREE_BYTES, size) - Math.max(FREE_BYTES, this.#block.length);
    if (more > 0 && !this.#acquire(more, this.#used > 0 ? this.bytes : chunk)) return false;
    this.#resize(Math.min(size, this.#limit));
    return true;
  }

  #resize(size: number): void {
    const { buffer } = this.#block;
    if (buffer.resizable) {
      buffer.resize(size);
      this.#block = Buffer.from(buffer, 0, size);
      return;
    }
    const block =
      size <= FREE_BYTES
        ? Buffer.allocUnsafeSlow(size)
        : Buffer.from(new ArrayBuffer(size, { maxByteLength: this.#limit }));
    this.#block.copy(block, 0, 0, this.#used);
    this.#block = block;
  }
}

/**
 * The memory held by request bodies of all connections. Unauthenticated senders share a separate budget, and no single
 * sender may use a whole budget.
 */
export class RequestBodies {
  readonly #users = new Budget(64 * MIB, 16 * MIB);
  readonly #unauthenticated = new Budget(16 * MIB, 9 * MIB);
  readonly #wholeMs: number;
  readonly #stallMs: number;

  constructor({ wholeMs = 60_000, stallMs = 10_000 }: RequestBodiesOptions = {}) {
    this.#wholeMs = wholeMs;
    this.#stallMs = stallMs;
  }

  /** Bytes in use beyond the free bytes of each body. */
  get bytesInUse(): number {
    return this.#users.inUse + this.#unauthenticated.inUse;
  }

  /**
   * Reads the body of a request. Resolves when it is complete or refused; the caller must drain a refused one.
   * @throws CallerGone
   */
  read(request: IncomingMessage, { limit, recognise, address }: BodyReadOptions): Promise<RequestBody> {
    let holder: { readonly budget: Budget; readonly name: string } | undefined;
    let acquired = 0;
    const acquire = (bytes: number, firstBytes: Buffer): boolean => {
      if (holder === undefined) {
        const user = recognise(firstBytes);
        holder = user === null ? { budget: this.#unauthenticated, name: address } : { budget: this.#users, name: user };
      }
      if (!holder.budget.acquire(holder.name, bytes)) return false;
      acquired += bytes;
      return true;
    };
    const release = (): void => {
      holder?.budget.release(holder.name, acquired);
      acquired = 0;
    };
    const buffered = new BodyBuffer(limit, acquire);
    const { promise, resolve, reject } = Promise.withResolvers<RequestBody>();
    const finish = (outcome: RequestBody['outcome']): void => {
      clearTimeout(wholeTimer);
      clearTimeout(stallTimer);
      request.off('data', onData);
      if (outcome !== 'whole') {
        release();
        buffered.clear();
      }
      resolve({ outcome, bytes: buffered.bytes, [Symbol.dispose]: release });
    };
    const onData = (chunk: Buffer): void => {
      stallTimer.refresh();
      const outcome = buffered.add(chunk);
      freeChunk(chunk);
      if (outcome === 'whole') return;
      request.pause();
      finish(outcome);
    };
    const wholeTimer = setTimeout(() => request.destroy(), this.#wholeMs);
    const stallTimer = setTimeout(() => request.destroy(), this.#stallMs);
    request.on('error', () => undefined); // handled by `close`
    request.once('close', () => {
      clearTimeout(wholeTimer);
      clearTimeout(stallTimer);
      if (request.complete) return;
      release();
      reject(new CallerDisconnected());
    });
    if (Number(request.headers['content-length'] ?? 0) > limit) finish('too-large');
    else {
      request.once('end', () => finish('whole'));
      request.on('data', onData);
    }
    return promise;
  }
}

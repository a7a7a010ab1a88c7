import type { IncomingMessage } from 'node:http';
import { Budget } from '@boxwood/account-sdk/server';
import { letGo } from '../memory.ts';

const MIB = 1024 * 1024;
/** Bytes of a body that cost nobody anything: nearly every call is shorter, and connections are counted. */
const FREE_BYTES = 4096;
/** How much the room of a body grows when it is full. */
const GROWTH = 4;

export interface BodiesOptions {
  /** Milliseconds a body may take. */
  readonly wholeMs?: number;
  /** Milliseconds without a byte after which its sender counts as gone. */
  readonly stallMs?: number;
}

export interface BodyAsked {
  /** A longer body is refused. */
  readonly limit: number;
  /** The user that the sender is, told by the beginning of the body or what came before it; null for a stranger. A look-up, no more. */
  readonly recognise: (head: Buffer) => string | null;
  /** The address of a stranger. */
  readonly address: string;
}

/** A body that was read; what it holds is given back when it is disposed of. */
export interface Body extends Disposable {
  /** `busy`: bodies of others hold all the memory there is for them. */
  readonly outcome: 'whole' | 'too-large' | 'busy';
  /** Empty unless it is whole. */
  readonly bytes: Buffer<ArrayBuffer>;
}

/** The caller left, or was too slow, before the body was whole. Nobody is there to be answered. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';
}

/**
 * The bytes of one body in one block. Pieces are copied: a body that comes byte by byte would else weigh a hundred times what it holds.
 * A block that may grow is memory of its own, which the system has back as soon as it is let go of; in the heap of the C library, blocks of
 * many bodies would stay between what lives on.
 */
class Room {
  readonly #limit: number;
  readonly #take: (bytes: number, head: Buffer) => boolean;
  #block: Buffer<ArrayBuffer> = Buffer.alloc(0);
  #used = 0;

  constructor(limit: number, take: (bytes: number, head: Buffer) => boolean) {
    this.#limit = limit;
    this.#take = take;
  }

  get bytes(): Buffer<ArrayBuffer> {
    return this.#block.subarray(0, this.#used);
  }

  /** Lets go of what it holds: its sender may stay for a while. */
  empty(): void {
    if (this.#block.buffer.resizable) this.#block.buffer.resize(0);
    this.#block = Buffer.alloc(0);
    this.#used = 0;
  }

  add(piece: Buffer): 'whole' | 'too-large' | 'busy' {
    const needed = this.#used + piece.length;
    if (needed > this.#limit) return 'too-large';
    if (needed > this.#block.length && !this.#grow(needed, piece)) return 'busy';
    piece.copy(this.#block, this.#used);
    this.#used = needed;
    return 'whole';
  }

  #grow(needed: number, piece: Buffer): boolean {
    let size = Math.max(FREE_BYTES, this.#block.length);
    while (size < needed) size = Math.min(this.#limit, size * GROWTH);
    const more = Math.max(FREE_BYTES, size) - Math.max(FREE_BYTES, this.#block.length);
    if (more > 0 && !this.#take(more, this.#used > 0 ? this.bytes : piece)) return false;
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

/** The bodies that are held in memory, of all connections together. Strangers have a part of it for themselves, and no one has a part alone. */
export class Bodies {
  readonly #users = new Budget(64 * MIB, 16 * MIB);
  readonly #strangers = new Budget(16 * MIB, 9 * MIB);
  readonly #wholeMs: number;
  readonly #stallMs: number;

  constructor({ wholeMs = 60_000, stallMs = 10_000 }: BodiesOptions = {}) {
    this.#wholeMs = wholeMs;
    this.#stallMs = stallMs;
  }

  /** Bytes that bodies hold beyond what is free for each. */
  get held(): number {
    return this.#users.held + this.#strangers.held;
  }

  /**
   * The body of a request as soon as it is known: whole, or refused; then it has to be drained.
   * @throws CallerGone
   */
  read(request: IncomingMessage, { limit, recognise, address }: BodyAsked): Promise<Body> {
    let holder: { readonly budget: Budget; readonly name: string } | undefined;
    let taken = 0;
    const take = (bytes: number, head: Buffer): boolean => {
      if (holder === undefined) {
        const user = recognise(head);
        holder = user === null ? { budget: this.#strangers, name: address } : { budget: this.#users, name: user };
      }
      if (!holder.budget.take(holder.name, bytes)) return false;
      taken += bytes;
      return true;
    };
    const give = (): void => {
      holder?.budget.give(holder.name, taken);
      taken = 0;
    };
    const room = new Room(limit, take);
    const { promise, resolve, reject } = Promise.withResolvers<Body>();
    const end = (outcome: Body['outcome']): void => {
      clearTimeout(late);
      clearTimeout(stalled);
      request.off('data', onData);
      if (outcome !== 'whole') {
        give();
        room.empty();
      }
      resolve({ outcome, bytes: room.bytes, [Symbol.dispose]: give });
    };
    const onData = (piece: Buffer): void => {
      stalled.refresh();
      const outcome = room.add(piece);
      letGo(piece);
      if (outcome === 'whole') return;
      request.pause();
      end(outcome);
    };
    const late = setTimeout(() => request.destroy(), this.#wholeMs);
    const stalled = setTimeout(() => request.destroy(), this.#stallMs);
    request.on('error', () => undefined); // said by `close`
    request.once('close', () => {
      clearTimeout(late);
      clearTimeout(stalled);
      if (request.complete) return;
      give();
      reject(new CallerGone());
    });
    if (Number(request.headers['content-length'] ?? 0) > limit) end('too-large');
    else {
      request.once('end', () => end('whole'));
      request.on('data', onData);
    }
    return promise;
  }
}

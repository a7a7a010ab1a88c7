import { Budget } from '@boxwood/box-sdk/server';

const KIB = 1024;
const MIB = 1024 * KIB;
/**
 * A download has two buffers of this size: one is filled while the other is sent. The small size is used when other
 * downloads hold all large ones.
 */
const LARGE = 512 * KIB;
const SMALL = 32 * KIB;

/** Buffers leased to a download until it is disposed. */
export interface Lent extends Disposable {
  readonly buffers: readonly [Buffer, ...Buffer[]];
  /** Size of each buffer, in bytes. */
  readonly size: number;
}

/**
 * Memory shared by all downloads, because a client that stops reading holds its buffers. One user gets at most half of
 * it. Small buffers have a budget of their own, so that a few large ones cannot block them.
 */
export class SendBuffers {
  readonly #large = new Budget(16 * MIB, 8 * MIB);
  readonly #small = new Budget(16 * MIB, 8 * MIB);

  /** Bytes in use. */
  get held(): number {
    return this.#large.held + this.#small.held;
  }

  /** Buffers for a body of `length` bytes; null when all memory is in use. */
  lend(holder: string, length: number): Lent | null {
    return this.#from(this.#large, holder, length, LARGE) ?? this.#from(this.#small, holder, length, SMALL);
  }

  #from(budget: Budget, holder: string, length: number, most: number): Lent | null {
    const size = Math.min(length, most);
    const taken = length > size ? 2 * size : size;
    if (!budget.take(holder, taken)) return null;
    const first = Buffer.allocUnsafeSlow(size);
    return {
      buffers: length > size ? [first, Buffer.allocUnsafeSlow(size)] : [first],
      size,
      [Symbol.dispose]: () => {
        budget.give(holder, taken);
      },
    };
  }
}

/** The buffers of this process. */
export const sendBuffers = new SendBuffers();

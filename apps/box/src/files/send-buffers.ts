import { Budget } from '@boxwood/box-sdk/server';

const KIB = 1024;
const MIB = 1024 * KIB;
/** A download has two buffers of this size, one is filled while the other is sent; and of that size when many others have large ones. */
const LARGE = 512 * KIB;
const SMALL = 32 * KIB;

/** Buffers that a download uses until it is disposed of. */
export interface Lent extends Disposable {
  readonly buffers: readonly [Buffer, ...Buffer[]];
  /** Bytes of each. */
  readonly size: number;
}

/**
 * The memory of all downloads together: a reader who stops keeps what was read for them. No one has more than half of it, and the few large
 * buffers are not in the way of the many small ones.
 */
export class SendBuffers {
  readonly #large = new Budget(16 * MIB, 8 * MIB);
  readonly #small = new Budget(16 * MIB, 8 * MIB);

  /** Bytes that are lent. */
  get held(): number {
    return this.#large.held + this.#small.held;
  }

  /** Buffers for a body of `length` bytes; null when everything is lent. */
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

/** Of this process. */
export const sendBuffers = new SendBuffers();

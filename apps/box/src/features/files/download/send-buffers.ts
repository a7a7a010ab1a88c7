import { Budget } from '@boxwood/box-sdk/server';

const KIB = 1024;
const MIB = 1024 * KIB;
/**
 * A download has two buffers of this size: one is filled while the other is sent. The small size is used when other
 * downloads hold all large ones.
 */
const LARGE_BUFFER_BYTES = 512 * KIB;
const SMALL_BUFFER_BYTES = 32 * KIB;

/** Buffers leased to a download until it is disposed. */
export interface BufferLease extends Disposable {
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
  get leasedBytes(): number {
    return this.#large.inUse + this.#small.inUse;
  }

  /** Buffers for a body of `length` bytes; null when all memory is in use. */
  lease(holder: string, length: number): BufferLease | null {
    return (
      this.#leaseFrom(this.#large, holder, length, LARGE_BUFFER_BYTES) ??
      this.#leaseFrom(this.#small, holder, length, SMALL_BUFFER_BYTES)
    );
  }

  #leaseFrom(budget: Budget, holder: string, length: number, maxSize: number): BufferLease | null {
    const size = Math.min(length, maxSize);
    const reserved = length > size ? 2 * size : size;
    if (!budget.acquire(holder, reserved)) return null;
    const first = Buffer.allocUnsafeSlow(size);
    return {
      buffers: length > size ? [first, Buffer.allocUnsafeSlow(size)] : [first],
      size,
      [Symbol.dispose]: () => {
        budget.release(holder, reserved);
      },
    };
  }
}

/** The buffers of this process. */
export const sendBuffers = new SendBuffers();

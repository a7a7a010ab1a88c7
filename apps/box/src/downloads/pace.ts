import type { Clock } from '../clock.ts';
import { OperationFailed, OPS } from '../copy/ops.ts';

/** A download that brings less than this within {@link SLOWEST_MS} will not come to an end: about 1 KB a second over two minutes. */
const SLOWEST_BYTES = 128 * 1024;
const SLOWEST_MS = 120_000;

/** Watches that a download gets on, over all its tries: a byte now and then would keep its place for ever. */
export class Pace {
  readonly #clock: Clock;
  #since: number;
  #bytes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#since = clock.now();
  }

  /** Bytes came, or none did. @throws OperationFailed 16 when they are too few for the time they took */
  note(bytes: number): void {
    this.#bytes += bytes;
    const now = this.#clock.now();
    // A clock that was set back says nothing about the line.
    if (now >= this.#since && now - this.#since < SLOWEST_MS) return;
    if (now >= this.#since && this.#bytes < SLOWEST_BYTES) throw new OperationFailed(OPS.retryFailed, 'too slow');
    this.#since = now;
    this.#bytes = 0;
  }
}

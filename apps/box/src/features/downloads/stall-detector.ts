import type { Clock } from '../../platform/clock.ts';
import { OperationFailed, OPS } from '../../storage/copy/operation-codes.ts';

/** Minimum bytes within {@link WINDOW_MS}, about 1 KB/s over two minutes; a slower download fails. */
const MIN_BYTES_PER_WINDOW = 128 * 1024;
const WINDOW_MS = 120_000;

/** Detects stalled downloads across all retries: single bytes now and then would occupy a slot forever. */
export class StallDetector {
  readonly #clock: Clock;
  #since: number;
  #bytes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#since = clock.now();
  }

  /** Counts received bytes. @throws OperationFailed 16 if the download is too slow */
  addBytes(bytes: number): void {
    this.#bytes += bytes;
    const now = this.#clock.now();
    // A clock that was set back says nothing about the speed.
    if (now >= this.#since && now - this.#since < WINDOW_MS) return;
    if (now >= this.#since && this.#bytes < MIN_BYTES_PER_WINDOW)
      throw new OperationFailed(OPS.retryFailed, 'too slow');
    this.#since = now;
    this.#bytes = 0;
  }
}

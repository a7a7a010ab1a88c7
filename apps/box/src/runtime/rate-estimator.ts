import type { Clock } from '../platform/clock.ts';
import type { Progress } from './progress.ts';

/** Number of samples averaged, so that one slow interval does not make the speed jump. */
const MAX_SAMPLES = 5;

/** Speed and remaining time of a running task. */
export class RateEstimator {
  readonly #clock: Clock;
  readonly #progress: Progress;
  #samples: { readonly at: number; readonly done: number }[];

  constructor(clock: Clock, progress: Progress) {
    this.#clock = clock;
    this.#progress = progress;
    this.#samples = [{ at: clock.now(), done: progress.done }];
  }

  sample(): void {
    this.#samples = [...this.#samples.slice(1 - MAX_SAMPLES), { at: this.#clock.now(), done: this.#progress.done }];
  }

  /** Bytes per second. */
  get speed(): number {
    const [first] = this.#samples;
    const ms = this.#clock.now() - (first?.at ?? 0);
    return ms <= 0 ? 0 : Math.max(0, Math.round(((this.#progress.done - (first?.done ?? 0)) * 1000) / ms));
  }

  /** Seconds, or null while nothing moves. */
  get eta(): number | null {
    const { speed } = this;
    return speed === 0 ? null : Math.ceil(Math.max(0, this.#progress.total - this.#progress.done) / speed);
  }
}

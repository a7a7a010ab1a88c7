import type { Clock } from '../clock.ts';
import type { Gauge } from './gauge.ts';

/** Number of samples averaged, so that one slow interval does not make the speed jump. */
const SAMPLES = 5;

/** Speed and remaining time of a running task. */
export class Meter {
  readonly #clock: Clock;
  readonly #gauge: Gauge;
  #samples: { readonly at: number; readonly done: number }[];

  constructor(clock: Clock, gauge: Gauge) {
    this.#clock = clock;
    this.#gauge = gauge;
    this.#samples = [{ at: clock.now(), done: gauge.done }];
  }

  sample(): void {
    this.#samples = [...this.#samples.slice(1 - SAMPLES), { at: this.#clock.now(), done: this.#gauge.done }];
  }

  /** Bytes per second. */
  get speed(): number {
    const [first] = this.#samples;
    const ms = this.#clock.now() - (first?.at ?? 0);
    return ms <= 0 ? 0 : Math.max(0, Math.round(((this.#gauge.done - (first?.done ?? 0)) * 1000) / ms));
  }

  /** Seconds, or null while nothing moves. */
  get eta(): number | null {
    const { speed } = this;
    return speed === 0 ? null : Math.ceil(Math.max(0, this.#gauge.total - this.#gauge.done) / speed);
  }
}

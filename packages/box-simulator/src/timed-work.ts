/** Work that takes time: it waits, progresses and ends by the clock of the box, and can be paused. */
import type { BoxState } from './box-state.ts';
import { Refusal } from './simulator-refusal.ts';

/** Generic states of tasks (specification, section 4): negative failed, 0 waiting, 1 success, 2 processing, 3 paused. */
export type WorkState = -1 | 0 | 1 | 2 | 3;

/** Time before work starts, in ms. */
const START_DELAY_MS = 100;
const MIN_DURATION_MS = 200;
const BYTES_PER_MS = 100_000;

/** The duration of work on this many bytes, in ms. */
export const durationOf = (bytes: number): number => MIN_DURATION_MS + Math.ceil(bytes / BYTES_PER_MS);

export class TimedWork {
  readonly #box: BoxState;
  readonly #duration: number;
  readonly #finish: () => void;
  /** Milliseconds of work done before `#since`. */
  #done = 0;
  #since: number;
  #paused = false;
  #end: 1 | -1 | null = null;
  #round = 0;
  /** The code of a failure. */
  code = 0;

  /** `finish` performs the work; a {@link Refusal} that it throws is the reason of the failure. */
  constructor(box: BoxState, duration: number, finish: () => void) {
    this.#box = box;
    this.#duration = duration;
    this.#finish = finish;
    this.#since = box.clock.now() + START_DELAY_MS;
    this.#schedule();
  }

  get state(): WorkState {
    if (this.#end !== null) return this.#end;
    if (this.#paused) return 3;
    return this.#box.clock.now() < this.#since ? 0 : 2;
  }

  /** Progress in percent. */
  get progress(): number {
    if (this.#end === 1) return 100;
    const elapsed = this.#paused || this.#end !== null ? 0 : Math.max(0, this.#box.clock.now() - this.#since);
    return Math.min(99, Math.floor(((this.#done + elapsed) / this.#duration) * 100));
  }

  /** Returns false when the state does not allow it. */
  pause(): boolean {
    if (this.state !== 0 && this.state !== 2) return false;
    this.#done += Math.max(0, this.#box.clock.now() - this.#since);
    this.#paused = true;
    this.#round += 1;
    return true;
  }

  resume(): boolean {
    if (this.state !== 3) return false;
    this.#paused = false;
    this.#since = this.#box.clock.now() + START_DELAY_MS;
    this.#schedule();
    return true;
  }

  /** Starts again after a failure. */
  restart(): boolean {
    if (this.#end !== -1) return this.resume();
    this.#end = null;
    this.#done = 0;
    this.#since = this.#box.clock.now() + START_DELAY_MS;
    this.#schedule();
    return true;
  }

  /** Cancels the work; `finish` will not be called. */
  cancel(): void {
    this.#round += 1;
  }

  #schedule(): void {
    const round = this.#round;
    this.#box.schedule.after(this.#since - this.#box.clock.now() + this.#duration - this.#done, () => {
      if (round === this.#round) this.#complete();
    });
  }

  #complete(): void {
    try {
      this.#finish();
      this.#end = 1;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      this.code = refusal.code;
      this.#end = -1;
    }
  }
}

/** Work that takes its time: it waits, moves and ends by the clock of the box, and can be paused on its way. */
import type { Box } from './box.ts';
import { Refusal } from './refusal.ts';

/** Generic states of tasks (specification, section 4): negative failed, 0 waiting, 1 success, 2 processing, 3 paused. */
export type WorkState = -1 | 0 | 1 | 2 | 3;

/** So long nothing begins. */
const WAITING_MS = 100;
const LEAST_MS = 200;
const BYTES_A_MS = 100_000;

/** How long so many bytes take. */
export const durationOf = (bytes: number): number => LEAST_MS + Math.ceil(bytes / BYTES_A_MS);

export class Work {
  readonly #box: Box;
  readonly #duration: number;
  readonly #finish: () => void;
  /** Milliseconds of work that were done before `#since`. */
  #done = 0;
  #since: number;
  #paused = false;
  #end: 1 | -1 | null = null;
  #round = 0;
  /** Why it failed, as a number. */
  code = 0;

  /** `finish` does what the work is for; what it throws as a {@link Refusal} is why the work failed. */
  constructor(box: Box, duration: number, finish: () => void) {
    this.#box = box;
    this.#duration = duration;
    this.#finish = finish;
    this.#since = box.clock.now() + WAITING_MS;
    this.#plan();
  }

  get state(): WorkState {
    if (this.#end !== null) return this.#end;
    if (this.#paused) return 3;
    return this.#box.clock.now() < this.#since ? 0 : 2;
  }

  /** Percent. */
  get progress(): number {
    if (this.#end === 1) return 100;
    const moving = this.#paused || this.#end !== null ? 0 : Math.max(0, this.#box.clock.now() - this.#since);
    return Math.min(99, Math.floor(((this.#done + moving) / this.#duration) * 100));
  }

  /** False where the state does not allow it. */
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
    this.#since = this.#box.clock.now() + WAITING_MS;
    this.#plan();
    return true;
  }

  /** Begins anew after a failure. */
  restart(): boolean {
    if (this.#end !== -1) return this.resume();
    this.#end = null;
    this.#done = 0;
    this.#since = this.#box.clock.now() + WAITING_MS;
    this.#plan();
    return true;
  }

  /** It will never end. */
  drop(): void {
    this.#round += 1;
  }

  #plan(): void {
    const round = this.#round;
    this.#box.timeline.after(this.#since - this.#box.clock.now() + this.#duration - this.#done, () => {
      if (round === this.#round) this.#complete();
    });
  }

  #complete(): void {
    try {
      this.#finish();
      this.#end = 1;
    } catch (no) {
      if (!(no instanceof Refusal)) throw no;
      this.code = no.code;
      this.#end = -1;
    }
  }
}

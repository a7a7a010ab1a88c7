import { asyncScheduler, type SchedulerLike } from 'rxjs';
import { select, State, type StateStream } from '../state/state-stream.ts';
import { TIMERS } from '../time/timers.ts';

/** Counts calls that have no answer after three seconds, so that nobody watches a page that says nothing. */
export class LateCalls {
  readonly #late = new State(0);
  readonly #scheduler: SchedulerLike;
  /** Whether somebody is waiting for long. */
  readonly any$: StateStream<boolean> = select(this.#late.stream, (late) => late > 0);

  constructor(scheduler: SchedulerLike = asyncScheduler) {
    this.#scheduler = scheduler;
  }

  /** Begins to wait; the result ends it. */
  begin(): () => void {
    let counted = false;
    const waiting = this.#scheduler.schedule(() => {
      counted = true;
      this.#late.update((late) => late + 1);
    }, TIMERS.late);
    return () => {
      waiting.unsubscribe();
      if (counted) this.#late.update((late) => late - 1);
      counted = false;
    };
  }
}

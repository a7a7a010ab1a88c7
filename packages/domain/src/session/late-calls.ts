import { asyncScheduler, type SchedulerLike } from 'rxjs';
import { select, State, type StateStream } from '../state/state-stream.ts';
import { TIMERS } from '../time/timers.ts';

/** Counts calls without a response after three seconds, so that the page can show that it is waiting. */
export class LateCalls {
  readonly #late = new State(0);
  readonly #scheduler: SchedulerLike;
  /** Whether any call is slow. */
  readonly any$: StateStream<boolean> = select(this.#late.stream, (late) => late > 0);

  constructor(scheduler: SchedulerLike = asyncScheduler) {
    this.#scheduler = scheduler;
  }

  /** Starts waiting for a call; call the result when it has ended. */
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

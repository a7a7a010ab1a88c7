import { asyncScheduler, type SchedulerLike } from 'rxjs';
import { select, State, type StateStream } from '../state/state-stream.ts';
import { TIMERS } from '../time/timers.ts';

/** Counts calls without a response after three seconds, so that the page can show that it is waiting. */
export class SlowCalls {
  readonly #slowCount = new State(0);
  readonly #scheduler: SchedulerLike;
  /** Whether any call is slow. */
  readonly hasSlowCall$: StateStream<boolean> = select(this.#slowCount.stream, (count) => count > 0);

  constructor(scheduler: SchedulerLike = asyncScheduler) {
    this.#scheduler = scheduler;
  }

  /** Starts waiting for a call; call the result when it has ended. */
  begin(): () => void {
    let isCounted = false;
    const waiting = this.#scheduler.schedule(() => {
      isCounted = true;
      this.#slowCount.update((count) => count + 1);
    }, TIMERS.slowCall);
    return () => {
      waiting.unsubscribe();
      if (isCounted) this.#slowCount.update((count) => count - 1);
      isCounted = false;
    };
  }
}

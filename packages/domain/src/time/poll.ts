import type { BoxError, Either } from '@boxwood/command-bus';
import { left } from '@boxwood/command-bus';
import {
  asyncScheduler,
  catchError,
  defer,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  filter,
  merge,
  type Observable,
  of,
  type SchedulerLike,
  switchMap,
  tap,
  timer,
} from 'rxjs';

/** Options of a poll. Times are in ms. */
export interface PollOptions<T> {
  readonly every: number;
  /** Sends one request. Not called again before the previous request has completed. */
  readonly run: () => Observable<Either<BoxError, T>>;
  /** True while the poll should run: signed in, page visible, this tab leads, a screen watches. */
  readonly active$: Observable<boolean>;
  /**
   * When `active$` is true for the first time: request at once, or after one interval (G-60). After a pause the request
   * is always immediate.
   */
  readonly first?: 'at-once' | 'after-interval';
  /** Maximum interval after repeated failures; no backoff when absent. */
  readonly backoffMax?: number;
  /** Emits when a failed request should be retried, in addition to the interval. */
  readonly retry$?: Observable<unknown>;
  readonly scheduler?: SchedulerLike;
}

/**
 * Polls while `active$` is true. Requests never overlap. After failures the interval doubles up to `backoffMax`; the
 * first success restores it. Failures are emitted as values; the stream never errors.
 */
export const poll = <T>(options: PollOptions<T>): Observable<Either<BoxError, T>> => {
  const {
    every,
    run,
    active$,
    first = 'at-once',
    backoffMax = every,
    retry$ = EMPTY,
    scheduler = asyncScheduler,
  } = options;
  return defer(() => {
    let hasStarted = false;
    let failures = 0;
    let ticksToSkip = 0;
    return active$.pipe(
      distinctUntilChanged(),
      switchMap((active) => {
        if (!active) return EMPTY;
        const delay = hasStarted || first === 'at-once' ? 0 : every;
        hasStarted = true;
        ticksToSkip = 0;
        const due$ = timer(delay, every, scheduler).pipe(
          filter(() => {
            if (ticksToSkip === 0) return true;
            ticksToSkip -= 1;
            return false;
          }),
        );
        return merge(due$, retry$.pipe(filter(() => failures > 0))).pipe(
          exhaustMap(() =>
            defer(run).pipe(
              catchError((cause: unknown) => of(left<BoxError>({ _tag: 'Network', cause }))),
              tap((result) => {
                failures = result._tag === 'Left' ? failures + 1 : 0;
                ticksToSkip = Math.max(0, Math.floor(Math.min(every * 2 ** failures, backoffMax) / every) - 1);
              }),
            ),
          ),
        );
      }),
    );
  });
};

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

/** How a poll behaves. Times are milliseconds. */
export interface PollOptions<T> {
  readonly every: number;
  /** Asks once. Never asked again before it answered. */
  readonly run: () => Observable<Either<BoxError, T>>;
  /** True while the poll should run: signed in, page visible, this tab leads, someone looks. */
  readonly active$: Observable<boolean>;
  /** The first time `active$` turns true: ask at once, or after one interval (G-60). A return after a pause always asks at once. */
  readonly first?: 'at-once' | 'after-interval';
  /** Longest interval after repeated connection failures; no backoff when absent. */
  readonly backoffMax?: number;
  /** When to ask again what failed, beside the interval. */
  readonly again$?: Observable<unknown>;
  readonly scheduler?: SchedulerLike;
}

/**
 * Asks again and again while `active$` is true. A slow box is never asked twice at a time; a failing one is asked
 * ever more rarely (the interval doubles with every failure in a row up to `backoffMax`) and at the full rate again
 * after the first good answer. Failures are emitted as values, the stream never errors.
 */
export const poll = <T>(options: PollOptions<T>): Observable<Either<BoxError, T>> => {
  const {
    every,
    run,
    active$,
    first = 'at-once',
    backoffMax = every,
    again$ = EMPTY,
    scheduler = asyncScheduler,
  } = options;
  return defer(() => {
    let begun = false;
    let failures = 0;
    let skip = 0;
    return active$.pipe(
      distinctUntilChanged(),
      switchMap((active) => {
        if (!active) return EMPTY;
        const delay = begun || first === 'at-once' ? 0 : every;
        begun = true;
        skip = 0;
        const due$ = timer(delay, every, scheduler).pipe(
          filter(() => {
            if (skip === 0) return true;
            skip -= 1;
            return false;
          }),
        );
        return merge(due$, again$.pipe(filter(() => failures > 0))).pipe(
          exhaustMap(() =>
            defer(run).pipe(
              catchError((cause: unknown) => of(left<BoxError>({ _tag: 'Network', cause }))),
              tap((result) => {
                failures = result._tag === 'Left' ? failures + 1 : 0;
                skip = Math.max(0, Math.floor(Math.min(every * 2 ** failures, backoffMax) / every) - 1);
              }),
            ),
          ),
        );
      }),
    );
  });
};

import type { BoxError, Either } from '@boxwood/command-bus';
import {
  combineLatest,
  distinctUntilChanged,
  merge,
  type Observable,
  type Subject,
  type SchedulerLike,
  switchMap,
  map,
  EMPTY,
} from 'rxjs';
import { poll } from '../time/poll.ts';
import { TIMERS } from '../time/timers.ts';
import type { LineState } from './session.ts';

/** Failed checks in a row before the line counts as lost, and as failed (G-28). */
const LOST_AFTER = 3;
const FAILED_AFTER = 13;

/** What the watch over a session says. */
export type WatchNews = { readonly line: LineState } | { readonly ended: 'elsewhere' };

/** What the watch needs. `now$` asks for a check at once. */
export interface WatchOptions {
  readonly check: () => Observable<Either<BoxError, unknown>>;
  readonly active$: Observable<boolean>;
  readonly online$: Observable<boolean>;
  readonly now$: Subject<null>;
  readonly scheduler: SchedulerLike;
}

/** The line after a number of failed checks in a row. */
export const lineAfter = (failures: number): LineState => {
  if (failures >= FAILED_AFTER) return 'failed';
  return failures >= LOST_AFTER ? 'lost' : 'ok';
};

/**
 * The login check (LOGIN-13, G-28): every 60 s, first 60 s after sign-in, and at once when asked. 1001 ends the session;
 * three failures by network in a row mean lost, ten more failed, one good answer ends both; the browser's word that there
 * is no network goes before.
 */
export const watchLogin = ({ check, active$, online$, now$, scheduler }: WatchOptions): Observable<WatchNews> => {
  let failures = 0;
  const polled$ = poll({ every: TIMERS.loginCheck, first: 'after-interval', run: check, active$, scheduler });
  const asked$ = active$.pipe(switchMap((active) => (active ? now$.pipe(switchMap(check)) : EMPTY)));
  const checks$ = merge(polled$, asked$).pipe(
    map((result): WatchNews => {
      if (result._tag === 'Left') {
        const { left: error } = result;
        if (error._tag === 'Refused') {
          if (error.family === 'ACC' && error.code === 1001) return { ended: 'elsewhere' };
          failures = 0;
        } else if (error._tag === 'Http' && error.status === 404)
          failures = 0; // a service without this call, which the specification does not name
        else if (error._tag !== 'Aborted') failures += 1;
      } else failures = 0;
      return { line: lineAfter(failures) };
    }),
  );
  const quiet$ = active$.pipe(
    distinctUntilChanged(),
    map((): WatchNews => {
      failures = 0;
      return { line: 'ok' };
    }),
  );
  return combineLatest([merge(quiet$, checks$), online$]).pipe(
    map(([news, online]): WatchNews => ('ended' in news || online ? news : { line: 'offline' })),
    distinctUntilChanged((a, b) => 'line' in a && 'line' in b && a.line === b.line),
  );
};

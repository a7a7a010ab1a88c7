import { ACC } from '@boxwood/box-sdk';
import type { BoxError, Either } from '@boxwood/command-bus';
import {
  combineLatest,
  defer,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  expand,
  filter,
  finalize,
  map,
  merge,
  type Observable,
  race,
  type SchedulerLike,
  share,
  type Subject,
  switchMap,
  take,
  tap,
  timer,
} from 'rxjs';
import type { Failure } from '../outcome.ts';
import { poll } from '../time/poll.ts';
import { TIMERS } from '../time/timers.ts';
import type { LineState } from './session.ts';

/** Failed checks in a row after which the connection counts as lost, and as failed (G-28). */
const LOST_AFTER = 3;
const FAILED_AFTER = 13;

/** An update from the login watch. */
export type WatchNews = { readonly line: LineState } | { readonly ended: 'elsewhere' };

/** Options of the login watch. `now$` requests an immediate check. */
export interface WatchOptions {
  /** Asks the account service whether the session is valid. */
  readonly check: () => Observable<Either<BoxError, unknown>>;
  /** Asks all servers of the session, after a call without a response. */
  readonly recheck: () => Observable<Either<BoxError, unknown>>;
  /** The server of a visible session: the account service, which is asked every minute, or a box alone. */
  readonly watched$: Observable<'account' | 'box' | null>;
  readonly online$: Observable<boolean>;
  readonly now$: Subject<null>;
  /** Emits when another call got no response. */
  readonly silent$: Observable<null>;
  readonly scheduler: SchedulerLike;
}

/** Connection state after a number of failed checks in a row. */
export const lineAfter = (failures: number): LineState => {
  if (failures >= FAILED_AFTER) return 'failed';
  return failures >= LOST_AFTER ? 'lost' : 'ok';
};

/**
 * Whether there was no response. A refusal is a response; 404 comes from a service without the check, which the
 * specification does not require.
 */
export const isSilent = (result: Either<BoxError, unknown>): boolean =>
  result._tag === 'Left' &&
  result.left._tag !== 'Refused' &&
  result.left._tag !== 'Aborted' &&
  !(result.left._tag === 'Http' && result.left.status === 404);

/** Whether the account service refused with this code. */
export const isAccountCode = (failure: Failure, code: number): boolean =>
  failure._tag === 'Refused' && failure.family === 'ACC' && failure.code === code;

/** Whether the user signed in elsewhere. */
export const isElsewhere = (result: Either<BoxError, unknown>): boolean =>
  result._tag === 'Left' && isAccountCode(result.left, ACC.identity);

/**
 * The login check (LOGIN-13, G-28): every 60 s from 60 s after sign-in, and on request. 1001 ends the session; three
 * network failures in a row mean lost, ten more mean failed, one success resets both; the browser's offline state takes
 * precedence. After the first call without a response the checks repeat within seconds until there is one.
 */
export const watchLogin = (options: WatchOptions): Observable<WatchNews> => {
  const { check, recheck, watched$, online$, now$, silent$, scheduler } = options;
  let failures = 0;
  let chasing = false;
  const active$ = watched$.pipe(
    map((watched) => watched !== null),
    distinctUntilChanged(),
  );
  const checked$ = watched$.pipe(
    map((watched) => watched === 'account'),
    distinctUntilChanged(),
  );
  const polled$ = poll({ every: TIMERS.loginCheck, first: 'after-interval', run: check, active$: checked$, scheduler });
  const asked$ = checked$.pipe(switchMap((active) => (active ? now$.pipe(switchMap(check)) : EMPTY)));
  const checks$ = merge(polled$, asked$).pipe(share());
  const recheckIn = (ms: number) =>
    race(timer(ms, scheduler), now$).pipe(
      take(1),
      switchMap(recheck),
      tap((result) => {
        failures = isSilent(result) ? failures + 1 : 0;
      }),
    );
  const chased$ = defer(() => {
    chasing = true;
    // The call without a response counts as the first of three failures.
    failures = 1;
    return recheckIn(0).pipe(
      expand((result) => (isSilent(result) ? recheckIn(failures < LOST_AFTER ? TIMERS.recheck : TIMERS.again) : EMPTY)),
      finalize(() => {
        chasing = false;
      }),
    );
  });
  const silence$ = merge(silent$, checks$.pipe(filter(isSilent)));
  const rechecks$ = active$.pipe(switchMap((active) => (active ? silence$.pipe(exhaustMap(() => chased$)) : EMPTY)));
  const news$ = merge(
    // While rechecking, this check alone proves nothing: it asks the account service only, and the box may be
    // unreachable.
    checks$.pipe(filter((result) => isElsewhere(result) || !chasing)),
    rechecks$,
  ).pipe(map((result): WatchNews => (isElsewhere(result) ? { ended: 'elsewhere' } : { line: lineAfter(failures) })));
  const quiet$ = active$.pipe(
    map((): WatchNews => {
      failures = 0;
      return { line: 'ok' };
    }),
  );
  return combineLatest([merge(quiet$, news$), online$]).pipe(
    map(([news, online]): WatchNews => ('ended' in news || online ? news : { line: 'offline' })),
    distinctUntilChanged((a, b) => 'line' in a && 'line' in b && a.line === b.line),
  );
};

/**
 * Emits when failed reads should be retried: at once after a reconnection, and every few seconds while the page is
 * connected and visible. Only views that show a failure subscribe.
 */
export const askAgain = (
  line$: Observable<LineState>,
  visible$: Observable<boolean>,
  scheduler: SchedulerLike,
): Observable<null> =>
  combineLatest([line$, visible$]).pipe(
    map(([line, visible]) => line === 'ok' && visible),
    distinctUntilChanged(),
    map((able, at) => ({ able, isBack: at > 0 })),
    switchMap(({ able, isBack }) => (able ? timer(isBack ? 0 : TIMERS.again, TIMERS.again, scheduler) : EMPTY)),
    map(() => null),
    share(),
  );

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
import type { ConnectionState } from './session.ts';

/** Failed checks in a row after which the connection counts as lost, and as failed (G-28). */
const LOST_AFTER_FAILURES = 3;
const FAILED_AFTER_FAILURES = 13;

/** An update from the login watch. */
export type LoginWatchUpdate = { readonly connection: ConnectionState } | { readonly ended: 'elsewhere' };

/** Options of the login watch. `now$` requests an immediate check. */
export interface LoginWatchOptions {
  /** Asks the account service whether the session is valid. */
  readonly check: () => Observable<Either<BoxError, unknown>>;
  /** Asks all servers of the session, after a call without a response. */
  readonly recheck: () => Observable<Either<BoxError, unknown>>;
  /** The server of a visible session: the account service, which is asked every minute, or a box alone. */
  readonly watched$: Observable<'account' | 'box' | null>;
  readonly online$: Observable<boolean>;
  readonly now$: Subject<null>;
  /** Emits when another call got no response. */
  readonly unanswered$: Observable<null>;
  readonly scheduler: SchedulerLike;
}

/** Connection state after a number of failed checks in a row. */
export const connectionAfter = (failures: number): ConnectionState => {
  if (failures >= FAILED_AFTER_FAILURES) return 'failed';
  return failures >= LOST_AFTER_FAILURES ? 'lost' : 'ok';
};

/**
 * Whether there was no response. A refusal is a response; 404 comes from a service without the check, which the
 * specification does not require.
 */
export const isUnanswered = (result: Either<BoxError, unknown>): boolean =>
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
export const watchLogin = (options: LoginWatchOptions): Observable<LoginWatchUpdate> => {
  const { check, recheck, watched$, online$, now$, unanswered$, scheduler } = options;
  let failures = 0;
  let isRechecking = false;
  const active$ = watched$.pipe(
    map((watched) => watched !== null),
    distinctUntilChanged(),
  );
  const checked$ = watched$.pipe(
    map((watched) => watched === 'account'),
    distinctUntilChanged(),
  );
  const polled$ = poll({ every: TIMERS.loginCheck, first: 'after-interval', run: check, active$: checked$, scheduler });
  const requestedChecks$ = checked$.pipe(switchMap((active) => (active ? now$.pipe(switchMap(check)) : EMPTY)));
  const checks$ = merge(polled$, requestedChecks$).pipe(share());
  const recheckIn = (ms: number) =>
    race(timer(ms, scheduler), now$).pipe(
      take(1),
      switchMap(recheck),
      tap((result) => {
        failures = isUnanswered(result) ? failures + 1 : 0;
      }),
    );
  const recheckUntilAnswered$ = defer(() => {
    isRechecking = true;
    // The call without a response counts as the first of three failures.
    failures = 1;
    return recheckIn(0).pipe(
      expand((result) =>
        isUnanswered(result) ? recheckIn(failures < LOST_AFTER_FAILURES ? TIMERS.recheck : TIMERS.retry) : EMPTY,
      ),
      finalize(() => {
        isRechecking = false;
      }),
    );
  });
  const missingResponses$ = merge(unanswered$, checks$.pipe(filter(isUnanswered)));
  const rechecks$ = active$.pipe(
    switchMap((active) => (active ? missingResponses$.pipe(exhaustMap(() => recheckUntilAnswered$)) : EMPTY)),
  );
  const updates$ = merge(
    // While rechecking, this check alone proves nothing: it asks the account service only, and the box may be
    // unreachable.
    checks$.pipe(filter((result) => isElsewhere(result) || !isRechecking)),
    rechecks$,
  ).pipe(
    map((result): LoginWatchUpdate =>
      isElsewhere(result) ? { ended: 'elsewhere' } : { connection: connectionAfter(failures) },
    ),
  );
  const reset$ = active$.pipe(
    map((): LoginWatchUpdate => {
      failures = 0;
      return { connection: 'ok' };
    }),
  );
  return combineLatest([merge(reset$, updates$), online$]).pipe(
    map(([update, online]): LoginWatchUpdate => ('ended' in update || online ? update : { connection: 'offline' })),
    distinctUntilChanged((a, b) => 'connection' in a && 'connection' in b && a.connection === b.connection),
  );
};

/**
 * Emits when failed reads should be retried: at once after a reconnection, and every few seconds while the page is
 * connected and visible. Only views that show a failure subscribe.
 */
export const retryWhileConnected = (
  connection$: Observable<ConnectionState>,
  visible$: Observable<boolean>,
  scheduler: SchedulerLike,
): Observable<null> =>
  combineLatest([connection$, visible$]).pipe(
    map(([connection, visible]) => connection === 'ok' && visible),
    distinctUntilChanged(),
    map((isConnected, at) => ({ isConnected: isConnected, isReconnected: at > 0 })),
    switchMap(({ isConnected: isConnected, isReconnected: isReconnected }) =>
      isConnected ? timer(isReconnected ? 0 : TIMERS.retry, TIMERS.retry, scheduler) : EMPTY,
    ),
    map(() => null),
    share(),
  );

import { type BoxError, type Either, right } from '@boxwood/command-bus';
import {
  asyncScheduler,
  combineLatest,
  distinctUntilChanged,
  forkJoin,
  map,
  type Observable,
  type SchedulerLike,
  Subject,
  type Subscription,
} from 'rxjs';
import type { PortResult } from '../outcome.ts';
import { State, type StateStream } from '../state/state-stream.ts';
import type { EventSink } from '../store/event-recorder.ts';
import { PROBE_TIMEOUT_MS } from './find-box.ts';
import { isElsewhere, isUnanswered, retryWhileConnected, watchLogin } from './login-watch.ts';
import type { AccountPort, BoxSignInPort } from './session-ports.ts';
import type { ConnectionState, SessionStage } from './session.ts';

/** Dependencies of {@link ConnectionMonitor}. */
export interface ConnectionMonitorDeps {
  readonly account: Pick<AccountPort, 'checkToken'>;
  readonly box: Pick<BoxSignInPort, 'probe'>;
  readonly records: EventSink;
  readonly visible$: Observable<boolean>;
  readonly online$: Observable<boolean>;
  readonly scheduler?: SchedulerLike;
}

/** Whether the session is at a box alone, without the account service. */
export const isLanSession = (stage: SessionStage): boolean => stage.at === 'in' && stage.link.mode === 'toloc';

/** The server that the session depends on; null before there is a session. */
const watchedServerOf = (stage: SessionStage): 'account' | 'box' | null => {
  if (stage.at === 'signed-out' || stage.at === 'signing-in') return null;
  return isLanSession(stage) ? 'box' : 'account';
};

/** Watches whether the servers of a session answer and whether the session is still valid (LOGIN-13). */
export class ConnectionMonitor {
  readonly #deps: ConnectionMonitorDeps;
  readonly #stage$: StateStream<SessionStage>;
  readonly #connection = new State<ConnectionState>('ok');
  readonly #checkNow$ = new Subject<null>();
  readonly #unreachable$ = new Subject<null>();
  readonly #subscription: Subscription;

  /** Emits when failed reads should be retried. */
  readonly retry$: Observable<null>;

  constructor(
    deps: ConnectionMonitorDeps,
    stage$: StateStream<SessionStage>,
    /** Called when the user signed in elsewhere. */
    onEnded: (why: 'elsewhere') => void,
  ) {
    this.#deps = deps;
    this.#stage$ = stage$;
    const scheduler = deps.scheduler ?? asyncScheduler;
    this.retry$ = retryWhileConnected(this.#connection.stream, deps.visible$, scheduler);
    const watched$ = combineLatest([stage$, deps.visible$]).pipe(
      map(([stage, visible]) => (visible ? watchedServerOf(stage) : null)),
      distinctUntilChanged(),
    );
    const watch$ = watchLogin({
      check: () => deps.account.checkToken(),
      recheck: () => this.#recheck(),
      watched$,
      online$: deps.online$,
      now$: this.#checkNow$,
      unanswered$: this.#unreachable$,
      scheduler,
    });
    this.#subscription = watch$.subscribe((update) => {
      if ('ended' in update) onEnded(update.ended);
      else this.#setConnection(update.connection);
    });
  }

  get connection$(): StateStream<ConnectionState> {
    return this.#connection.stream;
  }

  /** Checks at once whether the session is still valid. */
  checkNow(): void {
    this.#checkNow$.next(null);
  }

  /** Notes that a call got no response; the servers are asked again. */
  noteUnreachable(): void {
    this.#unreachable$.next(null);
  }

  /** Shows the connection as good after the session has ended, without an event. */
  reset(): void {
    this.#connection.set('ok');
  }

  close(): void {
    this.#subscription.unsubscribe();
  }

  /** Asks the account service and the box. A session that ended takes precedence over an unreachable server. */
  #recheck(): Observable<Either<BoxError, unknown>> {
    const { account, box } = this.#deps;
    const stage = this.#stage$.value;
    const checks: PortResult<unknown>[] = isLanSession(stage) ? [] : [account.checkToken()];
    if (stage.at === 'in') checks.push(box.probe(stage.link.api, stage.link.token, stage.link.relay, PROBE_TIMEOUT_MS));
    return forkJoin(checks).pipe(
      map((results) => results.find(isElsewhere) ?? results.find(isUnanswered) ?? right(null)),
    );
  }

  #setConnection(connection: ConnectionState): void {
    if (connection === this.#connection.value) return;
    this.#connection.set(connection);
    this.#deps.records.append([{ type: 'LineChanged', data: { connection } }], 'timer');
  }
}

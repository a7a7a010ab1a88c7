import { GEN } from '@boxwood/box-sdk';
import { checkAreaPassword, checkAreaSetup } from '@boxwood/box-sdk/rules';
import { left, right } from '@boxwood/command-bus';
import { asyncScheduler, map, type SchedulerLike, type Subscription } from 'rxjs';
import { explainNotOffered } from '../not-offered.ts';
import {
  type PortResult,
  startNow,
  type Failure,
  isConnectionFailure,
  type Outcome,
  rejectionOf,
  rejected,
  type Result,
  settled,
} from '../outcome.ts';
import type { Settings } from '../settings/settings.ts';
import { select, State, type StateStream } from '../state/state-stream.ts';
import type { DomainClock } from '../time/domain-clock.ts';
import type { SafePort } from './port.ts';
import type { ProtectedArea, GateState, SafeGate } from './safe.ts';

/** Dependencies of {@link BoxSafeGate}. */
export interface SafeDeps {
  readonly area: ProtectedArea;
  readonly port: SafePort;
  readonly settings: Settings;
  readonly clock: DomainClock;
  readonly scheduler?: SchedulerLike;
}

const toSeconds = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);

const UNKNOWN: GateState = { at: 'unknown', failure: null };

/** See {@link SafeGate}. The session flags boxSafe and boxSelf follow the gate (SAFE-05). */
export class BoxSafeGate implements SafeGate {
  readonly area: ProtectedArea;
  readonly #deps: SafeDeps;
  readonly #state: State<GateState>;
  readonly open$: StateStream<boolean>;
  #timer: Subscription | null = null;

  constructor(deps: SafeDeps) {
    this.#deps = deps;
    this.area = deps.area;
    this.#state = new State<GateState>(deps.settings.get(this.#flag) === 'Y' ? { at: 'open' } : UNKNOWN);
    this.open$ = select(this.#state.stream, ({ at }) => at === 'open');
  }

  get state$(): StateStream<GateState> {
    return this.#state.stream;
  }

  check(): Outcome<GateState> {
    if (this.#state.value.at === 'open') return settled(right(this.#state.value));
    // A repeated check keeps showing why the state is unknown.
    const { value: now } = this.#state;
    if (now.at !== 'unknown' || now.failure === null) this.#setState({ at: 'asking' });
    return startNow(
      this.#deps.port.status().pipe(
        map((result): Result<GateState> => {
          if (result._tag === 'Left') {
            // If the box does not report the state of the area, assume that it needs the password (SAFE-01, SAFE-02).
            if (isConnectionFailure(result.left)) this.#setState({ at: 'unknown', failure: result.left });
            else this.#setState({ at: 'closed', attemptsLeft: null });
            return result;
          }
          const { set, locked } = result.right;
          if (locked > 0) this.#lockFor(locked);
          else this.#setState(set ? { at: 'closed', attemptsLeft: null } : { at: 'unset' });
          return right(this.#state.value);
        }),
      ),
    );
  }

  setUp(password: string, repeat: string, agreed: boolean): Outcome<null> {
    const refused = rejectionOf(checkAreaSetup(password, repeat, agreed));
    if (refused !== null) return settled(left(refused));
    return this.#run(this.#deps.port.setUp(password), () => this.#setState({ at: 'closed', attemptsLeft: null }));
  }

  unlock(password: string): Outcome<null> {
    const now = this.#state.value;
    if (now.at === 'locked')
      return settled(rejected('safe.locked', { minutes: Math.ceil((now.until - this.#deps.clock.now()) / 60_000) }));
    return this.#run(this.#deps.port.unlock(password), () => this.#setState({ at: 'open' }));
  }

  change(oldPassword: string, newPassword: string, repeat: string): Outcome<null> {
    const refused = rejectionOf(checkAreaPassword(newPassword));
    if (refused !== null) return settled(left(refused));
    if (newPassword !== repeat) return settled(rejected('safe.differs'));
    return this.#run(this.#deps.port.change(oldPassword, newPassword), () => undefined);
  }

  lock(): Outcome<null> {
    return this.#run(this.#deps.port.lock(), () => this.#setState({ at: 'closed', attemptsLeft: null }));
  }

  recoveryKit(): Outcome<string> {
    return startNow(
      this.#deps.port.recoveryKit().pipe(
        map((result) => {
          if (result._tag === 'Left' && result.left._tag === 'Refused' && result.left.code === GEN.noPrivilege)
            this.noteClosedByBox();
          return explainNotOffered(result);
        }),
      ),
    );
  }

  noteClosedByBox(): void {
    if (this.#state.value.at !== 'open') return;
    this.#setState({ at: 'closed', attemptsLeft: null });
    this.check();
  }

  /** Stops the timer of a lockout. */
  close(): void {
    this.#timer?.unsubscribe();
  }

  get #flag(): 'boxSafe' | 'boxSelf' {
    return this.area === 'safe' ? 'boxSafe' : 'boxSelf';
  }

  #setState(state: GateState): void {
    this.#timer?.unsubscribe();
    this.#timer = null;
    this.#deps.settings.set(this.#flag, state.at === 'open' ? 'Y' : 'N');
    this.#state.set(state);
  }

  #lockFor(seconds: number): void {
    this.#setState({ at: 'locked', until: this.#deps.clock.now() + seconds * 1000 });
    this.#timer = (this.#deps.scheduler ?? asyncScheduler).schedule(
      () => this.#setState({ at: 'closed', attemptsLeft: null }),
      seconds * 1000,
    );
  }

  #run(call: PortResult<unknown>, then: () => void): Outcome<null> {
    return startNow(
      call.pipe(
        map((result): Result<null> => {
          if (result._tag === 'Left') return left(this.#explain(result.left));
          then();
          return right(null);
        }),
      ),
    );
  }

  /** A wrong password reports the remaining attempts; the fifth locks for ten minutes (G-32). */
  #explain(failure: Failure): Failure {
    if (failure._tag !== 'Refused' || (failure.code !== GEN.wrongSecret && failure.code !== GEN.overLimit))
      return failure;
    const locked = toSeconds(failure.fields['locked']);
    if (failure.code === GEN.overLimit || locked > 0) {
      this.#lockFor(locked === 0 ? 600 : locked);
      return {
        _tag: 'Rejected',
        messageKey: 'safe.locked',
        values: { minutes: Math.ceil((locked === 0 ? 600 : locked) / 60) },
      };
    }
    const remaining = failure.fields['left'];
    this.#setState({ at: 'closed', attemptsLeft: typeof remaining === 'number' ? remaining : null });
    return {
      _tag: 'Rejected',
      messageKey: 'safe.wrongPassword',
      ...(typeof remaining === 'number' ? { values: { left: remaining } } : {}),
    };
  }
}

import {
  type BuiltinAction,
  builtinAfter,
  checkBuiltinAction,
  checkTerminalAction,
  isEngineMoving,
} from '@boxwood/box-sdk/rules';
import { left, right } from '@boxwood/command-bus';
import {
  asyncScheduler,
  combineLatest,
  forkJoin,
  map,
  type Observable,
  type SchedulerLike,
  Subscription,
  tap,
} from 'rxjs';
import type { BoxEvent } from '../events/event.ts';
import type { Notifications } from '../notifications/notifications.ts';
import {
  type Answer,
  begin,
  type Failure,
  type Outcome,
  refusedBy,
  type Rejection,
  type Result,
  settled,
} from '../outcome.ts';
import { combine, State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import { poll } from '../time/poll.ts';
import { TIMERS } from '../time/timers.ts';
import { type Watch, Watchers } from '../time/watchers.ts';
import type { Containers, ContainersState } from './containers.ts';
import type { ContainersPort } from './port.ts';
import { containersProjection, type KnownContainers, shownContainers } from './projection.ts';

/** What the container engine needs. */
export interface ContainersDeps {
  readonly store: EventStore<BoxEvent>;
  readonly port: ContainersPort;
  readonly notifications: Notifications;
  readonly visible$: Observable<boolean>;
  readonly scheduler?: SchedulerLike;
}

/** See {@link Containers}. */
export class BoxContainers implements Containers {
  readonly #deps: ContainersDeps;
  readonly #known: StateStream<KnownContainers>;
  readonly #failure = new State<Failure | null>(null);
  readonly #watchers = new Watchers();
  readonly #subscriptions = new Subscription();
  readonly state$: StateStream<ContainersState>;

  constructor(deps: ContainersDeps) {
    this.#deps = deps;
    const { store, visible$, scheduler = asyncScheduler } = deps;
    this.#known = store.state(containersProjection);
    this.state$ = combine([this.#known, this.#failure.stream], (known, failure) => ({
      ...shownContainers(known),
      failure,
    }));
    const moving$ = this.#known.pipe(map(isMoving));
    this.#subscriptions.add(
      poll({
        every: TIMERS.pluginPoll,
        first: 'after-interval',
        run: () => this.#ask(),
        active$: combineLatest([visible$, this.#watchers.any$, moving$]).pipe(map((all) => all.every(Boolean))),
        scheduler,
      }).subscribe(),
    );
  }

  refresh(): Outcome<null> {
    return begin(this.#ask());
  }

  watch(): Watch {
    return this.#watchers.watch();
  }

  installTerminal(): Outcome<null> {
    return this.#terminal('install', () => this.#deps.port.installTerminal(), 'installing');
  }

  uninstallTerminal(): Outcome<null> {
    return this.#terminal('uninstall', () => this.#deps.port.uninstallTerminal(), 'none');
  }

  installBuiltin(key: string): Outcome<null> {
    return this.#builtin('install', key, () => this.#deps.port.installBuiltin(key));
  }

  uninstallBuiltin(key: string): Outcome<null> {
    return this.#builtin('uninstall', key, () => this.#deps.port.uninstallBuiltin(key));
  }

  close(): void {
    this.#subscriptions.unsubscribe();
  }

  #terminal(action: 'install' | 'uninstall', call: () => Answer<unknown>, state: 'installing' | 'none'): Outcome<null> {
    const { engine } = this.#known.value;
    const verdict = checkTerminalAction(action, engine?.terminal ?? 'none', engine?.engine ?? 'none');
    return this.#act(refusedBy(verdict), call, { type: 'TerminalMoved', data: { state } });
  }

  #builtin(action: BuiltinAction, key: string, call: () => Answer<unknown>): Outcome<null> {
    const { engine, builtins } = this.#known.value;
    const state = builtins.find((one) => one.key === key)?.state ?? null;
    const verdict = checkBuiltinAction(action, state, engine?.engine ?? 'none');
    return this.#act(refusedBy(verdict), call, { type: 'BuiltinMoved', data: { key, state: builtinAfter(action) } });
  }

  /** What the box took on becomes a fact at once; how it goes on is asked for while somebody watches. */
  #act(refusal: Rejection | null, call: () => Answer<unknown>, fact: BoxEvent): Outcome<null> {
    if (refusal !== null) {
      this.#deps.notifications.fail(refusal);
      return settled(left(refusal));
    }
    return begin(
      call().pipe(
        map((result): Result<null> => (result._tag === 'Left' ? result : right(null))),
        tap((result) => {
          if (result._tag === 'Right') this.#deps.store.append([fact], 'person');
          else this.#deps.notifications.fail(result.left);
        }),
      ),
    );
  }

  #ask(): Answer<null> {
    const { port, store } = this.#deps;
    return forkJoin([port.engine(), port.builtins()]).pipe(
      map(([engine, builtins]) => {
        const failed = engine._tag === 'Left' ? engine : builtins._tag === 'Left' ? builtins : null;
        const events: readonly BoxEvent[] = [
          ...(engine._tag === 'Left' ? [] : [{ type: 'EngineObserved', data: { engine: engine.right } } as const]),
          ...(builtins._tag === 'Left'
            ? []
            : [{ type: 'BuiltinsObserved', data: { builtins: builtins.right } } as const]),
        ];
        store.append(events, 'box');
        this.#failure.set(failed?.left ?? null);
        return failed ?? right(null);
      }),
    );
  }
}

const isMoving = ({ engine, builtins }: KnownContainers): boolean =>
  engine !== null &&
  isEngineMoving({
    engine: engine.engine,
    terminal: engine.terminal,
    builtins: builtins.map(({ state }) => state),
  });

import { checkThresholds, recognitionOf, recognitionWork } from '@boxwood/box-sdk/rules';
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
  mapRight,
  type Outcome,
  refusedBy,
  type Rejection,
  settled,
} from '../outcome.ts';
import { combine, State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import { poll } from '../time/poll.ts';
import { TIMERS } from '../time/timers.ts';
import { type Watch, Watchers } from '../time/watchers.ts';
import type { RecognitionPort } from './port.ts';
import { type KnownRecognition, recognitionProjection } from './projection.ts';
import type { AiConfig, PhotoRecognition, RecognitionState, Regrouping, Thresholds } from './recognition.ts';

/** What recognition needs. `admin$` is who may change it; the box checks again. */
export interface RecognitionDeps {
  readonly store: EventStore<BoxEvent>;
  readonly port: RecognitionPort;
  readonly notifications: Notifications;
  readonly admin$: StateStream<boolean>;
  readonly visible$: Observable<boolean>;
  readonly scheduler?: SchedulerLike;
}

const thresholdsOf = ({ enable: _, ...thresholds }: AiConfig): Thresholds => thresholds;

/** See {@link PhotoRecognition}. */
export class BoxRecognition implements PhotoRecognition {
  readonly #deps: RecognitionDeps;
  readonly #known: StateStream<KnownRecognition>;
  readonly #failure = new State<Failure | null>(null);
  readonly #watchers = new Watchers();
  readonly #subscriptions = new Subscription();
  readonly state$: StateStream<RecognitionState>;

  constructor(deps: RecognitionDeps) {
    this.#deps = deps;
    const { store, visible$, scheduler = asyncScheduler } = deps;
    this.#known = store.state(recognitionProjection);
    this.state$ = combine([this.#known, this.#failure.stream], ({ cfg, regrouping }, failure) => ({
      recognition: cfg === null ? null : recognitionOf(cfg),
      thresholds: cfg === null ? null : thresholdsOf(cfg),
      regrouping,
      failure,
    }));
    const running$ = this.#known.pipe(map(({ regrouping }) => regrouping?.running === true));
    this.#subscriptions.add(
      poll({
        every: TIMERS.pluginPoll,
        first: 'after-interval',
        run: () => this.#progress(),
        active$: combineLatest([visible$, this.#watchers.any$, running$]).pipe(map((all) => all.every(Boolean))),
        scheduler,
      }).subscribe(),
    );
  }

  refresh(): Outcome<null> {
    const { port, store } = this.#deps;
    const config = port.config().pipe(
      tap((result) => {
        if (result._tag === 'Right')
          store.append([{ type: 'RecognitionObserved', data: { cfg: result.right } }], 'box');
      }),
    );
    return begin(
      forkJoin([config, this.#progress()]).pipe(
        map(([cfg, progress]) => {
          const failed = cfg._tag === 'Left' ? cfg : progress._tag === 'Left' ? progress : null;
          this.#failure.set(failed?.left ?? null);
          return failed ?? right(null);
        }),
      ),
    );
  }

  watch(): Watch {
    return this.#watchers.watch();
  }

  switchOn(): Outcome<null> {
    return this.#change((cfg) => ({ ...cfg, enable: 1 }));
  }

  switchOff(): Outcome<null> {
    return this.#change((cfg) => ({ ...cfg, enable: 0 }));
  }

  workOf(thresholds: Thresholds): 'none' | 'scan' | 'rebuild' {
    const { cfg } = this.#known.value;
    return cfg === null ? 'none' : recognitionWork(recognitionOf(cfg), recognitionOf({ ...cfg, ...thresholds }));
  }

  setThresholds(thresholds: Thresholds): Outcome<null> {
    const refusal = refusedBy(checkThresholds(thresholds));
    return refusal === null ? this.#change((cfg) => ({ ...cfg, ...thresholds })) : this.#refuse(refusal);
  }

  close(): void {
    this.#subscriptions.unsubscribe();
  }

  #refuse(refusal: Rejection): Outcome<null> {
    this.#deps.notifications.fail(refusal);
    return settled(left(refusal));
  }

  /** Changes what the box told last; nothing is sent before it told, nor when nothing would change. */
  #change(next: (cfg: AiConfig) => AiConfig): Outcome<null> {
    const { admin$, notifications, port, store } = this.#deps;
    if (!admin$.value) return this.#refuse({ _tag: 'Rejected', word: 'role.notAdmin' });
    const before = this.#known.value.cfg;
    if (before === null) return this.#refuse({ _tag: 'Rejected', word: 'files.loadFailed' });
    const cfg = next(before);
    const work = recognitionWork(recognitionOf(before), recognitionOf(cfg));
    return begin(
      port.setConfig(cfg).pipe(
        tap((result) => {
          if (result._tag === 'Left') notifications.fail(result.left);
          else store.append([{ type: 'RecognitionChanged', data: { cfg, work } }], 'person');
        }),
        mapRight(() => null),
      ),
    );
  }

  #progress(): Answer<Regrouping> {
    return this.#deps.port.regrouping().pipe(
      tap((result) => {
        if (result._tag === 'Right')
          this.#deps.store.append([{ type: 'RegroupingObserved', data: { regrouping: result.right } }], 'box');
      }),
    );
  }
}

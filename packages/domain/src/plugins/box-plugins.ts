import type { Caller, ServiceAction } from '@boxwood/box-sdk/rules';
import {
  checkDeploy,
  checkServiceAction,
  cleanupContinues,
  isServiceMoving,
  wipesOnUpgrade,
} from '@boxwood/box-sdk/rules';
import { left, right } from '@boxwood/command-bus';
import {
  asyncScheduler,
  combineLatest,
  defer,
  exhaustMap,
  first,
  forkJoin,
  map,
  type Observable,
  of,
  raceWith,
  type SchedulerLike,
  Subscription,
  switchMap,
  tap,
  timer,
} from 'rxjs';
import type { BoxEvent } from '../events/event.ts';
import type { Notifications } from '../notifications/notifications.ts';
import {
  andThen,
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
import type { PluginKey, PluginOffer, PluginReport, Plugins, PluginsState, Service } from './plugins.ts';
import type { PluginsPort } from './port.ts';
import { changedReports, type KnownPlugins, pluginsProjection, serviceOf, servicesOf } from './projection.ts';

/** What the services need. `caller$` is who asks, and from where. */
export interface PluginsDeps {
  readonly store: EventStore<BoxEvent>;
  readonly port: PluginsPort;
  readonly notifications: Notifications;
  readonly caller$: StateStream<Caller>;
  readonly visible$: Observable<boolean>;
  readonly scheduler?: SchedulerLike;
}

/** What failed, in the words of the action (ERR: deploy, start, stop, uninstall failed). */
type Told = 'plugin.deployFailed' | 'plugin.startFailed' | 'plugin.stopFailed' | 'plugin.uninstallFailed';

/** See {@link Plugins}. */
export class BoxPlugins implements Plugins {
  readonly #deps: PluginsDeps;
  readonly #scheduler: SchedulerLike;
  readonly #known: StateStream<KnownPlugins>;
  readonly #failure = new State<Failure | null>(null);
  readonly #watchers = new Watchers();
  readonly #subscriptions = new Subscription();
  readonly state$: StateStream<PluginsState>;

  constructor(deps: PluginsDeps) {
    this.#deps = deps;
    this.#scheduler = deps.scheduler ?? asyncScheduler;
    this.#known = deps.store.state(pluginsProjection);
    this.state$ = combine([this.#known, this.#failure.stream], (known, failure) => ({
      known: known.known,
      services: servicesOf(known),
      failure,
    }));
    // What this tab asked for is followed by whoever asked.
    const moving$ = this.#known.pipe(
      map((known) => servicesOf(known).some(({ key, life }) => isServiceMoving(life) && !known.errands.has(key))),
    );
    this.#subscriptions.add(
      poll({
        every: TIMERS.pluginPoll,
        first: 'after-interval',
        run: () => deps.port.list().pipe(tap((result) => result._tag === 'Right' && this.#observe(result.right))),
        active$: combineLatest([deps.visible$, this.#watchers.any$, moving$]).pipe(map((all) => all.every(Boolean))),
        scheduler: this.#scheduler,
      }).subscribe(),
    );
  }

  refresh(): Outcome<null> {
    const { store, port } = this.#deps;
    return begin(
      forkJoin([port.list(), port.offers()]).pipe(
        map(([list, offers]): Result<null> => {
          if (offers._tag === 'Right')
            store.append([{ type: 'PluginsOffered', data: { offers: offers.right } }], 'box');
          if (list._tag === 'Right') this.#observe(list.right);
          const result = list._tag === 'Left' ? list : offers;
          this.#failure.set(result._tag === 'Left' ? result.left : null);
          return result._tag === 'Left' ? left(result.left) : right(null);
        }),
      ),
    );
  }

  watch(): Watch {
    return this.#watchers.watch();
  }

  deploy(key: PluginKey): Outcome<null> {
    return this.#act('deploy', key, ({ offer }) => this.#install(key, offer));
  }

  start(key: PluginKey): Outcome<null> {
    return this.#act('start', key, () => this.#call(key, this.#deps.port.restart(key), 'plugin.startFailed'));
  }

  stop(key: PluginKey): Outcome<null> {
    return this.#act('stop', key, () => this.#call(key, this.#deps.port.stop(key), 'plugin.stopFailed'));
  }

  uninstall(key: PluginKey, clean: boolean): Outcome<null> {
    return this.#act('uninstall', key, () => this.#remove(key, clean));
  }

  upgrade(key: PluginKey): Outcome<null> {
    return this.#act('upgrade', key, ({ offer, life, version }) => {
      if (offer === null) return of(left(OFFLINE));
      const ran = life.at === 'upgrade-available' && life.running;
      const clean = wipesOnUpgrade({ key, confKeep: offer.confKeep, nowVer: version });
      return this.#remove(key, clean).pipe(
        andThen(() => this.#install(key, offer)),
        andThen(() => (ran ? this.#call(key, this.#deps.port.restart(key), 'plugin.startFailed') : of(right(null)))),
        tap((result) => {
          // PLUGIN-16: what did not run before, and what does not start by itself, is the person's to start.
          const installed = (this.#known.value.reports.get(key)?.state ?? 0) >= 5;
          if (installed && (result._tag === 'Left' || !ran))
            this.#deps.notifications.notify({ level: 'warning', word: 'plugins.startByHand', values: { name: key } });
        }),
      );
    });
  }

  close(): void {
    this.#subscriptions.unsubscribe();
  }

  #observe(reports: readonly PluginReport[]): void {
    const changed = changedReports(this.#known.value, reports);
    if (changed.length > 0 || !this.#known.value.known)
      this.#deps.store.append([{ type: 'PluginsObserved', data: { reports: changed } }], 'box');
  }

  /** Rights, basic services and the state first; then the work. */
  #act(action: ServiceAction, key: PluginKey, work: (service: Service) => Observable<Result<null>>): Outcome<null> {
    const service = serviceOf(this.#known.value, key);
    const refusal = this.#refusal(action, service);
    if (refusal === null) return begin(work(service));
    this.#deps.notifications.fail(refusal);
    return settled(left(refusal));
  }

  #refusal(action: ServiceAction, service: Service): Rejection | null {
    const caller = this.#deps.caller$.value;
    const refused = refusedBy(checkServiceAction(action, service, caller.admin));
    if (refused !== null || (action !== 'deploy' && action !== 'upgrade')) return refused;
    return refusedBy(checkDeploy(caller, service.offer?.minVer ?? {}));
  }

  /** Tells a failure: in the words of the action where the box gave a reason, else in its own. */
  #fail(failure: Failure, told: Told): Result<never> {
    const info = failure._tag === 'Refused' ? (failure.info ?? '') : '';
    if (info !== '') return this.#tell(told, info);
    this.#deps.notifications.fail(failure);
    return left(failure);
  }

  #tell(told: Told, error: string): Result<never> {
    const failure: Rejection = { _tag: 'Rejected', word: told, values: { error } };
    this.#deps.notifications.fail(failure);
    return left(failure);
  }

  /** One call, the pause after it, and how the service stands then (PLUGIN-07). */
  #call(key: PluginKey, call: Observable<Result<unknown>>, told: Told): Observable<Result<null>> {
    return call.pipe(
      andThen(() => timer(TIMERS.afterAction, this.#scheduler).pipe(switchMap(() => this.#look(key)))),
      map((result) => (result._tag === 'Right' ? right(null) : this.#fail(result.left, told))),
    );
  }

  #look(key: PluginKey): Observable<Result<PluginReport>> {
    return this.#deps.port.info(key).pipe(tap((result) => result._tag === 'Right' && this.#observe([result.right])));
  }

  #asked(key: PluginKey, errand: 'deploy' | 'uninstall'): void {
    this.#deps.store.append([{ type: 'PluginAsked', data: { key, errand } }], 'person');
  }

  #settled(key: PluginKey, failed: string | null): void {
    this.#deps.store.append([{ type: 'PluginSettled', data: { key, failed } }], 'box');
  }

  #remove(key: PluginKey, clean: boolean): Observable<Result<null>> {
    const { port } = this.#deps;
    return defer(() => {
      this.#asked(key, 'uninstall');
      const cleaned: Observable<Result<unknown>> = !clean
        ? of(right(null))
        : port
            .cleanAll(key)
            .pipe(
              map((result) =>
                result._tag === 'Left' && result.left._tag === 'Refused' && cleanupContinues(result.left.code)
                  ? right(null)
                  : result,
              ),
            );
      const removed = cleaned.pipe(andThen((): Observable<Result<unknown>> => port.uninstall(key)));
      return this.#call(key, removed, 'plugin.uninstallFailed').pipe(
        tap(() => {
          this.#settled(key, null);
        }),
      );
    });
  }

  #install(key: PluginKey, offer: PluginOffer | null): Observable<Result<null>> {
    if (offer === null) return of(left(OFFLINE));
    return defer(() => {
      this.#asked(key, 'deploy');
      return this.#deps.port.install(key, offer.url).pipe(
        andThen(() => this.#arrive(key)),
        map((result): Result<null> => {
          const fellBack = result._tag === 'Right' && result.right.state < 5;
          this.#settled(key, fellBack ? result.right.error : null);
          if (result._tag === 'Left') return this.#fail(result.left, 'plugin.deployFailed');
          return fellBack ? this.#tell('plugin.deployFailed', result.right.error) : right(null);
        }),
      );
    });
  }

  /** Asks every 5 s until the service is there or has fallen back; the first failing question ends it (PLUGIN-06, PLUGIN-09). */
  #arrive(key: PluginKey): Observable<Result<PluginReport>> {
    return timer(TIMERS.pluginPoll, TIMERS.pluginPoll, this.#scheduler).pipe(
      exhaustMap(() => this.#look(key)),
      first((result) => result._tag === 'Left' || result.right.state >= 5 || result.right.state <= 0),
      raceWith(
        timer(TIMERS.pluginDeploy, this.#scheduler).pipe(
          map(() => left<Failure>({ _tag: 'Timeout', ms: TIMERS.pluginDeploy })),
        ),
      ),
    );
  }
}

const OFFLINE: Rejection = { _tag: 'Rejected', word: 'plugin.notOffline' };

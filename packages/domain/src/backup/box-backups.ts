import { type BackupAction, checkBackupAction } from '@boxwood/box-sdk/rules';
import { left, right } from '@boxwood/command-bus';
import { asyncScheduler, combineLatest, map, type Observable, of, type SchedulerLike, Subscription, tap } from 'rxjs';
import type { BoxEvent } from '../events/event.ts';
import type { Notifications } from '../notifications/notifications.ts';
import { andThen, type Answer, begin, type Failure, mapRight, type Outcome, refusedBy, settled } from '../outcome.ts';
import { combine, State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import { poll } from '../time/poll.ts';
import { TIMERS } from '../time/timers.ts';
import { type Watch, Watchers } from '../time/watchers.ts';
import type { BackupKind, Backups, BackupsState } from './backups.ts';
import type { BackupsPort } from './port.ts';
import { backupsProjection, findBackup, isMoving, type KnownBackups, shownBackup } from './projection.ts';

/** What the backups need. */
export interface BackupsDeps {
  readonly store: EventStore<BoxEvent>;
  readonly port: BackupsPort;
  readonly notifications: Notifications;
  readonly visible$: Observable<boolean>;
  readonly scheduler?: SchedulerLike;
}

/** One kind: who looks at it, and why it could not be read. */
interface Shelf {
  readonly watchers: Watchers;
  readonly failure: State<Failure | null>;
  readonly state$: StateStream<BackupsState>;
}

/** See {@link Backups}. */
export class BoxBackups implements Backups {
  readonly #deps: BackupsDeps;
  readonly #known: StateStream<KnownBackups>;
  readonly #subscriptions = new Subscription();
  readonly #shelves: Readonly<Record<BackupKind, Shelf>>;

  constructor(deps: BackupsDeps) {
    this.#deps = deps;
    this.#known = deps.store.state(backupsProjection);
    this.#shelves = { computer: this.#shelf('computer'), sync: this.#shelf('sync'), disk: this.#shelf('disk') };
  }

  kind$(kind: BackupKind): StateStream<BackupsState> {
    return this.#shelves[kind].state$;
  }

  refresh(kind: BackupKind): Outcome<null> {
    return begin(this.#ask(kind));
  }

  watch(kind: BackupKind): Watch {
    return this.#shelves[kind].watchers.watch();
  }

  run(id: string): Outcome<null> {
    return this.#act('run', id, () => this.#deps.port.run(id));
  }

  stop(id: string): Outcome<null> {
    return this.#act('stop', id, () => this.#deps.port.stop(id));
  }

  remove(id: string): Outcome<null> {
    const { port, store, notifications } = this.#deps;
    return begin(
      port.remove(id).pipe(
        mapRight(() => null),
        tap((result) => {
          if (result._tag === 'Right') store.append([{ type: 'BackupForgotten', data: { id } }], 'person');
          else notifications.fail(result.left);
        }),
      ),
    );
  }

  close(): void {
    this.#subscriptions.unsubscribe();
  }

  #shelf(kind: BackupKind): Shelf {
    const watchers = new Watchers();
    const failure = new State<Failure | null>(null);
    const state$ = combine([this.#known, failure.stream], (known, why) => ({
      known: known[kind] !== null,
      backups: known[kind]?.map(shownBackup) ?? [],
      failure: why,
    }));
    const { visible$, scheduler = asyncScheduler } = this.#deps;
    const moving$ = this.#known.pipe(map((known) => isMoving(known[kind])));
    this.#subscriptions.add(
      poll({
        every: TIMERS.status,
        first: 'after-interval',
        run: () => this.#ask(kind),
        active$: combineLatest([visible$, watchers.any$, moving$]).pipe(map((all) => all.every(Boolean))),
        scheduler,
      }).subscribe(),
    );
    return { watchers, failure, state$ };
  }

  #ask(kind: BackupKind): Answer<null> {
    return this.#deps.port.list(kind).pipe(
      tap((result) => {
        this.#shelves[kind].failure.set(result._tag === 'Left' ? result.left : null);
        if (result._tag === 'Right')
          this.#deps.store.append([{ type: 'BackupsObserved', data: { kind, backups: result.right } }], 'box');
      }),
      mapRight(() => null),
    );
  }

  /** The box alone knows whether a backup runs at once or waits for its disk (G-62): it is asked when it took the action on. */
  #act(action: BackupAction, id: string, call: () => Answer<unknown>): Outcome<null> {
    const { notifications } = this.#deps;
    const found = findBackup(this.#known.value, id);
    const refusal = found === undefined ? null : refusedBy(checkBackupAction(action, found.state));
    if (refusal !== null) {
      notifications.fail(refusal);
      return settled(left(refusal));
    }
    return begin(
      call().pipe(
        tap((result) => {
          if (result._tag === 'Left') notifications.fail(result.left);
        }),
        andThen(() => (found === undefined ? of(right(null)) : this.#ask(found.kind))),
      ),
    );
  }
}

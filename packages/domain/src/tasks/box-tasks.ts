import type { BoxError, Either } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import { checkCancel, tabOf, toggleOf } from '@boxwood/box-sdk/rules';
import {
  asyncScheduler,
  combineLatest,
  expand,
  EMPTY,
  filter,
  map,
  type Observable,
  of,
  type SchedulerLike,
  Subject,
  Subscription,
  switchMap,
  take,
  tap,
  timer,
} from 'rxjs';
import { isAbout } from '../changes/changes.ts';
import type { BoxEvent } from '../events/event.ts';
import type { Notifications } from '../notifications/notifications.ts';
import {
  type Answer,
  begin,
  type Failure,
  type Outcome,
  refusedBy,
  type Result,
  settled,
  TASK_ENDED,
} from '../outcome.ts';
import { combine, select, State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import { parentOf } from '../files/places.ts';
import { poll } from '../time/poll.ts';
import { TIMERS } from '../time/timers.ts';
import { type Watch, Watchers } from '../time/watchers.ts';
import { anyActive, observe, vanished } from './decide.ts';
import type { TasksPort } from './port.ts';
import { type KnownTasks, tasksProjection } from './projection.ts';
import type { BoxTask, TaskActions, Tasks, TasksState, TaskTab } from './tasks.ts';

/** Dependencies of {@link BoxTasks}. */
export interface TasksDeps {
  readonly store: EventStore<BoxEvent>;
  readonly port: TasksPort;
  readonly notifications: Notifications;
  /** Whether the page is visible. */
  readonly visible$: Observable<boolean>;
  /** Whether this tab polls for all tabs. */
  readonly leads$: Observable<boolean>;
  /** Uploads in state 0, 2 or 3 show the dot, too (STATE-09). */
  readonly uploading$: StateStream<boolean>;
  /**
   * Whether the box reports added, removed, started and finished tasks: then only the progress of running tasks is
   * polled, while watched.
   */
  readonly tells$: Observable<boolean>;
  /** Emits when failed requests should be retried. */
  readonly again$: Observable<unknown>;
  readonly scheduler?: SchedulerLike;
}

/** Delay before the second poll for a new task, in ms. It doubles with every poll. */
const FOLLOW_FROM = 100;

/** See {@link Tasks}. */
export class BoxTasks implements Tasks {
  readonly #deps: TasksDeps;
  readonly #known: StateStream<KnownTasks>;
  readonly #watchers = new Watchers();
  readonly #asks = new Subject<null>();
  /** Ids of tasks submitted by this tab; one that has ended at the first poll may be one of them. */
  readonly #sent = new Set<string>();
  readonly #follows = new Subject<null>();
  readonly #subscriptions = new Subscription();
  readonly #tabs: Readonly<Record<TaskTab, StateStream<readonly BoxTask[]>>>;

  readonly state$: StateStream<TasksState>;
  readonly dot$: StateStream<boolean>;
  readonly #failure = new State<Failure | null>(null);

  constructor(deps: TasksDeps) {
    this.#deps = deps;
    const { store, visible$, leads$, tells$, scheduler = asyncScheduler } = deps;
    this.#known = store.state(tasksProjection);
    this.state$ = select(this.#known, ({ tasks, known }) => ({
      tasks: [...tasks.values()].sort((a, b) => b.ctime - a.ctime || (a.id < b.id ? 1 : -1)),
      known,
    }));
    const tab = (name: TaskTab): StateStream<readonly BoxTask[]> =>
      select(this.state$, ({ tasks }) => tasks.filter(({ state }) => tabOf(state) === name));
    this.#tabs = {
      processing: tab('processing'),
      waiting: tab('waiting'),
      failed: tab('failed'),
      completed: tab('completed'),
    };
    this.dot$ = combine(
      [this.#known, deps.uploading$],
      ({ tasks, active }, uploading) => uploading || active > 0 || anyActive(tasks.values()),
    );
    const background$ = poll({
      every: TIMERS.tasks,
      first: 'after-interval',
      run: () => this.#askProcessing(),
      active$: combineLatest([visible$, leads$, this.#watchers.any$, tells$]).pipe(
        map(([visible, leads, watched, tells]) => visible && leads && !watched && !tells),
      ),
      backoffMax: TIMERS.backoffMax,
      scheduler,
    });
    const watched$ = poll({
      every: TIMERS.tasksWatched,
      run: () => this.#askAll(),
      active$: combineLatest([visible$, this.#watchers.any$, tells$, this.#isMoving$()]).pipe(
        map(([visible, watched, tells, moving]) => visible && watched && (!tells || moving)),
      ),
      backoffMax: TIMERS.tasks,
      again$: deps.again$,
      scheduler,
    });
    this.#subscriptions.add(
      store.batches$.subscribe((batch) => {
        const sent = batch.flatMap(({ event, origin }) =>
          event.type === 'TasksSent' && origin === store.origin ? [event.data.ids] : [],
        );
        if (sent.length === 0) return;
        for (const id of sent.flat()) this.#sent.add(id);
        this.#follows.next(null);
      }),
    );
    this.#subscriptions.add(
      store.batches$
        .pipe(filter((batch) => batch.some(({ event }) => isAbout(event, 'tasks'))))
        .subscribe(() => this.refresh()),
    );
    // The box reports changes only: load the state once before, and again when somebody starts watching.
    const isAsked$ = combineLatest([tells$, this.#watchers.any$]);
    this.#subscriptions.add(isAsked$.pipe(filter(([tells]) => tells)).subscribe(() => this.refresh()));
    this.#subscriptions.add(background$.subscribe());
    this.#subscriptions.add(watched$.subscribe());
    this.#subscriptions.add(this.#asks.pipe(switchMap(() => this.#askAll())).subscribe());
    this.#subscriptions.add(this.#follows.pipe(switchMap(() => this.#follow())).subscribe());
  }

  get failure$(): StateStream<Failure | null> {
    return this.#failure.stream;
  }

  tab$(tab: TaskTab): StateStream<readonly BoxTask[]> {
    return this.#tabs[tab];
  }

  actions(task: BoxTask): TaskActions {
    const toggle = toggleOf(task.state);
    return {
      pause: toggle === 'pause',
      resume: toggle === 'resume',
      cancel: (task.state === 0 || task.state === 3) && checkCancel(task.state).ok,
      remove: task.state === 1 || task.state === -1,
    };
  }

  watch(): Watch {
    return this.#watchers.watch();
  }

  refresh(): void {
    this.#asks.next(null);
  }

  pause(id: string): Outcome<null> {
    return this.#act(this.#deps.port.pause(id));
  }

  resume(id: string): Outcome<null> {
    return this.#act(this.#deps.port.resume(id));
  }

  toggle(id: string): Outcome<null> {
    const task = this.#known.value.tasks.get(id);
    const toggle = task === undefined ? 'none' : toggleOf(task.state);
    if (toggle === 'none') return settled(right(null));
    return toggle === 'pause' ? this.pause(id) : this.resume(id);
  }

  cancel(id: string): Outcome<null> {
    const refused = refusedBy(checkCancel(this.#known.value.tasks.get(id)?.state ?? 3));
    if (refused === null) return this.#act(this.#deps.port.remove(id));
    this.#deps.notifications.fail(refused);
    return settled(left(refused));
  }

  remove(id: string): Outcome<null> {
    return this.cancel(id);
  }

  clear(tab: 'failed' | 'completed'): Outcome<null> {
    return this.#act(this.#deps.port.clear(tab === 'failed' ? -1 : 1));
  }

  close(): void {
    this.#subscriptions.unsubscribe();
  }

  /** Whether any task is waiting or processing. */
  #isMoving$(): StateStream<boolean> {
    return select(this.#known, ({ tasks }) => [...tasks.values()].some(({ state }) => state === 0 || state === 2));
  }

  #act(call: Answer<unknown>): Outcome<null> {
    return begin(
      call.pipe(
        map((result): Result<null> => (result._tag === 'Left' ? result : right(null))),
        tap((result) => {
          if (result._tag === 'Left') this.#deps.notifications.fail(result.left);
          this.refresh();
        }),
      ),
    );
  }

  /** Records events; a newly succeeded task also reports its changed folders, so that open views refresh. */
  #record(events: readonly BoxEvent[]): void {
    const { tasks: before, known } = this.#known.value;
    const folders = events.flatMap((event) =>
      event.type !== 'TasksObserved'
        ? []
        : event.data.tasks.flatMap((task) => {
            const was = before.get(task.id);
            // A task never seen running was submitted and finished between two polls.
            const ended = was === undefined ? known || this.#sent.has(task.id) : was.state !== 1;
            return task.state === 1 && ended ? [task.target, parentOf(task.target), parentOf(task.source)] : [];
          }),
    );
    const changed: readonly BoxEvent[] =
      folders.length === 0 ? [] : [{ type: 'FolderChanged', data: { folders: [...new Set(folders)] } }];
    for (const event of events) if (event.type === 'TasksObserved') this.#tellFailed(event.data.tasks);
    this.#deps.store.append([...events, ...changed], 'box');
  }

  /** FILES-63: reports failed tasks that were seen running or were submitted by this tab. */
  #tellFailed(tasks: readonly BoxTask[]): void {
    const { tasks: before } = this.#known.value;
    const failed = tasks.filter(({ id, state }) => {
      const was = before.get(id)?.state;
      return state === -1 && (was === undefined ? this.#sent.has(id) : was !== -1);
    });
    for (const { operation, name, code } of failed)
      this.#deps.notifications.notify({
        level: 'error',
        word: operation === 'COPY' ? 'file.copyFailed' : 'tasks.failed',
        values: { name },
        // The reason depends on the operation: the same code means something else for an archive than for a copy.
        ...(code < 6 ? {} : { failure: { _tag: 'Rejected', word: TASK_ENDED, values: { operation, code } } }),
      });
  }

  /**
   * Polls until no task runs, whether or not this tab leads: at once, then after 0.1 s, 0.2 s, ... up to the interval
   * of a watched list, and with backoff while the box does not answer. A slow response is not abandoned for the next
   * request.
   */
  #follow(): Observable<unknown> {
    const { visible$, scheduler = asyncScheduler } = this.#deps;
    const ask$ = visible$.pipe(
      filter((visible) => visible),
      take(1),
      switchMap(() => this.#askAll()),
    );
    return ask$.pipe(
      expand((result, times) => {
        const silent = result._tag === 'Left';
        if (!silent && !this.#isMoving$().value) return EMPTY;
        const pause = Math.min(FOLLOW_FROM * 2 ** times, silent ? TIMERS.backoffMax : TIMERS.tasksWatched);
        return timer(pause, scheduler).pipe(switchMap(() => ask$));
      }),
    );
  }

  /**
   * The background poll (TASK-13): tasks being processed, and the number of active ones. When a task disappeared, all
   * are loaded.
   */
  #askProcessing(): Observable<Either<BoxError, unknown>> {
    return this.#deps.port.list(2).pipe(
      switchMap((result): Observable<Either<BoxError, unknown>> => {
        if (result._tag === 'Left') return of(result);
        const { tasks } = this.#known.value;
        if (vanished(tasks, result.right.tasks)) return this.#askAll();
        this.#record(observe(tasks, result.right.tasks, { complete: false }));
        return this.#count();
      }),
    );
  }

  #count(): Observable<Either<BoxError, unknown>> {
    return this.#deps.port.countActive().pipe(
      tap((result) => {
        if (result._tag === 'Right' && (result.right !== this.#known.value.active || !this.#known.value.known)) {
          this.#record([{ type: 'TasksCounted', data: { active: result.right } }]);
        }
      }),
    );
  }

  #askAll(): Observable<Either<BoxError, unknown>> {
    return this.#deps.port.list(null).pipe(
      switchMap((result): Observable<Either<BoxError, unknown>> => {
        this.#failure.set(result._tag === 'Left' ? result.left : null);
        if (result._tag === 'Left') return of(result);
        const { total, tasks } = result.right;
        this.#record(observe(this.#known.value.tasks, tasks, { complete: total <= tasks.length }));
        return this.#count();
      }),
    );
  }
}

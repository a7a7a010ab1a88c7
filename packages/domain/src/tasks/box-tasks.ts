import type { BoxError, Either } from '@boxwood/command-bus';
import { left, right } from '@boxwood/command-bus';
import { checkCancel, taskTabOf, toggleActionOf } from '@boxwood/box-sdk/rules';
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
import { affectsArea } from '../changes/changes.ts';
import type { BoxEvent } from '../events/box-event.ts';
import type { Notifications } from '../notifications/notifications.ts';
import {
  type PortResult,
  startNow,
  type Failure,
  type Outcome,
  rejectionOf,
  type Result,
  settled,
  TASK_ENDED,
} from '../outcome.ts';
import { combine, select, State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import { parentOf } from '../files/file-paths.ts';
import { poll } from '../time/poll.ts';
import { TIMERS } from '../time/timers.ts';
import { type WatchHandle, Watchers } from '../time/watchers.ts';
import { hasActive, eventsOfPoll, hasVanished } from './task-decisions.ts';
import type { TasksPort } from './port.ts';
import { type TasksData, tasksProjection } from './projection.ts';
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
  readonly reportsChanges$: Observable<boolean>;
  /** Emits when failed requests should be retried. */
  readonly retry$: Observable<unknown>;
  readonly scheduler?: SchedulerLike;
}

/** Delay before the second poll for a new task, in ms. It doubles with every poll. */
const FIRST_FOLLOW_DELAY_MS = 100;

/** See {@link Tasks}. */
export class BoxTasks implements Tasks {
  readonly #deps: TasksDeps;
  readonly #data: StateStream<TasksData>;
  readonly #watchers = new Watchers();
  readonly #refreshRequests = new Subject<null>();
  /** Ids of tasks submitted by this tab; one that has ended at the first poll may be one of them. */
  readonly #ownTaskIds = new Set<string>();
  readonly #followRequests = new Subject<null>();
  readonly #subscriptions = new Subscription();
  readonly #tabs: Readonly<Record<TaskTab, StateStream<readonly BoxTask[]>>>;

  readonly state$: StateStream<TasksState>;
  readonly dot$: StateStream<boolean>;
  readonly #failure = new State<Failure | null>(null);

  constructor(deps: TasksDeps) {
    this.#deps = deps;
    const { store, visible$, leads$, reportsChanges$, scheduler = asyncScheduler } = deps;
    this.#data = store.state(tasksProjection);
    this.state$ = select(this.#data, ({ tasks, isLoaded }) => ({
      tasks: [...tasks.values()].sort((a, b) => b.ctime - a.ctime || (a.id < b.id ? 1 : -1)),
      isLoaded: isLoaded,
    }));
    const tab = (name: TaskTab): StateStream<readonly BoxTask[]> =>
      select(this.state$, ({ tasks }) => tasks.filter(({ state }) => taskTabOf(state) === name));
    this.#tabs = {
      processing: tab('processing'),
      waiting: tab('waiting'),
      failed: tab('failed'),
      completed: tab('completed'),
    };
    this.dot$ = combine(
      [this.#data, deps.uploading$],
      ({ tasks, active }, uploading) => uploading || active > 0 || hasActive(tasks.values()),
    );
    const background$ = poll({
      every: TIMERS.tasks,
      first: 'after-interval',
      run: () => this.#loadProcessing(),
      active$: combineLatest([visible$, leads$, this.#watchers.isWatched$, reportsChanges$]).pipe(
        map(([visible, leads, watched, reports]) => visible && leads && !watched && !reports),
      ),
      backoffMax: TIMERS.backoffMax,
      scheduler,
    });
    const watched$ = poll({
      every: TIMERS.tasksWatched,
      run: () => this.#loadAll(),
      active$: combineLatest([visible$, this.#watchers.isWatched$, reportsChanges$, this.#isAnyRunning$()]).pipe(
        map(([visible, watched, reports, isAnyRunning]) => visible && watched && (!reports || isAnyRunning)),
      ),
      backoffMax: TIMERS.tasks,
      retry$: deps.retry$,
      scheduler,
    });
    this.#subscriptions.add(
      store.batches$.subscribe((batch) => {
        const submitted = batch.flatMap(({ event, origin }) =>
          event.type === 'TasksSent' && origin === store.origin ? [event.data.ids] : [],
        );
        if (submitted.length === 0) return;
        for (const id of submitted.flat()) this.#ownTaskIds.add(id);
        this.#followRequests.next(null);
      }),
    );
    this.#subscriptions.add(
      store.batches$
        .pipe(filter((batch) => batch.some(({ event }) => affectsArea(event, 'tasks'))))
        .subscribe(() => this.refresh()),
    );
    // The box reports changes only: load the state once before, and again when a screen starts watching.
    const reportsOrWatched$ = combineLatest([reportsChanges$, this.#watchers.isWatched$]);
    this.#subscriptions.add(reportsOrWatched$.pipe(filter(([reports]) => reports)).subscribe(() => this.refresh()));
    this.#subscriptions.add(background$.subscribe());
    this.#subscriptions.add(watched$.subscribe());
    this.#subscriptions.add(this.#refreshRequests.pipe(switchMap(() => this.#loadAll())).subscribe());
    this.#subscriptions.add(this.#followRequests.pipe(switchMap(() => this.#pollUntilIdle())).subscribe());
  }

  get failure$(): StateStream<Failure | null> {
    return this.#failure.stream;
  }

  tab$(tab: TaskTab): StateStream<readonly BoxTask[]> {
    return this.#tabs[tab];
  }

  actions(task: BoxTask): TaskActions {
    const toggle = toggleActionOf(task.state);
    return {
      pause: toggle === 'pause',
      resume: toggle === 'resume',
      cancel: (task.state === 0 || task.state === 3) && checkCancel(task.state).ok,
      remove: task.state === 1 || task.state === -1,
    };
  }

  watch(): WatchHandle {
    return this.#watchers.watch();
  }

  refresh(): void {
    this.#refreshRequests.next(null);
  }

  pause(id: string): Outcome<null> {
    return this.#runAndRefresh(this.#deps.port.pause(id));
  }

  resume(id: string): Outcome<null> {
    return this.#runAndRefresh(this.#deps.port.resume(id));
  }

  toggle(id: string): Outcome<null> {
    const task = this.#data.value.tasks.get(id);
    const toggle = task === undefined ? 'none' : toggleActionOf(task.state);
    if (toggle === 'none') return settled(right(null));
    return toggle === 'pause' ? this.pause(id) : this.resume(id);
  }

  cancel(id: string): Outcome<null> {
    const refused = rejectionOf(checkCancel(this.#data.value.tasks.get(id)?.state ?? 3));
    if (refused === null) return this.#runAndRefresh(this.#deps.port.remove(id));
    this.#deps.notifications.fail(refused);
    return settled(left(refused));
  }

  remove(id: string): Outcome<null> {
    return this.cancel(id);
  }

  clear(tab: 'failed' | 'completed'): Outcome<null> {
    return this.#runAndRefresh(this.#deps.port.clear(tab === 'failed' ? -1 : 1));
  }

  close(): void {
    this.#subscriptions.unsubscribe();
  }

  /** Whether any task is waiting or processing. */
  #isAnyRunning$(): StateStream<boolean> {
    return select(this.#data, ({ tasks }) => [...tasks.values()].some(({ state }) => state === 0 || state === 2));
  }

  #runAndRefresh(call: PortResult<unknown>): Outcome<null> {
    return startNow(
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
    const { tasks: before, isLoaded } = this.#data.value;
    const folders = events.flatMap((event) =>
      event.type !== 'TasksObserved'
        ? []
        : event.data.tasks.flatMap((task) => {
            const previous = before.get(task.id);
            // A task never seen running was submitted and finished between two polls.
            const isNewlyEnded =
              previous === undefined ? isLoaded || this.#ownTaskIds.has(task.id) : previous.state !== 1;
            return task.state === 1 && isNewlyEnded ? [task.target, parentOf(task.target), parentOf(task.source)] : [];
          }),
    );
    const changed: readonly BoxEvent[] =
      folders.length === 0 ? [] : [{ type: 'FolderChanged', data: { folders: [...new Set(folders)] } }];
    for (const event of events) if (event.type === 'TasksObserved') this.#reportFailed(event.data.tasks);
    this.#deps.store.append([...events, ...changed], 'box');
  }

  /** FILES-63: reports failed tasks that were seen running or were submitted by this tab. */
  #reportFailed(tasks: readonly BoxTask[]): void {
    const { tasks: before } = this.#data.value;
    const failed = tasks.filter(({ id, state }) => {
      const previous = before.get(id)?.state;
      return state === -1 && (previous === undefined ? this.#ownTaskIds.has(id) : previous !== -1);
    });
    for (const { operation, name, code } of failed)
      this.#deps.notifications.notify({
        level: 'error',
        messageKey: operation === 'COPY' ? 'file.copyFailed' : 'tasks.failed',
        values: { name },
        // The reason depends on the operation: the same code means something else for an archive than for a copy.
        ...(code < 6 ? {} : { failure: { _tag: 'Rejected', messageKey: TASK_ENDED, values: { operation, code } } }),
      });
  }

  /**
   * Polls until no task runs, whether or not this tab leads: at once, then after 0.1 s, 0.2 s, ... up to the interval
   * of a watched list, and with backoff while the box does not answer. A slow response is not abandoned for the next
   * request.
   */
  #pollUntilIdle(): Observable<unknown> {
    const { visible$, scheduler = asyncScheduler } = this.#deps;
    const load$ = visible$.pipe(
      filter((visible) => visible),
      take(1),
      switchMap(() => this.#loadAll()),
    );
    return load$.pipe(
      expand((result, times) => {
        const isUnanswered = result._tag === 'Left';
        if (!isUnanswered && !this.#isAnyRunning$().value) return EMPTY;
        const pause = Math.min(
          FIRST_FOLLOW_DELAY_MS * 2 ** times,
          isUnanswered ? TIMERS.backoffMax : TIMERS.tasksWatched,
        );
        return timer(pause, scheduler).pipe(switchMap(() => load$));
      }),
    );
  }

  /**
   * The background poll (TASK-13): tasks being processed, and the number of active ones. When a task disappeared, all
   * are loaded.
   */
  #loadProcessing(): Observable<Either<BoxError, unknown>> {
    return this.#deps.port.list(2).pipe(
      switchMap((result): Observable<Either<BoxError, unknown>> => {
        if (result._tag === 'Left') return of(result);
        const { tasks } = this.#data.value;
        if (hasVanished(tasks, result.right.tasks)) return this.#loadAll();
        this.#record(eventsOfPoll(tasks, result.right.tasks, { complete: false }));
        return this.#count();
      }),
    );
  }

  #count(): Observable<Either<BoxError, unknown>> {
    return this.#deps.port.countActive().pipe(
      tap((result) => {
        if (result._tag === 'Right' && (result.right !== this.#data.value.active || !this.#data.value.isLoaded)) {
          this.#record([{ type: 'TasksCounted', data: { active: result.right } }]);
        }
      }),
    );
  }

  #loadAll(): Observable<Either<BoxError, unknown>> {
    return this.#deps.port.list(null).pipe(
      switchMap((result): Observable<Either<BoxError, unknown>> => {
        this.#failure.set(result._tag === 'Left' ? result.left : null);
        if (result._tag === 'Left') return of(result);
        const { total, tasks } = result.right;
        this.#record(eventsOfPoll(this.#data.value.tasks, tasks, { complete: total <= tasks.length }));
        return this.#count();
      }),
    );
  }
}

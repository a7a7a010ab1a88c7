import { checkDrop, conflictsOf } from '@boxwood/box-sdk/rules';
import { left, right } from '@boxwood/command-bus';
import {
  asyncScheduler,
  defer,
  delay,
  first,
  map,
  type Observable,
  repeat,
  type SchedulerLike,
  Subscription,
  switchMap,
  tap,
} from 'rxjs';
import type { BoxEvent } from '../events/box-event.ts';
import type { UploadEvent } from './events.ts';
import type { ConflictChoice, Location } from '../files/files.ts';
import type { Notifications } from '../notifications/notifications.ts';
import {
  andThen,
  startNow,
  isUnreachable,
  mapRight,
  type Outcome,
  type Result,
  rejectionOf,
  settled,
} from '../outcome.ts';
import type { Settings } from '../settings/settings.ts';
import { select, State, type StateStream } from '../state/state-stream.ts';
import type { EventStore } from '../store/event-store.ts';
import type { Recorded } from '../store/recorded.ts';
import { type DomainClock, epochSeconds } from '../time/domain-clock.ts';
import { TIMERS } from '../time/timers.ts';
import {
  applyConflictChoice,
  type ResolvedFile,
  type ResolvedPlan,
  makeFolders,
  topNamesOf,
  uploadOf,
} from './apply-conflict-choice.ts';
import type { UploadBoard } from './queue/upload-board.ts';
import { decidePause, decideQueue, decideRemove, decideResume } from './queue/upload-decisions.ts';
import { HeldFiles } from './files/held-files.ts';
import { LostUploads } from './files/lost-uploads.ts';
import type { HandleRepository, UploadPort } from './port.ts';
import { type UploadsState, uploadsProjection } from './projection.ts';
import { type Inspected, FileInspector } from './files/file-inspector.ts';
import { type RunnerDeps, UploadRunner } from './transfer/upload-runner.ts';
import { type FollowedRun, followRun, NO_RUN } from './upload-run.ts';
import { readStored, writeStored } from './stored-uploads.ts';
import { UploadNotifier } from './upload-notifier.ts';
import { failureOf } from './transfer/transfer-file.ts';
import type {
  ChosenFile,
  InspectFiles,
  UploadHandle,
  UploadId,
  UploadIds,
  UploadList,
  UploadPlan,
  UploadRun,
  Uploads,
  UploadSource,
  UploadSummary,
  UploadTab,
  UploadTask,
} from './uploads.ts';

/** Dependencies of the upload manager. */
export interface UploadsDeps {
  readonly store: EventStore<BoxEvent>;
  readonly port: UploadPort;
  /** Omitted where the browser cannot store handles. */
  readonly handles?: HandleRepository;
  /** Inspects many files at once; when omitted, they are inspected on this thread. */
  readonly inspect?: InspectFiles;
  readonly settings: Settings;
  readonly notifications: Notifications;
  readonly clock: DomainClock;
  readonly newId: () => string;
  readonly username: string;
  readonly session: RunnerDeps['session'];
  readonly scheduler?: SchedulerLike;
}

const STORAGE_KEY = 'upload_tasks';
/** A tab that sends nothing for this long after the start is closed; its uploads wait for their files. */
const OWNER_TIMEOUT_MS = 2_500;

/** See {@link Uploads}. */
export class BoxUploads implements Uploads {
  readonly #deps: UploadsDeps;
  readonly #scheduler: SchedulerLike;
  readonly #state: StateStream<UploadsState>;
  readonly #files: HeldFiles;
  readonly #runner: UploadRunner;
  readonly #lost: LostUploads;
  readonly #subscriptions = new Subscription();
  readonly #lists: Readonly<Record<UploadTab, StateStream<UploadList>>>;
  #saveTimer: Subscription | null = null;
  readonly #notifier: UploadNotifier;

  readonly #run = new State<FollowedRun>(NO_RUN);
  /** The folder of the latest upload. */
  #lastFolder: string | null = null;
  readonly #inspector: FileInspector;

  readonly summary$: StateStream<UploadSummary>;
  readonly run$: StateStream<UploadRun | null>;
  readonly reopenable$: StateStream<UploadIds>;

  constructor(deps: UploadsDeps) {
    this.#deps = deps;
    this.#notifier = new UploadNotifier(deps.notifications);
    this.#files = new HeldFiles(deps.handles ?? null);
    this.reopenable$ = this.#files.reopenable$;
    this.#scheduler = deps.scheduler ?? asyncScheduler;
    this.#inspector = new FileInspector(this.#scheduler, deps.inspect);
    this.#state = deps.store.state(uploadsProjection);
    this.summary$ = select(this.#state, ({ board }) => board.summary());
    this.run$ = select(this.#run.stream, ({ run }) => run);
    this.#subscriptions.add(
      this.summary$.subscribe((summary) => {
        this.#run.update((before) => followRun(before, summary, deps.clock.now(), this.#lastFolder));
      }),
    );
    const list = (tab: UploadTab): StateStream<UploadList> => select(this.#state, ({ board }) => board.list(tab));
    this.#lists = {
      processing: list('processing'),
      waiting: list('waiting'),
      failed: list('failed'),
      finished: list('finished'),
    };
    this.#lost = new LostUploads({
      store: deps.store,
      files: this.#files,
      notifier: this.#notifier,
      board: () => this.#board,
    });
    this.#subscriptions.add(() => this.#lost.close());
    this.#runner = new UploadRunner({
      port: deps.port,
      session: deps.session,
      clock: deps.clock,
      scheduler: this.#scheduler,
      owner: deps.store.origin,
      board: () => this.#board,
      file: (id) => this.#files.get(id),
      record: (events) => deps.store.append(events, 'box'),
      onRetryFailed: (id, problem) => this.#notifier.notifyRetry(this.#board.task(id)?.name ?? '', failureOf(problem)),
    });
    this.#subscriptions.add(deps.store.batches$.subscribe((batch) => this.#observe(batch)));
    void deps.store.ready.then(() => this.#restore());
  }

  list$(tab: UploadTab): StateStream<UploadList> {
    return this.#lists[tab];
  }

  hasUnfinished(target: string, bytes: number): boolean {
    return this.#board.hasDuplicate({ target, total: bytes });
  }

  task(id: UploadId): UploadTask | undefined {
    return this.#board.task(id);
  }

  plan(
    location: Location,
    chosen: readonly ChosenFile[],
    folders: readonly string[] = [],
    dropped = false,
  ): Outcome<UploadPlan> {
    const refused = dropped ? rejectionOf(checkDrop(location.place)) : null;
    if (refused !== null) {
      this.#deps.notifications.fail(refused);
      return settled(left(refused));
    }
    const tops = topNamesOf(chosen, folders);
    const plan = (existing: ReadonlySet<string>): UploadPlan => ({
      location,
      chosen,
      folders,
      conflicts: conflictsOf(chosen, existing),
    });
    if (tops.length === 0) return settled(right(plan(new Set())));
    // The chosen files wait for the connection, so the user need not choose them again.
    const existing$ = defer(() => this.#deps.port.findExisting(location.path, tops)).pipe(
      tap((result) => {
        if (result._tag === 'Left' && isUnreachable(result.left))
          this.#notifier.notifyRetry(tops[0] ?? '', result.left);
        else this.#notifier.dismissProblem();
      }),
      repeat({ delay: () => this.#deps.session.retry$ }),
      first((result) => result._tag === 'Right' || !isUnreachable(result.left)),
    );
    return startNow(
      existing$.pipe(
        map((result): Result<UploadPlan> => (result._tag === 'Left' ? result : right(plan(result.right)))),
      ),
    );
  }

  submit(plan: UploadPlan, choice: ConflictChoice = 1): Outcome<{ readonly queued: number }> {
    return startNow(
      applyConflictChoice(this.#deps.port, plan, choice).pipe(andThen((arranged) => this.#queue(plan, arranged))),
    );
  }

  pause(id: UploadId): void {
    this.#record(decidePause(this.#board, [id]));
  }

  resume(id: UploadId): void {
    this.#resume([id], false);
  }

  retry(id: UploadId): void {
    this.#resume([id], true);
  }

  pauseAll(): void {
    this.#inspector.pause();
    this.#record(decidePause(this.#board, this.#ids([0, 2])));
  }

  resumeAll(): void {
    this.#inspector.resume();
    this.#resume(this.#ids([3]), false);
  }

  retryAll(): void {
    this.#resume(this.#ids([-1]), true);
  }

  dismissRun(): void {
    this.#run.update((before) => ({ ...before, run: before.run?.at === 'ended' ? null : before.run }));
  }

  clearFailed(): void {
    this.#record(decideRemove(this.#board, 'failed'));
  }

  clearFinished(): void {
    this.#record(decideRemove(this.#board, 'finished'));
  }

  clearAll(): void {
    this.#inspector.clear();
    this.#record(decideRemove(this.#board, 'all'));
  }

  remove(id: UploadId): void {
    this.#record(decideRemove(this.#board, [id]));
  }

  attach(files: readonly UploadSource[]): { readonly matched: number; readonly refused: readonly string[] } {
    return this.#lost.attach(files);
  }

  close(): void {
    this.#runner.close();
    this.#subscriptions.unsubscribe();
    this.#inspector.clear();
    if (this.#saveTimer !== null) this.#save();
  }

  get #board(): UploadBoard {
    return this.#state.value.board;
  }

  #ids(states: readonly UploadTask['state'][]): readonly UploadId[] {
    return [...this.#board.tasks()].filter(({ state }) => states.includes(state)).map(({ id }) => id);
  }

  #record(events: readonly UploadEvent[]): void {
    this.#deps.store.append(events, 'person');
  }

  /** Tasks whose file no open tab holds need it again (G-19); tasks of another open tab are run by that tab. */
  #resume(ids: readonly UploadId[], failed: boolean): void {
    const tasks = ids.map((id) => this.#board.task(id)).filter((task) => task !== undefined);
    const lost = tasks.filter((task) => this.#lost.isLost(task));
    const lostIds = new Set(lost.map(({ id }) => id));
    this.#lost.interrupt(lost);
    if (lostIds.size > 0) this.#lost.reopen([...lostIds], true);
    const able = tasks.map(({ id }) => id).filter((id) => !lostIds.has(id));
    this.#record(decideResume(this.#board, able, failed));
  }

  #queue(
    { location: { path: base }, isQuiet = false }: UploadPlan,
    { chosen, folders }: ResolvedPlan,
  ): Observable<Result<{ readonly queued: number }>> {
    let queued = 0;
    const queued$ = this.#inspector.take(chosen, ({ items, isLast, isPaused }) => {
      const { events, ids } = this.#queueBatch(base, items);
      queued += ids.length;
      if (queued > 0) this.#lastFolder = base;
      if (isLast && queued > 0 && !isQuiet) this.#notifier.notify('success', 'upload.submitted', { count: queued });
      if (isLast && queued + folders.length === 0) this.#notifier.notify('info', 'upload.nothing');
      this.#record(isPaused ? [...events, { type: 'UploadsPaused', data: { ids, interrupted: false } }] : events);
    });
    return queued$.pipe(
      // After the service is closed, no more folders are created.
      switchMap(() => makeFolders(this.#deps.port, base, this.#subscriptions.closed ? [] : folders)),
      mapRight(() => ({ queued })),
    );
  }

  /** Queues one batch of the chosen files and holds their sources. */
  #queueBatch(
    base: string,
    chosen: readonly Inspected<ResolvedFile>[],
  ): { readonly events: readonly UploadEvent[]; readonly ids: readonly UploadId[] } {
    const sources = new Map<UploadId, ChosenFile>();
    const uploads = chosen.map((one) => {
      const id = this.#deps.newId() as UploadId;
      sources.set(id, one);
      return uploadOf(base, one, id);
    });
    const events = decideQueue(this.#board, uploads, {
      owner: this.#deps.store.origin,
      ctime: epochSeconds(this.#deps.clock),
    });
    const handles = new Map<UploadId, UploadHandle>();
    const ids: UploadId[] = [];
    for (const event of events) {
      if (event.type !== 'UploadsQueued') continue;
      for (const { id } of event.data.tasks) {
        ids.push(id);
        const one = sources.get(id);
        if (one !== undefined) this.#files.hold(id, one.source);
        if (one?.handle !== undefined) handles.set(id, one.handle);
      }
    }
    this.#files.storeHandles(handles);
    return { events, ids };
  }

  #observe(batch: readonly Recorded<BoxEvent>[]): void {
    for (const { origin } of batch) this.#lost.noteTab(origin);
    const asserted: UploadId[] = [];
    const finished: UploadId[] = [];
    let mine = false;
    for (const { event, origin } of batch) {
      if (!event.type.startsWith('Upload')) continue;
      mine = true;
      if (event.type === 'UploadsRemoved') this.#files.release(event.data.ids);
      if (event.type === 'UploadFinished') finished.push(event.data.id);
      if (event.type === 'UploadFailed' && origin === this.#deps.store.origin)
        this.#notifier.notifyFailed(this.#board.task(event.data.id)?.name ?? '', event.data.problem);
      // Another tab considered this one closed, but the files are still here.
      if (event.type === 'UploadsPaused' && event.data.interrupted && origin !== this.#deps.store.origin) {
        asserted.push(...event.data.ids.filter((id) => this.#files.has(id)));
      }
    }
    if (!mine) return;
    if (finished.length > 0) this.#notifier.dismissProblem();
    this.#files.release(finished);
    this.#runner.follow();
    if (asserted.length > 0) this.#record(decideResume(this.#board, asserted));
    this.#saveTimer ??= this.#scheduler.schedule(() => this.#save(), TIMERS.uploadSave);
  }

  /** After a reload: uploads of closed tabs continue where their file can be opened, and otherwise wait for it. */
  #restore(): void {
    if (this.#subscriptions.closed) return;
    if (this.#board.size === 0 && this.#deps.store.health$.value !== 'ok') {
      const tasks = readStored(this.#deps.settings.text(STORAGE_KEY), this.#deps.username);
      if (tasks.length > 0) this.#deps.store.append([{ type: 'UploadsQueued', data: { tasks } }], 'restore');
    }
    const loaded$ = this.#files.load((id) => this.#board.task(id) !== undefined);
    this.#subscriptions.add(
      loaded$.pipe(delay(OWNER_TIMEOUT_MS, this.#scheduler)).subscribe(() => this.#lost.reopenAbandoned()),
    );
  }

  #save(): void {
    this.#saveTimer?.unsubscribe();
    this.#saveTimer = null;
    this.#deps.settings.setText(
      STORAGE_KEY,
      writeStored(this.#deps.settings.text(STORAGE_KEY), this.#deps.username, this.#board),
    );
  }
}

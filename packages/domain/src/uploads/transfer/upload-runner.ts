import { GEN } from '@boxwood/box-sdk';
import { asyncScheduler, type Observable, type SchedulerLike, Subscription, take, timer } from 'rxjs';
import type { UploadEvent } from '../events.ts';
import type { Session } from '../../session/session.ts';
import type { DomainClock } from '../../time/domain-clock.ts';
import { TIMERS } from '../../time/timers.ts';
import type { UploadBoard } from '../queue/upload-board.ts';
import { type BundleProgress, type BundledUpload, nextBundle, transferBundle } from './transfer-bundle.ts';
import type { UploadPort } from '../port.ts';
import { transferFile, type TransferProgress } from './transfer-file.ts';
import type { UploadId, UploadProblem, UploadSource, UploadTask } from '../uploads.ts';

/** Dependencies of the upload runner. */
export interface RunnerDeps {
  readonly port: UploadPort;
  readonly clock: DomainClock;
  /** Uploads are not given up while offline. */
  readonly session: Pick<Session, 'connection$' | 'retry$'>;
  readonly scheduler?: SchedulerLike;
  readonly owner: string;
  readonly board: () => UploadBoard;
  readonly file: (id: UploadId) => UploadSource | undefined;
  readonly record: (events: readonly UploadEvent[]) => void;
  /** Called when a retry failed as well. */
  readonly onRetryFailed: (id: UploadId, problem: UploadProblem) => void;
}

/**
 * Delays before retries of a transient problem, in ms; after the last one the task fails. While offline, a retry
 * follows as soon as the box is reachable.
 */
const RETRY_DELAYS_MS = [1_000, 3_000, 3_000, 3_000, 3_000] as const;

/**
 * Transient problems: no response, a server error, or a session that is being renewed; a full disk (507) is not
 * transient.
 */
const isTransient = (problem: UploadProblem): boolean => {
  switch (problem.kind) {
    case 'network':
      return true;
    case 'http':
      return problem.status >= 500 && problem.status !== 507;
    case 'refused':
      return problem.family !== 'ACC' && problem.code === GEN.session;
    case 'malformed':
    case 'unreadable':
      return false;
  }
};

interface RunningUpload {
  /** The upload that is shown as active. */
  id: UploadId;
  /** Small files that are sent together, otherwise one file. */
  readonly members: readonly BundledUpload[];
  subscription: Subscription;
  attempts: number;
  /** Time and bytes of the last sample, for the speed. */
  lastSample: { readonly at: number; readonly completed: number };
  /** Bytes sent so far; after an interruption the box says how many of them it has. */
  sentBytes: number;
  /** The box has all bytes but has yet to confirm them. */
  isFullyReceived: boolean;
  /**
   * Events that arrived while the previous bundle was being confirmed, in order. They are processed when it is done.
   */
  readonly queuedProgress: (() => void)[];
}

/**
 * Runs one upload at a time (UPLOAD-05): the first waiting one whose file this tab holds. Adjacent small files are sent
 * together; one is shown as active, and they finish in order. While the box confirms one bundle, the next is already
 * being sent, because confirming 256 files takes as long as sending them. The runner follows the board: a task that is
 * paused or removed, in any tab, is aborted.
 */
export class UploadRunner {
  readonly #deps: RunnerDeps;
  /** Uploads that could not be sent in a bundle and are sent one by one. */
  readonly #apart = new Set<UploadId>();
  #running: RunningUpload | null = null;
  /** Small files that are sent while the current ones are confirmed. */
  #next: RunningUpload | null = null;
  #isClosed = false;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
  }

  /** Id of the task under way. */
  get activeId(): UploadId | null {
    return this.#running?.id ?? null;
  }

  /** Follows the board: aborts uploads that must not run, starts the next ones. */
  follow(): void {
    if (this.#isClosed) return;
    const running = this.#running;
    if (running !== null) {
      if (this.#allMayRun(running)) {
        this.#sendNext(running);
        return;
      }
      this.#stop();
      this.#recordSent(running);
      // Recording the sent bytes may already have started the next upload.
      if (this.#running !== null) return;
    }
    const { board, owner, file } = this.#deps;
    // Stopped because of another member of the bundle: the active upload stays active.
    const active = running !== null && this.#mayRun(running.id) ? board().task(running.id) : undefined;
    const front = active?.state === 2 ? [active] : [];
    const waiting = function* (): Generator<UploadTask> {
      yield* front;
      yield* board().waitingOf(owner);
    };
    const together = this.#nextBundle(waiting());
    if (together.length > 0) {
      this.#start(together);
      return;
    }
    const task = front[0] ?? board().next(owner);
    const source = task === undefined ? undefined : file(task.id);
    if (task !== undefined && source !== undefined) this.#start([{ task, file: source }]);
  }

  close(): void {
    this.#isClosed = true;
    this.#stop();
  }

  #mayRun(id: UploadId): boolean {
    const task = this.#deps.board().task(id);
    return task?.owner === this.#deps.owner && (task.state === 2 || task.state === 0);
  }

  #allMayRun({ members }: RunningUpload): boolean {
    return members.every(({ task: { id } }) => this.#mayRun(id));
  }

  #nextBundle(waiting: Iterable<UploadTask>): readonly BundledUpload[] {
    return nextBundle(waiting, ({ id }) => (this.#apart.has(id) ? undefined : this.#deps.file(id)));
  }

  /**
   * Starts sending the next small files while the current ones are only being confirmed. Their targets must differ from
   * the current ones.
   */
  #sendNext({ members, isFullyReceived: isHeld }: RunningUpload): void {
    if (this.#next !== null) {
      if (this.#allMayRun(this.#next)) return;
      this.#stopNext();
    }
    if (!isHeld || members.length === 1) return;
    const { board, owner } = this.#deps;
    const ids = new Set(members.map(({ task }) => task.id));
    const others = function* (): Generator<UploadTask> {
      for (const task of board().waitingOf(owner)) if (!ids.has(task.id)) yield task;
    };
    const next = this.#nextBundle(others());
    const targets = new Set(members.map(({ task }) => task.target));
    if (next.length === 0 || next.some(({ task }) => targets.has(task.target))) return;
    this.#next = this.#runningOf(next);
    if (this.#next !== null) this.#send(this.#next);
  }

  #stop(): void {
    this.#stopNext();
    this.#running?.subscription.unsubscribe();
    this.#running = null;
  }

  #stopNext(): void {
    this.#next?.subscription.unsubscribe();
    this.#next = null;
  }

  /** Records the bytes sent, so that a paused task resumes after them instead of after the last reported progress. */
  #recordSent({ id, members, sentBytes }: RunningUpload): void {
    const task = this.#deps.board().task(id);
    if (members.length === 1 && task !== undefined && task.state === 3 && task.completed < sentBytes)
      this.#deps.record([{ type: 'UploadProgressed', data: { id, completed: sentBytes, speed: 0 } }]);
  }

  #start(members: readonly BundledUpload[]): void {
    const running = this.#runningOf(members);
    if (running === null) return;
    this.#running = running;
    this.#send(running);
  }

  #runningOf(members: readonly BundledUpload[]): RunningUpload | null {
    const [first] = members;
    if (first === undefined) return null;
    const { id, completed } = first.task;
    return {
      id,
      members,
      subscription: Subscription.EMPTY,
      attempts: 0,
      lastSample: { at: this.#deps.clock.now(), completed },
      sentBytes: completed,
      isFullyReceived: false,
      queuedProgress: [],
    };
  }

  #send(running: RunningUpload): void {
    const [first, ...others] = running.members;
    if (first === undefined) return;
    if (others.length === 0) this.#begin(running, first);
    else this.#subscribe(running, transferBundle(this.#deps.port, running.members), this.#handleBundleNews.bind(this));
  }

  #begin(running: RunningUpload, { task, file }: BundledUpload): void {
    this.#subscribe(running, transferFile(this.#deps.port, task, file), this.#handleNews.bind(this));
  }

  #subscribe<T>(running: RunningUpload, news$: Observable<T>, handle: (running: RunningUpload, news: T) => void): void {
    const attempt = new Subscription();
    running.subscription = attempt;
    attempt.add(
      news$.subscribe({
        next: (news) => this.#inOrder(running, () => handle(running, news)),
        complete: () =>
          this.#inOrder(running, () => {
            // Ended without a result: the request was cancelled from outside. The upload waits for the user
            // (UPLOAD-14).
            if (running.subscription !== attempt) return;
            const ids = running.members.map(({ task }) => task.id);
            this.#settle(running, [{ type: 'UploadsPaused', data: { ids, interrupted: false } }]);
          }),
      }),
    );
  }

  /**
   * Processes news of one bundle at a time (UPLOAD-05): news of the next bundle is queued, news of a stopped one is
   * dropped.
   */
  #inOrder(running: RunningUpload, handle: () => void): void {
    if (this.#running === running) handle();
    else if (this.#next === running) running.queuedProgress.push(handle);
  }

  #handleBundleNews(running: RunningUpload, news: BundleProgress): void {
    switch (news.step) {
      case 'started': {
        const { uuid, first } = news;
        running.id = running.members[first]?.task.id ?? running.id;
        running.lastSample = { at: this.#deps.clock.now(), completed: 0 };
        this.#deps.record([{ type: 'UploadStarted', data: { id: running.id, uuid, completed: 0 } }]);
        return;
      }
      case 'sent': {
        const shown = this.#deps.board().task(running.id)?.total ?? 0;
        this.#measure(running, news.bytes, false, Math.min(news.bytes, shown));
        return;
      }
      case 'held':
        running.isFullyReceived = true;
        this.#sendNext(running);
        return;
      case 'settled':
        this.#settle(
          running,
          news.outcomes.flatMap((outcome, index): readonly UploadEvent[] => {
            const id = running.members[index]?.task.id;
            if (id === undefined) return [];
            if (outcome === 'there') return [{ type: 'UploadFinished', data: { id } }];
            if (outcome !== 'sent') return [{ type: 'UploadFailed', data: { id, problem: outcome } }];
            const started: UploadEvent = { type: 'UploadStarted', data: { id, uuid: news.uuid, completed: 0 } };
            const finished: UploadEvent = { type: 'UploadFinished', data: { id } };
            return id === running.id ? [finished] : [started, finished];
          }),
        );
        return;
      case 'apart': {
        for (const { task } of running.members) this.#apart.add(task.id);
        const active = running.members.find(({ task }) => task.id === running.id);
        this.#stop();
        if (active !== undefined) this.#start([active]);
      }
    }
  }

  #handleNews(running: RunningUpload, news: TransferProgress): void {
    const { id } = running;
    switch (news.step) {
      case 'started':
        running.lastSample = { at: this.#deps.clock.now(), completed: news.completed };
        running.sentBytes = news.completed;
        this.#deps.record([{ type: 'UploadStarted', data: { id, uuid: news.uuid, completed: news.completed } }]);
        return;
      case 'sent':
        this.#measure(running, news.completed, news.held);
        return;
      case 'finished':
        this.#settle(running, [{ type: 'UploadFinished', data: { id } }]);
        return;
      case 'failed': {
        const { connection$, retry$ } = this.#deps.session;
        const pause = RETRY_DELAYS_MS[running.attempts];
        if (isTransient(news.problem) && running.attempts > 0) this.#deps.onRetryFailed(id, news.problem);
        if (isTransient(news.problem) && connection$.value !== 'ok') this.#retry(running, retry$);
        else if (isTransient(news.problem) && pause !== undefined) {
          running.attempts += 1;
          this.#retry(running, timer(pause, this.#deps.scheduler ?? asyncScheduler));
        } else this.#settle(running, [{ type: 'UploadFailed', data: { id, problem: news.problem } }]);
      }
    }
  }

  /** UPLOAD-11, G-18: bytes per second over the last second, reported at most once a second. */
  #measure(running: RunningUpload, completed: number, held: boolean, shown = completed): void {
    running.sentBytes = completed;
    if (held) running.attempts = 0;
    const now = this.#deps.clock.now();
    const span = now - running.lastSample.at;
    if (span < TIMERS.uploadSpeed) return;
    const speed = Math.max(0, Math.round(((completed - running.lastSample.completed) * 1000) / span));
    running.lastSample = { at: now, completed };
    this.#deps.record([{ type: 'UploadProgressed', data: { id: running.id, completed: shown, speed } }]);
  }

  #retry(running: RunningUpload, when$: Observable<unknown>): void {
    running.subscription.unsubscribe();
    const { id, sentBytes } = running;
    this.#deps.record([{ type: 'UploadProgressed', data: { id, completed: sentBytes, speed: 0 } }]);
    running.subscription = when$.pipe(take(1)).subscribe(() => {
      const task = this.#deps.board().task(id);
      const file = this.#deps.file(id);
      if (this.#running === running && task !== undefined && file !== undefined) this.#begin(running, { task, file });
    });
  }

  /** Frees the slot first, so that recording these events starts the next upload unless it is already running. */
  #settle(running: RunningUpload, events: readonly UploadEvent[]): void {
    const next = this.#next;
    this.#next = null;
    this.#running = next;
    running.subscription.unsubscribe();
    for (const { task } of running.members) this.#apart.delete(task.id);
    this.#deps.record(events);
    if (next !== null) for (const handle of next.queuedProgress.splice(0)) this.#inOrder(next, handle);
    this.follow();
  }
}

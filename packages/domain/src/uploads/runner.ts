import { GEN } from '@boxwood/box-sdk';
import { asyncScheduler, type Observable, type SchedulerLike, Subscription, take, timer } from 'rxjs';
import type { UploadEvent } from './events.ts';
import type { Session } from '../session/session.ts';
import type { Clock } from '../time/clock.ts';
import { TIMERS } from '../time/timers.ts';
import type { UploadBoard } from './board.ts';
import { type BundleNews, type Member, membersOf, transferBundle } from './bundle.ts';
import type { UploadPort } from './port.ts';
import { transfer, type TransferNews } from './transfer.ts';
import type { UploadId, UploadProblem, UploadSource, UploadTask } from './uploads.ts';

/** What the runner works with. */
export interface RunnerDeps {
  readonly port: UploadPort;
  readonly clock: Clock;
  /** Nothing is given up while there is no line. */
  readonly session: Pick<Session, 'line$' | 'again$'>;
  readonly scheduler?: SchedulerLike;
  readonly owner: string;
  readonly board: () => UploadBoard;
  readonly file: (id: UploadId) => UploadSource | undefined;
  readonly record: (events: readonly UploadEvent[]) => void;
  /** What was tried again did not pass either. */
  readonly stuck: (id: UploadId, problem: UploadProblem) => void;
}

/** What may pass by itself is tried again after these pauses before the task counts as failed; while the line is lost, as soon as it is back. */
const RETRIES = [1_000, 3_000, 3_000, 3_000, 3_000] as const;

/** No answer, a box in trouble, or a token that is being renewed; a disk that is full (507) is none of these. */
const passes = (problem: UploadProblem): boolean => {
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

interface Running {
  /** The one that is shown as active. */
  id: UploadId;
  /** Small files that are under way together; one otherwise. */
  readonly members: readonly Member[];
  subscription: Subscription;
  tries: number;
  /** Time and bytes of the last second, for the speed. */
  mark: { readonly at: number; readonly completed: number };
  /** Bytes sent so far; after a cut the box says how many of them it has. */
  sent: number;
  /** All bytes of it are with the box, which has yet to confirm them. */
  held: boolean;
  /** What became known of it while the one before it was being confirmed, in order: told when it is its turn. */
  readonly early: (() => void)[];
}

/**
 * Runs one upload at a time (UPLOAD-05): the first waiting one whose file this tab holds. Small files that follow each other in the queue go
 * together, one of them shown as active, and finish in their order. While the box confirms some the next go over the line already, and are told of
 * when it has: the confirmation of 256 files took as long as sending them. It follows the board: a task that is paused or removed, here or in
 * another tab, is aborted.
 */
export class UploadRunner {
  readonly #deps: RunnerDeps;
  /** Uploads that did not go together with others and go one by one. */
  readonly #apart = new Set<UploadId>();
  #running: Running | null = null;
  /** Small files that are sent while those under way are confirmed. */
  #behind: Running | null = null;
  #closed = false;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
  }

  /** Id of the task under way. */
  get activeId(): UploadId | null {
    return this.#running?.id ?? null;
  }

  /** Looks at the board again: aborts what must not run, starts what may. */
  follow(): void {
    if (this.#closed) return;
    const running = this.#running;
    if (running !== null) {
      if (this.#allMayRun(running)) {
        this.#sendBehind(running);
        return;
      }
      this.#stop();
      this.#noteSent(running);
      // What was noted may have started the next one already.
      if (this.#running !== null) return;
    }
    const { board, owner, file } = this.#deps;
    // Stopped because of another one: what was shown as active goes on being it.
    const active = running !== null && this.#mayRun(running.id) ? board().task(running.id) : undefined;
    const front = active?.state === 2 ? [active] : [];
    const ahead = function* (): Generator<UploadTask> {
      yield* front;
      yield* board().ahead(owner);
    };
    const together = this.#together(ahead());
    if (together.length > 0) {
      this.#start(together);
      return;
    }
    const task = front[0] ?? board().next(owner);
    const source = task === undefined ? undefined : file(task.id);
    if (task !== undefined && source !== undefined) this.#start([{ task, file: source }]);
  }

  close(): void {
    this.#closed = true;
    this.#stop();
  }

  #mayRun(id: UploadId): boolean {
    const task = this.#deps.board().task(id);
    return task?.owner === this.#deps.owner && (task.state === 2 || task.state === 0);
  }

  #allMayRun({ members }: Running): boolean {
    return members.every(({ task: { id } }) => this.#mayRun(id));
  }

  #together(ahead: Iterable<UploadTask>): readonly Member[] {
    return membersOf(ahead, ({ id }) => (this.#apart.has(id) ? undefined : this.#deps.file(id)));
  }

  /** Begins with the next small files while those under way need nothing more of the line; none of them may have a target of these. */
  #sendBehind({ members, held }: Running): void {
    if (this.#behind !== null) {
      if (this.#allMayRun(this.#behind)) return;
      this.#stopBehind();
    }
    if (!held || members.length === 1) return;
    const { board, owner } = this.#deps;
    const ids = new Set(members.map(({ task }) => task.id));
    const others = function* (): Generator<UploadTask> {
      for (const task of board().ahead(owner)) if (!ids.has(task.id)) yield task;
    };
    const next = this.#together(others());
    const targets = new Set(members.map(({ task }) => task.target));
    if (next.length === 0 || next.some(({ task }) => targets.has(task.target))) return;
    this.#behind = this.#runningOf(next);
    if (this.#behind !== null) this.#send(this.#behind);
  }

  #stop(): void {
    this.#stopBehind();
    this.#running?.subscription.unsubscribe();
    this.#running = null;
  }

  #stopBehind(): void {
    this.#behind?.subscription.unsubscribe();
    this.#behind = null;
  }

  /** A task that waits from now on goes on behind what it has sent, not behind what was told of it last. */
  #noteSent({ id, members, sent }: Running): void {
    const task = this.#deps.board().task(id);
    if (members.length === 1 && task !== undefined && task.state === 3 && task.completed < sent)
      this.#deps.record([{ type: 'UploadProgressed', data: { id, completed: sent, speed: 0 } }]);
  }

  #start(members: readonly Member[]): void {
    const running = this.#runningOf(members);
    if (running === null) return;
    this.#running = running;
    this.#send(running);
  }

  #runningOf(members: readonly Member[]): Running | null {
    const [first] = members;
    if (first === undefined) return null;
    const { id, completed } = first.task;
    return {
      id,
      members,
      subscription: Subscription.EMPTY,
      tries: 0,
      mark: { at: this.#deps.clock.now(), completed },
      sent: completed,
      held: false,
      early: [],
    };
  }

  #send(running: Running): void {
    const [first, ...others] = running.members;
    if (first === undefined) return;
    if (others.length === 0) this.#begin(running, first);
    else this.#listen(running, transferBundle(this.#deps.port, running.members), this.#hearBundle.bind(this));
  }

  #begin(running: Running, { task, file }: Member): void {
    this.#listen(running, transfer(this.#deps.port, task, file), this.#hear.bind(this));
  }

  #listen<T>(running: Running, news$: Observable<T>, hear: (running: Running, news: T) => void): void {
    const attempt = new Subscription();
    running.subscription = attempt;
    attempt.add(
      news$.subscribe({
        next: (news) => this.#inTurn(running, () => hear(running, news)),
        complete: () =>
          this.#inTurn(running, () => {
            // Ended without a result: the request was cancelled from outside. It waits for the person (UPLOAD-14).
            if (running.subscription !== attempt) return;
            const ids = running.members.map(({ task }) => task.id);
            this.#settle(running, [{ type: 'UploadsPaused', data: { ids, interrupted: false } }]);
          }),
      }),
    );
  }

  /** Only one is told of at a time (UPLOAD-05): the one behind it when its turn comes, and what was stopped never. */
  #inTurn(running: Running, tell: () => void): void {
    if (this.#running === running) tell();
    else if (this.#behind === running) running.early.push(tell);
  }

  #hearBundle(running: Running, news: BundleNews): void {
    switch (news.step) {
      case 'started': {
        const { uuid, first } = news;
        running.id = running.members[first]?.task.id ?? running.id;
        running.mark = { at: this.#deps.clock.now(), completed: 0 };
        this.#deps.record([{ type: 'UploadStarted', data: { id: running.id, uuid, completed: 0 } }]);
        return;
      }
      case 'sent': {
        const shown = this.#deps.board().task(running.id)?.total ?? 0;
        this.#measure(running, news.bytes, false, Math.min(news.bytes, shown));
        return;
      }
      case 'held':
        running.held = true;
        this.#sendBehind(running);
        return;
      case 'settled':
        this.#settle(
          running,
          news.outcomes.flatMap((outcome, at): readonly UploadEvent[] => {
            const id = running.members[at]?.task.id;
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

  #hear(running: Running, news: TransferNews): void {
    const { id } = running;
    switch (news.step) {
      case 'started':
        running.mark = { at: this.#deps.clock.now(), completed: news.completed };
        running.sent = news.completed;
        this.#deps.record([{ type: 'UploadStarted', data: { id, uuid: news.uuid, completed: news.completed } }]);
        return;
      case 'sent':
        this.#measure(running, news.completed, news.held);
        return;
      case 'finished':
        this.#settle(running, [{ type: 'UploadFinished', data: { id } }]);
        return;
      case 'failed': {
        const { line$, again$ } = this.#deps.session;
        const pause = RETRIES[running.tries];
        if (passes(news.problem) && running.tries > 0) this.#deps.stuck(id, news.problem);
        if (passes(news.problem) && line$.value !== 'ok') this.#again(running, again$);
        else if (passes(news.problem) && pause !== undefined) {
          running.tries += 1;
          this.#again(running, timer(pause, this.#deps.scheduler ?? asyncScheduler));
        } else this.#settle(running, [{ type: 'UploadFailed', data: { id, problem: news.problem } }]);
      }
    }
  }

  /** UPLOAD-11, G-18: bytes per second over the last second, told at most once a second. */
  #measure(running: Running, completed: number, held: boolean, shown = completed): void {
    running.sent = completed;
    if (held) running.tries = 0;
    const now = this.#deps.clock.now();
    const span = now - running.mark.at;
    if (span < TIMERS.uploadSpeed) return;
    const speed = Math.max(0, Math.round(((completed - running.mark.completed) * 1000) / span));
    running.mark = { at: now, completed };
    this.#deps.record([{ type: 'UploadProgressed', data: { id: running.id, completed: shown, speed } }]);
  }

  #again(running: Running, when$: Observable<unknown>): void {
    running.subscription.unsubscribe();
    const { id, sent } = running;
    this.#deps.record([{ type: 'UploadProgressed', data: { id, completed: sent, speed: 0 } }]);
    running.subscription = when$.pipe(take(1)).subscribe(() => {
      const task = this.#deps.board().task(id);
      const file = this.#deps.file(id);
      if (this.#running === running && task !== undefined && file !== undefined) this.#begin(running, { task, file });
    });
  }

  /** Frees the slot first, so that the batch this records starts the next one, unless it is under way already. */
  #settle(running: Running, events: readonly UploadEvent[]): void {
    const next = this.#behind;
    this.#behind = null;
    this.#running = next;
    running.subscription.unsubscribe();
    for (const { task } of running.members) this.#apart.delete(task.id);
    this.#deps.record(events);
    if (next !== null) for (const tell of next.early.splice(0)) this.#inTurn(next, tell);
    this.follow();
  }
}

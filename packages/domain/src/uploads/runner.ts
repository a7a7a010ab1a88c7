import { asyncScheduler, type SchedulerLike, Subscription } from 'rxjs';
import type { UploadEvent } from '../events/upload-events.ts';
import type { Clock } from '../time/clock.ts';
import { TIMERS } from '../time/timers.ts';
import type { UploadBoard } from './board.ts';
import type { UploadPort } from './port.ts';
import { transfer, type TransferNews } from './transfer.ts';
import type { UploadId, UploadSource, UploadTask } from './uploads.ts';

/** What the runner works with. */
export interface RunnerDeps {
  readonly port: UploadPort;
  readonly clock: Clock;
  readonly scheduler?: SchedulerLike;
  readonly owner: string;
  readonly board: () => UploadBoard;
  readonly file: (id: UploadId) => UploadSource | undefined;
  readonly record: (events: readonly UploadEvent[]) => void;
}

/** A lost line is tried again after these pauses before the task counts as failed. */
const RETRIES = [1_000, 3_000, 9_000] as const;

interface Running {
  readonly id: UploadId;
  subscription: Subscription;
  tries: number;
  /** Time and bytes of the last second, for the speed. */
  mark: { readonly at: number; readonly completed: number };
  held: number;
}

/**
 * Runs one upload at a time (UPLOAD-05): the first waiting one whose file this tab holds. It follows the board: a task
 * that is paused or removed, here or in another tab, is aborted.
 */
export class UploadRunner {
  readonly #deps: RunnerDeps;
  #running: Running | null = null;
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
      const task = this.#deps.board().task(running.id);
      if (task?.owner === this.#deps.owner && (task.state === 2 || task.state === 0)) return;
      this.#stop();
    }
    const next = this.#deps.board().next(this.#deps.owner);
    const file = next === undefined ? undefined : this.#deps.file(next.id);
    if (next === undefined || file === undefined) return;
    this.#running = {
      id: next.id,
      subscription: Subscription.EMPTY,
      tries: 0,
      mark: { at: this.#deps.clock.now(), completed: next.completed },
      held: next.completed,
    };
    this.#begin(this.#running, next, file);
  }

  close(): void {
    this.#closed = true;
    this.#stop();
  }

  #stop(): void {
    this.#running?.subscription.unsubscribe();
    this.#running = null;
  }

  #begin(running: Running, task: UploadTask, file: UploadSource): void {
    const attempt = new Subscription();
    running.subscription = attempt;
    attempt.add(
      transfer(this.#deps.port, task, file).subscribe({
        next: (news) => this.#hear(running, news),
        complete: () => {
          // Ended without a result: the request was cancelled from outside. It waits for the person (UPLOAD-14).
          if (this.#running === running && running.subscription === attempt) {
            this.#settle(running, [{ type: 'UploadsPaused', data: { ids: [running.id], interrupted: false } }]);
          }
        },
      }),
    );
  }

  #hear(running: Running, news: TransferNews): void {
    if (this.#running !== running) return;
    const { id } = running;
    switch (news.step) {
      case 'started':
        running.mark = { at: this.#deps.clock.now(), completed: news.completed };
        running.held = news.completed;
        this.#deps.record([{ type: 'UploadStarted', data: { id, uuid: news.uuid, completed: news.completed } }]);
        return;
      case 'sent':
        this.#measure(running, news.completed, news.held);
        return;
      case 'finished':
        this.#settle(running, [{ type: 'UploadFinished', data: { id } }]);
        return;
      case 'failed': {
        const pause = RETRIES[running.tries];
        if (news.problem.kind === 'network' && pause !== undefined) this.#again(running, pause);
        else this.#settle(running, [{ type: 'UploadFailed', data: { id, problem: news.problem } }]);
      }
    }
  }

  /** UPLOAD-11, G-18: bytes per second over the last second, told at most once a second. */
  #measure(running: Running, completed: number, held: boolean): void {
    if (held) {
      running.held = completed;
      running.tries = 0;
    }
    const now = this.#deps.clock.now();
    const span = now - running.mark.at;
    if (span < TIMERS.uploadSpeed) return;
    const speed = Math.max(0, Math.round(((completed - running.mark.completed) * 1000) / span));
    running.mark = { at: now, completed };
    this.#deps.record([{ type: 'UploadProgressed', data: { id: running.id, completed, speed } }]);
  }

  #again(running: Running, pause: number): void {
    running.tries += 1;
    running.subscription.unsubscribe();
    const { id, held } = running;
    this.#deps.record([{ type: 'UploadProgressed', data: { id, completed: held, speed: 0 } }]);
    running.subscription = (this.#deps.scheduler ?? asyncScheduler).schedule(() => {
      const task = this.#deps.board().task(id);
      const file = this.#deps.file(id);
      if (this.#running === running && task !== undefined && file !== undefined) this.#begin(running, task, file);
    }, pause);
  }

  /** Frees the slot first, so that the batch this records starts the next one. */
  #settle(running: Running, events: readonly UploadEvent[]): void {
    this.#running = null;
    running.subscription.unsubscribe();
    if (events.length > 0) this.#deps.record(events);
    this.follow();
  }
}

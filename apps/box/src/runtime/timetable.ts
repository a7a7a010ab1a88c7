import type { ScheduledJob } from '@boxwood/box-sdk';
import type { TimerClock } from '../platform/clock.ts';
import type { Database } from '../store/database.ts';
import { defineMigration } from '../store/migrations.ts';
import { number, text } from '../store/row-columns.ts';
import { type Calendar, nextOccurrence } from './calendar.ts';

/** Runs due by the calendar must be known after a restart; intervals count from the start of the box. */
export const timetableMigrations = [
  defineMigration(
    'timetable',
    1,
    'CREATE TABLE timetable (name TEXT PRIMARY KEY, handled INTEGER NOT NULL, ran INTEGER NOT NULL, ended TEXT NOT NULL) STRICT, WITHOUT ROWID',
  ),
];

/** Result of a run. */
export type RunEnd = 'done' | 'failed';

interface ScheduledWork {
  /** Name here and on the administrators' screens. */
  readonly name: ScheduledJob;
  /**
   * @param signal aborted when the box stops; the box waits for the run
   * @returns `failed` when the run failed and already logged why
   */
  readonly run: (signal: AbortSignal) => Promise<RunEnd> | RunEnd;
  /** Watches for a reason to run early; the result stops watching. Called once, when tasks start to run. */
  readonly watch?: (trigger: () => void) => () => void;
}

/** A task that runs by itself: at an interval counted from the end of the last run, or by the calendar. */
export type ScheduledTask = ScheduledWork &
  (
    | { readonly everyMs: number }
    | {
        readonly at: Calendar;
        /** Whether a run missed while the box was off or asleep runs late (once), or is skipped until the next time. */
        readonly missed: 'run' | 'skip';
      }
  );

/** Status of a scheduled task; times in epoch milliseconds, `ran` null before the first run. */
export interface ScheduleStatus {
  readonly name: ScheduledJob;
  readonly everyMs: number | null;
  readonly ran: number | null;
  readonly next: number;
  readonly running: boolean;
  readonly ended: RunEnd | null;
}

export interface TimetableOptions {
  readonly clock: TimerClock;
  readonly database: Database;
  /** Called when a run fails; the next run is scheduled as usual. */
  readonly onFault: (fault: unknown, name: ScheduledJob) => void;
}

/** A run that starts later than this missed its time: the box was off or asleep, or its clock was set. */
const MAX_START_DELAY_MS = 10 * 60_000;
/** Interval for reading the clock while a calendar task waits: the clock may be set, and the machine may sleep. */
const CLOCK_CHECK_INTERVAL_MS = 60_000;

interface StoredRun {
  /** Time up to which the calendar was followed. */
  readonly handled: number;
  readonly ran: number;
  readonly ended: RunEnd | null;
}

class ScheduledEntry {
  readonly task: ScheduledTask;
  ended: RunEnd | null = null;
  ran: number | null = null;
  next = 0;
  running: Promise<void> | undefined;
  cancel: () => void = () => undefined;
  unwatch: () => void = () => undefined;
  /** A trigger fired during the run, so it runs once more. */
  mustRerun = false;

  constructor(task: ScheduledTask) {
    this.task = task;
  }
}

/** The box's scheduler: everything that runs by itself. Nothing else may repeat work with a timer (a lint rule). */
export class Timetable {
  readonly #options: TimetableOptions;
  readonly #entries = new Map<ScheduledJob, ScheduledEntry>();
  readonly #stop = new AbortController();
  #started = false;

  constructor(options: TimetableOptions) {
    this.#options = options;
  }

  /**
   * Adds a task; the result removes it and waits for a current run.
   * @param since `now`: it counts from now on, ignoring earlier due times under this name
   */
  add(task: ScheduledTask, since: 'kept' | 'now' = 'kept'): () => Promise<void> {
    if (this.#entries.has(task.name)) throw new Error(`${task.name} is already on the timetable`);
    const scheduled = new ScheduledEntry(task);
    if (since === 'now') {
      const storedRun = this.#readStoredRun(task.name);
      this.#storeRun(task.name, {
        handled: this.#options.clock.now(),
        ran: storedRun?.ran ?? 0,
        ended: storedRun?.ended ?? null,
      });
    }
    this.#entries.set(task.name, scheduled);
    this.#planNext(scheduled);
    return async () => {
      if (this.#entries.get(task.name) === scheduled) this.#entries.delete(task.name);
      this.#cancel(scheduled);
      await scheduled.running;
    };
  }

  /** From now on every task runs when it is due. */
  start(): void {
    this.#started = true;
    for (const scheduled of this.#entries.values()) this.#planNext(scheduled);
  }

  /** Starts no more runs and aborts the current ones. */
  stop(): void {
    this.#stop.abort();
    for (const scheduled of this.#entries.values()) this.#cancel(scheduled);
  }

  /** Resolves when the current runs have ended. */
  async close(): Promise<void> {
    this.stop();
    await Promise.all([...this.#entries.values()].map(({ running }) => running ?? Promise.resolve()));
  }

  /** Status of every task, next due first. */
  list(): readonly ScheduleStatus[] {
    return [...this.#entries.values()]
      .map(({ task, ran, next, running, ended }): ScheduleStatus => ({
        name: task.name,
        everyMs: 'everyMs' in task ? task.everyMs : null,
        ran,
        next,
        running: running !== undefined,
        ended,
      }))
      .toSorted((one, other) => one.next - other.next);
  }

  #cancel(scheduled: ScheduledEntry): void {
    scheduled.cancel();
    scheduled.unwatch();
  }

  /** Runs a triggered task now, or once more if it is running. */
  #runNow(scheduled: ScheduledEntry): void {
    scheduled.mustRerun = scheduled.running !== undefined;
    if (scheduled.mustRerun || this.#stop.signal.aborted || this.#entries.get(scheduled.task.name) !== scheduled)
      return;
    scheduled.cancel();
    this.#run(scheduled);
  }

  #planNext(scheduled: ScheduledEntry): void {
    const { task } = scheduled;
    const now = this.#options.clock.now();
    if ('everyMs' in task) scheduled.next = now + task.everyMs;
    else {
      const storedRun = this.#readStoredRun(task.name);
      if (storedRun !== null && storedRun.ended !== null)
        [scheduled.ran, scheduled.ended] = [storedRun.ran, storedRun.ended];
      // A clock that was set back must not delay what is due by the difference.
      scheduled.next = nextOccurrence(task.at, Math.min(storedRun?.handled ?? now, now));
      if (storedRun === null) this.#storeRun(task.name, { handled: now, ran: 0, ended: null });
    }
    this.#armTimer(scheduled);
    if (this.#started) scheduled.unwatch = task.watch?.(() => this.#runNow(scheduled)) ?? scheduled.unwatch;
  }

  #armTimer(scheduled: ScheduledEntry): void {
    scheduled.cancel();
    if (!this.#started || this.#stop.signal.aborted || this.#entries.get(scheduled.task.name) !== scheduled) return;
    const { clock } = this.#options;
    const { task } = scheduled;
    // An interval counts elapsed time, whatever the clock shows.
    scheduled.cancel =
      'everyMs' in task
        ? clock.after(task.everyMs, () => this.#run(scheduled))
        : clock.after(Math.min(CLOCK_CHECK_INTERVAL_MS, Math.max(0, scheduled.next - clock.now())), () =>
            this.#runIfDue(scheduled, task),
          );
  }

  #runIfDue(scheduled: ScheduledEntry, { at, missed, name }: Extract<ScheduledTask, { readonly at: Calendar }>): void {
    const now = this.#options.clock.now();
    scheduled.next = Math.min(scheduled.next, nextOccurrence(at, now));
    if (scheduled.next <= now) {
      if (missed === 'run' || now - scheduled.next <= MAX_START_DELAY_MS) {
        this.#run(scheduled);
        return;
      }
      this.#storeRun(name, { handled: now, ran: scheduled.ran ?? 0, ended: scheduled.ended });
      scheduled.next = nextOccurrence(at, now);
    }
    this.#armTimer(scheduled);
  }

  #run(scheduled: ScheduledEntry): void {
    const { clock, onFault } = this.#options;
    const { task } = scheduled;
    const ran = clock.now();
    scheduled.ran = ran;
    if ('at' in task) scheduled.next = nextOccurrence(task.at, ran);
    // Stored before the run: a run that crashes the box is not repeated at each start.
    if ('at' in task) this.#storeRun(task.name, { handled: ran, ran, ended: 'failed' });
    scheduled.running = (async () => task.run(this.#stop.signal))()
      .then(
        (ended) => {
          scheduled.ended = ended;
        },
        (fault: unknown) => {
          scheduled.ended = 'failed';
          if (!this.#stop.signal.aborted) onFault(fault, task.name);
        },
      )
      .then(() => {
        scheduled.running = undefined;
        if ('everyMs' in task) scheduled.next = clock.now() + task.everyMs;
        else this.#storeRun(task.name, { handled: ran, ran, ended: scheduled.ended });
        this.#armTimer(scheduled);
        if (scheduled.mustRerun) this.#runNow(scheduled);
      });
  }

  #readStoredRun(name: ScheduledJob): StoredRun | null {
    const [storedRun] = this.#options.database.all(
      (row): StoredRun => {
        const ended = text(row, 'ended');
        return {
          handled: number(row, 'handled'),
          ran: number(row, 'ran'),
          ended: ended === 'done' || ended === 'failed' ? ended : null,
        };
      },
      'SELECT handled, ran, ended FROM timetable WHERE name = ?',
      name,
    );
    return storedRun ?? null;
  }

  /** A full disk prevents no run; after a restart the task may run once more. */
  #storeRun(name: ScheduledJob, { handled, ran, ended }: StoredRun): void {
    try {
      this.#options.database.run(
        'INSERT OR REPLACE INTO timetable (name, handled, ran, ended) VALUES (?, ?, ?, ?)',
        name,
        handled,
        ran,
        ended ?? '',
      );
    } catch (fault) {
      this.#options.onFault(fault, name);
    }
  }
}

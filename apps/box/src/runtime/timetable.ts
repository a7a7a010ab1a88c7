import type { Scheduled } from '@boxwood/box-sdk';
import type { WakingClock } from '../clock.ts';
import type { Database } from '../store/database.ts';
import { defineMigration } from '../store/migrations.ts';
import { number, text } from '../store/rows.ts';
import { type Calendar, nextTime } from './calendar.ts';

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

interface Work {
  /** Name here and on the administrators' screens. */
  readonly name: Scheduled;
  /**
   * @param signal aborted when the box stops; the box waits for the run
   * @returns `failed` when the run failed and already logged why
   */
  readonly run: (signal: AbortSignal) => Promise<RunEnd> | RunEnd;
  /** Watches for a reason to run early; the result stops watching. Called once, when tasks start to run. */
  readonly hear?: (soon: () => void) => () => void;
}

/** A task that runs by itself: at an interval counted from the end of the last run, or by the calendar. */
export type Entry = Work &
  (
    | { readonly everyMs: number }
    | {
        readonly at: Calendar;
        /** Whether a run missed while the box was off or asleep runs late (once), or is skipped until the next time. */
        readonly missed: 'run' | 'skip';
      }
  );

/** Status of a scheduled task; times in epoch milliseconds, `ran` null before the first run. */
export interface Standing {
  readonly name: Scheduled;
  readonly everyMs: number | null;
  readonly ran: number | null;
  readonly next: number;
  readonly running: boolean;
  readonly ended: RunEnd | null;
}

export interface TimetableOptions {
  readonly clock: WakingClock;
  readonly database: Database;
  /** Called when a run fails; the next run is scheduled as usual. */
  readonly onFault: (fault: unknown, name: Scheduled) => void;
}

/** A run that starts later than this missed its time: the box was off or asleep, or its clock was set. */
const LATE_MS = 10 * 60_000;
/** Interval for reading the clock while a calendar task waits: the clock may be set, and the machine may sleep. */
const LOOK_MS = 60_000;

interface Kept {
  /** Time up to which the calendar was followed. */
  readonly handled: number;
  readonly ran: number;
  readonly ended: RunEnd | null;
}

class Line {
  readonly entry: Entry;
  ended: RunEnd | null = null;
  ran: number | null = null;
  next = 0;
  running: Promise<void> | undefined;
  cancel: () => void = () => undefined;
  deafen: () => void = () => undefined;
  /** A trigger fired during the run, so it runs once more. */
  again = false;

  constructor(entry: Entry) {
    this.entry = entry;
  }
}

/** The box's scheduler: everything that runs by itself. Nothing else may repeat work with a timer (a lint rule). */
export class Timetable {
  readonly #options: TimetableOptions;
  readonly #lines = new Map<Scheduled, Line>();
  readonly #stop = new AbortController();
  #started = false;

  constructor(options: TimetableOptions) {
    this.#options = options;
  }

  /**
   * Adds a task; the result removes it and waits for a current run.
   * @param since `now`: it counts from now on, ignoring earlier due times under this name
   */
  add(entry: Entry, since: 'kept' | 'now' = 'kept'): () => Promise<void> {
    if (this.#lines.has(entry.name)) throw new Error(`${entry.name} is on the timetable already`);
    const line = new Line(entry);
    if (since === 'now') {
      const kept = this.#kept(entry.name);
      this.#keep(entry.name, { handled: this.#options.clock.now(), ran: kept?.ran ?? 0, ended: kept?.ended ?? null });
    }
    this.#lines.set(entry.name, line);
    this.#plan(line);
    return async () => {
      if (this.#lines.get(entry.name) === line) this.#lines.delete(entry.name);
      this.#silence(line);
      await line.running;
    };
  }

  /** From now on every task runs when it is due. */
  start(): void {
    this.#started = true;
    for (const line of this.#lines.values()) this.#plan(line);
  }

  /** Starts no more runs and aborts the current ones. */
  stop(): void {
    this.#stop.abort();
    for (const line of this.#lines.values()) this.#silence(line);
  }

  /** Resolves when the current runs have ended. */
  async close(): Promise<void> {
    this.stop();
    await Promise.all([...this.#lines.values()].map(({ running }) => running ?? Promise.resolve()));
  }

  /** Status of every task, next due first. */
  list(): readonly Standing[] {
    return [...this.#lines.values()]
      .map(({ entry, ran, next, running, ended }): Standing => ({
        name: entry.name,
        everyMs: 'everyMs' in entry ? entry.everyMs : null,
        ran,
        next,
        running: running !== undefined,
        ended,
      }))
      .toSorted((one, other) => one.next - other.next);
  }

  #silence(line: Line): void {
    line.cancel();
    line.deafen();
  }

  /** Runs a triggered task now, or once more if it is running. */
  #soon(line: Line): void {
    line.again = line.running !== undefined;
    if (line.again || this.#stop.signal.aborted || this.#lines.get(line.entry.name) !== line) return;
    line.cancel();
    this.#run(line);
  }

  #plan(line: Line): void {
    const { entry } = line;
    const now = this.#options.clock.now();
    if ('everyMs' in entry) line.next = now + entry.everyMs;
    else {
      const kept = this.#kept(entry.name);
      if (kept !== null && kept.ended !== null) [line.ran, line.ended] = [kept.ran, kept.ended];
      // A clock that was set back must not delay what is due by the difference.
      line.next = nextTime(entry.at, Math.min(kept?.handled ?? now, now));
      if (kept === null) this.#keep(entry.name, { handled: now, ran: 0, ended: null });
    }
    this.#wait(line);
    if (this.#started) line.deafen = entry.hear?.(() => this.#soon(line)) ?? line.deafen;
  }

  #wait(line: Line): void {
    line.cancel();
    if (!this.#started || this.#stop.signal.aborted || this.#lines.get(line.entry.name) !== line) return;
    const { clock } = this.#options;
    const { entry } = line;
    // An interval counts elapsed time, whatever the clock shows.
    line.cancel =
      'everyMs' in entry
        ? clock.after(entry.everyMs, () => this.#run(line))
        : clock.after(Math.min(LOOK_MS, Math.max(0, line.next - clock.now())), () => this.#look(line, entry));
  }

  #look(line: Line, { at, missed, name }: Extract<Entry, { readonly at: Calendar }>): void {
    const now = this.#options.clock.now();
    line.next = Math.min(line.next, nextTime(at, now));
    if (line.next <= now) {
      if (missed === 'run' || now - line.next <= LATE_MS) {
        this.#run(line);
        return;
      }
      this.#keep(name, { handled: now, ran: line.ran ?? 0, ended: line.ended });
      line.next = nextTime(at, now);
    }
    this.#wait(line);
  }

  #run(line: Line): void {
    const { clock, onFault } = this.#options;
    const { entry } = line;
    const ran = clock.now();
    line.ran = ran;
    if ('at' in entry) line.next = nextTime(entry.at, ran);
    // Stored before the run: a run that crashes the box is not repeated at each start.
    if ('at' in entry) this.#keep(entry.name, { handled: ran, ran, ended: 'failed' });
    line.running = (async () => entry.run(this.#stop.signal))()
      .then(
        (ended) => {
          line.ended = ended;
        },
        (fault: unknown) => {
          line.ended = 'failed';
          if (!this.#stop.signal.aborted) onFault(fault, entry.name);
        },
      )
      .then(() => {
        line.running = undefined;
        if ('everyMs' in entry) line.next = clock.now() + entry.everyMs;
        else this.#keep(entry.name, { handled: ran, ran, ended: line.ended });
        this.#wait(line);
        if (line.again) this.#soon(line);
      });
  }

  #kept(name: Scheduled): Kept | null {
    const [kept] = this.#options.database.all(
      (row): Kept => {
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
    return kept ?? null;
  }

  /** A full disk prevents no run; after a restart the task may run once more. */
  #keep(name: Scheduled, { handled, ran, ended }: Kept): void {
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

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../store/database.ts';
import { nextOccurrence } from './calendar.ts';
import { settled, ManualClock } from './manual-clock.ts';
import { type ScheduledTask, Timetable, timetableMigrations } from './timetable.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A Thursday, 9:00 local time. */
const morning = new Date(2026, 0, 15, 9).getTime();
const night = { hour: 3, minute: 30 } as const;

let database: Database;
let clock: ManualClock;
let ran: number[];
let faults: string[];
let open: Timetable[];
/** Starts a box with these tasks. */
const start = (...entries: readonly ScheduledTask[]): Timetable => {
  const timetable = new Timetable({
    clock,
    database,
    onFault: (fault, name) => faults.push(`${name}: ${String(fault)}`),
  });
  open.push(timetable);
  for (const entry of entries) timetable.add(entry);
  timetable.start();
  return timetable;
};
const run = (): 'done' => {
  ran.push(clock.now() - morning);
  return 'done';
};

beforeEach(() => {
  database = new Database(':memory:', { migrations: timetableMigrations });
  clock = new ManualClock(morning);
  [ran, faults, open] = [[], [], []];
});
afterEach(async () => {
  for (const timetable of open) await timetable.close();
  database.close();
});

describe('the timetable', () => {
  it('runs nothing before it is started, then so often, and tells when', async () => {
    const timetable = new Timetable({ clock, database, onFault: () => undefined });
    timetable.add({ name: 'files', everyMs: 10 * MINUTE, run });
    timetable.add({ name: 'mounts', everyMs: SECOND, run: () => 'done' });
    await clock.advance(HOUR);
    expect(ran).toEqual([]);
    timetable.start();
    await clock.advance(25 * MINUTE);
    expect(ran).toEqual([70 * MINUTE, 80 * MINUTE]);
    const at = (minutes: number): number => morning + minutes * MINUTE;
    expect(timetable.list()).toMatchObject([
      { name: 'mounts', everyMs: SECOND, running: false, ended: 'done' },
      { name: 'files', ran: at(80), next: at(90), running: false, ended: 'done' },
    ]);
    await timetable.close();
    await clock.advance(HOUR);
    expect(ran).toHaveLength(2);
  });

  it('runs one at a time for each entry: what is slow is never begun twice, and keeps nothing else waiting', async () => {
    const first = Promise.withResolvers<'done'>();
    const signals: AbortSignal[] = [];
    const slow = (signal: AbortSignal): Promise<'done'> => {
      signals.push(signal);
      return first.promise;
    };
    const timetable = start({ name: 'backup', everyMs: MINUTE, run: slow }, { name: 'mounts', everyMs: MINUTE, run });
    await clock.advance(5 * MINUTE);
    expect([signals.length, ran.length]).toEqual([1, 5]);
    expect(timetable.list()).toContainEqual(expect.objectContaining({ name: 'backup', running: true }));
    first.resolve('done');
    await settled();
    await clock.advance(MINUTE);
    expect(signals).toHaveLength(2);
    timetable.stop();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it('runs at once what something is heard of, once more when it was running, and listens no longer than it runs', async () => {
    let soon = (): void => undefined;
    let ends = 0;
    const slow = Promise.withResolvers<'done'>();
    const runs: (() => 'done' | Promise<'done'>)[] = [run, () => (run(), slow.promise)];
    const timetable = start({
      name: 'mounts',
      everyMs: MINUTE,
      run: () => (runs.shift() ?? run)(),
      watch: (heard) => {
        soon = heard;
        return () => (ends += 1);
      },
    });
    await clock.advance(SECOND);
    soon();
    await settled();
    expect(ran).toEqual([SECOND]);
    await clock.advance(MINUTE);
    expect(ran).toEqual([SECOND, SECOND + MINUTE]);
    soon();
    soon();
    await settled();
    expect(ran).toHaveLength(2);
    slow.resolve('done');
    await settled();
    expect(ran).toHaveLength(3);
    await clock.advance(MINUTE);
    expect(ran).toHaveLength(4);
    await timetable.close();
    expect(ends).toBe(1);
    soon();
    await settled();
    expect(ran).toHaveLength(4);
  });

  it('notes what fails and runs it again; one that told of its failure itself is seen and not noted', async () => {
    const fails: readonly (() => 'failed' | Promise<'done'>)[] = [
      () => {
        throw new Error('thrown');
      },
      () => Promise.reject(new Error('rejected')),
      () => 'failed',
    ];
    let count = 0;
    const timetable = start({ name: 'files', everyMs: MINUTE, run: () => fails[count++]?.() ?? 'done' });
    const ended = async () => {
      await clock.advance(MINUTE);
      return timetable.list().map((standing) => standing.ended);
    };
    expect([await ended(), await ended(), await ended()]).toEqual([['failed'], ['failed'], ['failed']]);
    expect(faults).toEqual(['files: Error: thrown', 'files: Error: rejected']);
    expect(await ended()).toEqual(['done']);
  });

  it('knows after a restart what ran, and runs what was missed once, or not at all, as it says itself', async () => {
    const daily = { name: 'backup', at: night, run } as const;
    await start({ ...daily, missed: 'run' }).close();
    // Off for three nights.
    await clock.advance(3 * DAY);
    const again = start({ ...daily, missed: 'run' });
    await clock.advance(MINUTE);
    expect(ran).toEqual([3 * DAY]);
    await again.close();
    const third = start({ ...daily, missed: 'run' });
    await clock.advance(HOUR);
    expect(ran).toHaveLength(1);
    expect(third.list()).toMatchObject([{ ran: morning + 3 * DAY, ended: 'done' }]);
    await third.close();

    await clock.advance(2 * DAY);
    const skipping = start({ ...daily, missed: 'skip' });
    await clock.advance(MINUTE);
    expect(ran).toHaveLength(1);
    await clock.advance(DAY);
    expect(ran).toHaveLength(2);
    await skipping.close();
  });

  it('one that took the box down with it is not tried again at the next start', async () => {
    const deadly: ScheduledTask = { name: 'backup', at: night, missed: 'run', run: () => new Promise(() => undefined) };
    start(deadly);
    await clock.advance(DAY);
    open = []; // killed
    const next = start({ ...deadly, run });
    expect(next.list()).toMatchObject([{ ended: 'failed' }]);
    await clock.advance(HOUR);
    expect(ran).toEqual([]);
  });

  it('a machine that slept runs what it missed when it wakes, and a clock that was set back delays nothing by more than a day', async () => {
    start({ name: 'backup', at: night, missed: 'run', run });
    clock.jump(2 * DAY);
    await clock.advance(MINUTE);
    expect(ran).toEqual([2 * DAY + MINUTE]);
    clock.jump(-40 * DAY);
    await clock.advance(DAY);
    expect(ran).toHaveLength(2);
  });

  it('goes on when its own record cannot be written', async () => {
    start({ name: 'backup', at: night, missed: 'run', run });
    database.run('DROP TABLE timetable');
    await clock.advance(2 * DAY);
    expect(ran).toHaveLength(2);
    expect(faults).not.toEqual([]);
  });
});

describe('the calendar', () => {
  const date = (ms: number): string => new Date(ms).toString().slice(0, 21);

  it('goes by days, days of the week and of the month, the last one in a short month', () => {
    expect(date(nextOccurrence(night, morning))).toBe('Fri Jan 16 2026 03:30');
    expect(date(nextOccurrence({ hour: 9, minute: 1 }, morning))).toBe('Thu Jan 15 2026 09:01');
    expect(date(nextOccurrence({ hour: 9, minute: 0 }, morning))).toBe('Fri Jan 16 2026 09:00');
    expect(date(nextOccurrence({ ...night, on: { weekday: 0 } }, morning))).toBe('Sun Jan 18 2026 03:30');
    expect(date(nextOccurrence({ ...night, on: { monthday: 31 } }, new Date(2026, 1, 1).getTime()))).toBe(
      'Sat Feb 28 2026 03:30',
    );
  });

  it('comes once on the days on which the clock changes', () => {
    const before = process.env['TZ'];
    process.env['TZ'] = 'Europe/Berlin';
    try {
      const half = { hour: 2, minute: 30 };
      const times = (from: number): number[] => {
        const first = nextOccurrence(half, from);
        return [first, nextOccurrence(half, first)].map((time) => (time - from) / HOUR);
      };
      expect(times(new Date(2026, 2, 29).getTime())).toEqual([2.5, 25.5]); // 02:30 does not exist
      expect(times(new Date(2026, 9, 25).getTime())).toEqual([2.5, 27.5]); // 02:30 exists twice
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostArray as HostArray } from '@boxwood/host';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ManualClock } from '../../runtime/manual-clock.ts';
import { Timetable, timetableMigrations } from '../../runtime/timetable.ts';
import { openDatabase } from '../../store/database.ts';
import { ArrayChecks, CHECK_SCHEDULE, checkMigrations } from './array-checks.ts';

const DAY = 24 * 60 * 60_000;

let sys: string;
let database: ReturnType<typeof openDatabase>;
let clock: ManualClock;
let timetable: Timetable;
let checks: ArrayChecks;
let arrays: HostArray[];
let begun: string[];
let said: string[];

const array = (name: string, level: string, more: Partial<HostArray> = {}): HostArray => ({
  name,
  uuid: `of ${name}`,
  level,
  size: 1,
  runs: 1,
  disks: 2,
  degraded: 0,
  action: 'idle',
  progress: 0,
  speed: 0,
  members: [],
  ...more,
});
/** The kernel's state of an array. */
const kernel = (name: string, action: string, mismatches: number, degraded = 0): void => {
  mkdirSync(join(sys, name, 'md'), { recursive: true });
  for (const [file, text] of Object.entries({ sync_action: action, mismatch_cnt: mismatches, degraded }))
    writeFileSync(join(sys, name, 'md', file), `${text}\n`);
};

beforeEach(() => {
  sys = mkdtempSync(join(tmpdir(), 'boxwood-sys-'));
  database = openDatabase(':memory:', { migrations: [...timetableMigrations, ...checkMigrations] });
  // A Thursday.
  clock = new ManualClock(new Date(2026, 0, 15, 12).getTime());
  [arrays, begun, said] = [[array('md0', '1')], [], []];
  checks = new ArrayChecks({
    database,
    sys,
    now: () => clock.now(),
    report: (words) => said.push(words),
    onChange: () => undefined,
    host: {
      isAvailable: true,
      disks: () => Promise.resolve({ answer: 'disks', disks: [], gone: [], arrays }),
      plan: () => Promise.resolve({ hash: 'h', words: '', steps: [], facts: {} }),
      execute: (verb, params) => {
        const at = new Date(clock.now());
        begun.push([verb, JSON.stringify(params), at.getMonth() + 1, at.getDate(), at.getHours()].join(' '));
        return Promise.resolve(null);
      },
    },
  });
  timetable = new Timetable({ clock, database, onFault: (fault) => said.push(String(fault)) });
  timetable.add({ name: 'check', at: CHECK_SCHEDULE, missed: 'run', run: () => checks.run() });
  timetable.start();
});
afterEach(() => {
  timetable.stop();
  database.close();
  rmSync(sys, { recursive: true });
});

it('on the first of each month every array that holds things more than once is checked, and what was found is remembered', async () => {
  arrays.push(array('md1', '0'), array('md2', '5', { runs: 0 }), array('sdb', 'btrfs'));
  await clock.advance(60 * DAY);
  expect(begun).toEqual([
    'checkArray {"uuid":"of md0"} 2 1 1',
    'checkArray {"uuid":"of sdb"} 2 1 1',
    'checkArray {"uuid":"of md0"} 3 1 1',
    'checkArray {"uuid":"of sdb"} 3 1 1',
  ]);
  kernel('md0', 'check', 0);
  checks.poll();
  expect(checks.lastResults).toEqual(new Map());
  kernel('md0', 'idle', 128);
  checks.poll();
  expect(checks.lastResults.get('of md0')).toEqual({ checked: Math.floor(clock.now() / 1000), mismatches: 128 });
  expect(said).toEqual(['an array was checked: its disks differ']);
  // A check started outside the box is tracked, too.
  checks.follow({ arrays: [array('md0', '1', { action: 'check' })] });
  kernel('md0', 'idle', 0);
  checks.poll();
  expect(checks.lastResults.get('of md0')).toMatchObject({ mismatches: 0 });
  expect(said.at(-1)).toBe('an array was checked: its disks match');
});

it('an array that is being filled is left out and nothing is said to be checked; one of which a disk failed meanwhile was not', async () => {
  arrays = [array('md0', '1', { action: 'recover', degraded: 1 }), array('md3', '6')];
  await clock.advance(20 * DAY);
  expect(begun).toEqual(['checkArray {"uuid":"of md3"} 2 1 1']);
  expect(said).toEqual(['an array was not checked: it is busy']);
  expect(timetable.list()).toMatchObject([{ name: 'check', ended: 'failed' }]);
  kernel('md3', 'idle', 0, 1);
  checks.poll();
  expect(checks.lastResults).toEqual(new Map());
});

it('a btrfs that keeps something once is told to keep it twice, and not asked again within an hour', async () => {
  await checks.restoreRedundancy(['of sdb']);
  await clock.advance(30 * 60_000);
  await checks.restoreRedundancy(['of sdb']);
  expect(begun).toHaveLength(1);
  expect(begun[0]).toContain('checkArray {"uuid":"of sdb"}');
  await clock.advance(31 * 60_000);
  await checks.restoreRedundancy(['of sdb']);
  expect(begun).toHaveLength(2);
});

import type { DiskHealthReport } from '@boxwood/host';
import { beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../../store/database.ts';
import { DiskHealth } from './disk-health.ts';
import { DiskTrends, trendMigrations } from './disk-trends.ts';

const DAY_MS = 86_400_000;
const START = 20_000 * DAY_MS;
let now = START;
let told = 0;
let database: ReturnType<typeof openDatabase>;
const trends = (): DiskTrends => new DiskTrends(database, { now: () => now }, () => (told += 1));
beforeEach(() => {
  [now, told] = [START, 0];
  database = openDatabase(':memory:', { migrations: trendMigrations });
});

const attribute = (name: string, value: number, thresh: number, raw: string) => ({
  id: 1,
  name,
  value,
  worst: value,
  thresh,
  raw,
  ok: thresh === 0 || value > thresh ? (1 as const) : (0 as const),
});
const said = (temp: number, replaced: number, value = 200) => ({
  health: 'PASSED' as const,
  temp,
  attrs: [attribute('Reallocated_Sector_Ct', value, 140, `${replaced} (of many)`)],
});
const disk = (serial: string) => ({ serial, model: `Model ${serial}` });
const ssd = {
  health: 'PASSED' as const,
  temp: 41,
  attrs: [attribute('Percentage_Used', 93, 0, '7 %'), attribute('Media_Errors', 0, 0, '2')],
};

it('one reading a day and disk is kept, the last of the day; a year of them, and of so many disks', () => {
  const kept = trends();
  for (let day = 0; day < 400; day += 1) {
    now = START + day * DAY_MS;
    kept.record([
      { disk: disk('A'), reading: said(30, day) },
      { disk: disk('S'), reading: ssd },
    ]);
    now += DAY_MS / 2;
    kept.record([
      { disk: disk('A'), reading: said(31, day) },
      { disk: disk('S'), reading: ssd },
    ]);
  }
  const days = kept.readingsOf('A');
  expect(days).toHaveLength(366);
  expect(days.at(-1)).toEqual({ time: (START + 399 * DAY_MS) / 1000, temp: 31, reallocated: 399 });
  expect(kept.readingsOf('S').at(-1)).toMatchObject({ temp: 41, reallocated: 2, wear: 7 });
  now += DAY_MS;
  kept.record(Array.from({ length: 70 }, (_, at) => ({ disk: disk(`N${at}`), reading: said(30, 0) })));
  expect(kept.readingsOf('A')).toEqual([]);
  expect(database.all((row) => row, 'SELECT DISTINCT serial FROM disk_readings')).toHaveLength(64);
});

it('a disk whose value is at its limit is told of once, also after a restart, until it is well or taken out', () => {
  trends().record([{ disk: disk('A'), reading: said(30, 1604, 140) }]);
  expect([trends().failingDisks, told]).toEqual([['Model A'], 1]);
  now += DAY_MS;
  trends().record([{ disk: disk('A'), reading: said(30, 1605, 139) }]);
  expect([trends().failingDisks, told]).toEqual([['Model A'], 1]);
  trends().record([{ disk: disk('B'), reading: said(30, 0) }]);
  expect([trends().failingDisks, told]).toEqual([[], 2]);
  trends().record([{ disk: disk('B'), reading: { ...said(30, 0), health: 'FAILED' } }]);
  expect(trends().failingDisks).toEqual(['Model B']);
});

it('one that says nothing of itself, or has no number, has no trend', () => {
  const kept = trends();
  kept.record([
    { disk: disk('E'), reading: { health: 'UNKNOWN', temp: 0, attrs: [] } },
    { disk: disk(''), reading: said(30, 0) },
  ]);
  expect(database.all((row) => row, 'SELECT * FROM disk_readings')).toEqual([]);
  expect(kept.hasReadingsToday).toBe(false);
});

it('the box asks by itself, once a day, and the disks of an array rather than the array', async () => {
  const asked: string[] = [];
  const one = { ...disk('A'), name: 'sda', bus: 'sata', size: 1, unplugs: 0, rotates: 1, parts: [] } as const;
  const answer: DiskHealthReport = {
    answer: 'health',
    firmware: '',
    rotation: 0,
    hours: 1,
    running: 0,
    progress: 0,
    short: 0,
    long: 0,
    tests: [],
    ...said(33, 0),
  };
  const refused = { answer: 'refused', why: 'absent', detail: '' } as const;
  const health = new DiskHealth(
    {
      disks: () =>
        Promise.resolve({
          answer: 'disks',
          arrays: [],
          gone: [],
          disks: [one, { ...one, ...disk('R'), name: 'md0', bus: 'raid' }],
        }),
      health: (name) => {
        asked.push(name);
        return Promise.resolve(answer);
      },
      plan: () => Promise.resolve(refused),
      execute: () => Promise.resolve(refused),
    },
    () => Promise.resolve([]),
    () => Promise.resolve(null),
    () => Promise.resolve({ lost: [], kept: [] }),
    trends(),
  );
  for (const day of [0, 0, 1, 1]) {
    now = START + day * DAY_MS;
    await health.readDaily();
  }
  expect(asked).toEqual(['sda', 'sda']);
  expect(
    trends()
      .readingsOf('A')
      .map(({ temp }) => temp),
  ).toEqual([33, 33]);
});

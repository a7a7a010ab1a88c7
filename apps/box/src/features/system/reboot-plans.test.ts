import { Refusal } from '@boxwood/box-sdk/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Facts } from '../../server/identity/facts.ts';
import { identityMigrations } from '../../server/identity/identity-tables.ts';
import { openDatabase } from '../../store/database.ts';
import { ManualClock } from '../../runtime/manual-clock.ts';
import { Timetable, timetableMigrations } from '../../runtime/timetable.ts';
import { RebootPlans } from './reboot-plans.ts';
import { RootSettings } from './root-settings.ts';

const DAY = 24 * 60 * 60_000;
/** A Thursday in the machine's local time. */
const noon = new Date(2026, 0, 15, 12).getTime();

let database: ReturnType<typeof openDatabase>;
let clock: ManualClock;
let reboots: string[];
let skipped: string[];
/** Action of the machine's array. */
let action: string;
/** The running operation that a restart must not interrupt. */
let held: string | null;
/** What the machine lacks; null without a helper. */
let lacking: readonly string[] | null;
let timetable: Timetable;

/** Starts a box; its stored settings apply. */
const start = (): RootSettings => {
  timetable = new Timetable({ clock, database, onFault: (fault) => skipped.push(String(fault)) });
  const array = { name: 'md0', uuid: 'u', level: '1', size: 1, runs: 1, disks: 2, degraded: 0 } as const;
  const reboot = new RebootPlans({
    timetable,
    onSkip: (why) => skipped.push(why),
    restartBlockers: {
      get first() {
        return held;
      },
    },
    host: {
      lacking: () => Promise.resolve(lacking),
      disks: () =>
        Promise.resolve({
          answer: 'disks',
          disks: [],
          gone: [],
          arrays: [{ ...array, action, progress: 1, speed: 1, members: [] }],
        }),
    },
    power: {
      later: () => {
        const at = new Date(clock.now());
        reboots.push([at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes()].join(' '));
        return Promise.resolve();
      },
    },
  });
  const settings = new RootSettings({ facts: new Facts(database), handlers: { reboot_plan: reboot } });
  timetable.start();
  return settings;
};
const refusal = async (work: () => unknown): Promise<unknown> => {
  try {
    return (await work()) ?? 'done';
  } catch (failure) {
    return failure instanceof Refusal ? [failure.code, failure.info] : failure;
  }
};

beforeEach(() => {
  held = null;
  database = openDatabase(':memory:', { migrations: [...identityMigrations, ...timetableMigrations] });
  clock = new ManualClock(noon);
  [reboots, skipped, action, lacking] = [[], [], 'idle', []];
});
afterEach(async () => {
  await timetable.close();
  database.close();
});

it('settings that nothing obeys are refused, whatever they hold, and none is said to be there', async () => {
  const settings = start();
  for (const name of ['fan_rule', 'led_plan', 'mirror']) {
    expect(await refusal(() => settings.write(name, {}))).toEqual([3, 'notOffered']);
    expect(await refusal(() => settings.read(name))).toEqual([15, undefined]);
  }
  expect(await refusal(() => settings.read('../fan_rule'))).toEqual([11, undefined]);
  expect(await refusal(() => settings.write('ports', {}))).toEqual([11, undefined]);
  expect(database.all((row) => row, 'select * from facts')).toEqual([]);
});

it('a plan to restart that makes no sense, or that nobody could carry out, is refused and not kept', async () => {
  const settings = start();
  for (const wrong of [
    {},
    { enable: 1, frequency: 'year', time: '04:30' },
    { enable: 1, frequency: 'day', time: '24:00' },
    { enable: 1, frequency: 'week', time: '04:30' },
    { enable: 1, frequency: 'week', time: '04:30', weekday: 8 },
    { enable: 1, frequency: 'month', time: '04:30', day: 0 },
  ])
    expect(await refusal(() => settings.write('reboot_plan', wrong)), JSON.stringify(wrong)).toEqual([11, undefined]);
  const plan = { enable: 1, frequency: 'day', time: '04:30' };
  lacking = null;
  expect(await refusal(() => settings.write('reboot_plan', plan))).toEqual([3, 'host.absent']);
  lacking = ['systemctl'];
  expect(await refusal(() => settings.write('reboot_plan', plan))).toEqual([3, 'host.lacking']);
  expect(await refusal(() => settings.read('reboot_plan'))).toEqual([15, undefined]);
  expect(await refusal(() => settings.write('reboot_plan', { ...plan, enable: 0 }))).toBe('done');
});

it('SYSTEM-15: by day, week and month, on the last day of a shorter month, and never twice', async () => {
  const settings = start();
  await settings.write('reboot_plan', { enable: 1, frequency: 'month', time: '04:30', day: 31 });
  await clock.advance(80 * DAY);
  expect(reboots).toEqual(['1 31 4 30', '2 28 4 30', '3 31 4 30']);
  reboots = [];
  await settings.write('reboot_plan', { enable: 1, frequency: 'week', time: '23:59', weekday: 7 });
  await clock.advance(8 * DAY);
  expect(reboots).toEqual(['4 5 23 59', '4 12 23 59']);
  reboots = [];
  await settings.write('reboot_plan', { enable: 1, frequency: 'day', time: '12:05' });
  await clock.advance(2 * DAY);
  expect(reboots).toHaveLength(2);
  await settings.write('reboot_plan', { enable: 0, frequency: 'day', time: '12:05' });
  await clock.advance(2 * DAY);
  expect(reboots).toHaveLength(2);
});

it('one that was due before it was written, or while the box was off, is left out; after a restart the plan still holds', async () => {
  let settings = start();
  await settings.write('reboot_plan', { enable: 1, frequency: 'day', time: '12:30' });
  await clock.advance(DAY);
  expect(reboots).toEqual(['1 15 12 30']);
  // That time was two minutes ago.
  await settings.write('reboot_plan', { enable: 1, frequency: 'day', time: '11:58' });
  await clock.advance(60_000);
  expect(reboots).toHaveLength(1);
  await timetable.close();
  clock.jump(3 * DAY);
  settings = start();
  expect(settings.read('reboot_plan')).toMatchObject({ time: '11:58' });
  await clock.advance(60_000);
  expect(reboots).toHaveLength(1);
  await clock.advance(DAY);
  expect(reboots).toEqual(['1 15 12 30', '1 20 11 58']);
});

it('SYSTEM-16: while an array is filled it is left out, and why is said; the next one comes', async () => {
  const settings = start();
  await settings.write('reboot_plan', { enable: 1, frequency: 'day', time: '04:30' });
  action = 'recover';
  await clock.advance(DAY);
  expect([reboots, skipped]).toEqual([[], ['the planned restart was skipped: an array is being rebuilt or checked']]);
  expect(timetable.list()).toMatchObject([{ name: 'reboot', ended: 'failed' }]);
  action = 'idle';
  await clock.advance(DAY);
  expect(reboots).toEqual(['1 17 4 30']);
});

it('SYSTEM-16: while another version is brought, or a disk is made anew, it is left out, and why is said', async () => {
  const settings = start();
  await settings.write('reboot_plan', { enable: 1, frequency: 'day', time: '04:30' });
  held = 'an upgrade';
  await clock.advance(DAY);
  expect([reboots, skipped]).toEqual([[], ['the planned restart was skipped: an upgrade is running']]);
  held = null;
  await clock.advance(DAY);
  expect(reboots).toEqual(['1 17 4 30']);
});

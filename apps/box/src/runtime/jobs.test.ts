/**
 * The queue with test kinds: sweeping a list of rooms (one at a time for the box), and writing letters (two at a time
 * per user).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { int, list, str, struct } from '@boxwood/command-bus/codecs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '../store/database.ts';
import { type AnyJobKind, defineJob, JobFailed, type JobKind, type JobSpec } from './job.ts';
import { Jobs } from './jobs.ts';
import { jobMigrations, JobTable } from './job-table.ts';

interface Sweep {
  readonly rooms: readonly string[];
}

let folder: string;
let database: Database;
let swept: string[];
let cleaned: string[];
let faults: unknown[];
let notified: string[];
/** Number of rooms swept before the job blocks until it is stopped. */
let strength: number;
let open: Jobs[];

const rooms = struct({ rooms: list(str) });
const sweeping = (more: Partial<JobSpec<Sweep, number>> = {}): JobKind<Sweep> =>
  defineJob<Sweep, number>({
    kind: 'sweep',
    input: rooms,
    point: int,
    area: 'disks',
    restart: 'resume',
    keep: 3,
    slot: () => ({ resource: 'broom', atOnce: 1, each: 'box' }),
    clean: ({ id }) => Promise.resolve(void cleaned.push(id)),
    run: async ({ job, signal, progress, point, checkpoint }) => {
      progress.setTotal(job.input.rooms.length);
      for (const [at, room] of job.input.rooms.entries()) {
        if (at < (point ?? 0)) continue;
        if (room === 'cellar') throw new JobFailed('it is dark', 4);
        if (strength <= 0) await sleep(60_000, undefined, { signal });
        strength -= 1;
        swept.push(room);
        progress.setDone(at + 1);
        checkpoint(at + 1);
      }
    },
    ...more,
  });
const writing = defineJob({
  kind: 'letter',
  input: struct({ to: str }),
  restart: 'again',
  keep: 9,
  slot: () => ({ resource: 'pen', atOnce: 2, each: 'owner' }),
  run: ({ signal }) => sleep(60_000, undefined, { signal }),
});

const start = async (kinds: readonly AnyJobKind[]): Promise<Jobs> => {
  const jobs = new Jobs({
    table: new JobTable(database),
    clock: { now: () => Date.now() },
    boot: 'boot',
    onFault: (fault) => faults.push(fault),
    onChange: (area, owner) => notified.push(`${area} of ${owner}`),
  });
  open.push(jobs);
  jobs.register(kinds);
  await jobs.start();
  return jobs;
};
const sweep = (jobs: Jobs, kind: JobKind<Sweep>, ...list: readonly string[]): string =>
  jobs.begin(kind, { owner: null, name: 'house', input: { rooms: list } });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxwood-jobs-'));
  database = openDatabase(join(folder, 'box.sqlite'), { migrations: jobMigrations });
  [swept, cleaned, faults, notified, open, strength] = [[], [], [], [], [], 1000];
});
afterEach(async () => {
  for (const jobs of open) await jobs.close();
  database.close();
  rmSync(folder, { recursive: true });
});

describe('a kind of job that is no task', () => {
  it('of the box itself runs, counts what it likes, and is no job of another kind', async () => {
    const kind = sweeping();
    const jobs = await start([kind, writing]);
    const id = sweep(jobs, kind, 'hall', 'attic');
    expect(await jobs.settled(kind, id)).toMatchObject({
      owner: null,
      state: 'done',
      total: 2,
      done: 2,
      name: 'house',
    });
    expect([swept, jobs.get(writing, id)]).toEqual([['hall', 'attic'], undefined]);
    // Added, started, ended.
    expect(notified).toEqual(['disks of ', 'disks of ', 'disks of ']);
    expect(jobs.list(kind, { owner: 'ann' }, 0, 9)).toEqual([]);
  });

  it('goes on from its point in the next box, and from where it was paused', async () => {
    const kind = sweeping();
    const first = await start([kind]);
    strength = 2;
    const id = sweep(first, kind, 'hall', 'attic', 'kitchen', 'porch');
    await vi.waitFor(() => expect(first.get(kind, id)).toMatchObject({ state: 'running', done: 2, total: 4 }));
    await first.close();
    expect(first.get(kind, id)?.state).toBe('running');
    strength = 1;
    const next = await start([kind]);
    await vi.waitFor(() => expect(swept).toHaveLength(3));
    expect(await next.pause(id)).toBe(true);
    expect(next.get(kind, id)).toMatchObject({ state: 'paused', done: 3 });
    expect([await next.pause(id), next.resume('no such'), await next.remove('no such')]).toEqual([false, false, false]);
    strength = 9;
    expect(next.resume(id)).toBe(true);
    expect(await next.settled(kind, id)).toMatchObject({ state: 'done' });
    expect(swept).toEqual(['hall', 'attic', 'kitchen', 'porch']);
    expect(faults).toEqual([]);
  });

  it.each([
    ['again', { state: 'done' }, ['hall', 'hall', 'attic'], 0],
    [
      { code: 7, message: 'the box was restarted' },
      { state: 'failed', code: 7, message: 'the box was restarted' },
      ['hall'],
      1,
    ],
  ] as const)('after a restart: %o', async (restart, outcome, seen, cleanings) => {
    const kind = sweeping({ restart });
    const first = await start([kind]);
    strength = 1;
    const id = sweep(first, kind, 'hall', 'attic');
    await vi.waitFor(() => expect(swept).toHaveLength(1));
    await first.close();
    strength = 9;
    const next = await start([kind]);
    expect(await next.settled(kind, id)).toMatchObject(outcome);
    expect([swept, cleaned.length]).toEqual([seen, cleanings]);
  });

  it('waits for what it occupies: one broom for everybody, two pens for each person', async () => {
    const kind = sweeping();
    const jobs = await start([kind, writing]);
    strength = 0;
    const sweeps = [null, 'ann', 'bob'].map((owner) =>
      jobs.begin(kind, { owner, name: '', input: { rooms: ['hall'] } }),
    );
    const letters = ['ann', 'ann', 'ann', 'bob'].map((owner) =>
      jobs.begin(writing, { owner, name: '', input: { to: 'cyd' } }),
    );
    const states = () => [
      ...sweeps.map((id) => jobs.get(kind, id)?.state),
      ...letters.map((id) => jobs.get(writing, id)?.state),
    ];
    expect(states()).toEqual(['running', 'waiting', 'waiting', 'running', 'running', 'waiting', 'running']);
    await jobs.pause(sweeps[0] ?? '');
    await jobs.pause(letters[0] ?? '');
    expect(states()).toEqual(['paused', 'running', 'waiting', 'paused', 'running', 'running', 'running']);
    await jobs.endAll('ann');
    expect(states()).toEqual(['paused', undefined, 'running', undefined, undefined, undefined, 'running']);
  });

  it('fails with its own words when it foresaw why, and else is a fault; ended ones are kept, so many as it says', async () => {
    const kind = sweeping();
    const jobs = await start([kind]);
    expect(await jobs.settled(kind, sweep(jobs, kind, 'cellar'))).toMatchObject({
      state: 'failed',
      code: 4,
      message: 'it is dark',
    });
    expect([faults, cleaned.length]).toEqual([[], 1]);
    const broken = { ...sweeping({ kind: 'broken', run: () => Promise.reject(new TypeError('a mistake')) }) };
    jobs.register([broken]);
    expect(await jobs.settled(broken, sweep(jobs, broken, 'hall'))).toMatchObject({ state: 'failed', message: '' });
    expect(faults).toEqual([new TypeError('a mistake')]);
    for (let n = 0; n < 5; n += 1) await jobs.settled(kind, sweep(jobs, kind, 'hall'));
    expect(jobs.count(kind, { owner: null })).toBe(3);
  });

  it('stops when its right has ended, and its secret is forgotten with it', async () => {
    const seen: (string | undefined)[] = [];
    let allowed = true;
    const kind = sweeping({
      findRevocation: () => (allowed ? null : new JobFailed('not allowed any more', 13)),
      run: ({ signal, secret }) => {
        seen.push(secret);
        return sleep(60_000, undefined, { signal });
      },
    });
    const jobs = await start([kind]);
    const id = jobs.begin(kind, { owner: 'ann', name: '', input: { rooms: [] }, secret: 'tulip' });
    jobs.recheck();
    expect(jobs.get(kind, id)?.state).toBe('running');
    allowed = false;
    jobs.recheck();
    expect(await jobs.settled(kind, id)).toMatchObject({ state: 'failed', code: 13, message: 'not allowed any more' });
    expect([seen, cleaned, faults]).toEqual([['tulip'], [id], []]);
    expect(database.all((row) => JSON.stringify(row), 'select * from jobs').join()).not.toContain('tulip');
  });

  it('that nobody knows, or nobody can read, is forgotten at the start and told of', async () => {
    const kind = sweeping();
    const first = await start([kind]);
    strength = 0;
    const ids = [sweep(first, kind, 'hall'), sweep(first, kind, 'attic')];
    await first.close();
    database.run(`update jobs set input = '{"rooms":7}' where id = ?`, ids[0] ?? '');
    database.run(`update jobs set kind = 'strange' where id = ?`, ids[1] ?? '');
    await start([kind]);
    expect(database.all((row) => row, 'select * from jobs')).toEqual([]);
    expect(faults.map(String)).toEqual([
      'Error: a job of the kind sweep cannot be decoded and is discarded',
      'Error: a job of the kind strange cannot be decoded and is discarded',
    ]);
  });

  it('whose taking back was cut off is taken back at the next start, with what is swept up after unknown ones', async () => {
    const sweeps: boolean[] = [];
    let isStuck = true;
    const kind = sweeping({
      clean: ({ id }) => (isStuck ? Promise.reject(new Error('EIO')) : Promise.resolve(void cleaned.push(id))),
      sweep: (isKnown) => Promise.resolve(void sweeps.push(isKnown('x'), isKnown(id))),
    });
    let id = '';
    const first = await start([kind]);
    strength = 0;
    id = sweep(first, kind, 'hall');
    await first.pause(id);
    await expect(first.remove(id)).rejects.toThrow('EIO');
    expect(first.get(kind, id)?.state).toBe('ending');
    expect(first.resume(id)).toBe(false);
    isStuck = false;
    const next = await start([kind]);
    expect([next.get(kind, id), cleaned, sweeps]).toEqual([undefined, [id], [false, false, false, true]]);
  });

  it('has a name of its own', () => {
    const jobs = new Jobs({
      table: new JobTable(database),
      clock: { now: () => 0 },
      boot: '',
      onFault: () => undefined,
    });
    expect(() => jobs.register([writing, writing])).toThrow('two job kinds are named letter');
  });
});

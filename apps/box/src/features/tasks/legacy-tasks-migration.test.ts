/** Migration of tasks from their own table to jobs. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testBox, type JournalTestBox } from '../../storage/journal/journal-test-helpers.ts';
import { jobMigrations } from '../../runtime/job-table.ts';
import { openDatabase } from '../../store/database.ts';
import { invalidateOpenState } from '../../storage/state/restore-backup.ts';
import { taskMigrations } from './task-job.ts';
import { createTasks } from './task-test-helpers.ts';

const HOME = '/mnt/usb1/ann';
/** A name that is not UTF-8, one that JSON escapes, and one in another script. */
const NAMES = ['odd \udc80.txt', 'a "b"\\\u0001.txt', '北京.txt'] as const;
let box: JournalTestBox;
let file: string;
const old = () => taskMigrations.filter(({ version }) => version === 1);

const insert = (
  id: string,
  cmd: string,
  name: string,
  state: number,
  more: { code?: number; params?: object } = {},
) => {
  const database = openDatabase(file, { migrations: old() });
  database.run(
    `insert into tasks (id, user, cmd, source, target, params, areas, name, type, created, state, code, message, total, done, boot, ended)
     values (?, 'ann', ?, ?, '/mnt/usb1/shared-files', ?, '["safe"]', ?, 3, 1700000000, ?, ?, '', 9, 4, ?, 5)`,
    id,
    cmd,
    `${HOME}/${name}`,
    JSON.stringify(more.params ?? { conflict: 2 }),
    name,
    state,
    more.code ?? 0,
    state === 2 ? 'boot' : '',
  );
  database.close();
};
const opened = () => openDatabase(file, { migrations: [...jobMigrations, ...taskMigrations] });

beforeEach(() => {
  box = testBox(() => Date.now(), []);
  file = join(box.root, 'old.sqlite');
  for (const place of ['usb1/ann', 'usb1/shared-files']) mkdirSync(join(box.root, place), { recursive: true });
});
afterEach(() => box.remove());

it('what waits, is paused, was running or has ended is the same task afterwards, whatever its file is called', () => {
  const turn = { operation: 7, direction: 'undo', moves: [{ from: `${HOME}/${NAMES[0]}`, to: `${HOME}/x` }] };
  insert('waits', 'COPY', NAMES[0], 0);
  insert('down', 'DOWN', NAMES[1], 3, { params: {} });
  insert('runs', 'COMPRESS', NAMES[2], 2, { code: 2, params: { names: [...NAMES] } });
  insert('turns', 'MOVE', 'x', 3, { params: { turn } });
  insert('good', 'REMOVE', 'x', 1, { code: 5 });
  insert('bad', 'EMOVE', 'x', -1, { code: 11 });
  insert('cleans', 'COPY', 'x', 3, { code: 4 });
  const database = opened();
  const { tasks } = createTasks({ ...box, database }, { clock: { now: () => Date.now() } });
  const { list } = tasks.list({ user: 'ann' }, 0, 99);
  expect(list.toReversed().map(({ id, state, code }) => [id, state, code])).toEqual([
    ['waits', 0, 0],
    ['down', 3, 0],
    ['runs', 2, 2],
    ['turns', 3, 0],
    ['good', 1, 5],
    ['bad', -1, 11],
    ['cleans', 3, 4],
  ]);
  expect(tasks.get('ann', 'waits')).toMatchObject({
    cmd: 'COPY',
    source: `${HOME}/${NAMES[0]}`,
    name: NAMES[0],
    type: 3,
    params: { conflict: 2 },
    areas: ['safe'],
    created: 1_700_000_000,
    total: 9,
    done: 4,
    boot: '',
  });
  expect(tasks.get('ann', 'down')).toMatchObject({ source: `${HOME}/${NAMES[1]}`, name: NAMES[1] });
  expect(tasks.get('ann', 'runs')).toMatchObject({ boot: 'boot', params: { names: NAMES } });
  expect(tasks.get('ann', 'turns')?.params).toEqual({ turn });
  expect([...tasks.operationsBeingUndone()]).toEqual([7]);
  expect(tasks.list({ user: 'ann', cmd: 'DOWN' }, 0, 9).list.map(({ id }) => id)).toEqual(['down']);
  database.close();
});

it('what waited is done by the new box', async () => {
  writeFileSync(join(box.root, 'usb1/ann/a.txt'), 'a');
  insert('waits', 'COPY', 'a.txt', 0);
  insert('runs', 'COPY', 'a.txt', 2, { code: 2 });
  const database = opened();
  const { jobs, tasks, faults } = createTasks({ ...box, database }, { clock: { now: () => Date.now() } });
  await jobs.start();
  for (const id of ['waits', 'runs']) expect(await tasks.whenSettled('ann', id)).toMatchObject({ state: 1, code: 5 });
  expect(readFileSync(join(box.root, 'usb1/shared-files/a.txt'), 'utf8')).toBe('a');
  expect(faults).toEqual([]);
  await jobs.close();
  database.close();
});

it('a backup of the old box comes back with nothing that would be done again', () => {
  insert('waits', 'COPY', 'a.txt', 0);
  const before = openDatabase(file, { migrations: old() });
  before.exec(
    'create table uploads (synced, boot, done); create table vault_moves (x); create table tokens (x); create table file_keys (x); create table facts (name, value)',
  );
  before.close();
  invalidateOpenState(file, 'box');
  const database = opened();
  const { tasks } = createTasks({ ...box, database }, { clock: { now: () => Date.now() } });
  expect(tasks.get('ann', 'waits')).toMatchObject({ state: -1, code: 3, message: 'restored' });
  database.close();
});

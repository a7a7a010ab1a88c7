import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../store/database.ts';
import { number } from '../store/rows.ts';
import type { Task } from './model.ts';
import { taskMigrations, TaskTable } from './task-table.ts';

let folder = '';
let database: Database;
let table: TaskTable;
/** Longer than the pages that a full database has left. */
const LONG = 'x'.repeat(20_000);

const task = (id: string, more: Partial<Task> = {}): Task => ({
  ...{
    id,
    user: 'ann',
    cmd: 'COPY',
    source: '/a',
    target: '/b',
    params: {},
    areas: [],
    name: 'a',
    type: 0,
    created: 1,
  },
  ...{ state: 0, code: 0, message: '', total: 0, done: 0, boot: '', ...more },
});
const setFull = (full: boolean) => {
  const pages = database.get((row) => number(row, 'page_count'), 'PRAGMA page_count') ?? 0;
  database.exec(`PRAGMA max_page_count = ${full ? pages : 1_000_000}`);
};
/** What the file itself says. */
const written = (id: string) =>
  database.get((row) => number(row, 'state'), 'select state from main.tasks where id = ?', id);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxwood-table-'));
  database = openDatabase(join(folder, 'box.sqlite'), { migrations: taskMigrations });
  table = new TaskTable(database);
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

describe('the rows of the task queue on a disk that takes nothing', () => {
  it('are changed all the same: kept in memory, seen by every question, and written when there is room', () => {
    for (const id of ['a', 'b', 'c']) table.add(task(id));
    setFull(true);
    expect(() => table.add(task('d', { name: LONG }))).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
    table.set('a', -1, 11, LONG, 7);
    expect(table.get('ann', 'a')).toMatchObject({ state: -1, code: 11, message: LONG, name: 'a' });
    expect(written('a')).toBe(0);
    // What comes later does not overtake what is late.
    table.set('b', 2, 2, '', 0);
    table.progress('b', 10, 5);
    table.rename('b', 'new', 3);
    table.boot('b', 'boot');
    table.remove('c');
    expect(table.get('ann', 'b')).toMatchObject({ state: 2, total: 10, done: 5, name: 'new', type: 3, boot: 'boot' });
    expect([written('b'), written('c')]).toEqual([0, 0]);
    expect(table.list({ user: 'ann' }, 0, 10).map(({ id, state }) => [id, state])).toEqual([
      ['b', 2],
      ['a', -1],
    ]);
    expect([table.count({ user: 'ann' }), table.count({ user: 'ann', state: -1 }), table.has('c')]).toEqual([
      2,
      1,
      false,
    ]);
    expect(table.unfinished().map(({ id }) => id)).toEqual(['b']);
    expect(table.nextWaiting('ann', 'files')).toBeUndefined();
    table.settle();
    expect(written('a')).toBe(0);
    setFull(false);
    table.settle();
    expect(['a', 'b', 'c'].map(written)).toEqual([-1, 2, undefined]);
    const again = new TaskTable(database);
    expect(again.get('ann', 'a')).toMatchObject({ state: -1, code: 11, message: LONG });
    expect(again.get('ann', 'b')).toMatchObject({ state: 2, total: 10, done: 5, name: 'new', type: 3, boot: 'boot' });
  });

  it('downloads wait in a lane of their own', () => {
    table.add(task('a', { cmd: 'DOWN' }));
    table.add(task('b'));
    expect(table.nextWaiting('ann', 'files')?.id).toBe('b');
    expect(table.nextWaiting('ann', 'downloads')?.id).toBe('a');
  });

  it('a mistake in a statement is no trouble of the disk, and is said', () => {
    database.exec('drop table tasks');
    expect(() => table.set('a', 1, 5, '', 0)).toThrow('no such table');
  });
});

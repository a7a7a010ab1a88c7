import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../store/database.ts';
import { number, text } from '../store/row-columns.ts';
import type { JobRow } from './job.ts';
import { jobMigrations, JobTable } from './job-table.ts';

let folder = '';
let database: Database;
let table: JobTable;
/** Longer than the free pages of a full database. */
const LONG = 'x'.repeat(20_000);

const job = (id: string, more: Partial<JobRow> = {}): JobRow => ({
  id,
  kind: 'files',
  owner: 'ann',
  lane: 'files/ann',
  input: '{"cmd":"COPY"}',
  point: null,
  name: 'a',
  created: 1,
  state: 'waiting',
  code: 0,
  message: '',
  total: 0,
  done: 0,
  boot: '',
  ...more,
});
const ANN = { kind: 'files', owner: 'ann' };
const setFull = (full: boolean) => {
  const pages = database.get((row) => number(row, 'page_count'), 'PRAGMA page_count') ?? 0;
  database.exec(`PRAGMA max_page_count = ${full ? pages : 1_000_000}`);
};
/** Content of the file itself. */
const written = (id: string) =>
  database.get((row) => text(row, 'state'), 'select state from main.jobs where id = ?', id);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxwood-table-'));
  database = openDatabase(join(folder, 'box.sqlite'), { migrations: jobMigrations });
  table = new JobTable(database);
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

describe('the rows of the queue on a disk that takes nothing', () => {
  it('are changed all the same: kept in memory, seen by every question, and written when there is room', () => {
    for (const id of ['a', 'b', 'c']) table.add(job(id));
    setFull(true);
    expect(() => table.add(job('d', { name: LONG }))).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
    table.set('a', 'failed', 11, LONG, 7);
    expect(table.get('a')).toMatchObject({ state: 'failed', code: 11, message: LONG, name: 'a' });
    expect(written('a')).toBe('waiting');
    // A later change does not overtake a pending one.
    table.set('b', 'running', 2, '', 0);
    table.progress('b', 10, 5);
    table.rename('b', 'new');
    table.point('b', '7');
    table.boot('b', 'boot');
    table.remove('c');
    expect(table.get('b')).toMatchObject({
      state: 'running',
      total: 10,
      done: 5,
      name: 'new',
      point: '7',
      boot: 'boot',
    });
    expect([written('b'), written('c')]).toEqual(['waiting', 'waiting']);
    expect(table.list(ANN, 0, 10).map(({ id, state }) => [id, state])).toEqual([
      ['b', 'running'],
      ['a', 'failed'],
    ]);
    expect([table.count(ANN), table.count({ ...ANN, states: ['failed'] }), table.has('c')]).toEqual([2, 1, false]);
    expect(table.unfinished().map(({ id }) => id)).toEqual(['b']);
    expect(table.nextWaiting('files/ann')).toBeUndefined();
    table.flush();
    expect(written('a')).toBe('waiting');
    setFull(false);
    table.flush();
    expect(['a', 'b', 'c'].map(written)).toEqual(['failed', 'running', undefined]);
    const again = new JobTable(database);
    expect(again.get('a')).toMatchObject({ state: 'failed', code: 11, message: LONG });
    expect(again.get('b')).toMatchObject({
      state: 'running',
      total: 10,
      done: 5,
      name: 'new',
      point: '7',
      boot: 'boot',
    });
  });

  it('each lane has a line of its own, and what is asked for by a text of the input is found', () => {
    table.add(job('a', { lane: 'downloads/ann', input: '{"cmd":"DOWN"}' }));
    table.add(job('b'));
    table.add(job('c', { owner: null, lane: 'files' }));
    expect(['files/ann', 'downloads/ann', 'files'].map((lane) => table.nextWaiting(lane)?.id)).toEqual(['b', 'a', 'c']);
    expect(table.count({ ...ANN, field: { name: 'cmd', is: 'DOWN' } })).toBe(1);
    expect(table.list({ ...ANN, owner: null }, 0, 9).map(({ id }) => id)).toEqual(['c']);
  });

  it('a mistake in a statement is no trouble of the disk, and is said', () => {
    database.exec('drop table jobs');
    expect(() => table.set('a', 'done', 5, '', 0)).toThrow('no such table');
  });
});

/** A page of a large bin: which rows are read, and that it equals the page of a full sort. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import { compareBytes, compareText, naturalKey } from '../files/listing/natural-sort-key.ts';
import { type Database, openDatabase } from '../../store/database.ts';
import { createTrashId } from './trash-bins.ts';
import type { TrashRecord } from './trash-sidecar.ts';
import { type TrashOrder, TrashPages } from './trash-pages.ts';
import { TrashTable, trashMigrations } from './trash-table.ts';

const MANY = 7000;
const PAGE = 100;
let database: Database;
let table: TrashTable;
let pages: TrashPages;
const record = (at: number, changed: Partial<TrashRecord> = {}): TrashRecord => ({
  id: createTrashId(at),
  owner: 'ann',
  bin: '/mnt/usb1/ann/.Trash',
  parent: '/mnt/usb1/ann',
  name: `IMG_${at}.jpg`,
  folder: false,
  size: (at * 7919) % 1000,
  mtime: (at * 104_729) % 5000,
  deleted: Math.floor(at / 50),
  by: 'ann',
  ...changed,
});

beforeEach(() => {
  database = openDatabase(':memory:', { migrations: trashMigrations });
  table = new TrashTable(database);
  pages = new TrashPages(table);
});
afterEach(() => database.close());

/** Number of rows read meanwhile. */
const rowsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const all = vi.spyOn(database, 'all');
  const get = vi.spyOn(database, 'get');
  await work();
  const rows = all.mock.results.reduce((sum, { value }) => sum + (Array.isArray(value) ? value.length : 0), 0);
  const others = get.mock.calls.length;
  all.mockRestore();
  get.mockRestore();
  return rows + others;
};
const page = (offset: number, order: TrashOrder = '5', desc = true, count = PAGE) =>
  pages.page('ann', { offset, count, order, desc });

describe('a bin with thousands of items', () => {
  beforeEach(() => {
    database.transaction(() => {
      for (let at = 0; at < MANY; at += 1) table.add(record(at, at % 3 === 0 ? { owner: '' } : {}));
      for (let at = 0; at < 50; at += 1) table.add(record(at, { owner: 'bob' }));
    });
  });

  it('reads a page in the order of deletion and no more, from the start and going on; how many there are is known', async () => {
    for (let offset = 0; offset < 1000; offset += PAGE)
      expect(await rowsOf(() => page(offset)), `from ${offset}`).toBeLessThanOrEqual(PAGE + 1);
    expect((await page(0)).sum).toBe(MANY);
    expect((await pages.page('bob', { offset: 0, count: 1, order: '5', desc: true })).sum).toBe(
      50 + Math.ceil(MANY / 3),
    );
  });

  it('has it read as it lies, and nothing sorted', () => {
    const all = vi.spyOn(database, 'all');
    table.listByDeletion('ann', null, true, PAGE);
    table.listByDeletion('ann', { deleted: 20, natural: 'x', name: 'x', id: 'x' }, false, PAGE);
    const asked = all.mock.calls.map(([, sql, ...values]) => [sql, values] as const);
    all.mockRestore();
    expect(asked).toHaveLength(2);
    for (const [sql, values] of asked) {
      const plan = database.all(({ detail }) => String(detail), `explain query plan ${sql}`, ...values).join('\n');
      expect(plan).toMatch(/USING PRIMARY KEY/);
      expect(plan).not.toMatch(/TEMP B-TREE|SCAN trash/);
    }
  });

  it('sorts in any other order once, and others have their turn meanwhile', async () => {
    let turns = 0;
    let over = false;
    const others = (): void => {
      turns += 1;
      if (!over) setImmediate(others);
    };
    setImmediate(others);
    expect(await rowsOf(() => page(0, '1'))).toBeGreaterThanOrEqual(MANY);
    over = true;
    expect(turns).toBeGreaterThan(MANY / 2000);
    expect(await rowsOf(() => page(PAGE, '1'))).toBeLessThanOrEqual(PAGE + 1);
    expect(await rowsOf(() => page(0, '1', false))).toBeLessThanOrEqual(PAGE + 1);
  });

  it('shows what came and went, also where somebody goes on', async () => {
    const first = await page(0);
    const [newest, second] = first.list;
    table.remove(newest?.id ?? '');
    table.add(record(MANY));
    table.add(record(MANY + 50));
    const after = await page(0);
    expect([after.sum, after.list[0]?.name, after.list[2]?.id]).toEqual([MANY + 1, `IMG_${MANY + 50}.jpg`, second?.id]);
    expect((await page(PAGE)).list[0]?.id).toBe(first.list[PAGE - 1]?.id);
  });
});

it('all pages in a row are all items in their order, whatever the order, the size of a page and where it begins', async () => {
  const name = fc.string({
    unit: fc.constantFrom('a', 'B', '1', '9', '照', '片', ' ', 'é'),
    minLength: 1,
    maxLength: 4,
  });
  const item = fc.record({
    name,
    owner: fc.constantFrom('ann', '', 'bob'),
    size: fc.nat(3),
    mtime: fc.nat(3),
    deleted: fc.nat(3),
  });
  const byName = (a: TrashRecord, b: TrashRecord): number =>
    compareText(naturalKey(a.name), naturalKey(b.name)) || compareBytes(a.name, b.name) || compareText(a.id, b.id);
  await fc.assert(
    fc.asyncProperty(fc.array(item, { maxLength: 30 }), fc.integer({ min: 1, max: 7 }), async (items, size) => {
      for (const { record: old } of table.listByDeletion('ann', null, true, 100)) table.remove(old.id);
      for (const { record: old } of table.listByDeletion('bob', null, true, 100)) table.remove(old.id);
      const records = items.map((each, at) => record(at, each));
      for (const each of records) table.add(each);
      const seen = records.filter(({ owner }) => owner !== 'bob');
      for (const [order, key] of [
        ['1', null],
        ['3', 'mtime'],
        ['4', 'size'],
        ['5', 'deleted'],
      ] as const) {
        const sorted = seen.toSorted((a, b) => (key === null ? 0 : a[key] - b[key]) || byName(a, b));
        for (const desc of [false, true]) {
          const found: string[] = [];
          for (let offset = 0; offset < seen.length; offset += size)
            found.push(...(await page(offset, order, desc, size)).list.map(({ id }) => id));
          const ids = sorted.map(({ id }) => id);
          expect(found).toEqual(desc ? ids.reverse() : ids);
          const last = Math.max(0, seen.length - 1);
          expect((await page(last, order, desc, size)).list.map(({ id }) => id)).toEqual(ids.slice(last));
          expect((await page(seen.length, order, desc, size)).list).toEqual([]);
        }
      }
    }),
    { numRuns: propertyRuns(60) },
  );
});

it('an empty bin has no items', async () => {
  for (const order of ['5', '1'] as const) expect(await page(0, order)).toEqual({ sum: 0, list: [] });
});

it('an item that is written down again counts once', async () => {
  const one = record(1);
  table.add(one);
  table.add({ ...one, name: 'other' });
  table.add(record(2));
  expect((await page(0)).sum).toBe(2);
});

it('a bin from before its items had sort keys is what it was: they get them at the start', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-bin-'));
  const file = join(folder, 'box.db');
  const before = openDatabase(file, { migrations: trashMigrations.slice(0, 1) });
  for (const name of ['b10', 'b9', 'a'])
    before.run(
      'insert into trash (id, owner, bin, parent, name, folder, size, mtime, deleted, by) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      `id of ${name}`,
      'ann',
      'bin',
      'parent',
      name,
      0,
      1,
      2,
      3,
      'ann',
    );
  before.close();
  const now = openDatabase(file, { migrations: trashMigrations });
  try {
    const old = new TrashTable(now);
    expect([old.addSortKeys(2), old.addSortKeys(2)]).toEqual([true, false]);
    const { sum, list } = await new TrashPages(old).page('ann', { offset: 0, count: 9, order: '5', desc: false });
    expect([sum, list.map(({ name }) => name)]).toEqual([3, ['a', 'b9', 'b10']]);
    expect(old.get('id of b9')).toEqual({
      id: 'id of b9',
      owner: 'ann',
      bin: 'bin',
      parent: 'parent',
      name: 'b9',
      folder: false,
      size: 1,
      mtime: 2,
      deleted: 3,
      by: 'ann',
    });
    old.remove('id of a');
    expect(old.count('ann')).toBe(2);
  } finally {
    now.close();
    rmSync(folder, { recursive: true });
  }
});

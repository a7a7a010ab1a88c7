import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Database } from '../../store/database.ts';
import { number } from '../../store/rows.ts';
import type { IndexTables } from '../index-tables.ts';
import type { Look } from '../looks.ts';
import { photoIndexMigrations } from '../tables.ts';
import { LIBRARY, libraryIn } from '../testing.ts';
import { type Below, FaceTables, NEWEST, type Unlooked } from './face-tables.ts';

const face = { x: 0, y: 0, width: 1, height: 1, score: 0.99, descriptor: new Float32Array(128) };
/** More than fit into one batch. */
const ids = Array.from({ length: 1200 }, (_, at) => `p${String(at).padStart(4, '0')}`);
const wanted = { sorts: false, reads: false };

let index: Database;
let tables: IndexTables;
let faces: FaceTables;
beforeEach(() => {
  index = new Database(':memory:', { migrations: photoIndexMigrations });
  tables = libraryIn(index, ids);
  faces = new FaceTables(index);
});
afterEach(() => index.close());

/** The contents that wait for an analysis, read in batches of `by`. */
const waiting = (look: Look = 'faced', most = 1200, by = 64): readonly string[] => {
  const found: string[] = [];
  for (let at: Below | null = NEWEST; at !== null && found.length < most;) {
    const { contents, next } = faces.waiting(look, at, by, wanted);
    found.push(...contents.map(({ photo }) => photo));
    at = next;
  }
  return found.slice(0, most);
};
const read = (photo: string): Unlooked => {
  for (let at: Below | null = NEWEST; at !== null;) {
    const { contents, next } = faces.waiting('faced', at, 64, wanted);
    const found = contents.find((each) => each.photo === photo);
    if (found !== undefined) return found;
    at = next;
  }
  throw new Error(`${photo} does not wait`);
};
const rows = (table: string): number | undefined =>
  index.get((row) => number(row, 'n'), `SELECT count(*) AS n FROM ${table}`);

it('what waits for a look comes newest first, and what lies nowhere any more holds nobody up', () => {
  expect(waiting()).toEqual(ids.toReversed());
  expect(waiting('faced', 1200, 7)).toEqual(ids.toReversed());
  // A content analysed for faces still waits for objects.
  faces.put('p1199', [face]);
  expect([waiting('faced', 2), waiting('sought', 1)]).toEqual([['p1198', 'p1197'], ['p1199']]);
  expect(faces.waiting('sought', NEWEST, 1, wanted).contents).toMatchObject([
    { photo: 'p1199', key: `${LIBRARY}/p1199.jpg`, isFaced: true, isSought: false, isSorted: true, isRead: true },
  ]);
  index.run(`DELETE FROM photo_files WHERE photo >= 'p0100'`);
  expect(waiting('faced', 2)).toEqual(['p0099', 'p0098']);
  const { contents, next } = faces.waiting('faced', NEWEST, 8, wanted);
  expect([contents, next?.photo]).toEqual([[], 'p1191']);
  tables.see('p0099', { placeholder: '', trouble: 'broken' });
  faces.later(read('p0098'));
  expect(waiting('faced', 1)).toEqual(['p0097']);
  faces.tryAgain();
  expect(waiting('faced', 1)).toEqual(['p0098']);
});

it('what was looked for as it was before is looked at when its file comes anew, before and after that was found out', () => {
  const before = read('p1199');
  faces.later(before);
  expect(waiting('faced', 1)).toEqual(['p1198']);
  const folder = tables.folder(LIBRARY)?.id ?? 0;
  tables.put(folder, [{ name: 'p1199.jpg', dev: 1, ino: 5000, size: 1, mtime: 77_777 }]);
  const [file] = tables.unread(1);
  if (file === undefined) throw new Error('nothing is unread');
  tables.learnAll([{ file, facts: null, photo: 'p1199', again: 'never' }]);
  expect(waiting('faced', 1)).toEqual(['p1199']);
  // The result of an earlier version of the file is ignored.
  faces.later(before);
  expect(waiting('faced', 1)).toEqual(['p1199']);
  faces.later(read('p1199'));
  expect(waiting('faced', 1)).toEqual(['p1198']);
});

it('pictures of one moment are each there once', () => {
  index.run('UPDATE photo_facts SET wall = 7');
  expect(waiting('faced', 1200, 5)).toEqual(ids.toReversed());
});

it('how far it is counts what can be looked at and lies somewhere', async () => {
  index.run('UPDATE photo_facts SET sought = 1');
  for (const id of ids.slice(0, 1100)) faces.put(id, []);
  expect(await faces.progress(wanted)).toEqual({ total: 1200, done: 1100 });
  tables.see('p0000', { placeholder: '', trouble: 'broken' });
  index.run(`DELETE FROM photo_files WHERE photo = 'p0001'`);
  expect(await faces.progress(wanted)).toEqual({ total: 1198, done: 1098 });
  expect(await faces.progress({ sorts: true, reads: false })).toEqual({ total: 1198, done: 0 });
});

it('all faces are forgotten with moments for others, and one that is found again meanwhile stays', async () => {
  for (const id of ids) faces.put(id, [face]);
  const forgetting = faces.forgetAll();
  // The first batch is deleted before the event loop is yielded.
  await setImmediate();
  const left = rows('photo_faces') ?? 0;
  expect([left > 0, left < ids.length]).toEqual([true, true]);
  faces.put('p0000', [face]);
  await forgetting;
  expect([rows('photo_faces'), waiting().length, waiting().includes('p0000')]).toEqual([1, 1199, false]);
});

it('a folder is forgotten file by file, and counts as never read from the first of them on', async () => {
  const forgetting = tables.forget(LIBRARY);
  const left = rows('photo_files') ?? 0;
  expect([left > 0, left < ids.length, tables.folder(LIBRARY)?.mtime]).toEqual([true, true, -1]);
  expect(await forgetting).toBe(true);
  expect([rows('photo_files'), rows('photo_folders'), await tables.forget(LIBRARY)]).toEqual([0, 0, false]);
});

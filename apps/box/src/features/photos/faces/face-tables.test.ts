import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Database } from '../../../store/database.ts';
import { number } from '../../../store/row-columns.ts';
import type { IndexTables } from '../index-tables.ts';
import type { AnalysisColumn } from '../photo-analyses.ts';
import { photoIndexMigrations } from '../photo-migrations.ts';
import { LIBRARY_FOLDER, createPhotoLibrary } from '../photo-test-helpers.ts';
import { type ContentCursor, FaceTables, BEFORE_NEWEST, type UnanalysedContent } from './face-tables.ts';

const face = { x: 0, y: 0, width: 1, height: 1, score: 0.99, descriptor: new Float32Array(128) };
/** More than fit into one batch. */
const ids = Array.from({ length: 1200 }, (_, at) => `p${String(at).padStart(4, '0')}`);
const enabled = { sorts: false, reads: false };

let index: Database;
let tables: IndexTables;
let faces: FaceTables;
beforeEach(() => {
  index = new Database(':memory:', { migrations: photoIndexMigrations });
  tables = createPhotoLibrary(index, ids);
  faces = new FaceTables(index);
});
afterEach(() => index.close());

/** The contents that wait for an analysis, read in batches of `by`. */
const unanalysedPhotos = (analysis: AnalysisColumn = 'faced', most = 1200, by = 64): readonly string[] => {
  const found: string[] = [];
  for (let at: ContentCursor | null = BEFORE_NEWEST; at !== null && found.length < most;) {
    const { contents, next } = faces.nextUnanalysed(analysis, at, by, enabled);
    found.push(...contents.map(({ photo }) => photo));
    at = next;
  }
  return found.slice(0, most);
};
const read = (photo: string): UnanalysedContent => {
  for (let at: ContentCursor | null = BEFORE_NEWEST; at !== null;) {
    const { contents, next } = faces.nextUnanalysed('faced', at, 64, enabled);
    const found = contents.find((each) => each.photo === photo);
    if (found !== undefined) return found;
    at = next;
  }
  throw new Error(`${photo} does not wait`);
};
const rows = (table: string): number | undefined =>
  index.get((row) => number(row, 'n'), `SELECT count(*) AS n FROM ${table}`);

it('what waits for a look comes newest first, and what lies nowhere any more holds nobody up', () => {
  expect(unanalysedPhotos()).toEqual(ids.toReversed());
  expect(unanalysedPhotos('faced', 1200, 7)).toEqual(ids.toReversed());
  // A content analysed for faces still waits for objects.
  faces.put('p1199', [face]);
  expect([unanalysedPhotos('faced', 2), unanalysedPhotos('sought', 1)]).toEqual([['p1198', 'p1197'], ['p1199']]);
  expect(faces.nextUnanalysed('sought', BEFORE_NEWEST, 1, enabled).contents).toMatchObject([
    {
      photo: 'p1199',
      key: `${LIBRARY_FOLDER}/p1199.jpg`,
      isFaced: true,
      isSought: false,
      isSorted: true,
      isRead: true,
    },
  ]);
  index.run(`DELETE FROM photo_files WHERE photo >= 'p0100'`);
  expect(unanalysedPhotos('faced', 2)).toEqual(['p0099', 'p0098']);
  const { contents, next } = faces.nextUnanalysed('faced', BEFORE_NEWEST, 8, enabled);
  expect([contents, next?.photo]).toEqual([[], 'p1191']);
  tables.setPreview('p0099', { placeholder: '', trouble: 'broken' });
  faces.postpone(read('p0098'));
  expect(unanalysedPhotos('faced', 1)).toEqual(['p0097']);
  faces.retryPostponed();
  expect(unanalysedPhotos('faced', 1)).toEqual(['p0098']);
});

it('what was looked for as it was before is looked at when its file comes anew, before and after that was found out', () => {
  const before = read('p1199');
  faces.postpone(before);
  expect(unanalysedPhotos('faced', 1)).toEqual(['p1198']);
  const folder = tables.folder(LIBRARY_FOLDER)?.id ?? 0;
  tables.putFiles(folder, [{ name: 'p1199.jpg', dev: 1, ino: 5000, size: 1, mtime: 77_777 }]);
  const [file] = tables.unindexedFiles(1);
  if (file === undefined) throw new Error('nothing is unread');
  tables.saveResults([{ file, metadata: null, photo: 'p1199', retry: 'never' }]);
  expect(unanalysedPhotos('faced', 1)).toEqual(['p1199']);
  // The result of an earlier version of the file is ignored.
  faces.postpone(before);
  expect(unanalysedPhotos('faced', 1)).toEqual(['p1199']);
  faces.postpone(read('p1199'));
  expect(unanalysedPhotos('faced', 1)).toEqual(['p1198']);
});

it('pictures of one moment are each there once', () => {
  index.run('UPDATE photo_facts SET wall = 7');
  expect(unanalysedPhotos('faced', 1200, 5)).toEqual(ids.toReversed());
});

it('how far it is counts what can be looked at and lies somewhere', async () => {
  index.run('UPDATE photo_facts SET sought = 1');
  for (const id of ids.slice(0, 1100)) faces.put(id, []);
  expect(await faces.progress(enabled)).toEqual({ total: 1200, done: 1100 });
  tables.setPreview('p0000', { placeholder: '', trouble: 'broken' });
  index.run(`DELETE FROM photo_files WHERE photo = 'p0001'`);
  expect(await faces.progress(enabled)).toEqual({ total: 1198, done: 1098 });
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
  expect([rows('photo_faces'), unanalysedPhotos().length, unanalysedPhotos().includes('p0000')]).toEqual([
    1,
    1199,
    false,
  ]);
});

it('a folder is forgotten file by file, and counts as never read from the first of them on', async () => {
  const forgetting = tables.forget(LIBRARY_FOLDER);
  const left = rows('photo_files') ?? 0;
  expect([left > 0, left < ids.length, tables.folder(LIBRARY_FOLDER)?.mtime]).toEqual([true, true, -1]);
  expect(await forgetting).toBe(true);
  expect([rows('photo_files'), rows('photo_folders'), await tables.forget(LIBRARY_FOLDER)]).toEqual([0, 0, false]);
});

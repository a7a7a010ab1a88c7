import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_AI_CONFIG } from '@boxwood/box-sdk';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import { type TestFiles, createTestFiles } from '../files/file-test-helpers.ts';
import { Database } from '../../store/database.ts';
import { number, text } from '../../store/row-columns.ts';
import { callerFor, Folder } from '../../storage/vault/index.ts';
import { IndexTables } from './index-tables.ts';
import { Indexer } from './indexer.ts';
import { PhotoAnnotations } from './photo-annotations.ts';
import { MetadataExtractor } from './metadata-extractor.ts';
import { listReadableFolders } from './readable-folders.ts';
import { PlaceTables } from './places/place-tables.ts';
import { photoIndexMigrations, photoMigrations } from './photo-migrations.ts';
import { ObjectTables } from './objects/object-tables.ts';
import { Timelines } from './timelines.ts';

let files: TestFiles;
let index: Database;
let tables: IndexTables;
let base: Buffer;
const running: (() => Promise<void>)[] = [];

beforeEach(async () => {
  files = createTestFiles(photoMigrations);
  index = new Database(':memory:', { migrations: photoIndexMigrations });
  tables = new IndexTables(index);
  base = await sharp({ create: { width: 24, height: 16, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
});
afterEach(async () => {
  for (const end of running.splice(0)) await end();
  index.close();
  await files.close();
});

const home = (...path: readonly string[]): string => join(files.root, 'usb1', 'ann', ...path);
/** A unique picture with a capture time in its name. */
const put = (folder: string, n: number): void => {
  mkdirSync(home(folder), { recursive: true });
  const day = String((n % 28) + 1).padStart(2, '0');
  const month = String((n % 12) + 1).padStart(2, '0');
  writeFileSync(
    home(folder, `IMG_20${10 + (n % 9)}${month}${day}_${n}.jpg`),
    Buffer.concat([base, Buffer.from(String(n))]),
  );
};
class CountingExtractor extends MetadataExtractor {
  read = 0;
  readonly requests: ('facts' | 'seen')[] = [];

  override readMetadata(
    ...requests: Parameters<MetadataExtractor['readMetadata']>
  ): ReturnType<MetadataExtractor['readMetadata']> {
    this.requests.push('facts');
    return super.readMetadata(...requests);
  }

  override readPreview(
    ...requests: Parameters<MetadataExtractor['readPreview']>
  ): ReturnType<MetadataExtractor['readPreview']> {
    this.requests.push('seen');
    return super.readPreview(...requests);
  }

  override readContent(
    ...requests: Parameters<MetadataExtractor['readContent']>
  ): ReturnType<MetadataExtractor['readContent']> {
    this.read += 1;
    return super.readContent(...requests);
  }
}

/** Starts an indexer as the box does at startup; `end` stops it as a shutdown does. */
const startIndexer = () => {
  const metadataExtractor = new CountingExtractor({ clock: { now: () => Date.now() } });
  const indexer = new Indexer({
    vault: files.vault,
    tables,
    places: new PlaceTables(index),
    hashes: files.hashes,
    metadataExtractor,
    userNames: () => ['ann'],
    onChanged: () => undefined,
    onIdle: () => undefined,
    onFault: (fault) => {
      throw fault;
    },
  });
  const end = async (): Promise<void> => {
    const ended = indexer.close();
    metadataExtractor.close();
    await ended;
  };
  running.push(end);
  indexer.start();
  return { indexer, end, read: () => metadataExtractor.read, asked: metadataExtractor.requests };
};
const listed = (): readonly string[] =>
  index.all(
    (row) => `${text(row, 'key')}/${text(row, 'name')} ${text(row, 'photo')}`,
    `SELECT d.key, f.name, coalesce(f.photo, '?') AS photo FROM photo_files f JOIN photo_folders d ON d.id = f.folder ORDER BY 1, 2`,
  );
const viewOf = async (views: Timelines) => {
  const ann = callerFor('ann');
  const sight = await listReadableFolders(files.vault, tables, ann);
  return { sight, view: await views.get(ann, sight, {}, null) };
};

describe('the index of pictures', () => {
  it(
    'ended at twenty moments it loses and doubles nothing, and a start reads nothing that is known',
    { timeout: 120_000 },
    async () => {
      for (let n = 0; n < 60; n++) put(`My Images/${n % 7}`, n);
      for (let moment = 0; moment < 20; moment++) {
        const { end } = startIndexer();
        await sleep(moment * 4);
        await end();
      }
      const last = startIndexer();
      await last.indexer.whenIdle();
      await last.end();
      expect(new Set(listed()).size).toBe(60);
      expect(new Set(listed().map((line) => line.split(' ').at(-1))).size).toBe(60);
      expect(index.get((row) => number(row, 'n'), 'SELECT count(*) AS n FROM photo_facts')).toBe(60);
      const before = listed();
      // The box was off while photos were moved, deleted and added.
      renameSync(home('My Images', '1'), home('My Images', 'one'));
      rmSync(home('My Images', '2'), { recursive: true });
      put('My Images/3', 100);
      const again = startIndexer();
      await again.indexer.whenIdle();
      await again.end();
      expect(listed()).toHaveLength(before.length - 9 + 1);
      expect(
        listed()
          .filter((line) => line.includes('/one/'))
          .map((line) => line.split(' ').at(-1)),
      ).toEqual(before.filter((line) => line.includes('/1/')).map((line) => line.split(' ').at(-1)));
      await sleep(2100);
      const settling = startIndexer();
      await settling.indexer.whenIdle();
      await settling.end();
      const quiet = startIndexer();
      await quiet.indexer.whenIdle();
      expect(quiet.read()).toBe(0);
    },
  );

  it(
    'of a folder of many files one that came, changed, was renamed or went is all that is written, and the box itself looks at none',
    { timeout: 60_000 },
    async () => {
      for (let n = 0; n < 300; n++) put('many', n);
      const { indexer, read } = startIndexer();
      await indexer.whenIdle();
      const before = listed();
      const lstat = vi.spyOn(Folder.prototype, 'lstat');
      const written = vi.spyOn(tables, 'putFiles');
      const dropped = vi.spyOn(tables, 'removeFiles');
      const [renamed = '', gone = ''] = readdirSync(home('many')).toSorted();
      renameSync(home('many', renamed), home('many', `zz ${renamed}`));
      rmSync(home('many', gone));
      put('many', 1000);
      indexer.onFolderChanged('/mnt/usb1/ann/many');
      await indexer.whenIdle();
      expect(written.mock.calls.flatMap(([, files]) => files.map(({ name }) => name)).toSorted()).toEqual(
        [`zz ${renamed}`, 'IMG_20110521_1000.jpg'].toSorted(),
      );
      expect(dropped.mock.calls.flatMap(([, files]) => files.map(({ name }) => name))).toEqual([renamed, gone]);
      expect(lstat.mock.calls).toEqual([]);
      expect(read()).toBe(301);
      expect(listed()).toHaveLength(before.length);
    },
  );

  it('ends in the middle of a folder, and the next start begins it anew', { timeout: 60_000 }, async () => {
    for (let n = 0; n < 300; n++) put('many', n);
    const { indexer, end } = startIndexer();
    const compared = vi.spyOn(tables, 'putFiles').mockImplementationOnce(() => {
      end().catch(() => undefined);
    });
    await indexer.whenIdle();
    await end();
    expect(compared).toHaveBeenCalledTimes(1);
    expect(tables.folder('/mnt/usb1/ann/many')?.mtime).toBe(-1);
    const again = startIndexer();
    await again.indexer.whenIdle();
    expect(new Set(listed()).size).toBe(300);
  });

  it('what pictures are is known of all before how the first of them looks, and goes on from there after an end', async () => {
    const unseen = () =>
      index.get((row) => number(row, 'n'), `SELECT count(*) AS n FROM photo_facts WHERE placeholder = ''`);
    for (let n = 0; n < 40; n++) put('few', n);
    const first = startIndexer();
    const see = vi.spyOn(tables, 'setPreview').mockImplementationOnce(() => {
      first.end().catch(() => undefined);
    });
    await first.indexer.whenIdle();
    await first.end();
    expect(see).toHaveBeenCalledTimes(1);
    expect(first.asked.slice(0, 40)).toEqual(Array.from({ length: 40 }, () => 'facts'));
    expect(unseen()).toBe(40);
    const again = startIndexer();
    await again.indexer.whenIdle();
    expect(again.asked).toEqual(Array.from({ length: 40 }, () => 'seen'));
    expect(unseen()).toBe(0);
  });

  it('a file that cannot be opened in a moment is tried again with its folder, and by the next start', async () => {
    const open = files.vault.openFile.bind(files.vault);
    const refused = vi.spyOn(files.vault, 'openFile');
    const busy = () => Promise.reject(Object.assign(new Error('too many open files'), { code: 'EMFILE' }));
    const unread = () => listed().filter((line) => line.endsWith(' ?')).length;
    put('few', 1);
    put('few', 2);
    refused.mockImplementation(busy);
    const { indexer, end } = startIndexer();
    await indexer.whenIdle();
    expect(unread()).toBe(2);
    refused.mockImplementationOnce(open).mockImplementation(busy);
    indexer.onFolderChanged('/mnt/usb1/ann/few');
    await indexer.whenIdle();
    expect(unread()).toBe(1);
    await end();
    refused.mockImplementation(open);
    await startIndexer().indexer.whenIdle();
    expect(unread()).toBe(0);
  });

  it('the months count what the time line shows, whatever people say of pictures', { timeout: 60_000 }, async () => {
    for (let n = 0; n < 30; n++) put(`${n % 3}`, n);
    const { indexer } = startIndexer();
    await indexer.whenIdle();
    const marks = new PhotoAnnotations(files.database);
    const things = new ObjectTables(index, { ai: DEFAULT_AI_CONFIG });
    const people = { async *photosOf() {} };
    const views = new Timelines(index, {
      annotations: marks,
      people,
      objects: things,
      search: { find: () => Promise.resolve([]), soundsOf: (all) => Promise.resolve(all) },
    });
    const ids = index.all((row) => text(row, 'id'), 'SELECT id FROM photo_facts');
    const said = fc.record({
      photos: fc.subarray(ids, { minLength: 1 }),
      hidden: fc.constantFrom<0 | 1>(0, 1),
      taken: fc.constantFrom(0, 86_400, 1_000_000_000, 1_262_304_000),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(said, { maxLength: 5 }), async (steps) => {
        for (const { photos, ...mark } of steps) marks.set('ann', photos, mark);
        views.invalidate();
        const { sight, view } = await viewOf(views);
        const shown = views.photos('ann', sight, [...view.files]);
        const counted = new Map<string, number>();
        for (const { taken, zone } of shown) {
          const month = new Date((taken + zone * 60) * 1000).toISOString().slice(0, 7);
          counted.set(month, (counted.get(month) ?? 0) + 1);
        }
        expect(view.months.map(({ month, count }) => [month, count])).toEqual([...counted]);
        expect([...counted.keys()]).toEqual([...counted.keys()].toSorted().toReversed());
        expect(shown.every(({ hidden }) => hidden === 0)).toBe(true);
      }),
      { numRuns: propertyRuns(25) },
    );
  });
});

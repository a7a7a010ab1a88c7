import { DEFAULT_AI_CONFIG } from '@boxwood/box-sdk';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Database } from '../../store/database.ts';
import { callerFor } from '../../storage/vault/index.ts';
import { PhotoAnnotations } from './photo-annotations.ts';
import { photoIndexMigrations, photoMigrations } from './photo-migrations.ts';
import { createPhotoLibrary } from './photo-test-helpers.ts';
import { ObjectTables } from './objects/object-tables.ts';
import { Timelines } from './timelines.ts';

let index: Database;
let books: Database;
beforeEach(() => {
  index = new Database(':memory:', { migrations: photoIndexMigrations });
  books = new Database(':memory:', { migrations: photoMigrations });
});
afterEach(() => {
  index.close();
  books.close();
});

const viewsOf = (): Timelines =>
  new Timelines(index, {
    annotations: new PhotoAnnotations(books),
    people: { async *photosOf() {} },
    objects: new ObjectTables(index, { ai: DEFAULT_AI_CONFIG }),
    search: { find: () => Promise.resolve([]), soundsOf: (all) => Promise.resolve(all) },
  });

it('an album of a folder holds what lies in it and below it, and nothing of folders that begin alike', async () => {
  const folders = ['Trip', 'Trip/Day 1', 'Trip/Day 1/noon', 'Trip 2', 'Trip-a', 'Trip0', 'Trip.', 'trip', 'Tri'];
  const tables = createPhotoLibrary(
    index,
    folders.map((_, at) => `p${at}`),
  );
  for (const [at, folder] of folders.entries())
    index.run(
      'UPDATE photo_files SET folder = ? WHERE photo = ?',
      tables.beginFolder(`/mnt/usb1/ann/${folder}`),
      `p${at}`,
    );
  const views = viewsOf();
  const sight = { folders: new Map(tables.folders().map(({ id, key }) => [id, key])), fingerprint: '' };
  const album = { folders: ['/mnt/usb1/ann/Trip'], photos: new Set(['p8']) };
  const { files } = await views.get(callerFor('ann'), sight, { album: 'trip' }, () => album);
  const shown = views.photos('ann', sight, [...files]).map(({ path }) => path.slice('/mnt/usb1/ann/'.length, -7));
  expect(shown).toEqual(['Tri', 'Trip/Day 1/noon', 'Trip/Day 1', 'Trip']);
  const held = folders.filter((_, at) => {
    const own = views.filesOf(sight, [`p${at}`]).get(`p${at}`) ?? [];
    return views.albums.isAnyBelow(album.folders, own);
  });
  expect(held).toEqual(['Trip', 'Trip/Day 1', 'Trip/Day 1/noon']);
});

it('a view is made once for a state, of as many albums as a family has; what was asked for longest ago goes first', async () => {
  const tables = createPhotoLibrary(index, ['a', 'b']);
  const views = viewsOf();
  const sight = { folders: new Map(tables.folders().map(({ id, key }) => [id, key])), fingerprint: '' };
  const of = (album: string) =>
    views.get(callerFor('ann'), sight, { album }, () => ({ folders: [], photos: new Set(['a']) }));
  const first = await of('0');
  for (let album = 1; album < 200; album += 1) await of(String(album));
  expect(await of('0')).toBe(first);
  for (let album = 200; album < 499; album += 1) await of(String(album));
  expect(await of('0')).toBe(first);
  for (let album = 500; album < 800; album += 1) await of(String(album));
  const again = await of('0');
  expect([again === first, again]).toEqual([false, first]);
  views.invalidate();
  expect(await of('0')).not.toBe(again);
});

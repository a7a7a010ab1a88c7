import { DEFAULT_AI_CONFIG } from '@boxwood/box-sdk';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Database } from '../store/database.ts';
import { callerFor } from '../vault/index.ts';
import { Marks } from './marks.ts';
import { photoIndexMigrations, photoMigrations } from './tables.ts';
import { libraryIn } from './testing.ts';
import { ThingTables } from './things/thing-tables.ts';
import { Views } from './views.ts';

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

it('an album of a folder holds what lies in it and below it, and nothing of folders that begin alike', async () => {
  const folders = ['Trip', 'Trip/Day 1', 'Trip/Day 1/noon', 'Trip 2', 'Trip-a', 'Trip0', 'Trip.', 'trip', 'Tri'];
  const tables = libraryIn(
    index,
    folders.map((_, at) => `p${at}`),
  );
  for (const [at, folder] of folders.entries())
    index.run('UPDATE photo_files SET folder = ? WHERE photo = ?', tables.begin(`/mnt/usb1/ann/${folder}`), `p${at}`);
  const views = new Views(index, {
    marks: new Marks(books),
    people: { async *photosOf() {} },
    things: new ThingTables(index, { ai: DEFAULT_AI_CONFIG }),
    finder: { find: () => Promise.resolve([]) },
  });
  const sight = { folders: new Map(tables.folders().map(({ id, key }) => [id, key])), mark: '' };
  const album = { folders: ['/mnt/usb1/ann/Trip'], photos: new Set(['p8']) };
  const { files } = await views.view(callerFor('ann'), sight, { album: 'trip' }, album);
  const shown = views.photos('ann', sight, [...files]).map(({ path }) => path.slice('/mnt/usb1/ann/'.length, -7));
  expect(shown).toEqual(['Tri', 'Trip/Day 1/noon', 'Trip/Day 1', 'Trip']);
  const held = folders.filter((_, at) => {
    const own = views.filesOf(sight, [`p${at}`]).get(`p${at}`) ?? [];
    return views.holds(album, `p${at}`, own);
  });
  expect(held).toEqual(['Trip', 'Trip/Day 1', 'Trip/Day 1/noon', 'Tri']);
});

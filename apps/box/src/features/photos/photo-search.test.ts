import { DEFAULT_AI_CONFIG } from '@boxwood/box-sdk';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pinyinVariants } from '../files/listing/natural-sort-key.ts';
import { Database } from '../../store/database.ts';
import { AlbumFiles } from './album-files.ts';
import { Albums } from './albums.ts';
import { FaceTables } from './faces/face-tables.ts';
import { People } from './faces/people.ts';
import { PeopleTables } from './faces/people-tables.ts';
import { PhotoSearch } from './photo-search.ts';
import { IndexTables } from './index-tables.ts';
import { PlaceTables } from './places/place-tables.ts';
import { photoIndexMigrations, photoMigrations } from './photo-migrations.ts';
import { createPhotoLibrary, LIBRARY_FOLDER } from './photo-test-helpers.ts';
import { TextTables } from './texts/text-tables.ts';
import { FIRST_OWN_KIND } from './objects/object-kinds.ts';
import { ObjectTables } from './objects/object-tables.ts';
import { normalizeText } from './search-query.ts';

let index: Database;
let books: Database;
let finder: PhotoSearch;
let albums: Albums;

beforeEach(() => {
  index = new Database(':memory:', { migrations: photoIndexMigrations });
  books = new Database(':memory:', { migrations: photoMigrations });
  const settings = { ai: { ...DEFAULT_AI_CONFIG, enable: 1 as const } };
  createPhotoLibrary(index, ['a', 'b', 'c']);
  const objects = new ObjectTables(index, settings);
  const texts = new TextTables(index);
  const rows = new PeopleTables(books);
  const people = new People(new FaceTables(index), rows, { now: () => 0 }, settings);
  const places = new PlaceTables(index);
  albums = new Albums(books, { now: () => 0 });
  finder = new PhotoSearch({
    places,
    people,
    objects,
    texts,
    albums,
    albumFiles: new AlbumFiles(index),
    soundsOf: (all) => Promise.resolve(all.map((text) => pinyinVariants(text) ?? '')),
  });

  const kyoto = { id: 'JP.26', country: 'JP', name: '京都', english: 'Kyoto', region: '', regionEnglish: '' };
  places.savePlaces([{ photo: 'a', place: kyoto }]);
  objects.replaceOwnClassifier('mark', [
    { number: FIRST_OWN_KIND, id: 'wine-label', english: 'wine label', chinese: '酒标' },
  ]);
  objects.put('a', [
    { kind: 16, score: 0.99 },
    { kind: 40, score: 0.99 },
  ]);
  objects.put('b', [{ kind: 16, score: 0.01 }]);
  // The owner's classifier also knows a built-in kind.
  objects.putOwn('c', [
    { kind: FIRST_OWN_KIND, score: 0.99 },
    { kind: 16, score: 0.99 },
  ]);
  texts.put('b', 'Invoice 204\n发票号码:７');
  rows.assignFaces(
    'ann',
    [{ id: 'p', name: '奶奶', hidden: 0, cover: '' }],
    [{ photo: 'c', face: 0, person: 'p', said: 1 }],
  );
});
afterEach(() => {
  index.close();
  books.close();
});

const found = async (user: string, words: readonly string[]): Promise<readonly string[]> =>
  (await finder.find(user, words.map(normalizeText))).map(({ places, photos }) =>
    [...places, ...[...photos].sort()].join(' '),
  );

it('a word finds places, people, things of the box and of the owner, and what is written, in both languages', async () => {
  expect(
    await found('ann', ['kyoto', '京都', '奶奶', 'dog', '狗', 'wine', '酒标', 'invoice', '号码：7', 'cat']),
  ).toEqual(['JP.26', 'JP.26', 'c', 'a c', 'a c', 'a c', 'c', 'b', 'b', '']);
});

it('what is called in Chinese is found by its syllables and by their first letters, what is written in a picture is not', async () => {
  expect(await found('ann', ['jing', 'jd', 'nainai', 'nn', 'gou', 'jiubiao', 'fapiao'])).toEqual([
    'JP.26',
    'JP.26',
    'c',
    'c',
    'a c',
    'c',
    '',
  ]);
});

it('who somebody is is what the one who asks says', async () => {
  expect(await found('bob', ['奶奶', 'dog'])).toEqual(['', 'a c']);
});

it('the name of an album finds what was put into it and what its folders hold, for those who see the album', async () => {
  const trip = albums.createOrUpdate('ann', '', 'Trip to 海边', ['cleo']);
  albums.addPhotos(trip, ['b']);
  expect(await found('ann', ['trip', '海边', 'haibian', 'tri to'])).toEqual(['b', 'b', 'b', '']);
  expect(await found('cleo', ['trip'])).toEqual(['b']);
  expect(await found('bob', ['trip'])).toEqual(['']);
  albums.bind('ann', trip, LIBRARY_FOLDER);
  // A file that is not indexed yet is not found.
  const tables = new IndexTables(index);
  tables.putFiles(tables.beginFolder(LIBRARY_FOLDER), [{ name: 'new.jpg', dev: 1, ino: 9, size: 1, mtime: 9 }]);
  expect(await found('ann', ['trip', 'tripod'])).toEqual(['a b c', '']);
  albums.remove('ann', trip);
  expect(await found('ann', ['trip'])).toEqual(['']);
});

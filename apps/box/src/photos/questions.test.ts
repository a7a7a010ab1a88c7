/** Checks the query plan of every statement, because a full scan would be slow in a large library. */
import { DEFAULT_AI_CONFIG } from '@boxwood/box-sdk';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Database } from '../store/database.ts';
import { text } from '../store/rows.ts';
import { callerFor } from '../vault/index.ts';
import { AlbumFiles } from './album-files.ts';
import { Albums } from './albums.ts';
import { FaceTables, NEWEST } from './faces/face-tables.ts';
import { People } from './faces/people.ts';
import { PeopleTables } from './faces/people-tables.ts';
import { Finder } from './finder.ts';
import type { IndexTables } from './index-tables.ts';
import { LOOKS } from './looks.ts';
import { Marks } from './marks.ts';
import { PlaceTables } from './places/place-tables.ts';
import { photoIndexMigrations, photoMigrations } from './tables.ts';
import { LIBRARY, libraryIn } from './testing.ts';
import { TextTables } from './texts/text-tables.ts';
import { ThingTables } from './things/thing-tables.ts';
import { Views } from './views.ts';

/** A database that records the query plans of its statements. */
class Heard extends Database {
  readonly #plans = new Map<string, readonly string[]>();

  override all: Database['all'] = (read, sql, ...values) => {
    this.#hear(sql);
    return super.all(read, sql, ...values);
  };
  override get: Database['get'] = (read, sql, ...values) => {
    this.#hear(sql);
    return super.get(read, sql, ...values);
  };
  override run: Database['run'] = (sql, ...values) => {
    this.#hear(sql);
    return super.run(sql, ...values);
  };

  #hear(sql: string): void {
    if (!this.#plans.has(sql))
      this.#plans.set(
        sql,
        super.all((row) => text(row, 'detail'), `EXPLAIN QUERY PLAN ${sql}`),
      );
  }

  get asked(): number {
    return this.#plans.size;
  }

  /** Statements that scan a whole table or build an automatic index, with the plan step. */
  get whole(): readonly string[] {
    return [...this.#plans].flatMap(([sql, plan]) =>
      plan.filter(readsAll).map((step) => `${step}: ${sql.replaceAll(/\s+/g, ' ').slice(0, 100)}`),
    );
  }
}

/** Small tables, which may be scanned: places, values in the statement itself, and kinds of an owner's classifier. */
const SMALL =
  /^SCAN (?:photo_folders|photo_places|photo_own_kinds|photo_own_model|json_each|next|w|x|\(subquery|\d+ CONSTANT)/;
/** Partial indexes that contain only pending work. */
const WAITING = /INDEX photo_(?:facts|files)_(?:un[a-z]+|later|seen_later|new)$/;
/**
 * Range scans open on one side. Exceptions are the index of live photos, which is read in batches, and the search for
 * the next folder.
 */
const HALF = /USING (?:COVERING )?INDEX (?!photo_files_lead|sqlite_autoindex_photo_files_1)\S+ \(\w+[<>]\?\)$/;
const readsAll = (step: string): boolean =>
  step.includes('AUTOMATIC') ||
  HALF.test(step) ||
  (step.startsWith('SCAN ') && !SMALL.test(step) && !WAITING.test(step));

const ids = ['a', 'b', 'c', 'd', 'e'];
const face = { x: 0, y: 0, width: 1, height: 1, score: 0.99, descriptor: new Float32Array(128) };
const wanted = { sorts: true, reads: true };

let index: Heard;
let books: Heard;
let tables: IndexTables;
let faces: FaceTables;
beforeEach(() => {
  index = new Heard(':memory:', { migrations: photoIndexMigrations });
  books = new Heard(':memory:', { migrations: photoMigrations });
  tables = libraryIn(index, ids);
  faces = new FaceTables(index);
});
afterEach(() => {
  index.close();
  books.close();
});

it('nothing that is asked of a library reads all of it', async () => {
  const settings = { ai: { ...DEFAULT_AI_CONFIG, enable: 1 as const } };
  const things = new ThingTables(index, settings);
  const texts = new TextTables(index);
  const people = new PeopleTables(books);
  const marks = new Marks(books);
  const known = new People(faces, people, { now: () => 0 }, settings);
  const places = new PlaceTables(index);
  const albums = new Albums(books, { now: () => 0 });
  albums.bind('ann', albums.put('ann', '', 'Trip', []), LIBRARY);
  const finder = new Finder({
    places,
    people: known,
    things,
    texts,
    albums,
    albumFiles: new AlbumFiles(index),
    soundsOf: (all) => Promise.resolve(all),
  });
  const views = new Views(index, { marks, people: known, things, finder });
  const place = { id: 'FR', country: 'FR', name: 'Paris', english: 'Paris', region: '', regionEnglish: '' };
  places.put(places.waiting(10).map(({ photo }) => ({ photo, place })));
  tables.seeLater('e');
  for (const look of LOOKS) faces.waiting(look, NEWEST, 8, wanted);
  for (const { photo } of faces.waiting('faced', NEWEST, 8, wanted).contents) {
    faces.put(photo, [face]);
    things.put(photo, [{ kind: 1, score: 0.9 }]);
    things.sort(photo, []);
    texts.put(photo, 'words');
  }
  faces.later({ photo: 'e', size: 1, mtime: 4 });
  faces.tryAgain();
  tables.tryAgain();
  await faces.progress(wanted);
  await texts.forgetGone();
  tables.unseen(10);
  tables.contentAt(`${LIBRARY}/a.jpg`);
  const ann = callerFor('ann');
  const sight = { folders: new Map(tables.folders().map(({ id, key }) => [id, key])), mark: '' };
  await known.seen('ann', sight);
  const [person = ''] = people.all('ann').keys();
  await known.set('ann', sight, person, { name: 'Ada' });
  marks.set('ann', ['a'], { favourite: 1 });
  const { files } = await views.view(ann, sight, {}, null);
  expect(files).toHaveLength(5);
  for (const filter of [
    { words: 'ada' },
    { words: 'trip' },
    { words: 'cat' },
    { person },
    { thing: 'person' },
    { kind: 'live' },
    { spot: '4.1.1' },
  ])
    await views.view(ann, sight, filter, null);
  const album = { folders: [LIBRARY], photos: new Set(['a']) };
  expect((await views.view(ann, sight, { album: 'of some' }, () => album)).files).toHaveLength(5);
  expect(views.albums.liesIn(album.folders, views.filesOf(sight, ['a']).get('a') ?? [])).toBe(true);
  views.photos('ann', sight, [...files]);
  views.filesOf(sight, ['a']);
  await views.counts.places(files);
  await views.counts.things(files, 0.5);
  await views.spots.of(files, 4);
  tables.forgetContent('b');
  await faces.forgetAll();
  await things.forgetAll();
  await texts.forgetAll();
  await tables.forget(LIBRARY);

  expect([index.asked > 50, books.asked > 10]).toEqual([true, true]);
  expect([...index.whole, ...books.whole]).toEqual([]);
});

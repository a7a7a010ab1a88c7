/** Checks the query plan of every statement, because a full scan would be slow in a large library. */
import { DEFAULT_AI_CONFIG } from '@boxwood/box-sdk';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Database } from '../../store/database.ts';
import { text } from '../../store/row-columns.ts';
import { callerFor } from '../../storage/vault/index.ts';
import { AlbumFiles } from './album-files.ts';
import { Albums } from './albums.ts';
import { FaceTables, BEFORE_NEWEST } from './faces/face-tables.ts';
import { People } from './faces/people.ts';
import { PeopleTables } from './faces/people-tables.ts';
import { PhotoSearch } from './photo-search.ts';
import type { IndexTables } from './index-tables.ts';
import { ANALYSIS_COLUMNS } from './photo-analyses.ts';
import { PhotoAnnotations } from './photo-annotations.ts';
import { PlaceTables } from './places/place-tables.ts';
import { photoIndexMigrations, photoMigrations } from './photo-migrations.ts';
import { LIBRARY_FOLDER, createPhotoLibrary } from './photo-test-helpers.ts';
import { TextTables } from './texts/text-tables.ts';
import { ObjectTables } from './objects/object-tables.ts';
import { Timelines } from './timelines.ts';

/** A database that records the query plans of its statements. */
class RecordingDatabase extends Database {
  readonly #plans = new Map<string, readonly string[]>();

  override all: Database['all'] = (read, sql, ...values) => {
    this.#recordPlan(sql);
    return super.all(read, sql, ...values);
  };
  override get: Database['get'] = (read, sql, ...values) => {
    this.#recordPlan(sql);
    return super.get(read, sql, ...values);
  };
  override run: Database['run'] = (sql, ...values) => {
    this.#recordPlan(sql);
    return super.run(sql, ...values);
  };

  #recordPlan(sql: string): void {
    if (!this.#plans.has(sql))
      this.#plans.set(
        sql,
        super.all((row) => text(row, 'detail'), `EXPLAIN QUERY PLAN ${sql}`),
      );
  }

  get statementCount(): number {
    return this.#plans.size;
  }

  /** Statements that scan a whole table or build an automatic index, with the plan step. */
  get fullScans(): readonly string[] {
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
const enabled = { sorts: true, reads: true };

let index: RecordingDatabase;
let books: RecordingDatabase;
let tables: IndexTables;
let faces: FaceTables;
beforeEach(() => {
  index = new RecordingDatabase(':memory:', { migrations: photoIndexMigrations });
  books = new RecordingDatabase(':memory:', { migrations: photoMigrations });
  tables = createPhotoLibrary(index, ids);
  faces = new FaceTables(index);
});
afterEach(() => {
  index.close();
  books.close();
});

it('nothing that is asked of a library reads all of it', async () => {
  const settings = { ai: { ...DEFAULT_AI_CONFIG, enable: 1 as const } };
  const objects = new ObjectTables(index, settings);
  const texts = new TextTables(index);
  const people = new PeopleTables(books);
  const annotations = new PhotoAnnotations(books);
  const known = new People(faces, people, { now: () => 0 }, settings);
  const places = new PlaceTables(index);
  const albums = new Albums(books, { now: () => 0 });
  albums.bind('ann', albums.createOrUpdate('ann', '', 'Trip', []), LIBRARY_FOLDER);
  const finder = new PhotoSearch({
    places,
    people: known,
    objects,
    texts,
    albums,
    albumFiles: new AlbumFiles(index),
    soundsOf: (all) => Promise.resolve(all),
  });
  const views = new Timelines(index, { annotations, people: known, objects, search: finder });
  const place = { id: 'FR', country: 'FR', name: 'Paris', english: 'Paris', region: '', regionEnglish: '' };
  places.savePlaces(places.photosWithoutPlace(10).map(({ photo }) => ({ photo, place })));
  tables.postponePreview('e');
  for (const look of ANALYSIS_COLUMNS) faces.nextUnanalysed(look, BEFORE_NEWEST, 8, enabled);
  for (const { photo } of faces.nextUnanalysed('faced', BEFORE_NEWEST, 8, enabled).contents) {
    faces.put(photo, [face]);
    objects.put(photo, [{ kind: 1, score: 0.9 }]);
    objects.putOwn(photo, []);
    texts.put(photo, 'words');
  }
  faces.postpone({ photo: 'e', size: 1, mtime: 4 });
  faces.retryPostponed();
  tables.retryFailed();
  await faces.progress(enabled);
  await texts.forgetDeleted();
  tables.contentsWithoutPreview(10);
  tables.contentAt(`${LIBRARY_FOLDER}/a.jpg`);
  const ann = callerFor('ann');
  const sight = { folders: new Map(tables.folders().map(({ id, key }) => [id, key])), fingerprint: '' };
  await known.visiblePeople('ann', sight);
  const [person = ''] = people.all('ann').keys();
  await known.set('ann', sight, person, { name: 'Ada' });
  annotations.set('ann', ['a'], { favourite: 1 });
  const { files } = await views.get(ann, sight, {}, null);
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
    await views.get(ann, sight, filter, null);
  const album = { folders: [LIBRARY_FOLDER], photos: new Set(['a']) };
  expect((await views.get(ann, sight, { album: 'of some' }, () => album)).files).toHaveLength(5);
  expect(views.albums.isAnyBelow(album.folders, views.filesOf(sight, ['a']).get('a') ?? [])).toBe(true);
  views.photos('ann', sight, [...files]);
  views.filesOf(sight, ['a']);
  await views.counts.countByPlace(files);
  await views.counts.countByObjectKind(files, 0.5);
  await views.mapClusters.of(files, 4);
  tables.forgetContent('b');
  await faces.forgetAll();
  await objects.forgetAll();
  await texts.forgetAll();
  await tables.forget(LIBRARY_FOLDER);

  expect([index.statementCount > 50, books.statementCount > 10]).toEqual([true, true]);
  expect([...index.fullScans, ...books.fullScans]).toEqual([]);
});

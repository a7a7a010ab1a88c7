/**
 * Queries on a large library in which everything was recognised: `npm run bench -- recognised`, or `BENCH_PHOTOS=20000`
 * for less. Only the tables of the box, in files as there: the duration of each query, and how long it blocks the box
 * for others.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as moment, setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_AI_CONFIG } from '@boxwood/box-sdk';
import { AlbumFiles } from '../../apps/box/src/features/photos/album-files.ts';
import { Albums } from '../../apps/box/src/features/photos/albums.ts';
import { FaceTables, BEFORE_NEWEST } from '../../apps/box/src/features/photos/faces/face-tables.ts';
import { People } from '../../apps/box/src/features/photos/faces/people.ts';
import { PeopleTables } from '../../apps/box/src/features/photos/faces/people-tables.ts';
import { PhotoSearch } from '../../apps/box/src/features/photos/photo-search.ts';
import { IndexTables } from '../../apps/box/src/features/photos/index-tables.ts';
import { ANALYSIS_COLUMNS } from '../../apps/box/src/features/photos/photo-analyses.ts';
import { PhotoAnnotations } from '../../apps/box/src/features/photos/photo-annotations.ts';
import { photoIndexMigrations, photoMigrations } from '../../apps/box/src/features/photos/photo-migrations.ts';
import { PlaceTables } from '../../apps/box/src/features/photos/places/place-tables.ts';
import { TextTables } from '../../apps/box/src/features/photos/texts/text-tables.ts';
import { ObjectTables } from '../../apps/box/src/features/photos/objects/object-tables.ts';
import { Timelines } from '../../apps/box/src/features/photos/timelines.ts';
import { openDatabase } from '../../apps/box/src/store/database.ts';
import { callerFor } from '../../apps/box/src/storage/vault/index.ts';
import { createReport, median } from './_report.ts';

const COUNT = Number(process.env['BENCH_PHOTOS'] ?? 100_000);
/** Pictures of a folder, and of one write. */
const OF_FOLDER = 500;
/** People in the pictures; one of them is in half of all. */
const PEOPLE = 50;
const READS = 3;

const dir = mkdtempSync(join(tmpdir(), 'boxwood-recognised-'));
process.once('exit', () => rmSync(dir, { recursive: true, force: true }));
const index = openDatabase(join(dir, 'photos.sqlite'), { migrations: photoIndexMigrations });
const books = openDatabase(join(dir, 'box.sqlite'), { migrations: [...photoMigrations] });
const settings = { ai: { ...DEFAULT_AI_CONFIG, enable: 1 as const } };
const tables = new IndexTables(index);
const faces = new FaceTables(index);
const things = new ObjectTables(index, settings);
const texts = new TextTables(index);
const rows = new PeopleTables(books);
const people = new People(faces, rows, { now: () => 0 }, settings);
const places = new PlaceTables(index);
const albums = new Albums(books, { now: () => 0 });
const finder = new PhotoSearch({
  places,
  people,
  objects: things,
  texts,
  albums,
  albumFiles: new AlbumFiles(index),
  soundsOf: (all) => Promise.resolve(all),
});
const views = new Timelines(index, {
  annotations: new PhotoAnnotations(books),
  people,
  objects: things,
  search: finder,
});
const ann = callerFor('ann');

const contentOf = (at: number): string => createHash('md5').update(String(at)).digest('hex');
const factsOf = (at: number) => ({
  id: contentOf(at),
  hash: contentOf(at),
  taken: 1_000_000_000 + at * 3000,
  zone: 60,
  takenfrom: 'exif',
  width: 4000,
  height: 3000,
  kind: 'photo',
  duration: 0,
  camera: `Model ${at % 7}`,
  lens: '',
  exposure: 0.01,
  aperture: 1.8,
  iso: 80,
  focal: 6,
  latitude: 48 + (at % 1000) / 500,
  longitude: 8 + (at % 997) / 300,
  country: 'DE',
  placeholder: '',
  trouble: '',
});
const placeOf = (at: number) => ({
  id: `DE.${at % 200}`,
  country: 'DE',
  name: `Town ${at % 200}`,
  english: `Town ${at % 200}`,
  region: 'Baden',
  regionEnglish: 'Baden',
});
const descriptor = new Float32Array(128).fill(0.1);

/** Faces by its number, three objects, and a page of text in each fifth. */
const recognise = (at: number): void => {
  const id = contentOf(at);
  const face = { x: 0, y: 0, width: 10, height: 10, score: 0.95, descriptor };
  faces.put(
    id,
    Array.from({ length: at % 3 }, () => face),
  );
  things.put(
    id,
    [1, 2, 3].map((factor) => ({ kind: (factor * at) % 80, score: 0.9 })),
  );
  texts.put(id, at % 5 === 0 ? 'some words that are written in this picture '.repeat(10) : '');
};

for (let person = 0; person < PEOPLE; person += 1)
  rows.assignFaces('ann', [{ id: `person${person}`, name: `Name ${person}`, hidden: 0, cover: '' }], []);
for (let first = 0; first < COUNT; first += OF_FOLDER) {
  const all = Array.from({ length: OF_FOLDER }, (_, of) => first + of);
  const folder = tables.beginFolder(`/mnt/usb1/ann/Pictures/${first / OF_FOLDER}`);
  tables.putFiles(
    folder,
    all.map((at) => ({ name: `IMG_${at}.jpg`, dev: 1, ino: at + 1, size: 3_000_000, mtime: at })),
  );
  tables.saveResults(
    tables.unindexedFiles(OF_FOLDER).map((file) => {
      const facts = factsOf(file.ino - 1);
      return { file, photo: facts.id, metadata: facts, retry: 'never' as const };
    }),
  );
  tables.finishFolder(folder, first);
  for (const at of all) tables.setPreview(contentOf(at), { placeholder: 'LEHV6nWB2yk8pyo0adR*.7kCMdnj', trouble: '' });
  places.savePlaces(all.map((at) => ({ photo: contentOf(at), place: placeOf(at) })));
  for (const at of all) recognise(at);
  rows.assignFaces(
    'ann',
    [],
    all.flatMap((at) =>
      Array.from({ length: at % 3 }, (_, face) => ({
        photo: contentOf(at),
        face,
        said: 0 as const,
        person: `person${at % PEOPLE < PEOPLE / 2 ? 0 : at % PEOPLE}`,
      })),
    ),
  );
}

const sight = { folders: new Map(tables.folders().map(({ id, key }) => [id, key])), fingerprint: 'all' };
const report = createReport();
/** The longest time without a turn for other work, in milliseconds. */
let longest = 0;
let last = performance.now();
/** Other work that waits for the box: requests a turn as often as possible. */
const others = new AbortController();
const watching = (async () => {
  while (!others.signal.aborted) {
    await moment();
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
})();
let [worst, worstOf] = [0, ''];
/** @param runs how often it is queried; a query that clears data runs once */
const add = async (what: string, goal: string, ask: () => unknown, runs = READS): Promise<void> => {
  const took: number[] = [];
  let held = 0;
  for (let run = 0; run < runs; run += 1) {
    views.invalidate();
    globalThis.gc?.();
    await delay(20);
    longest = 0;
    last = performance.now();
    const begun = last;
    await ask();
    took.push(performance.now() - begun);
    await moment();
    held = Math.max(held, longest);
  }
  if (held > worst) [worst, worstOf] = [held, what];
  const middle = median(took);
  report.add(what, `${middle.toFixed(1)} ms`, null, null, goal, `event loop blocked ${held.toFixed(0)} ms`);
};

const line = await views.get(ann, sight, {}, null);
const photo = contentOf(COUNT / 2);
await add('timeline', '<= 500 ms', () => views.get(ann, sight, {}, null));
await add('text search', '<= 1000 ms', () => views.get(ann, sight, { words: 'town name' }, null));
await add('pictures of one person', '<= 750 ms', () => views.get(ann, sight, { person: 'person0' }, null));
await add('pictures with one object', '<= 500 ms', () => views.get(ann, sight, { thing: 'cat' }, null));
await add('locations, most pictures first', '<= 750 ms', async () =>
  views.counts.countByPlace((await views.get(ann, sight, {}, null)).files),
);
await add('objects, most pictures first', '<= 2000 ms', async () =>
  views.counts.countByObjectKind((await views.get(ann, sight, {}, null)).files, 0.5),
);
await add('all people, with all their faces', '<= 1500 ms', () => people.visiblePeople('ann', sight));
await add('people in one picture', '<= 5 ms', () => people.facesIn('ann', sight, photo));
await add('500 pictures of the timeline', '<= 50 ms', () =>
  views.photos('ann', sight, [...line.files.subarray(0, 500)]),
);
await add('pictures waiting for recognition', '<= 5 ms', () => {
  for (const look of ANALYSIS_COLUMNS) faces.nextUnanalysed(look, BEFORE_NEWEST, 8, { sorts: true, reads: true });
});
await add('progress of recognition', '<= 250 ms', () => faces.progress({ sorts: false, reads: true }));
await add('retries after a start', '<= 10 ms', () => {
  tables.retryFailed();
  faces.retryPostponed();
});
await add('locations without a name yet', '<= 5 ms', () => places.photosWithoutPlace(500));
const forget = async (): Promise<void> => {
  await faces.forgetAll();
  await things.forgetAll();
  await texts.forgetAll();
  await tables.forget('/mnt/usb1/ann/Pictures');
};
await add('deleting all of it', '', forget, 1);
report.add('longest block of the event loop', `${worst.toFixed(0)} ms`, null, null, '<= 50 ms', worstOf);
others.abort();
await watching;
index.close();
books.close();
report.print();
process.exit(0);

/**
 * How cost grows: the same work with 1,000 to 1,000,000 items: `npm run bench -- growth`, or `BENCH_SIZES=1000,10000`
 * for less. Cost per item, compared with the size before, so that 1 x is linear. It is processor time, including
 * garbage collection: results stay alive until all of a size are made, so that many small ones leave as much to collect
 * as a large one.
 */
import { createHash } from 'node:crypto';
import { type BoxEvent, createBoxStore, MemoryLog, type Recorded, uploadsProjection } from '@boxwood/domain';
import { createJournal, journalMigrations } from '../../apps/box/src/storage/journal/journal.ts';
import { callerFor } from '../../apps/box/src/storage/vault/index.ts';
import { IndexTables } from '../../apps/box/src/features/photos/index-tables.ts';
import { PhotoAnnotations } from '../../apps/box/src/features/photos/photo-annotations.ts';
import { PhotoSettings } from '../../apps/box/src/features/photos/photo-settings.ts';
import { photoIndexMigrations, photoMigrations } from '../../apps/box/src/features/photos/photo-migrations.ts';
import { ObjectTables } from '../../apps/box/src/features/photos/objects/object-tables.ts';
import { Timelines } from '../../apps/box/src/features/photos/timelines.ts';
import { openDatabase } from '../../apps/box/src/store/database.ts';
import { number } from '../../apps/box/src/store/row-columns.ts';
import { createTrashId } from '../../apps/box/src/features/trash/trash-bins.ts';
import { TrashPages } from '../../apps/box/src/features/trash/trash-pages.ts';
import { TrashTable, trashMigrations } from '../../apps/box/src/features/trash/trash-table.ts';
import { createGrowth, SIZES } from './_growth.ts';
import { ORIGIN, upload } from './_upload-tasks.ts';

const PAGE = 500;
/** The minimum number of items at each size, so that a small one runs warm code and pays its share of collections. */
const THINGS = 100_000;
/** How often each result is read. */
const READS = 5;

const { report, add } = createGrowth();
/** Processor milliseconds of all threads of this process: other processes do not count, the garbage collector does. */
const spent = (work: () => unknown): number => {
  const begun = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
};
/** Like {@link spent}, for asynchronous work. */
const spentUntil = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
};
/** Memory in use, after garbage collection. */
const heapMB = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1e6;
};
/** The number of runs until enough items are done. */
const runsOf = (size: number): number => Math.max(1, Math.ceil(THINGS / size));

// --- Event replay and the upload queue: the domain alone -----------------------------------------------------------------
const mean = (all: readonly number[]): number => all.reduce((sum, each) => sum + each, 0) / all.length;

for (const size of SIZES) {
  // What a user did with `size` events: files queued in hundreds, started, progressed, finished.
  const history: Recorded<BoxEvent>[] = [];
  const push = (event: BoxEvent): void => {
    history.push({ seq: history.length + 1, origin: ORIGIN, at: history.length, cause: 'box', event });
  };
  for (let at = 0; history.length < size; at += 100) {
    const tasks = Array.from({ length: 100 }, (_, index) => upload(at + index));
    push({ type: 'UploadsQueued', data: { tasks } });
    for (const { id } of tasks) {
      push({ type: 'UploadStarted', data: { id, uuid: 'x', completed: 0 } });
      push({ type: 'UploadProgressed', data: { id, completed: 500, speed: 10 } });
      push({ type: 'UploadFinished', data: { id } });
    }
  }
  const events = history.slice(0, size);
  const kept: unknown[] = [];
  const took = Array.from({ length: runsOf(size) }, () =>
    spent(() => kept.push(uploadsProjection.reduce(uploadsProjection.initial(), events))),
  );
  add('replay of events', size, [mean(took)], size);
}

for (const size of SIZES) {
  const took: number[] = [];
  const bare: number[] = [];
  const ending = new AsyncDisposableStack();
  let memory = 0;
  for (let run = 0; run < runsOf(size); run++) {
    const store = createBoxStore({ origin: ORIGIN, clock: { now: () => 1 }, log: new MemoryLog(), channel: null });
    await store.ready;
    const held = heapMB();
    took.push(
      spent(() => {
        for (let at = 0; at < size; at += PAGE)
          store.append(
            [{ type: 'UploadsQueued', data: { tasks: Array.from({ length: PAGE }, (_, i) => upload(at + i)) } }],
            'person',
          );
      }),
    );
    memory = heapMB() - held;
    ending.defer(() => store.close());
  }
  await ending.disposeAsync();
  const maps: unknown[] = [];
  for (let run = 0; run < runsOf(size); run++) {
    globalThis.gc?.();
    const map = new Map<string, unknown>();
    bare.push(
      spent(() => {
        for (let at = 0; at < size; at++) {
          const task = upload(at);
          map.set(task.id, task);
        }
      }),
    );
    maps.push(map);
  }
  add('queueing of uploads', size, [mean(took)], size, {
    memory: size < THINGS ? undefined : memory,
    bare: { what: 'a Map of the same', took: [mean(bare)] },
  });
}

// --- The journal and the recycle bin: their tables alone, in memory, as every row of a real one waits for the disk -----------
const operation = (at: number) => {
  const stamp = { dev: '1', ino: String(at), folder: false, size: 3, mtime: '4' };
  return [{ kind: 'moved', from: `/mnt/usb1/ann/${at}`, to: `/mnt/usb1/ann/b/${at}`, stamp }] as const;
};
for (const size of SIZES) {
  const wrote: number[] = [];
  const read: number[] = [];
  const ending = new DisposableStack();
  for (let run = 0; run < runsOf(size); run++) {
    const database = openDatabase(':memory:', { migrations: journalMigrations });
    const journal = createJournal(database, () => 1);
    wrote.push(
      spent(() => {
        for (let at = 0; at < size; at++) journal.record({ user: 'ann', action: 'move' }, operation(at));
      }),
    );
    for (let times = 0; times < 20; times++) read.push(spent(() => journal.list('ann', 0, 50)));
    ending.defer(() => database.close());
  }
  ending.dispose();
  add('journal, writing', size, [mean(wrote)], size);
  add('journal, newest 50', size, read, 1);
}

for (const size of SIZES) {
  const wrote: number[] = [];
  const read: number[] = [];
  const page: number[] = [];
  const ending = new DisposableStack();
  for (let run = 0; run < runsOf(size); run++) {
    const database = openDatabase(':memory:', { migrations: trashMigrations });
    const trash = new TrashTable(database);
    wrote.push(
      spent(() => {
        for (let at = 0; at < size; at++)
          trash.add({
            id: createTrashId(Date.now()),
            owner: 'ann',
            bin: '/mnt/usb1/ann/.Trash',
            parent: '/mnt/usb1/ann',
            name: `IMG_${at}.jpg`,
            folder: false,
            size: 1,
            mtime: 1,
            deleted: at,
            by: 'ann',
          });
      }),
    );
    const pages = new TrashPages(trash);
    const all = async (): Promise<void> => {
      for (let offset = 0; offset < size; offset += PAGE)
        await pages.page('ann', { offset, count: PAGE, order: '5', desc: true });
    };
    for (let times = 0; times < READS; times++) read.push(await spentUntil(all));
    const first = () => pages.page('ann', { offset: 0, count: PAGE, order: '5', desc: true });
    for (let times = 0; times < 20; times++) page.push(await spentUntil(first));
    ending.defer(() => database.close());
  }
  ending.dispose();
  add('recycle bin, writing', size, [mean(wrote)], size);
  add('recycle bin, all pages', size, read, size);
  add('recycle bin, first page', size, page, 1);
}

// --- The index of pictures: its tables, and a time line of them ----------------------------------------------------------------
/** Pictures of a folder, as of a month of a camera. */
const OF_FOLDER = 1000;
/** Files that one write updates. */
const OF_WRITE = 100;
/** Content hashes, in no order. */
const contentOf = (at: number): string => createHash('md5').update(String(at)).digest('hex');
const factsOf = (at: number) => ({
  id: contentOf(at),
  hash: contentOf(at),
  taken: 1_000_000_000 + at * 600,
  zone: 60,
  takenfrom: 'exif',
  width: 4000,
  height: 3000,
  kind: 'photo',
  duration: 0,
  camera: 'Model 7',
  lens: '',
  exposure: 0,
  aperture: 0,
  iso: 0,
  focal: 0,
  latitude: null,
  longitude: null,
  country: '',
  placeholder: '',
  trouble: '',
});
const indexOf = (size: number) => {
  const index = openDatabase(':memory:', { migrations: photoIndexMigrations });
  const books = openDatabase(':memory:', { migrations: photoMigrations });
  const tables = new IndexTables(index);
  for (let first = 0; first < size; first += OF_FOLDER) {
    const folder = tables.beginFolder(`/mnt/usb1/ann/Pictures/${first / OF_FOLDER}`);
    for (let from = first; from < Math.min(size, first + OF_FOLDER); from += OF_WRITE) {
      const files = Array.from({ length: OF_WRITE }, (_, of) => ({
        name: `IMG_${from + of}.jpg`,
        dev: 1,
        ino: from + of + 1,
        size: 3_000_000,
        mtime: from + of,
      }));
      tables.putFiles(folder, files);
      const found = tables
        .unindexedFiles(OF_WRITE)
        .map((file) => ({ file, photo: contentOf(file.ino), metadata: factsOf(file.ino), retry: 'never' as const }));
      tables.saveResults(found);
    }
    tables.finishFolder(folder, first);
  }
  const views = new Timelines(index, {
    annotations: new PhotoAnnotations(books),
    people: { async *photosOf() {} },
    objects: new ObjectTables(index, new PhotoSettings(books)),
    search: { find: () => Promise.resolve([]), soundsOf: (all) => Promise.resolve(all) },
  });
  const close = (): void => {
    index.close();
    books.close();
  };
  const megabytes = (): number => {
    const pages = index.get((row) => number(row, 'page_count'), 'PRAGMA page_count') ?? 0;
    return (pages * (index.get((row) => number(row, 'page_size'), 'PRAGMA page_size') ?? 0)) / 1e6;
  };
  return { tables, views, megabytes, close };
};
/** One table with a row per picture, by content, and nothing else: no folders, no files, no order. */
const bareTableOf = (size: number) => {
  const database = openDatabase(':memory:');
  database.exec(
    'CREATE TABLE photos (id TEXT PRIMARY KEY, taken INTEGER, width INTEGER, height INTEGER, camera TEXT) WITHOUT ROWID',
  );
  const wrote = spent(() => {
    for (let from = 0; from < size; from += OF_WRITE)
      database.transaction(() => {
        for (let at = from; at < from + OF_WRITE; at++) {
          const { id, taken, width, height, camera } = factsOf(at);
          database.run('INSERT INTO photos VALUES (?, ?, ?, ?, ?)', id, taken, width, height, camera);
        }
      });
  });
  const ids = Array.from({ length: PAGE }, (_, at) => at);
  return {
    wrote,
    line: () => database.all((row) => number(row, 'taken'), 'SELECT taken FROM photos ORDER BY taken DESC'),
    page: (from: number) =>
      ids.map((at) =>
        database.get((row) => number(row, 'taken'), 'SELECT * FROM photos WHERE id = ?', contentOf((from + at) % size)),
      ),
    close: () => database.close(),
  };
};
for (const size of SIZES) {
  const took = { wrote: [] as number[], line: [] as number[], page: [] as number[] };
  const bare = { wrote: [] as number[], line: [] as number[], page: [] as number[] };
  const ending = new DisposableStack();
  let memory = 0;
  for (let run = 0; run < runsOf(size); run++) {
    const begun = process.cpuUsage();
    const { tables, views, megabytes, close } = indexOf(size);
    const { user, system } = process.cpuUsage(begun);
    took.wrote.push((user + system) / 1000);
    const sight = { folders: new Map(tables.folders().map(({ id, key }) => [id, key])), fingerprint: 'all' };
    const line = async () => views.get(callerFor('ann'), sight, {}, null);
    for (let times = 0; times < (size < THINGS ? 1 : 3); times++) {
      views.invalidate();
      took.line.push(await spentUntil(line));
    }
    const { files } = await line();
    for (let times = 0; times < 10; times++) {
      const page = [...files.subarray(Math.floor((times * size) / 11)).subarray(0, PAGE)];
      took.page.push(spent(() => views.photos('ann', sight, page)));
    }
    memory = megabytes();
    ending.defer(close);
  }
  ending.dispose();
  for (let run = 0; run < runsOf(size); run++) {
    const table = bareTableOf(size);
    bare.wrote.push(table.wrote);
    for (let times = 0; times < 3; times++) bare.line.push(spent(table.line));
    for (let times = 0; times < 10; times++) bare.page.push(spent(() => table.page(Math.floor((times * size) / 11))));
    table.close();
  }
  add('photo index, writing', size, [mean(took.wrote)], size, {
    memory: size < THINGS ? undefined : memory,
    bare: { what: 'one plain table', took: [mean(bare.wrote)] },
  });
  add('photo index, building the timeline', size, took.line, size, {
    bare: { what: 'sorted times of a plain table', took: bare.line },
  });
  add(`photo index, ${PAGE} pictures of the timeline`, size, took.page, 1, {
    bare: { what: `${PAGE} rows of a plain table by content`, took: bare.page },
  });
}

report.print();
process.exit(0);

import { setImmediate } from 'node:timers/promises';
import { LONG_UNUSED_MS } from '../memory.ts';
import type { Folder, Location, Vault } from '../vault/index.ts';
import { reservedNames } from '../vault/index.ts';
import type { FirstQuery } from './first-page.ts';
import type { FolderJobs } from './folder-worker.ts';
import { sortedPositions } from './scan.ts';
import type { FolderScan } from './scan.ts';
import { Snapshot } from './snapshot.ts';
import type { Column, Ordering } from './snapshot.ts';
import { naturalKey, needsSyllables } from './sort-key.ts';
import { besideModule, Thread } from './thread.ts';
import { Turns } from './turns.ts';

/** Limit for the entries of all cached folders together; 100,000 take about 10 MB. */
const MAX_ENTRIES = 400_000;
/** Folders up to this size are sorted in this thread, larger ones in the worker. */
const SORT_HERE = 4_000;
/** Folders up to this size are read again after a moment even when they are watched: this costs almost nothing. */
const SMALL = 2_000;
/** Size of a directory file (about 3,000 names) from which a second thread prefetches it on the first read. */
const LONG = 128 * 1024;
/**
 * How long a snapshot counts as fresh (`freshMs`), because some changes do not update the mtime of the folder, and how
 * long it is still returned while it is read again in the background (`staleMs`). Changes that nobody reports, such as
 * writes to mapped memory, appear after `staleMs` at the latest in an unwatched folder.
 */
const TRUST = {
  watched: { believed: 10_000, shown: Number.POSITIVE_INFINITY },
  other: { believed: 1500, shown: 2500 },
} as const;
/**
 * A folder that changed this shortly before it was read may change again within the same tick of the file system clock.
 */
const RACY_MS = 20;

/** Identity of the folder that was read, and when. */
interface Marks {
  readonly mtime: number;
  readonly ino: number;
  readonly dev: number;
  readonly readAt: number;
  /** Size of the directory file. */
  readonly bytes: number;
}

interface Cached extends Marks {
  readonly snapshot: Snapshot;
  readonly orders: Map<string, Promise<Ordering>>;
  /** Time of the last request. */
  usedAt: number;
}

/** A snapshot of a folder, and its sort orders. */
export interface Listing {
  readonly snapshot: Snapshot;
  readonly dev: number;
  /** Number of matching entries when the snapshot holds only the first page, else null. */
  readonly sum: number | null;
  order(column: Column, desc: boolean): Promise<Ordering>;
}

export interface SnapshotsOptions {
  readonly vault: Vault;
  /** Source of both monotonic and epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Caches snapshots of folders. Every use compares the mtime of the folder (created and deleted names); the watcher
 * reports the rest (sizes, times). Since no watcher reports everything, folders are read again after a while.
 */
export class Snapshots {
  readonly #options: SnapshotsOptions;
  readonly #cache = new Map<string, Cached>();
  /** Folders that are being read; null when only the first page was read. */
  readonly #reading = new Map<string, Promise<Cached | null>>();
  /** Stats of folders that are in progress. */
  readonly #glances = new Map<string, ReturnType<Vault['glance']>>();
  readonly #again = new Set<string>();
  /** Folders that changed while being read; the result may be outdated. */
  readonly #outdated = new Set<string>();
  readonly #watched = new Set<string>();
  readonly #looks = new Turns<Listing>();
  #entries = 0;
  /** One worker per kind of volume, because devices and mounts may hang. */
  readonly #threads = newThreads();
  /** Workers for background reads, so that a user who opens a small folder does not wait behind a large one. */
  readonly #behind = newThreads();

  constructor(options: SnapshotsOptions) {
    this.#options = options;
  }

  /**
   * Opens the listing of a folder. Callers that arrive during a read share the next read, which starts after their
   * request, so no caller misses an earlier change.
   * @param signal of the caller; reading stops when all waiting callers have aborted
   * @throws Refusal 15 when the folder is missing
   */
  async open(location: Location, signal: AbortSignal): Promise<Listing> {
    return this.#looks.next(turnOf(location), signal, (ended) => this.#look(location, ended));
  }

  /**
   * Like {@link open}, for the first page by name. For a large folder that is not cached the listing holds only this
   * page, and the whole folder is read in the background for the following pages.
   */
  async first(location: Location, query: FirstQuery, signal: AbortSignal): Promise<Listing> {
    const turn = `${turnOf(location)}\0${JSON.stringify(query)}`;
    return this.#looks.next(turn, signal, (ended) => this.#lookFirst(location, query, ended));
  }

  async #look(location: Location, signal: AbortSignal): Promise<Listing> {
    return this.#listing(
      location,
      (await this.#known(location)) ?? (await this.#open(location, this.#threads, signal)),
    );
  }

  async #lookFirst(location: Location, query: FirstQuery, signal: AbortSignal): Promise<Listing> {
    const known = await this.#known(location);
    if (known !== undefined) return this.#listing(location, known);
    await using folder = await this.#options.vault.folder(location);
    const marks = await this.#marksOf(folder);
    const request = { path: folder.path, reserved: reservedNames(location.place, location.depth), ...query };
    const looking = this.#threads[location.volume.kind].call('first', request, signal);
    using _ = await this.#ahead(location, folder, marks.bytes);
    // If another caller is reading the folder, that caller stores the result.
    if (!this.#reading.has(location.key)) {
      const keeping = looking.then(({ sum, ...scan }) => (sum === null ? this.#keep(location, marks, scan) : null));
      const kept = await this.#begin(location, keeping);
      if (kept !== null) return this.#listing(location, kept);
    }
    const { sum, ...scan } = await looking;
    this.#readAgain(location);
    const snapshot = new Snapshot(scan);
    const order = (column: Column, desc: boolean) => this.#sort(location, snapshot, column, desc);
    return { snapshot, dev: marks.dev, sum, order };
  }

  #listing(location: Location, cached: Cached): Listing {
    cached.usedAt = this.#options.now();
    // Keeps the most recently used folder last.
    if (this.#cache.delete(location.key)) this.#cache.set(location.key, cached);
    return {
      snapshot: cached.snapshot,
      dev: cached.dev,
      sum: null,
      order: (column, desc) => this.#order(location, cached, column, desc),
    };
  }

  /** Callers of the same tick share one stat. It starts after all of them have called, so none gets an older state. */
  #glance(location: Location): ReturnType<Vault['glance']> {
    // For folders shared by friends every caller gets an own stat, because the result depends on the caller.
    if (location.place.kind === 'friends') return this.#options.vault.glance(location);
    const asked = this.#glances.get(location.key);
    if (asked !== undefined) return asked;
    const glance = setImmediate().then(() => {
      this.#glances.delete(location.key);
      return this.#options.vault.glance(location);
    });
    this.#glances.set(location.key, glance);
    return glance;
  }

  /** The cached folder if it is still fresh. */
  async #known(location: Location): Promise<Cached | undefined> {
    if (!this.#cache.has(location.key)) return undefined;
    const stat = await this.#glance(location);
    const known = this.#cache.get(location.key);
    if (known === undefined || stat === undefined) return undefined;
    const truth = this.#isTrue(location, known, stat);
    if (truth === 'perhaps') this.#readAgain(location);
    return truth === 'no' ? undefined : known;
  }

  async #open(location: Location, threads: Threads, signal: AbortSignal): Promise<Cached> {
    await using folder = await this.#options.vault.folder(location);
    return await this.#read(location, folder, threads, signal);
  }

  /** The folder changed in a way that its mtime does not show. */
  forget(folderKey: string): void {
    if (this.#reading.has(folderKey)) this.#outdated.add(folderKey);
    this.#drop(folderKey);
  }

  /** Anything below this key may have changed. */
  forgetBelow(key: string): void {
    for (const known of [...this.#cache.keys(), ...this.#reading.keys()])
      if (known === key || known.startsWith(`${key}/`)) this.forget(known);
  }

  /** Drops folders that were not requested recently. @returns whether a folder was dropped */
  rest(): boolean {
    const now = this.#options.now();
    let went = false;
    for (const [key, { usedAt }] of this.#cache) {
      if (now - usedAt < LONG_UNUSED_MS) continue;
      this.#drop(key);
      went = true;
    }
    return went;
  }

  /** Whether a watcher reports changes below `mountDir`. */
  setWatched(mountDir: string, watched: boolean): void {
    if (watched) this.#watched.add(mountDir);
    else this.#watched.delete(mountDir);
  }

  /** The sort key of a name. The pinyin dictionary is loaded only in the worker. */
  async naturalKey(name: string): Promise<string> {
    return needsSyllables(name) ? this.#threads.data.call('key', name) : naturalKey(name);
  }

  /**
   * {@link pinyinVariants} of texts, empty for texts without Chinese, computed in the worker as for {@link naturalKey}.
   */
  async soundsOf(texts: readonly string[]): Promise<readonly string[]> {
    const asked = texts.map((text) => (needsSyllables(text) ? text : ''));
    return asked.some((text) => text !== '') ? this.#threads.data.call('sounds', asked) : asked;
  }

  async close(): Promise<void> {
    const threads = [this.#threads, this.#behind].flatMap((kinds) => Object.values(kinds));
    await Promise.all(threads.map((thread) => thread.close()));
  }

  #drop(folderKey: string): void {
    this.#entries -= this.#cache.get(folderKey)?.snapshot.count ?? 0;
    this.#cache.delete(folderKey);
  }

  #isTrue(
    location: Location,
    known: Cached,
    stat: { readonly mtimeMs: number; readonly ino: number; readonly dev: number },
  ): 'yes' | 'perhaps' | 'no' {
    if (known.mtime !== stat.mtimeMs || known.ino !== stat.ino || known.dev !== stat.dev) return 'no';
    const age = this.#options.now() - known.readAt;
    if (known.readAt - known.mtime < RACY_MS && age >= RACY_MS) return 'no';
    const isLargeAndWatched = known.snapshot.count > SMALL && this.#watched.has(location.volume.mountDir);
    const { believed, shown } = isLargeAndWatched ? TRUST.watched : TRUST.other;
    return age < believed ? 'yes' : age < shown ? 'perhaps' : 'no';
  }

  /** Reads in the background. If the folder cannot be read any more, the next caller gets the error. */
  #readAgain(location: Location): void {
    if (this.#again.has(location.key)) return;
    this.#again.add(location.key);
    this.#open(location, this.#behind, new AbortController().signal)
      .catch(() => this.forget(location.key))
      .finally(() => this.#again.delete(location.key));
  }

  async #read(location: Location, folder: Folder, threads: Threads, signal: AbortSignal): Promise<Cached> {
    const running = this.#reading.get(location.key);
    if (running !== undefined) {
      // Changes made before this caller arrived may be missing in the running read.
      const isLate = this.#outdated.has(location.key);
      // The caller that started the read may have aborted it.
      const read = await running.catch(() => null);
      const { ino, dev } = await folder.stat();
      // The result does not count if that reader had another folder open that had this name for a moment.
      if (!isLate && read !== null && read.ino === ino && read.dev === dev) return read;
    }
    return this.#begin(location, this.#scan(location, folder, threads, signal));
  }

  /** Registers `reading` as the current read of this folder. */
  #begin<T extends Cached | null>(location: Location, reading: Promise<T>): Promise<T> {
    const { key } = location;
    const ended = reading.finally(() => {
      if (this.#reading.get(key) !== ended) return;
      this.#reading.delete(key);
      this.#outdated.delete(key);
    });
    this.#reading.set(key, ended);
    return ended;
  }

  async #scan(location: Location, folder: Folder, threads: Threads, signal: AbortSignal): Promise<Cached> {
    const marks = await this.#marksOf(folder);
    const reserved = reservedNames(location.place, location.depth);
    const thread = threads[location.volume.kind];
    const before = this.#cache.get(location.key);
    const known = before?.dev === marks.dev ? before.snapshot.scan.digest : null;
    const scan = await thread.call('scan', { path: folder.path, reserved, known }, signal);
    if (scan !== null) return this.#keep(location, marks, scan);
    const kept = this.#cache.get(location.key);
    // The cached snapshot was dropped or replaced in the meantime, so the digest is no longer enough.
    if (kept === undefined || kept.snapshot.scan.digest !== known)
      return this.#keep(location, marks, await this.#whole(thread, folder, reserved, signal));
    return this.#keep(location, marks, kept.snapshot.scan);
  }

  async #whole(
    thread: Thread<FolderJobs>,
    { path }: Folder,
    reserved: readonly string[],
    signal: AbortSignal,
  ): Promise<FolderScan> {
    const scan = await thread.call('scan', { path, reserved, known: null }, signal);
    if (scan === null) throw new Error('a folder looks as nothing did before');
    return scan;
  }

  async #marksOf(folder: Folder): Promise<Marks> {
    const readAt = this.#options.now();
    const { mtimeMs, ino, dev, size } = await folder.stat();
    return { mtime: mtimeMs, ino, dev, readAt, bytes: size };
  }

  /**
   * Lets a second thread prefetch a long directory until the returned object is disposed; nothing waits for it.
   * Removable devices are read by one thread at a time.
   */
  async #ahead({ volume }: Location, folder: Folder, bytes: number): Promise<Disposable> {
    const over = new Int32Array(new SharedArrayBuffer(4));
    const fetching = async (own: Folder): Promise<void> => {
      await using kept = own;
      await this.#behind.data.call('ahead', { path: kept.path, bytes, over });
    };
    if (bytes >= LONG && volume.kind === 'data') fetching(await folder.again()).catch(() => undefined);
    return {
      [Symbol.dispose]: () => {
        Atomics.store(over, 0, 1);
      },
    };
  }

  #keep(location: Location, { mtime, ...read }: Marks, scan: FolderScan): Cached {
    // NaN matches no mtime, so the next caller reads an outdated folder again.
    const outdated = this.#outdated.has(location.key);
    const before = this.#cache.get(location.key);
    const usedAt = before?.usedAt ?? read.readAt;
    const marks = { ...read, mtime: outdated ? Number.NaN : mtime, usedAt };
    // The sort orders of an unchanged folder remain valid.
    const cached: Cached =
      before !== undefined && before.dev === read.dev && before.snapshot.scan.digest === scan.digest
        ? { ...before, ...marks }
        : { ...marks, snapshot: new Snapshot(scan), orders: new Map() };
    this.#drop(location.key);
    this.#cache.set(location.key, cached);
    this.#entries += scan.count;
    for (const key of this.#cache.keys()) {
      if (this.#entries <= MAX_ENTRIES) break;
      if (key !== location.key) this.#drop(key);
    }
    return cached;
  }

  async #order(location: Location, cached: Cached, column: Column, desc: boolean): Promise<Ordering> {
    const id = `${column} ${desc}`;
    const known = cached.orders.get(id);
    if (known !== undefined) return known;
    const making = this.#sort(location, cached.snapshot, column, desc);
    cached.orders.set(id, making);
    making.catch(() => cached.orders.delete(id));
    return making;
  }

  async #sort(location: Location, { scan }: Snapshot, column: Column, desc: boolean): Promise<Ordering> {
    const thread = this.#threads[location.volume.kind];
    const values =
      column === 'name'
        ? scan.rank
        : column === 'decimal'
          ? await thread.call('decimals', { names: scan.names, offsets: scan.nameOffsets })
          : scan[column];
    if (column === 'name' && !desc) return { column, desc, values, positions: null };
    const numbers = Float64Array.from(values);
    const positions =
      scan.count <= SORT_HERE ? sortedPositions(numbers, desc) : await thread.call('sort', { values: numbers, desc });
    return { column, desc, values, positions };
  }
}

/** Folders shared by friends are queued by wire path: the creator may have another folder under that name by now. */
const turnOf = ({ place, wire, key }: Location): string => (place.kind === 'friends' ? wire : key);

const newThread = (): Thread<FolderJobs> => new Thread<FolderJobs>(besideModule(import.meta.url, 'folder-worker'));

const newThreads = () => ({ data: newThread(), external: newThread(), network: newThread() });
type Threads = ReturnType<typeof newThreads>;

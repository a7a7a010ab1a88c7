import { setImmediate } from 'node:timers/promises';
import { UNUSED_CACHE_TTL_MS } from '../../platform/idle-memory.ts';
import type { Folder, Location, Vault } from '../../storage/vault/index.ts';
import { reservedNames } from '../../storage/vault/index.ts';
import type { FirstPageQuery } from './listing/scan-first-page.ts';
import type { FolderJobs } from './folder-worker.ts';
import { sortedPositions } from './listing/scan-folder.ts';
import type { FolderScan } from './listing/scan-folder.ts';
import { FolderSnapshot } from './listing/folder-snapshot.ts';
import type { SortColumn, FolderOrdering } from './listing/folder-snapshot.ts';
import { naturalKey, needsSyllables } from './listing/natural-sort-key.ts';
import { workerUrl, BackgroundWorker } from './background-worker.ts';
import { CoalescingQueue } from './coalescing-queue.ts';

/** Limit for the entries of all cached folders together; 100,000 take about 10 MB. */
const MAX_CACHED_ENTRIES = 400_000;
/** Folders up to this size are sorted in this thread, larger ones in the worker. */
const MAX_INLINE_SORT_ENTRIES = 4_000;
/** Folders up to this size are read again after a moment even when they are watched: this costs almost nothing. */
const SMALL_FOLDER_ENTRIES = 2_000;
/** Size of a directory file (about 3,000 names) from which a second thread prefetches it on the first read. */
const MIN_PREFETCH_BYTES = 128 * 1024;
/**
 * How long a snapshot counts as fresh (`freshMs`), because some changes do not update the mtime of the folder, and how
 * long it is still returned while it is read again in the background (`staleMs`). Changes that nobody reports, such as
 * writes to mapped memory, appear after `staleMs` at the latest in an unwatched folder.
 */
const FRESHNESS_LIMITS = {
  watched: { believed: 10_000, shown: Number.POSITIVE_INFINITY },
  other: { believed: 1500, shown: 2500 },
} as const;
/**
 * A folder that changed this shortly before it was read may change again within the same tick of the file system clock.
 */
const RACY_MTIME_MS = 20;

/** Identity of the folder that was read, and when. */
interface FolderRevision {
  readonly mtime: number;
  readonly ino: number;
  readonly dev: number;
  readonly readAt: number;
  /** Size of the directory file. */
  readonly bytes: number;
}

interface CachedFolder extends FolderRevision {
  readonly snapshot: FolderSnapshot;
  readonly orders: Map<string, Promise<FolderOrdering>>;
  /** Time of the last request. */
  usedAt: number;
}

/** A snapshot of a folder, and its sort orders. */
export interface FolderListing {
  readonly snapshot: FolderSnapshot;
  readonly dev: number;
  /** Number of matching entries when the snapshot holds only the first page, else null. */
  readonly sum: number | null;
  order(column: SortColumn, desc: boolean): Promise<FolderOrdering>;
}

export interface FolderSnapshotCacheOptions {
  readonly vault: Vault;
  /** Source of both monotonic and epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Caches snapshots of folders. Every use compares the mtime of the folder (created and deleted names); the watcher
 * reports the rest (sizes, times). Since no watcher reports everything, folders are read again after a while.
 */
export class FolderSnapshotCache {
  readonly #options: FolderSnapshotCacheOptions;
  readonly #cache = new Map<string, CachedFolder>();
  /** Folders that are being read; null when only the first page was read. */
  readonly #reading = new Map<string, Promise<CachedFolder | null>>();
  /** Stats of folders that are in progress. */
  readonly #pendingStats = new Map<string, ReturnType<Vault['probe']>>();
  readonly #rereading = new Set<string>();
  /** Folders that changed while being read; the result may be outdated. */
  readonly #outdated = new Set<string>();
  readonly #watched = new Set<string>();
  readonly #listings = new CoalescingQueue<FolderListing>();
  #entries = 0;
  /** One worker per kind of volume, because devices and mounts may hang. */
  readonly #workers = newFolderWorkers();
  /** Workers for background reads, so that a user who opens a small folder does not wait behind a large one. */
  readonly #backgroundWorkers = newFolderWorkers();

  constructor(options: FolderSnapshotCacheOptions) {
    this.#options = options;
  }

  /**
   * Opens the listing of a folder. Callers that arrive during a read share the next read, which starts after their
   * request, so no caller misses an earlier change.
   * @param signal of the caller; reading stops when all waiting callers have aborted
   * @throws Refusal 15 when the folder is missing
   */
  async open(location: Location, signal: AbortSignal): Promise<FolderListing> {
    return this.#listings.run(queueKeyOf(location), signal, (taskSignal) => this.#openWhole(location, taskSignal));
  }

  /**
   * Like {@link open}, for the first page by name. For a large folder that is not cached the listing holds only this
   * page, and the whole folder is read in the background for the following pages.
   */
  async openFirstPage(location: Location, query: FirstPageQuery, signal: AbortSignal): Promise<FolderListing> {
    const queueKey = `${queueKeyOf(location)}\0${JSON.stringify(query)}`;
    return this.#listings.run(queueKey, signal, (taskSignal) => this.#readFirstPage(location, query, taskSignal));
  }

  async #openWhole(location: Location, signal: AbortSignal): Promise<FolderListing> {
    return this.#listing(
      location,
      (await this.#findFresh(location)) ?? (await this.#open(location, this.#workers, signal)),
    );
  }

  async #readFirstPage(location: Location, query: FirstPageQuery, signal: AbortSignal): Promise<FolderListing> {
    const known = await this.#findFresh(location);
    if (known !== undefined) return this.#listing(location, known);
    await using folder = await this.#options.vault.folder(location);
    const revision = await this.#readRevision(folder);
    const request = { path: folder.path, reserved: reservedNames(location.place, location.depth), ...query };
    const scanning = this.#workers[location.volume.kind].call('first', request, signal);
    using _ = await this.#prefetchNames(location, folder, revision.bytes);
    // If another caller is reading the folder, that caller stores the result.
    if (!this.#reading.has(location.key)) {
      const storing = scanning.then(({ sum, ...scan }) =>
        sum === null ? this.#store(location, revision, scan) : null,
      );
      const stored = await this.#trackReading(location, storing);
      if (stored !== null) return this.#listing(location, stored);
    }
    const { sum, ...scan } = await scanning;
    this.#reread(location);
    const snapshot = new FolderSnapshot(scan);
    const order = (column: SortColumn, desc: boolean) => this.#sort(location, snapshot, column, desc);
    return { snapshot, dev: revision.dev, sum, order };
  }

  #listing(location: Location, cached: CachedFolder): FolderListing {
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
  #statFolder(location: Location): ReturnType<Vault['probe']> {
    // For folders shared by friends every caller gets an own stat, because the result depends on the caller.
    if (location.place.kind === 'friends') return this.#options.vault.probe(location);
    const pending = this.#pendingStats.get(location.key);
    if (pending !== undefined) return pending;
    const stat = setImmediate().then(() => {
      this.#pendingStats.delete(location.key);
      return this.#options.vault.probe(location);
    });
    this.#pendingStats.set(location.key, stat);
    return stat;
  }

  /** The cached folder if it is still fresh. */
  async #findFresh(location: Location): Promise<CachedFolder | undefined> {
    if (!this.#cache.has(location.key)) return undefined;
    const stat = await this.#statFolder(location);
    const known = this.#cache.get(location.key);
    if (known === undefined || stat === undefined) return undefined;
    const freshness = this.#freshnessOf(location, known, stat);
    if (freshness === 'perhaps') this.#reread(location);
    return freshness === 'no' ? undefined : known;
  }

  async #open(location: Location, threads: FolderWorkers, signal: AbortSignal): Promise<CachedFolder> {
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
  trimCaches(): boolean {
    const now = this.#options.now();
    let hasDropped = false;
    for (const [key, { usedAt }] of this.#cache) {
      if (now - usedAt < UNUSED_CACHE_TTL_MS) continue;
      this.#drop(key);
      hasDropped = true;
    }
    return hasDropped;
  }

  /** Whether a watcher reports changes below `mountDir`. */
  setWatched(mountDir: string, watched: boolean): void {
    if (watched) this.#watched.add(mountDir);
    else this.#watched.delete(mountDir);
  }

  /** The sort key of a name. The pinyin dictionary is loaded only in the worker. */
  async naturalKey(name: string): Promise<string> {
    return needsSyllables(name) ? this.#workers.data.call('key', name) : naturalKey(name);
  }

  /**
   * {@link pinyinVariants} of texts, empty for texts without Chinese, computed in the worker as for {@link naturalKey}.
   */
  async pinyinVariants(texts: readonly string[]): Promise<readonly string[]> {
    const chineseTexts = texts.map((text) => (needsSyllables(text) ? text : ''));
    return chineseTexts.some((text) => text !== '') ? this.#workers.data.call('sounds', chineseTexts) : chineseTexts;
  }

  async close(): Promise<void> {
    const threads = [this.#workers, this.#backgroundWorkers].flatMap((kinds) => Object.values(kinds));
    await Promise.all(threads.map((thread) => thread.close()));
  }

  #drop(folderKey: string): void {
    this.#entries -= this.#cache.get(folderKey)?.snapshot.count ?? 0;
    this.#cache.delete(folderKey);
  }

  #freshnessOf(
    location: Location,
    known: CachedFolder,
    stat: { readonly mtimeMs: number; readonly ino: number; readonly dev: number },
  ): 'yes' | 'perhaps' | 'no' {
    if (known.mtime !== stat.mtimeMs || known.ino !== stat.ino || known.dev !== stat.dev) return 'no';
    const age = this.#options.now() - known.readAt;
    if (known.readAt - known.mtime < RACY_MTIME_MS && age >= RACY_MTIME_MS) return 'no';
    const isLargeAndWatched =
      known.snapshot.count > SMALL_FOLDER_ENTRIES && this.#watched.has(location.volume.mountDir);
    const { believed: freshMs, shown: staleMs } = isLargeAndWatched ? FRESHNESS_LIMITS.watched : FRESHNESS_LIMITS.other;
    return age < freshMs ? 'yes' : age < staleMs ? 'perhaps' : 'no';
  }

  /** Reads in the background. If the folder cannot be read any more, the next caller gets the error. */
  #reread(location: Location): void {
    if (this.#rereading.has(location.key)) return;
    this.#rereading.add(location.key);
    this.#open(location, this.#backgroundWorkers, new AbortController().signal)
      .catch(() => this.forget(location.key))
      .finally(() => this.#rereading.delete(location.key));
  }

  async #read(location: Location, folder: Folder, threads: FolderWorkers, signal: AbortSignal): Promise<CachedFolder> {
    const running = this.#reading.get(location.key);
    if (running !== undefined) {
      // Changes made before this caller arrived may be missing in the running read.
      const isOutdated = this.#outdated.has(location.key);
      // The caller that started the read may have aborted it.
      const read = await running.catch(() => null);
      const { ino, dev } = await folder.stat();
      // Reject the result if the other read had opened a different folder that had this name for a moment.
      if (!isOutdated && read !== null && read.ino === ino && read.dev === dev) return read;
    }
    return this.#trackReading(location, this.#scan(location, folder, threads, signal));
  }

  /** Registers `reading` as the current read of this folder. */
  #trackReading<T extends CachedFolder | null>(location: Location, reading: Promise<T>): Promise<T> {
    const { key } = location;
    const tracked = reading.finally(() => {
      if (this.#reading.get(key) !== tracked) return;
      this.#reading.delete(key);
      this.#outdated.delete(key);
    });
    this.#reading.set(key, tracked);
    return tracked;
  }

  async #scan(location: Location, folder: Folder, threads: FolderWorkers, signal: AbortSignal): Promise<CachedFolder> {
    const revision = await this.#readRevision(folder);
    const reserved = reservedNames(location.place, location.depth);
    const thread = threads[location.volume.kind];
    const previous = this.#cache.get(location.key);
    const known = previous?.dev === revision.dev ? previous.snapshot.scan.digest : null;
    const scan = await thread.call('scan', { path: folder.path, reserved, known }, signal);
    if (scan !== null) return this.#store(location, revision, scan);
    const stored = this.#cache.get(location.key);
    // The cached snapshot was dropped or replaced in the meantime, so the digest is no longer enough.
    if (stored === undefined || stored.snapshot.scan.digest !== known)
      return this.#store(location, revision, await this.#scanWhole(thread, folder, reserved, signal));
    return this.#store(location, revision, stored.snapshot.scan);
  }

  async #scanWhole(
    thread: BackgroundWorker<FolderJobs>,
    { path }: Folder,
    reserved: readonly string[],
    signal: AbortSignal,
  ): Promise<FolderScan> {
    const scan = await thread.call('scan', { path, reserved, known: null }, signal);
    if (scan === null) throw new Error('a full scan returned no entries');
    return scan;
  }

  async #readRevision(folder: Folder): Promise<FolderRevision> {
    const readAt = this.#options.now();
    const { mtimeMs, ino, dev, size } = await folder.stat();
    return { mtime: mtimeMs, ino, dev, readAt, bytes: size };
  }

  /**
   * Lets a second thread prefetch a long directory until the returned object is disposed; nothing waits for it.
   * Removable devices are read by one thread at a time.
   */
  async #prefetchNames({ volume }: Location, folder: Folder, bytes: number): Promise<Disposable> {
    const done = new Int32Array(new SharedArrayBuffer(4));
    const prefetch = async (folderCopy: Folder): Promise<void> => {
      await using openFolder = folderCopy;
      await this.#backgroundWorkers.data.call('ahead', { path: openFolder.path, bytes, done });
    };
    if (bytes >= MIN_PREFETCH_BYTES && volume.kind === 'data') prefetch(await folder.reopen()).catch(() => undefined);
    return {
      [Symbol.dispose]: () => {
        Atomics.store(done, 0, 1);
      },
    };
  }

  #store(location: Location, { mtime, ...read }: FolderRevision, scan: FolderScan): CachedFolder {
    // NaN matches no mtime, so the next caller reads an outdated folder again.
    const outdated = this.#outdated.has(location.key);
    const previous = this.#cache.get(location.key);
    const usedAt = previous?.usedAt ?? read.readAt;
    const revision = { ...read, mtime: outdated ? Number.NaN : mtime, usedAt };
    // The sort orders of an unchanged folder remain valid.
    const cached: CachedFolder =
      previous !== undefined && previous.dev === read.dev && previous.snapshot.scan.digest === scan.digest
        ? { ...previous, ...revision }
        : { ...revision, snapshot: new FolderSnapshot(scan), orders: new Map() };
    this.#drop(location.key);
    this.#cache.set(location.key, cached);
    this.#entries += scan.count;
    for (const key of this.#cache.keys()) {
      if (this.#entries <= MAX_CACHED_ENTRIES) break;
      if (key !== location.key) this.#drop(key);
    }
    return cached;
  }

  async #order(location: Location, cached: CachedFolder, column: SortColumn, desc: boolean): Promise<FolderOrdering> {
    const id = `${column} ${desc}`;
    const known = cached.orders.get(id);
    if (known !== undefined) return known;
    const sorting = this.#sort(location, cached.snapshot, column, desc);
    cached.orders.set(id, sorting);
    sorting.catch(() => cached.orders.delete(id));
    return sorting;
  }

  async #sort(
    location: Location,
    { scan }: FolderSnapshot,
    column: SortColumn,
    desc: boolean,
  ): Promise<FolderOrdering> {
    const thread = this.#workers[location.volume.kind];
    const values =
      column === 'name'
        ? scan.rank
        : column === 'decimal'
          ? await thread.call('decimals', { names: scan.names, offsets: scan.nameOffsets })
          : scan[column];
    if (column === 'name' && !desc) return { column, desc, values, positions: null };
    const numbers = Float64Array.from(values);
    const positions =
      scan.count <= MAX_INLINE_SORT_ENTRIES
        ? sortedPositions(numbers, desc)
        : await thread.call('sort', { values: numbers, desc });
    return { column, desc, values, positions };
  }
}

/** Folders shared by friends are queued by wire path: the creator may have another folder under that name by now. */
const queueKeyOf = ({ place, wire, key }: Location): string => (place.kind === 'friends' ? wire : key);

const newFolderWorker = (): BackgroundWorker<FolderJobs> =>
  new BackgroundWorker<FolderJobs>(workerUrl(import.meta.url, 'folder-worker'));

const newFolderWorkers = () => ({ data: newFolderWorker(), external: newFolderWorker(), network: newFolderWorker() });
type FolderWorkers = ReturnType<typeof newFolderWorkers>;

import { setImmediate } from 'node:timers/promises';
import type { MediaHashes, ContentVersion } from '../files/media-hashes.ts';
import { workerUrl, BackgroundWorker } from '../files/background-worker.ts';
import { mapWithConcurrency } from '../../runtime/map-with-concurrency.ts';
import type { Folder, Location, Vault } from '../../storage/vault/index.ts';
import { callerFor, errnoOf } from '../../storage/vault/index.ts';
import { PUBLIC_FOLDER } from '../../storage/vault/places.ts';
import type { IndexedFile } from './index-rows.ts';
import type { IndexTables } from './index-tables.ts';
import { isMedia } from './media-folder.ts';
import type { MediaJobs } from './media-worker.ts';
import type { PlaceJobs } from './place-worker.ts';
import type { PlaceTables } from './places/place-tables.ts';
import type { MetadataExtractor } from './metadata-extractor.ts';
import { IndexWriter } from './index-writer.ts';

export interface IndexerDeps {
  readonly vault: Vault;
  readonly tables: IndexTables;
  readonly places: PlaceTables;
  readonly hashes: MediaHashes;
  readonly metadataExtractor: MetadataExtractor;
  /** Names of the users whose folders are scanned. */
  readonly userNames: () => readonly string[];
  /** Called when a timeline may have changed. */
  readonly onChanged: () => void;
  /** Called when there is nothing left to index. */
  readonly onIdle: () => void;
  readonly onFault: (fault: unknown) => void;
}

/**
 * How far to scan: only this folder and new folders in it, also folders below it with a changed mtime, or everything
 * below it.
 */
const SCAN_DEPTHS = ['here', 'below', 'all'] as const;
type ScanDepth = (typeof SCAN_DEPTHS)[number];

/** Result of scanning a folder: all its subfolders, and those that are new. */
interface FolderScan {
  readonly changed: boolean;
  readonly subfolders: readonly string[];
  readonly newSubfolders: readonly string[];
}

/** Files that are compared and written in one batch. */
const FILES_PER_BATCH = 250;
/** Debounce of folder changes. */
const CHANGE_DEBOUNCE_MS = 200;
/** Photos read concurrently: while one is decoded, the next is opened. */
const MAX_CONCURRENT_READS = 2;
/** Photos indexed before the pending folder changes are scanned again. */
const PHOTOS_PER_ROUND = 64;
/** Positions sent to the place worker in one call. */
const MAX_POSITIONS_PER_CALL = 500;
/** Minimum interval between change notifications while indexing. Each one makes clients rebuild the whole timeline. */
const NOTIFY_INTERVAL_MS = 1500;
/** A folder that changed more recently may change again without a new mtime. */
const MTIME_SETTLE_MS = 2000;

/**
 * Keeps the index in step with the disk: the photos in personal and public folders of the data volumes. Safes, private
 * files and trash are never scanned. Changes are found by folder mtime. The process may be killed at any time: the next
 * scan finds what is not stored yet.
 */
export class Indexer {
  readonly #deps: IndexerDeps;
  readonly #dirty = new Map<string, ScanDepth>();
  readonly #stop = new AbortController();
  readonly #indexWriter: IndexWriter;
  /** Scans folders in a worker thread, so that a large folder does not block the event loop. */
  readonly #folderWorker = new BackgroundWorker<MediaJobs>(workerUrl(import.meta.url, 'media-worker'));
  /** Names places in a worker thread, which has the atlas in memory only while it is needed. */
  readonly #placeWorker = new BackgroundWorker<PlaceJobs>(workerUrl(import.meta.url, 'place-worker'), { idleMs: 3000 });
  /** True once loading the atlas failed. Photos then get no place until the box restarts. */
  #isAtlasUnavailable = false;
  #debounceTimer: NodeJS.Timeout | undefined;
  #currentRun: Promise<void> = Promise.resolve();
  #isRunning = false;

  constructor(deps: IndexerDeps) {
    this.#deps = deps;
    this.#indexWriter = new IndexWriter({ ...deps, locate: (key) => this.locate(key) }, this.#stop.signal);
  }

  /** Discards the unwritten results of a file that is about to be encrypted. */
  forget(plain: ContentVersion): void {
    this.#indexWriter.forget(plain);
  }

  /** Whether a run is active or pending. */
  get isBusy(): boolean {
    return this.#isRunning || this.#dirty.size > 0;
  }

  #isClosed(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Scans everything that may have changed while the box was off. */
  start(): void {
    this.#deps.tables.retryFailed();
    for (const { mountDir } of this.#deps.vault.volumes.filter(({ kind }) => kind === 'data'))
      for (const top of [...this.#deps.userNames(), PUBLIC_FOLDER]) this.#markDirty(`${mountDir}/${top}`, 'below');
    // All folders are queued already, so skip the debounce.
    this.#startRun().catch(this.#deps.onFault);
  }

  /** A file in this folder was added, changed or deleted. */
  onFolderChanged(key: string): void {
    this.#markDirty(key, 'here');
  }

  /** This folder was added or deleted with its contents, or the changes below it are unknown. */
  onTreeChanged(key: string): void {
    const volume = this.#deps.vault.volumes.find(({ mountDir }) => mountDir === key);
    if (volume !== undefined) this.start();
    else if (!isMedia(nameOf(key))) this.#markDirty(key, 'all');
  }

  /** Resolves when all pending work is done. For tests and scripts. */
  async whenIdle(): Promise<void> {
    while (this.isBusy && !this.#isClosed()) await this.#startRun();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#debounceTimer);
    await Promise.all([this.#folderWorker.close(), this.#placeWorker.close()]);
    await this.#currentRun;
  }

  #markDirty(key: string, depth: ScanDepth): void {
    if (this.#isClosed() || this.#topFolderOf(key) === undefined) return;
    const previousDepth = this.#dirty.get(key) ?? 'here';
    this.#dirty.set(key, SCAN_DEPTHS.indexOf(depth) > SCAN_DEPTHS.indexOf(previousDepth) ? depth : previousDepth);
    this.#debounceTimer ??= setTimeout(() => {
      this.#startRun().catch(this.#deps.onFault);
    }, CHANGE_DEBOUNCE_MS).unref();
  }

  #startRun(): Promise<void> {
    clearTimeout(this.#debounceTimer);
    this.#debounceTimer = undefined;
    this.#currentRun = this.#currentRun.then(() => this.#run()).catch(this.#deps.onFault);
    return this.#currentRun;
  }

  async #run(): Promise<void> {
    const { tables, onChanged } = this.#deps;
    this.#isRunning = true;
    let lastNotifiedAt = Number.NEGATIVE_INFINITY;
    let hasUnreportedChanges = false;
    try {
      for (;;) {
        await this.#scanFolders();
        if (this.#isClosed()) return;
        const files = tables.unindexedFiles(PHOTOS_PER_ROUND);
        // The metadata of all photos comes before the first preview.
        const contents = files.length > 0 ? [] : tables.contentsWithoutPreview(PHOTOS_PER_ROUND);
        await mapWithConcurrency(files, MAX_CONCURRENT_READS, (file) => this.#indexWriter.indexFile(file));
        this.#indexWriter.flush();
        if (files.length === 0 && (await this.#namePlaces())) hasUnreportedChanges = true;
        await mapWithConcurrency(contents, MAX_CONCURRENT_READS, (content) => this.#indexWriter.createPreview(content));
        if (this.#isClosed()) return;
        if (files.length === 0 && contents.length === 0) return;
        hasUnreportedChanges = true;
        if (performance.now() - lastNotifiedAt < NOTIFY_INTERVAL_MS) continue;
        onChanged();
        lastNotifiedAt = performance.now();
        hasUnreportedChanges = false;
      }
    } finally {
      this.#isRunning = false;
      if (hasUnreportedChanges && !this.#isClosed()) onChanged();
      if (!this.isBusy && !this.#isClosed()) this.#deps.onIdle();
    }
  }

  /** Names the places of photos with a position. @returns whether any place was stored */
  async #namePlaces(): Promise<boolean> {
    const { places, onFault } = this.#deps;
    let named = false;
    while (!this.#isAtlasUnavailable && !this.#isClosed()) {
      const unplaced = places.photosWithoutPlace(MAX_POSITIONS_PER_CALL);
      if (unplaced.length === 0) break;
      try {
        const names = await this.#placeWorker.call('name', unplaced, this.#stop.signal);
        places.savePlaces(unplaced.map(({ photo }, index) => ({ photo, place: names[index] ?? null })));
        named = true;
      } catch (failure) {
        this.#isAtlasUnavailable = true;
        if (!this.#isClosed()) onFault(failure);
      }
    }
    return named;
  }

  async #scanFolders(): Promise<void> {
    const queue = [...this.#dirty].map(([key, depth]) => ({ key, reach: depth, isForced: true }));
    this.#dirty.clear();
    let changed = false;
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (this.#isClosed()) return;
      const { key, reach: depth, isForced } = next;
      const scan = await this.#scanFolder(key, isForced);
      changed ||= scan.changed;
      for (const subfolder of depth === 'here' ? scan.newSubfolders : scan.subfolders)
        queue.push({ key: subfolder, reach: depth === 'here' ? 'below' : depth, isForced: depth === 'all' });
      await setImmediate();
    }
    if (changed) this.#deps.onChanged();
  }

  /** Updates the index for one folder. */
  async #scanFolder(key: string, isForced: boolean): Promise<FolderScan> {
    const { tables, vault } = this.#deps;
    const location = this.locate(key);
    const onFolderChanged = location === undefined ? undefined : await openFolder(vault, location);
    if (onFolderChanged === undefined) return { changed: await tables.forget(key), subfolders: [], newSubfolders: [] };
    try {
      const { mtimeMs } = await onFolderChanged.stat();
      const knownSubfolders = tables.foldersIn(key);
      if (!isForced && tables.folder(key)?.mtime === mtimeMs)
        return { changed: false, subfolders: knownSubfolders, newSubfolders: [] };
      const names = await this.#folderWorker.call('open', onFolderChanged.path, this.#stop.signal);
      const subfolders = names.map((name) => `${key}/${name}`);
      const [onDisk, known] = [new Set(subfolders), new Set(knownSubfolders)];
      let changed = false;
      for (const missing of knownSubfolders.filter((each) => !onDisk.has(each)))
        changed = (await tables.forget(missing)) || changed;
      changed = (await this.#compareFiles(tables.beginFolder(key), mtimeMs)) || changed;
      return { changed, subfolders, newSubfolders: subfolders.filter((each) => !known.has(each)) };
    } catch (failure) {
      // A folder that disappears during the scan is reported again by the watcher. An unfinished folder is read again
      // at the next start.
      if (errnoOf(failure) === undefined && !this.#isClosed()) throw failure;
      return { changed: false, subfolders: [], newSubfolders: [] };
    } finally {
      await onFolderChanged.close();
    }
  }

  /** Compares the worker's listing with the stored files in batches. @returns whether anything changed */
  async #compareFiles(id: number, mtime: number): Promise<boolean> {
    const { tables } = this.#deps;
    const { signal } = this.#stop;
    let isChanged = false;
    const missing: IndexedFile[] = [];
    for (let known = tables.filesIn(id, '', FILES_PER_BATCH); known.length > 0;) {
      const differences = await this.#folderWorker.call('compare', known, signal);
      missing.push(...differences.missing);
      if (differences.changed.length > 0) tables.putFiles(id, differences.changed);
      isChanged ||= differences.changed.length > 0;
      known = tables.filesIn(id, known.at(-1)?.name ?? '', FILES_PER_BATCH);
    }
    for (let fresh = await this.#folderWorker.call('fresh', FILES_PER_BATCH, signal); fresh.length > 0;) {
      tables.putFiles(id, fresh);
      isChanged = true;
      fresh = await this.#folderWorker.call('fresh', FILES_PER_BATCH, signal);
    }
    await this.#folderWorker.call('close', undefined, signal);
    // Remove deleted files last: the content of a renamed file is found through its old row.
    for (let at = 0; at < missing.length; at += FILES_PER_BATCH) {
      tables.removeFiles(id, missing.slice(at, at + FILES_PER_BATCH));
      await setImmediate();
    }
    tables.finishFolder(id, Date.now() - mtime > MTIME_SETTLE_MS ? mtime : null);
    return isChanged || missing.length > 0;
  }

  /** The location of a file if it may be indexed: in a personal or the public folder, and not below a hidden folder. */
  locate(key: string): Location | undefined {
    const top = this.#topFolderOf(key);
    const location = top === undefined ? undefined : this.#deps.vault.findReadable(callerFor(top), key);
    const kind = location?.place.kind;
    return kind === 'personal' || kind === 'public' ? location : undefined;
  }

  #topFolderOf(key: string): string | undefined {
    const volume = this.#deps.vault.volumes.find(
      ({ mountDir, kind }) => kind === 'data' && key.startsWith(`${mountDir}/`),
    );
    if (volume === undefined || key.includes('/.')) return undefined;
    return key.slice(volume.mountDir.length + 1).split('/')[0];
  }
}

const nameOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

const openFolder = async (vault: Vault, location: Location): Promise<Folder | undefined> => {
  try {
    return await vault.folder(location);
  } catch {
    return undefined;
  }
};

import { setImmediate } from 'node:timers/promises';
import type { Hashes, Version } from '../files/hashes.ts';
import { besideModule, Thread } from '../files/thread.ts';
import { inLanes } from '../runtime/lanes.ts';
import type { Folder, Location, Vault } from '../vault/index.ts';
import { callerFor, errnoOf } from '../vault/index.ts';
import { PUBLIC_FOLDER } from '../vault/places.ts';
import type { IndexTables, KnownFile } from './index-tables.ts';
import { isMedia } from './media-folder.ts';
import type { MediaJobs } from './media-worker.ts';
import type { PlaceJobs } from './place-worker.ts';
import type { PlaceTables } from './places/place-tables.ts';
import type { Reader } from './reader.ts';
import { Learner } from './learner.ts';

export interface IndexerDeps {
  readonly vault: Vault;
  readonly tables: IndexTables;
  readonly places: PlaceTables;
  readonly hashes: Hashes;
  readonly reader: Reader;
  /** Names of the users whose folders are scanned. */
  readonly people: () => readonly string[];
  /** Called when a timeline may have changed. */
  readonly onChanged: () => void;
  /** Called when there is nothing left to index. */
  readonly onRest: () => void;
  readonly onFault: (fault: unknown) => void;
}

/**
 * How far to scan: only this folder and new folders in it, also folders below it with a changed mtime, or everything
 * below it.
 */
const REACHES = ['here', 'below', 'all'] as const;
type Reach = (typeof REACHES)[number];

/** Result of scanning a folder: all its subfolders, and those that are new. */
interface Looked {
  readonly changed: boolean;
  readonly below: readonly string[];
  readonly came: readonly string[];
}

/** Files that are compared and written in one batch. */
const PIECE = 250;
/** Debounce of folder changes. */
const GATHER_MS = 200;
/** Photos read concurrently: while one is decoded, the next is opened. */
const LANES = 2;
/** Photos indexed before the pending folder changes are scanned again. */
const BATCH = 64;
/** Positions sent to the place worker in one call. */
const POSITIONS = 500;
/** Minimum interval between change notifications while indexing. Each one makes clients rebuild the whole timeline. */
const TELL_MS = 1500;
/** A folder that changed more recently may change again without a new mtime. */
const SETTLED_MS = 2000;

/**
 * Keeps the index in step with the disk: the photos in personal and public folders of the data volumes. Safes, private
 * files and trash are never scanned. Changes are found by folder mtime. The process may be killed at any time: the next
 * scan finds what is not stored yet.
 */
export class Indexer {
  readonly #deps: IndexerDeps;
  readonly #dirty = new Map<string, Reach>();
  readonly #stop = new AbortController();
  readonly #learner: Learner;
  /** Scans folders in a worker thread, so that a large folder does not block the event loop. */
  readonly #media = new Thread<MediaJobs>(besideModule(import.meta.url, 'media-worker'));
  /** Names places in a worker thread, which has the atlas in memory only while it is needed. */
  readonly #places = new Thread<PlaceJobs>(besideModule(import.meta.url, 'place-worker'), { idleMs: 3000 });
  /** True once loading the atlas failed. Photos then get no place until the box restarts. */
  #placeless = false;
  #soon: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();
  #busy = false;

  constructor(deps: IndexerDeps) {
    this.#deps = deps;
    this.#learner = new Learner({ ...deps, locate: (key) => this.locate(key) }, this.#stop.signal);
  }

  /** Discards the unwritten results of a file that is about to be encrypted. */
  forget(plain: Version): void {
    this.#learner.forget(plain);
  }

  /** Whether a run is active or pending. */
  get isBusy(): boolean {
    return this.#busy || this.#dirty.size > 0;
  }

  #isClosed(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Scans everything that may have changed while the box was off. */
  start(): void {
    this.#deps.tables.tryAgain();
    for (const { mountDir } of this.#deps.vault.volumes.filter(({ kind }) => kind === 'data'))
      for (const top of [...this.#deps.people(), PUBLIC_FOLDER]) this.#note(`${mountDir}/${top}`, 'below');
    // All folders are queued already, so skip the debounce.
    this.#begin().catch(this.#deps.onFault);
  }

  /** A file in this folder was added, changed or deleted. */
  folder(key: string): void {
    this.#note(key, 'here');
  }

  /** This folder was added or deleted with its contents, or the changes below it are unknown. */
  tree(key: string): void {
    const volume = this.#deps.vault.volumes.find(({ mountDir }) => mountDir === key);
    if (volume !== undefined) this.start();
    else if (!isMedia(nameOf(key))) this.#note(key, 'all');
  }

  /** Resolves when all pending work is done. For tests and scripts. */
  async settled(): Promise<void> {
    while (this.isBusy && !this.#isClosed()) await this.#begin();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#soon);
    await Promise.all([this.#media.close(), this.#places.close()]);
    await this.#working;
  }

  #note(key: string, reach: Reach): void {
    if (this.#isClosed() || this.#topOf(key) === undefined) return;
    const before = this.#dirty.get(key) ?? 'here';
    this.#dirty.set(key, REACHES.indexOf(reach) > REACHES.indexOf(before) ? reach : before);
    this.#soon ??= setTimeout(() => {
      this.#begin().catch(this.#deps.onFault);
    }, GATHER_MS).unref();
  }

  #begin(): Promise<void> {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    this.#working = this.#working.then(() => this.#work()).catch(this.#deps.onFault);
    return this.#working;
  }

  async #work(): Promise<void> {
    const { tables, onChanged } = this.#deps;
    this.#busy = true;
    let told = Number.NEGATIVE_INFINITY;
    let isUntold = false;
    try {
      for (;;) {
        await this.#scan();
        if (this.#isClosed()) return;
        const files = tables.unread(BATCH);
        // The metadata of all photos comes before the first preview.
        const contents = files.length > 0 ? [] : tables.unseen(BATCH);
        await inLanes(files, LANES, (file) => this.#learner.read(file));
        this.#learner.write();
        if (files.length === 0 && (await this.#namePlaces())) isUntold = true;
        await inLanes(contents, LANES, (content) => this.#learner.see(content));
        if (this.#isClosed()) return;
        if (files.length === 0 && contents.length === 0) return;
        isUntold = true;
        if (performance.now() - told < TELL_MS) continue;
        onChanged();
        told = performance.now();
        isUntold = false;
      }
    } finally {
      this.#busy = false;
      if (isUntold && !this.#isClosed()) onChanged();
      if (!this.isBusy && !this.#isClosed()) this.#deps.onRest();
    }
  }

  /** Names the places of photos with a position. @returns whether any place was stored */
  async #namePlaces(): Promise<boolean> {
    const { places, onFault } = this.#deps;
    let named = false;
    while (!this.#placeless && !this.#isClosed()) {
      const unplaced = places.waiting(POSITIONS);
      if (unplaced.length === 0) break;
      try {
        const names = await this.#places.call('name', unplaced, this.#stop.signal);
        places.put(unplaced.map(({ photo }, at) => ({ photo, place: names[at] ?? null })));
        named = true;
      } catch (failure) {
        this.#placeless = true;
        if (!this.#isClosed()) onFault(failure);
      }
    }
    return named;
  }

  async #scan(): Promise<void> {
    const waiting = [...this.#dirty].map(([key, reach]) => ({ key, reach, isForced: true }));
    this.#dirty.clear();
    let changed = false;
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (this.#isClosed()) return;
      const { key, reach, isForced } = next;
      const told = await this.#look(key, isForced);
      changed ||= told.changed;
      for (const inner of reach === 'here' ? told.came : told.below)
        waiting.push({ key: inner, reach: reach === 'here' ? 'below' : reach, isForced: reach === 'all' });
      await setImmediate();
    }
    if (changed) this.#deps.onChanged();
  }

  /** Updates the index for one folder. */
  async #look(key: string, isForced: boolean): Promise<Looked> {
    const { tables, vault } = this.#deps;
    const location = this.locate(key);
    const folder = location === undefined ? undefined : await open(vault, location);
    if (folder === undefined) return { changed: await tables.forget(key), below: [], came: [] };
    try {
      const { mtimeMs } = await folder.stat();
      const before = tables.foldersIn(key);
      if (!isForced && tables.folder(key)?.mtime === mtimeMs) return { changed: false, below: before, came: [] };
      const names = await this.#media.call('open', folder.path, this.#stop.signal);
      const below = names.map((name) => `${key}/${name}`);
      const [there, known] = [new Set(below), new Set(before)];
      let changed = false;
      for (const gone of before.filter((each) => !there.has(each))) changed = (await tables.forget(gone)) || changed;
      changed = (await this.#compare(tables.begin(key), mtimeMs)) || changed;
      return { changed, below, came: below.filter((each) => !known.has(each)) };
    } catch (failure) {
      // A folder that disappears during the scan is reported again by the watcher. An unfinished folder is read again
      // at the next start.
      if (errnoOf(failure) === undefined && !this.#isClosed()) throw failure;
      return { changed: false, below: [], came: [] };
    } finally {
      await folder.close();
    }
  }

  /** Compares the worker's listing with the stored files in batches. @returns whether anything changed */
  async #compare(id: number, mtime: number): Promise<boolean> {
    const { tables } = this.#deps;
    const { signal } = this.#stop;
    let isChanged = false;
    const gone: KnownFile[] = [];
    for (let known = tables.filesIn(id, '', PIECE); known.length > 0;) {
      const differing = await this.#media.call('compare', known, signal);
      gone.push(...differing.gone);
      if (differing.changed.length > 0) tables.put(id, differing.changed);
      isChanged ||= differing.changed.length > 0;
      known = tables.filesIn(id, known.at(-1)?.name ?? '', PIECE);
    }
    for (let fresh = await this.#media.call('fresh', PIECE, signal); fresh.length > 0;) {
      tables.put(id, fresh);
      isChanged = true;
      fresh = await this.#media.call('fresh', PIECE, signal);
    }
    await this.#media.call('close', undefined, signal);
    // Remove deleted files last: the content of a renamed file is found through its old row.
    for (let at = 0; at < gone.length; at += PIECE) {
      tables.drop(id, gone.slice(at, at + PIECE));
      await setImmediate();
    }
    tables.finish(id, Date.now() - mtime > SETTLED_MS ? mtime : null);
    return isChanged || gone.length > 0;
  }

  /** The location of a file if it may be indexed: in a personal or the public folder, and not below a hidden folder. */
  locate(key: string): Location | undefined {
    const top = this.#topOf(key);
    const location = top === undefined ? undefined : this.#deps.vault.seenBy(callerFor(top), key);
    const kind = location?.place.kind;
    return kind === 'personal' || kind === 'public' ? location : undefined;
  }

  #topOf(key: string): string | undefined {
    const volume = this.#deps.vault.volumes.find(
      ({ mountDir, kind }) => kind === 'data' && key.startsWith(`${mountDir}/`),
    );
    if (volume === undefined || key.includes('/.')) return undefined;
    return key.slice(volume.mountDir.length + 1).split('/')[0];
  }
}

const nameOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

const open = async (vault: Vault, location: Location): Promise<Folder | undefined> => {
  try {
    return await vault.folder(location);
  } catch {
    return undefined;
  }
};

import { lstatSync, watch } from 'node:fs';
import type { FSWatcher, Stats } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { errnoNameOf } from '../../storage/copy/open-directory.ts';
import { fromDisk, toDisk } from '../../storage/vault/disk-names.ts';
import { isOwnName } from '../../storage/vault/own-names.ts';

/** Changes on a volume since the last report. Keys are paths of G-15. */
export interface VolumeFileChange {
  readonly mountDir: string;
  /** Folders in which an entry was created, deleted or written. */
  readonly folders: ReadonlySet<string>;
  /** New folders, with everything in them; the whole volume after an overflow. */
  readonly created: ReadonlySet<string>;
  /** Deleted folders, with everything that was in them. */
  readonly deleted: ReadonlySet<string>;
  /** The kernel queue overflowed and events were lost: anything on the volume may have changed. */
  readonly isOverflow: boolean;
}

export interface VolumeWatchOptions {
  readonly volumes: readonly { readonly mountDir: string; readonly root: string }[];
  readonly onChange: (change: VolumeFileChange) => void;
  /** The volume cannot be watched any more: anything on it may change without a report. */
  readonly onWatchLost: (mountDir: string, reason: string) => void;
  /** Called between slices of work on a large tree, so that other work can run. */
  readonly yieldToOthers?: () => Promise<unknown>;
}

/** A volume to watch. */
export type WatchedVolume = VolumeWatchOptions['volumes'][number];

export interface VolumeWatchers {
  /** Volumes whose changes are reported. */
  readonly watched: readonly string[];
  /** Watches a new volume. Resolves like {@link watchVolumes}. */
  add(volume: WatchedVolume): Promise<void>;
  /** Stops watching a volume that was removed. */
  drop(mountDir: string): Promise<void>;
  close(): Promise<void>;
}

/** How long changes are collected before they are reported, in ms, even if other work is pending. */
const REPORT_DELAY_MS = 50;
/** A burst is processed in slices of this length, in ms, so that nothing else waits for it. */
const MAX_SLICE_MS = 10;
/**
 * Half of the default kernel queue (`fs.inotify.max_queued_events`). Node does not report when the kernel drops events.
 */
const OVERFLOW_EVENT_COUNT = 8192;
/** Errors of a folder that was deleted or replaced between two checks. */
const MISSING_FOLDER_CODES = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'ENAMETOOLONG', 'ESTALE']);

/** A folder with its inotify watch. The kernel reports entries per folder, so files need no watch of their own. */
class WatchedFolder {
  readonly key: string;
  readonly children = new Map<string, WatchedFolder>();
  watcher: FSWatcher | undefined;
  isLive = true;

  constructor(key: string) {
    this.key = key;
  }

  /** Ends the watches of this folder and of everything below it. */
  drop(): void {
    const waiting: WatchedFolder[] = [this];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      folder.isLive = false;
      folder.watcher?.close();
      waiting.push(...folder.children.values());
    }
  }
}

/**
 * The watches of one volume. A watch follows a renamed folder but keeps the old key, so the folder is dropped at its
 * old path and watched again at its new one.
 */
class VolumeWatcher {
  readonly #mountDir: string;
  readonly #root: string;
  readonly #options: VolumeWatchOptions;
  #top: WatchedFolder | undefined;
  /** Created and deleted names by folder; an empty set when something in the folder was only written. */
  #changedNames = new Map<WatchedFolder, Set<string>>();
  /** Reported changes whose watches still have to be updated: new folders need a watch. */
  #unwatchedNames = new Map<WatchedFolder, Set<string>>();
  #events = 0;
  #isOverflowing = false;
  #reportTimer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();
  #sliceEnd = 0;

  constructor({ mountDir, root }: VolumeWatchOptions['volumes'][number], options: VolumeWatchOptions) {
    this.#mountDir = mountDir;
    this.#root = root;
    this.#options = options;
  }

  get mountDir(): string {
    return this.#mountDir;
  }

  get isWatched(): boolean {
    return this.#top?.isLive === true;
  }

  /** Resolves when every folder has a watch, or when it is known that not all can have one. */
  async start(): Promise<void> {
    await this.#runNext(() => this.#watchAll());
  }

  async #watchAll(): Promise<void> {
    const top = this.#watch(this.#mountDir);
    if (top === undefined) {
      this.#reportLoss('cannot be read');
      return;
    }
    this.#top?.drop();
    this.#top = top;
    await this.#watchTree(top);
  }

  async close(): Promise<void> {
    clearTimeout(this.#reportTimer);
    this.#top?.drop();
    await this.#work;
  }

  /** Serialises work. When the system has no watches left, the whole volume is not watched. */
  #runNext(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work).catch((failure: unknown) => this.#reportLoss(String(failure)));
    return this.#work;
  }

  /** Reports the loss once, whatever else fails afterwards. */
  #reportLoss(reason: string): void {
    if (this.#top?.isLive === false) return;
    this.#top?.drop();
    this.#options.onWatchLost(this.#mountDir, reason);
  }

  #pathOf(key: string): string | Buffer {
    return toDisk(`${this.#root}${key.slice(this.#mountDir.length)}`);
  }

  /** @returns undefined when the folder does not exist. @throws when no watches are left */
  #watch(key: string): WatchedFolder | undefined {
    const folder = new WatchedFolder(key);
    try {
      folder.watcher = watch(this.#pathOf(key), { persistent: false, encoding: 'buffer' }, (event, name) => {
        this.#onEvent(folder, event, name === null ? '' : fromDisk(name));
      });
      folder.watcher.on('error', (failure) => this.#reportLoss(String(failure)));
      return folder;
    } catch (failure) {
      if (MISSING_FOLDER_CODES.has(errnoNameOf(failure))) return undefined;
      throw failure;
    }
  }

  /**
   * Watches every folder below. Each folder is read after its watch was added, so that no change is missed in between.
   */
  async #watchTree(top: WatchedFolder): Promise<void> {
    const waiting = [top];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      await this.#yieldIfDue();
      for (const name of await subfolders(this.#pathOf(folder.key))) {
        if (isOwnName(name)) continue;
        const child = this.#watchChild(folder, name);
        if (child !== undefined) waiting.push(child);
      }
    }
  }

  #watchChild(folder: WatchedFolder, name: string): WatchedFolder | undefined {
    folder.children.get(name)?.drop();
    folder.children.delete(name);
    const child = folder.isLive ? this.#watch(`${folder.key}/${name}`) : undefined;
    if (child !== undefined) folder.children.set(name, child);
    return child;
  }

  #onEvent(folder: WatchedFolder, event: 'rename' | 'change', name: string): void {
    this.#events += 1;
    if (!folder.isLive || isOwnName(name)) return;
    const names = this.#changedNames.get(folder) ?? new Set();
    if (event === 'rename' && name !== '') names.add(name);
    this.#changedNames.set(folder, names);
    this.#reportTimer ??= this.#scheduleReport();
  }

  #scheduleReport(): NodeJS.Timeout {
    return setTimeout(() => {
      try {
        this.#report();
      } catch (failure) {
        this.#reportLoss(String(failure));
      }
    }, REPORT_DELAY_MS).unref();
  }

  #enqueue(work: () => Promise<void>): void {
    this.#runNext(work).catch((failure: unknown) => this.#reportLoss(String(failure)));
  }

  /**
   * Never waits for {@link #updateWatches}: a program that creates folders faster than they can be watched would block
   * all reports.
   */
  #report(): void {
    const changedNames = this.#changedNames;
    const hasOverflow = this.#events >= OVERFLOW_EVENT_COUNT;
    this.#changedNames = new Map();
    this.#events = 0;
    this.#reportTimer = undefined;
    if (!this.isWatched) return;
    const liveFolders = [...changedNames.keys()].filter((folder) => folder.isLive);
    this.#emitChange({ folders: new Set(liveFolders.map((folder) => folder.key)), isOverflow: hasOverflow });
    // After an overflow everything is watched again, because events were lost.
    if (this.#isOverflowing && !hasOverflow) this.#enqueue(() => this.#recover());
    this.#isOverflowing = hasOverflow;
    // The end of an overflow may not cause an event.
    if (hasOverflow) this.#reportTimer = this.#scheduleReport();
    if (this.#unwatchedNames.size === 0) this.#enqueue(() => this.#updateWatches());
    for (const folder of liveFolders) {
      const names = this.#unwatchedNames.get(folder) ?? new Set();
      for (const name of changedNames.get(folder) ?? []) names.add(name);
      this.#unwatchedNames.set(folder, names);
    }
  }

  #emitChange(change: Partial<Omit<VolumeFileChange, 'mountDir'>>): void {
    const { folders = new Set(), created = new Set(), deleted = new Set(), isOverflow = false } = change;
    if (this.isWatched && (folders.size > 0 || created.size > 0 || deleted.size > 0 || isOverflow))
      this.#options.onChange({ mountDir: this.#mountDir, folders, created, deleted, isOverflow });
  }

  async #recover(): Promise<void> {
    await this.#watchAll();
    this.#emitChange({ created: new Set([this.#mountDir]) });
  }

  /** Adds watches for new folders, and removes those of deleted ones. */
  async #updateWatches(): Promise<void> {
    const pending = this.#unwatchedNames;
    this.#unwatchedNames = new Map();
    for (const [folder, names] of pending) {
      const created = new Set<string>();
      const deleted = new Set<string>();
      // A deleted folder is reported by its parent.
      if (!folder.isLive) continue;
      // Thousands of files may have been created in a folder without subfolders.
      if (folder.children.size === 0 && !mayHoldFolders(this.#pathOf(folder.key))) continue;
      for (const name of names) {
        await this.#yieldIfDue();
        const known = folder.children.get(name);
        const child = this.#watchIfFolder(folder, name);
        if (known !== undefined && child === undefined) deleted.add(known.key);
        if (child === undefined) continue;
        await this.#watchTree(child);
        created.add(child.key);
      }
      this.#emitChange({ created, deleted });
    }
  }

  #watchIfFolder(folder: WatchedFolder, name: string): WatchedFolder | undefined {
    if (isFolder(this.#pathOf(`${folder.key}/${name}`))) return this.#watchChild(folder, name);
    folder.children.get(name)?.drop();
    folder.children.delete(name);
    return undefined;
  }

  async #yieldIfDue(): Promise<void> {
    if (performance.now() < this.#sliceEnd) return;
    await (this.#options.yieldToOthers ?? setImmediate)();
    this.#sliceEnd = performance.now() + MAX_SLICE_MS;
  }
}

/** Stats a path; undefined when it cannot be reached, which is no reason to give up the volume. */
const statIfReachable = (path: string | Buffer): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (failure) {
    if (MISSING_FOLDER_CODES.has(errnoNameOf(failure))) return undefined;
    throw failure;
  }
};

const isFolder = (path: string | Buffer): boolean => statIfReachable(path)?.isDirectory() === true;

/**
 * A folder has one link from itself, one from its parent and one from each subfolder. File systems that do not count
 * links report 1.
 */
const mayHoldFolders = (path: string | Buffer): boolean => {
  const stat = statIfReachable(path);
  return stat?.isDirectory() === true && stat.nlink !== 2;
};

const subfolders = async (path: string | Buffer): Promise<string[]> => {
  const names: string[] = [];
  try {
    if (!mayHoldFolders(path)) return names;
    // In this encoding a character is a byte.
    for await (const entry of await opendir(path, { encoding: 'latin1', bufferSize: 256 }))
      if (entry.isDirectory()) names.push(fromDisk(Buffer.from(entry.name, 'latin1')));
  } catch (failure) {
    if (!MISSING_FOLDER_CODES.has(errnoNameOf(failure))) throw failure;
  }
  return names;
};

/** Watches volumes for changes that other programs make (Samba, a shell, a backup). */
export const watchVolumes = async (options: VolumeWatchOptions): Promise<VolumeWatchers> => {
  const watches = new Map<string, VolumeWatcher>();
  const drop = async (mountDir: string): Promise<void> => {
    const watch = watches.get(mountDir);
    watches.delete(mountDir);
    await watch?.close();
  };
  const add = async (volume: WatchedVolume): Promise<void> => {
    await drop(volume.mountDir);
    const watch = new VolumeWatcher(volume, options);
    watches.set(volume.mountDir, watch);
    await watch.start();
  };
  for (const volume of options.volumes) await add(volume);
  return {
    get watched() {
      return [...watches.values()].filter(({ isWatched }) => isWatched).map(({ mountDir }) => mountDir);
    },
    add,
    drop,
    close: async () => {
      await Promise.all([...watches.keys()].map(drop));
    },
  };
};

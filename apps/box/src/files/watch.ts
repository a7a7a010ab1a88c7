import { lstatSync, watch } from 'node:fs';
import type { FSWatcher, Stats } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { codeOf } from '../copy/folder.ts';
import { fromDisk, toDisk } from '../vault/names.ts';
import { isOwnName } from '../vault/own-names.ts';

/** Changes on a volume since the last report. Keys are paths of G-15. */
export interface VolumeChange {
  readonly mountDir: string;
  /** Folders in which an entry was created, deleted or written. */
  readonly folders: ReadonlySet<string>;
  /** New folders, with everything in them; the whole volume after an overflow. */
  readonly created: ReadonlySet<string>;
  /** Deleted folders, with everything that was in them. */
  readonly gone: ReadonlySet<string>;
  /** The kernel queue overflowed and events were lost: anything on the volume may have changed. */
  readonly everything: boolean;
}

export interface WatchOptions {
  readonly volumes: readonly { readonly mountDir: string; readonly root: string }[];
  readonly onChange: (change: VolumeChange) => void;
  /** The volume cannot be watched any more: anything on it may change without a report. */
  readonly onLost: (mountDir: string, reason: string) => void;
  /** Called between slices of work on a large tree, so that other work can run. */
  readonly breathe?: () => Promise<unknown>;
}

/** A volume to watch. */
export type WatchedVolume = WatchOptions['volumes'][number];

export interface Watching {
  /** Volumes whose changes are reported. */
  readonly watched: readonly string[];
  /** Watches a new volume. Resolves like {@link watchVolumes}. */
  add(volume: WatchedVolume): Promise<void>;
  /** Stops watching a volume that was removed. */
  drop(mountDir: string): Promise<void>;
  close(): Promise<void>;
}

/** How long changes are collected before they are reported, in ms, even if other work is pending. */
const GATHER_MS = 50;
/** A burst is processed in slices of this length, in ms, so that nothing else waits for it. */
const SLICE_MS = 10;
/**
 * Half of the default kernel queue (`fs.inotify.max_queued_events`). Node does not report when the kernel drops events.
 */
const FLOOD = 8192;
/** Errors of a folder that was deleted or replaced between two checks. */
const GONE = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'ENAMETOOLONG', 'ESTALE']);

/** A folder with its inotify watch. The kernel reports entries per folder, so files need no watch of their own. */
class WatchedFolder {
  readonly key: string;
  readonly below = new Map<string, WatchedFolder>();
  watcher: FSWatcher | undefined;
  live = true;

  constructor(key: string) {
    this.key = key;
  }

  /** Ends the watches of this folder and of everything below it. */
  drop(): void {
    const waiting: WatchedFolder[] = [this];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      folder.live = false;
      folder.watcher?.close();
      waiting.push(...folder.below.values());
    }
  }
}

/**
 * The watches of one volume. A watch follows a renamed folder but keeps the old key, so the folder is dropped at its
 * old path and watched again at its new one.
 */
class VolumeWatch {
  readonly #mountDir: string;
  readonly #root: string;
  readonly #options: WatchOptions;
  #top: WatchedFolder | undefined;
  /** Created and deleted names by folder; an empty set when something in the folder was only written. */
  #heard = new Map<WatchedFolder, Set<string>>();
  /** Reported changes whose watches still have to be updated: new folders need a watch. */
  #pending = new Map<WatchedFolder, Set<string>>();
  #events = 0;
  #flooded = false;
  #soon: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();
  #sliceEnd = 0;

  constructor({ mountDir, root }: WatchOptions['volumes'][number], options: WatchOptions) {
    this.#mountDir = mountDir;
    this.#root = root;
    this.#options = options;
  }

  get mountDir(): string {
    return this.#mountDir;
  }

  get isWatched(): boolean {
    return this.#top?.live === true;
  }

  /** Resolves when every folder has a watch, or when it is known that not all can have one. */
  async start(): Promise<void> {
    await this.#next(() => this.#begin());
  }

  async #begin(): Promise<void> {
    const top = this.#watch(this.#mountDir);
    if (top === undefined) {
      this.#lose('cannot be read');
      return;
    }
    this.#top?.drop();
    this.#top = top;
    await this.#cover(top);
  }

  async close(): Promise<void> {
    clearTimeout(this.#soon);
    this.#top?.drop();
    await this.#work;
  }

  /** Serialises work. When the system has no watches left, the whole volume is not watched. */
  #next(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work).catch((failure: unknown) => this.#lose(String(failure)));
    return this.#work;
  }

  /** Reports the loss once, whatever else fails afterwards. */
  #lose(reason: string): void {
    if (this.#top?.live === false) return;
    this.#top?.drop();
    this.#options.onLost(this.#mountDir, reason);
  }

  #pathOf(key: string): string | Buffer {
    return toDisk(`${this.#root}${key.slice(this.#mountDir.length)}`);
  }

  /** @returns undefined when the folder does not exist. @throws when no watches are left */
  #watch(key: string): WatchedFolder | undefined {
    const folder = new WatchedFolder(key);
    try {
      folder.watcher = watch(this.#pathOf(key), { persistent: false, encoding: 'buffer' }, (event, name) => {
        this.#hear(folder, event, name === null ? '' : fromDisk(name));
      });
      folder.watcher.on('error', (failure) => this.#lose(String(failure)));
      return folder;
    } catch (failure) {
      if (GONE.has(codeOf(failure))) return undefined;
      throw failure;
    }
  }

  /**
   * Watches every folder below. Each folder is read after its watch was added, so that no change is missed in between.
   */
  async #cover(top: WatchedFolder): Promise<void> {
    const waiting = [top];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      await this.#breathe();
      for (const name of await subfolders(this.#pathOf(folder.key))) {
        if (isOwnName(name)) continue;
        const child = this.#adopt(folder, name);
        if (child !== undefined) waiting.push(child);
      }
    }
  }

  #adopt(folder: WatchedFolder, name: string): WatchedFolder | undefined {
    folder.below.get(name)?.drop();
    folder.below.delete(name);
    const child = folder.live ? this.#watch(`${folder.key}/${name}`) : undefined;
    if (child !== undefined) folder.below.set(name, child);
    return child;
  }

  #hear(folder: WatchedFolder, event: 'rename' | 'change', name: string): void {
    this.#events += 1;
    if (!folder.live || isOwnName(name)) return;
    const names = this.#heard.get(folder) ?? new Set();
    if (event === 'rename' && name !== '') names.add(name);
    this.#heard.set(folder, names);
    this.#soon ??= this.#tellSoon();
  }

  #tellSoon(): NodeJS.Timeout {
    return setTimeout(() => {
      try {
        this.#tell();
      } catch (failure) {
        this.#lose(String(failure));
      }
    }, GATHER_MS).unref();
  }

  #later(work: () => Promise<void>): void {
    this.#next(work).catch((failure: unknown) => this.#lose(String(failure)));
  }

  /**
   * Never waits for {@link #updateWatches}: a program that creates folders faster than they can be watched would block
   * all reports.
   */
  #tell(): void {
    const heard = this.#heard;
    const flood = this.#events >= FLOOD;
    this.#heard = new Map();
    this.#events = 0;
    this.#soon = undefined;
    if (!this.isWatched) return;
    const live = [...heard.keys()].filter((folder) => folder.live);
    this.#say({ folders: new Set(live.map((folder) => folder.key)), everything: flood });
    // After an overflow everything is watched again, because events were lost.
    if (this.#flooded && !flood) this.#later(() => this.#recover());
    this.#flooded = flood;
    // The end of an overflow may not cause an event.
    if (flood) this.#soon = this.#tellSoon();
    if (this.#pending.size === 0) this.#later(() => this.#follow());
    for (const folder of live) {
      const names = this.#pending.get(folder) ?? new Set();
      for (const name of heard.get(folder) ?? []) names.add(name);
      this.#pending.set(folder, names);
    }
  }

  #say(change: Partial<Omit<VolumeChange, 'mountDir'>>): void {
    const { folders = new Set(), created = new Set(), gone = new Set(), everything = false } = change;
    if (this.isWatched && (folders.size > 0 || created.size > 0 || gone.size > 0 || everything))
      this.#options.onChange({ mountDir: this.#mountDir, folders, created, gone, everything });
  }

  async #recover(): Promise<void> {
    await this.#begin();
    this.#say({ created: new Set([this.#mountDir]) });
  }

  /** Adds watches for new folders, and removes those of deleted ones. */
  async #follow(): Promise<void> {
    const pending = this.#pending;
    this.#pending = new Map();
    for (const [folder, names] of pending) {
      const created = new Set<string>();
      const gone = new Set<string>();
      // A deleted folder is reported by its parent.
      if (!folder.live) continue;
      // Thousands of files may have been created in a folder without subfolders.
      if (folder.below.size === 0 && !mayHoldFolders(this.#pathOf(folder.key))) continue;
      for (const name of names) {
        await this.#breathe();
        const known = folder.below.get(name);
        const child = this.#adoptIfFolder(folder, name);
        if (known !== undefined && child === undefined) gone.add(known.key);
        if (child === undefined) continue;
        await this.#cover(child);
        created.add(child.key);
      }
      this.#say({ created, gone });
    }
  }

  #adoptIfFolder(folder: WatchedFolder, name: string): WatchedFolder | undefined {
    if (isFolder(this.#pathOf(`${folder.key}/${name}`))) return this.#adopt(folder, name);
    folder.below.get(name)?.drop();
    folder.below.delete(name);
    return undefined;
  }

  async #breathe(): Promise<void> {
    if (performance.now() < this.#sliceEnd) return;
    await (this.#options.breathe ?? setImmediate)();
    this.#sliceEnd = performance.now() + SLICE_MS;
  }
}

/** Stats a path; undefined when it cannot be reached, which is no reason to give up the volume. */
const look = (path: string | Buffer): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (failure) {
    if (GONE.has(codeOf(failure))) return undefined;
    throw failure;
  }
};

const isFolder = (path: string | Buffer): boolean => look(path)?.isDirectory() === true;

/**
 * A folder has one link from itself, one from its parent and one from each subfolder. File systems that do not count
 * links report 1.
 */
const mayHoldFolders = (path: string | Buffer): boolean => {
  const stat = look(path);
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
    if (!GONE.has(codeOf(failure))) throw failure;
  }
  return names;
};

/** Watches volumes for changes that other programs make (Samba, a shell, a backup). */
export const watchVolumes = async (options: WatchOptions): Promise<Watching> => {
  const watches = new Map<string, VolumeWatch>();
  const drop = async (mountDir: string): Promise<void> => {
    const watch = watches.get(mountDir);
    watches.delete(mountDir);
    await watch?.close();
  };
  const add = async (volume: WatchedVolume): Promise<void> => {
    await drop(volume.mountDir);
    const watch = new VolumeWatch(volume, options);
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

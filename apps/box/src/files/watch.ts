import { lstatSync, watch } from 'node:fs';
import type { FSWatcher, Stats } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { codeOf } from '../copy/folder.ts';
import { fromDisk, toDisk } from '../vault/names.ts';
import { isOwnName } from '../vault/own-names.ts';

/** What changed on a volume since it was last told. Keys are paths of G-15. */
export interface VolumeChange {
  readonly mountDir: string;
  /** Folders in which something came, went or was written. */
  readonly folders: ReadonlySet<string>;
  /** Folders that came, with whatever they hold; after a flood the volume itself. */
  readonly created: ReadonlySet<string>;
  /** Folders that went, with whatever they held. */
  readonly gone: ReadonlySet<string>;
  /** More came at once than the kernel keeps, so that some was lost: anything in the volume may have changed. */
  readonly everything: boolean;
}

export interface WatchOptions {
  readonly volumes: readonly { readonly mountDir: string; readonly root: string }[];
  readonly onChange: (change: VolumeChange) => void;
  /** The volume is not watched, or no more: anything in it may change without being told. */
  readonly onLost: (mountDir: string, reason: string) => void;
  /** Called between pieces of work on a large tree, so that nobody waits for it. */
  readonly breathe?: () => Promise<unknown>;
}

/** A volume to watch. */
export type WatchedVolume = WatchOptions['volumes'][number];

export interface Watching {
  /** Volumes whose changes are told. */
  readonly watched: readonly string[];
  /** Watches a volume that came. Resolves as {@link watchVolumes}. */
  add(volume: WatchedVolume): Promise<void>;
  /** A volume is gone, and nothing of it is told any more. */
  drop(mountDir: string): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds in which changes gather before they are told; then they are, whatever else is still to be done. */
const GATHER_MS = 50;
/** A burst is worked through in pieces of so many milliseconds, so that nobody waits for it. */
const SLICE_MS = 10;
/** Half of what the kernel keeps by default (`fs.inotify.max_queued_events`); when it drops the rest, nobody hears of it. */
const FLOOD = 8192;
/** What a folder says that went away, or was something else, between two looks. */
const GONE = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'ENAMETOOLONG', 'ESTALE']);

/** A folder with its watch. The kernel tells of the entries of a folder, so files cost nothing, however many there are. */
class WatchedFolder {
  readonly key: string;
  readonly below = new Map<string, WatchedFolder>();
  watcher: FSWatcher | undefined;
  live = true;

  constructor(key: string) {
    this.key = key;
  }

  /** Ends its watch and all below. */
  drop(): void {
    const waiting: WatchedFolder[] = [this];
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      folder.live = false;
      folder.watcher?.close();
      waiting.push(...folder.below.values());
    }
  }
}

/** One volume. A watch stays with its folder when that is renamed, under its old key: so the folder is dropped where it was and covered where it is. */
class VolumeWatch {
  readonly #mountDir: string;
  readonly #root: string;
  readonly #options: WatchOptions;
  #top: WatchedFolder | undefined;
  /** Names that came or went, by folder; none for a folder in which something was written. */
  #heard = new Map<WatchedFolder, Set<string>>();
  /** Of those, what was told and is still to be followed: folders that came need a watch. */
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

  /** Resolves when every folder has its watch, or it is clear that not all can have one. */
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

  /** One piece of work after the other. When the machine has no watch left, the volume is not watched at all. */
  #next(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work).catch((failure: unknown) => this.#lose(String(failure)));
    return this.#work;
  }

  /** Told once, whatever else fails then. */
  #lose(reason: string): void {
    if (this.#top?.live === false) return;
    this.#top?.drop();
    this.#options.onLost(this.#mountDir, reason);
  }

  #pathOf(key: string): string | Buffer {
    return toDisk(`${this.#root}${key.slice(this.#mountDir.length)}`);
  }

  /** @returns undefined when there is no such folder (any more). @throws what says that there are no watches left */
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

  /** Watches every folder below. A folder is looked into after its watch began: what comes in between is heard. */
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

  /** Never waits for {@link #follow}: who makes folders faster than they can be watched would hold up everything else. */
  #tell(): void {
    const heard = this.#heard;
    const flood = this.#events >= FLOOD;
    this.#heard = new Map();
    this.#events = 0;
    this.#soon = undefined;
    if (!this.isWatched) return;
    const live = [...heard.keys()].filter((folder) => folder.live);
    this.#say({ folders: new Set(live.map((folder) => folder.key)), everything: flood });
    // When it is over, everything is watched anew: what came meanwhile is unknown.
    if (this.#flooded && !flood) this.#later(() => this.#recover());
    this.#flooded = flood;
    // The end of a flood may make no sound.
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

  /** Gives folders that came their watches, and takes those of folders that went. */
  async #follow(): Promise<void> {
    const pending = this.#pending;
    this.#pending = new Map();
    for (const [folder, names] of pending) {
      const created = new Set<string>();
      const gone = new Set<string>();
      // A folder that went away is told by the one above.
      if (!folder.live) continue;
      // Thousands of files may have come into a folder that holds no folder.
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

/** What is there now; undefined when it cannot be reached (any more), which is no reason to give the volume up. */
const look = (path: string | Buffer): Stats | undefined => {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (failure) {
    if (GONE.has(codeOf(failure))) return undefined;
    throw failure;
  }
};

const isFolder = (path: string | Buffer): boolean => look(path)?.isDirectory() === true;

/** A folder has a link from itself, one from above and one from each folder in it; file systems that do not count say 1. */
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

/** Watches volumes for what happens behind the box's back (Samba, a shell, a backup). */
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

import { mkdirSync, realpathSync } from 'node:fs';
import type { BigIntStats, Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Database } from '../store/database.ts';
import { Folder } from './folder.ts';
import type { LateSyncs } from './late-syncs.ts';
import type { Location } from './location.ts';
import { KeyedLocks } from './locks.ts';
import { finishMove, Moves } from './moves.ts';
import type { Spot } from './moves.ts';
import { isOwnName, noGrants } from './places.ts';
import type { Caller, Grant, Grants } from './places.ts';
import type { Intent } from './scope.ts';
import { errnoOf, GEN, Refusal, refusing } from './refusal.ts';
import { Resolver } from './resolver.ts';
import type { VirtualFolder } from './resolver.ts';
import { isSealed } from './sealed.ts';
import { isEncryptedName } from '@boxwood/box-sdk/rules';
import { VolumeSet } from './volumes.ts';
import type { Volume, VolumeChange, VolumeConfig } from './volumes.ts';

export interface VaultOptions {
  readonly volumes: readonly VolumeConfig[];
  /** Holds `moveMigrations`. */
  readonly database: Database;
  readonly grants?: Grants;
  /** Told about every rename and move, with {@link Location.key}s: who remembers a path can follow. */
  readonly onMoved?: (from: string, to: string) => void;
  /** Told about folders that are gone for good, whether removed or emptied into another. */
  readonly onRemoved?: (key: string) => void;
  /** Told when somebody asked for a granted folder and it does not stand where it was last seen. */
  readonly onMissed?: (grant: Grant) => void;
}

/** A parent folder, open, and the name in it. */
export interface Entry extends AsyncDisposable {
  readonly folder: Folder;
  readonly name: string;
}

/**
 * The one way from a wire path to a disk. `resolve` decides who may (refusals 5, 13, 15); the other methods act on what it returned,
 * through open folders, without following links. No other module of the box makes a real path.
 */
export class Vault {
  readonly #volumes: VolumeSet;
  readonly #resolver: Resolver;
  readonly #moves: Moves;
  readonly #locks = new KeyedLocks();
  readonly #making = new KeyedLocks();
  readonly #onMoved: (from: string, to: string) => void;
  readonly #onRemoved: (key: string) => void;
  readonly #onMissed: (grant: Grant) => void;

  /** Missing roots are created; each is pinned to its real path. */
  constructor(options: VaultOptions) {
    this.#volumes = new VolumeSet(
      options.volumes.map((config) => {
        mkdirSync(config.root, { recursive: true });
        return { ...config, root: realpathSync(config.root) };
      }),
    );
    this.#resolver = new Resolver(this.#volumes, options.grants ?? noGrants);
    this.#moves = new Moves(options.database);
    this.#onMoved = options.onMoved ?? (() => undefined);
    this.#onRemoved = options.onRemoved ?? (() => undefined);
    this.#onMissed = options.onMissed ?? (() => undefined);
  }

  /** Those that can be used now. */
  get volumes(): readonly Volume[] {
    return this.#volumes.there;
  }

  /** Calls `listener` whenever a disk came or went. */
  onVolumes(listener: (change: VolumeChange) => void): void {
    this.#volumes.on(listener);
  }

  /** See {@link VolumeSet.take}. */
  takeMounts(...[mounts, known]: Parameters<VolumeSet['take']>): void {
    this.#volumes.take(mounts, known);
  }

  /** `/mnt/usb1`. */
  get main(): Volume {
    return this.#resolver.main;
  }

  /**
   * Finishes what a killed box left half done. Call it before anything else, and again when a disk came that was not there then. Returns how
   * many moves were finished.
   */
  async recover(): Promise<number> {
    return this.#moves.recover(this.#volumes.all);
  }

  /** @throws Refusal 5 (unsafe path), 13 (not theirs, locked, read-only volume), 15 (longer than a file system takes) */
  resolve(caller: Caller, path: string, intent: Intent): Location {
    return this.#resolver.resolve(caller, path, intent);
  }

  /** An entry of a folder that was resolved before, under the same rules. */
  child(caller: Caller, parent: Location, name: string, intent: Intent): Location {
    return this.#resolver.child(caller, parent, name, intent);
  }

  /** An entry of a listed folder, by a name that was read from the disk. No further question is asked: the folder was allowed. */
  entryOf(folder: Location, name: string): Location {
    return this.#resolver.entryOf(folder, name);
  }

  /** The entry with this {@link Location.key} as the caller may read it; undefined when they may not. */
  seenBy(caller: Caller, key: string): Location | undefined {
    return this.#resolver.seenBy(caller, key);
  }

  /** Whether the caller may read anything in this folder, by its key. */
  seesInto(caller: Caller, key: string): boolean {
    return this.#resolver.seesInto(caller, key);
  }

  /** The trash that takes what is deleted at `location`, null where deleting is final (G-54). */
  trashOf(location: Location): Location | null {
    return this.#resolver.trashOf(location);
  }

  /** The box's own hidden folder on the same file system: temporary and part files. Made when missing by {@link makeFolder}. */
  scratchOf(location: Location): Location {
    return this.#resolver.scratchOf(location);
  }

  /** {@link scratchOf} for a whole data volume. */
  scratchOfVolume(volume: Volume): Location {
    return this.#resolver.scratchOfVolume(volume);
  }

  /** An entry of a trash or scratch folder; the names are the box's own. */
  inside(folder: Location, ...names: readonly string[]): Location {
    return this.#resolver.inside(folder, ...names);
  }

  /** Folders that exist on the wire only: `/mnt`, `/mnt/usb1`, `/mnt/extdev`, `.share2me` … Undefined for every other path. */
  async virtual(caller: Caller, path: string): Promise<VirtualFolder | undefined> {
    const virtual = this.#resolver.virtual(caller, path);
    if (virtual !== undefined) return { ...virtual, entries: await this.#standing(virtual.entries) };
    const volume = this.volumes.find(({ kind, mountDir }) => kind !== 'data' && mountDir === path);
    if (volume === undefined) return undefined;
    const entries: VirtualFolder['entries'][number][] = [];
    await using root = await refusing(() => volume.open([]));
    for (const name of await root.names())
      // What is mounted is a folder, and its server is not asked.
      if (!isOwnName(name) && (volume.mounts.includes(name) || (await root.lstat(name))?.isDirectory() === true))
        entries.push({ name, type: 777, location: this.resolve(caller, `${path}/${name}`, 'read') });
    return { wire: path, entries };
  }

  /** Opens a folder. @throws Refusal 15 when it is absent, a file, or behind a link */
  async folder(location: Location): Promise<Folder> {
    return refusing(() => this.#enter(location, location.below.length));
  }

  /**
   * The marks of the folder that a path leads to now, at a quarter of what opening it costs. For who has opened it before and asks whether
   * it is still the same: a link on the way that leads to this very folder is not noticed, and shows no more than was shown here.
   */
  async glance(location: Location): Promise<Stats | undefined> {
    if (location.place.kind !== 'friends') return location.volume.glance(location.below);
    await using folder = await this.folder(location);
    return await folder.stat();
  }

  /** Opens the parent folder of an entry that may or may not exist. */
  async parent(location: Location): Promise<Entry> {
    const folder = await refusing(() => this.#enter(location, location.below.length - 1));
    return { folder, name: location.name, [Symbol.asyncDispose]: () => folder.close() };
  }

  /** What stands there, links not followed; undefined when nothing does (or its folder is missing). */
  async lstat(location: Location): Promise<Stats | undefined> {
    return this.#look(location, (entry) => entry.folder.lstat(entry.name));
  }

  /** {@link lstat} with exact inode numbers and nanoseconds, for stamps. */
  async lstatExact(location: Location): Promise<BigIntStats | undefined> {
    return this.#look(location, (entry) => entry.folder.lstatExact(entry.name));
  }

  /** Opens a regular file for reading. @throws Refusal 14 for a link, folder, pipe or device; 15 when absent */
  async openFile(location: Location): Promise<FileHandle> {
    await using entry = await this.parent(location);
    return await refusing(() => entry.folder.openFile(entry.name));
  }

  /**
   * Makes a folder and, inside the place, its missing parents; also the place's root folder itself. Synced.
   * @returns false when the folder was there already
   * @throws Refusal 11 when something that is not a folder stands in the way
   */
  async makeFolder(location: Location): Promise<boolean> {
    return refusing(async () => {
      let made = false;
      const { place, volume, rootDepth } = location;
      // What was granted is never made: it is there, or it is not the same. Nor is a device: without it the bytes would land on the system disk.
      const known = place.kind === 'friends' ? rootDepth : volume.kind === 'data' ? 0 : 1;
      let folder = await this.#enter(location, known);
      try {
        for (const [depth, name] of location.below.entries()) {
          if (depth < known) continue;
          const parent = folder;
          // That somebody else makes it in this moment says nothing yet of a power cut: it is there when theirs is on the disk.
          const key = `${volume.mountDir}/${location.below.slice(0, depth + 1).join('/')}`;
          made = await this.#making.hold([key], () => mkdirOnce(parent, name));
          const next = await folder.folder(name).catch((failure: unknown) => {
            throw errnoOf(failure) === 'ENOTDIR' ? new Refusal(GEN.invalid, 'EEXIST') : failure;
          });
          await folder.close();
          folder = next;
        }
      } finally {
        await folder.close();
      }
      return made;
    });
  }

  /**
   * Renames or moves one entry within its file system and never replaces anything. Durable when it returns, or when `late` is settled.
   * @throws Refusal 3 with info `EXDEV` across file systems, 5 into itself, 11 target exists, 13 for the root of a place, 15 source absent
   */
  async move(from: Location, to: Location, late?: LateSyncs): Promise<void> {
    if (from.isPlaceRoot || to.isPlaceRoot) throw new Refusal(GEN.noPrivilege, 'place');
    if (from.key !== to.key && from.contains(to)) throw new Refusal(GEN.unsafe, 'inside itself');
    await this.locked([from, to], () =>
      refusing(async () => {
        await using source = await this.parent(from);
        await using target = await this.parent(to);
        if (from.key === to.key) throw new Refusal(GEN.invalid, 'EEXIST');
        await this.admit(from, source.folder, to);
        await this.moveHeld(from, source.folder, to, target.folder);
        if (late !== undefined) await late.moved(source.folder, target.folder);
        else {
          await target.folder.sync();
          if (source.folder.path !== target.folder.path) await source.folder.sync();
        }
      }),
    );
  }

  /**
   * The one rule of what a safe takes (P-10): encrypted files and folders of such, whichever way they come; what is in it keeps its suffix.
   * Whoever gives the entry `from` of `folder` the name `to` asks before. @throws Refusal 13 (info `encrypted`: only such; a safe that is not open says `path`)
   */
  async admit(
    from: Pick<Spot, 'name'> & Partial<Pick<Location, 'place'>>,
    folder: Folder,
    to: Location,
  ): Promise<void> {
    if (to.place.kind !== 'safe') return;
    const admitted =
      from.place?.kind === 'safe'
        ? !isEncryptedName(from.name) || isEncryptedName(to.name)
        : await isSealed(folder, from.name, to.name);
    if (!admitted) throw new Refusal(GEN.noPrivilege, 'encrypted');
  }

  /** A folder was removed for good, with what was below it. */
  removed(location: Location): void {
    this.#onRemoved(location.key);
  }

  /**
   * {@link move} for who holds both names, has their folders open and syncs them. EEXIST, ENOENT and EXDEV as errors of the system.
   */
  async moveHeld(from: Spot, fromFolder: Folder, to: Spot, toFolder: Folder): Promise<void> {
    await this.#moves.move(from, fromFolder, to, toFolder);
    this.#onMoved(from.key, to.key);
  }

  /**
   * Gives a whole file that waits under a name of the box's own its real one; otherwise as {@link moveHeld}. Nobody keeps the name that it leaves, so
   * nobody is told, which for ten thousand uploads is as much work as the names themselves.
   * @param ino its inode
   */
  async nameHeld(from: Spot, fromFolder: Folder, to: Spot, toFolder: Folder, ino: string): Promise<void> {
    await this.#moves.name(from, fromFolder, to, toFolder, ino);
  }

  /** Takes the old name of a file that a power cut left with both; `ino` says which file. False when there is nothing to take. */
  async finishMove(from: Location, to: Location, ino: string): Promise<boolean> {
    return this.locked([from, to], () =>
      refusing(async () => {
        await using source = await this.parent(from);
        await using target = await this.parent(to);
        return await finishMove(source, target, ino);
      }),
    );
  }

  /** Holds the names while `work` runs: everything in the box that creates, renames or removes a name holds it meanwhile. */
  async locked<T>(locations: readonly Location[], work: () => Promise<T>): Promise<T> {
    return this.#locks.hold(
      locations.map((location) => location.key),
      work,
    );
  }

  /**
   * Opens the folder that the first `depth` names of a location lead to. What a friend opened is entered only through the very folder that
   * was granted: the name that leads to it may be another folder's by now.
   */
  async #enter({ volume, below, place, rootDepth }: Location, depth: number): Promise<Folder> {
    if (place.kind !== 'friends') return volume.open(below.slice(0, depth));
    const granted = await this.#granted(place.grant, volume, below.slice(0, rootDepth));
    if (depth >= rootDepth) return Folder.descend(granted, below.slice(rootDepth, depth));
    await granted.close();
    return volume.open(below.slice(0, depth));
  }

  async #granted(grant: Grant, volume: Volume, below: readonly string[]): Promise<Folder> {
    const folder = await volume.open(below).catch((failure: unknown) => {
      // Nobody looks for a folder on a disk that is not there.
      if (errnoOf(failure) !== 'ENODEV' && errnoOf(failure) !== 'EHOSTDOWN') this.#onMissed(grant);
      throw failure;
    });
    if (grant.is(await folder.statExact())) return folder;
    await folder.close();
    this.#onMissed(grant);
    throw new Refusal(GEN.path, 'ENOENT');
  }

  /** Without the granted folders that cannot be entered now: they must not hide the others. */
  async #standing(entries: VirtualFolder['entries']): Promise<VirtualFolder['entries']> {
    const looked = await Promise.all(
      entries.map(
        async ({ location }) => location?.place.kind !== 'friends' || (await this.lstat(location)) !== undefined,
      ),
    );
    return entries.filter((_, at) => looked[at]);
  }

  async #look<T>(location: Location, look: (entry: Entry) => Promise<T | undefined>): Promise<T | undefined> {
    let entry: Entry;
    try {
      entry = await this.parent(location);
    } catch (failure) {
      if (failure instanceof Refusal && failure.code === GEN.path) return undefined;
      throw failure;
    }
    try {
      return await refusing(() => look(entry));
    } finally {
      await entry.folder.close();
    }
  }
}

const mkdirOnce = async (folder: Folder, name: string): Promise<boolean> => {
  try {
    await folder.mkdir(name);
  } catch (failure) {
    if (errnoOf(failure) !== 'EEXIST') throw failure;
    return false;
  }
  await folder.sync();
  return true;
};

import { mkdirSync, realpathSync } from 'node:fs';
import type { BigIntStats, Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import type { Database } from '../../store/database.ts';
import { Folder } from './folder.ts';
import type { DeferredSyncs } from './deferred-syncs.ts';
import type { Location } from './location.ts';
import { KeyedLocks } from './keyed-locks.ts';
import { finishMove, VaultMoves } from './vault-moves.ts';
import type { MovedEntry } from './vault-moves.ts';
import { isOwnName, noGrants } from './places.ts';
import type { Caller, Grant, Grants } from './places.ts';
import type { AccessIntent } from './token-scope.ts';
import { errnoOf, GEN, Refusal, withRefusals } from './refusal.ts';
import { PathResolver } from './path-resolver.ts';
import type { VirtualFolder } from './path-resolver.ts';
import { isEncryptedEntry } from './encrypted-entry.ts';
import { isEncryptedName } from '@boxwood/box-sdk/rules';
import { VolumeSet } from './volumes.ts';
import type { Volume, VolumeChange, VolumeConfig } from './volumes.ts';

export interface VaultOptions {
  readonly volumes: readonly VolumeConfig[];
  /** Must contain `moveMigrations`. */
  readonly database: Database;
  readonly grants?: Grants;
  /** Called for every rename and move with {@link Location.key}s, so that stored paths can be updated. */
  readonly onMoved?: (from: string, to: string) => void;
  /** Called for folders that no longer exist, because they were removed or merged into another one. */
  readonly onRemoved?: (key: string) => void;
  /** Called when a shared folder is not found at its last known path. */
  readonly onGrantMissing?: (grant: Grant) => void;
}

/** An open parent folder, and the name of the entry in it. */
export interface ParentEntry extends AsyncDisposable {
  readonly folder: Folder;
  readonly name: string;
}

/**
 * The only way from a wire path to a disk. `resolve` checks access (refusals 5, 13, 15); the other methods act on its
 * result through open folders, without following links. No other module of the box builds a real path.
 */
export class Vault {
  readonly #volumes: VolumeSet;
  readonly #resolver: PathResolver;
  readonly #moves: VaultMoves;
  readonly #locks = new KeyedLocks();
  readonly #folderLocks = new KeyedLocks();
  readonly #onMoved: (from: string, to: string) => void;
  readonly #onRemoved: (key: string) => void;
  readonly #onGrantMissing: (grant: Grant) => void;

  /** Creates missing roots; each root is pinned to its real path. */
  constructor(options: VaultOptions) {
    this.#volumes = new VolumeSet(
      options.volumes.map((config) => {
        mkdirSync(config.root, { recursive: true });
        return { ...config, root: realpathSync(config.root) };
      }),
    );
    this.#resolver = new PathResolver(this.#volumes, options.grants ?? noGrants);
    this.#moves = new VaultMoves(options.database);
    this.#onMoved = options.onMoved ?? (() => undefined);
    this.#onRemoved = options.onRemoved ?? (() => undefined);
    this.#onGrantMissing = options.onGrantMissing ?? (() => undefined);
  }

  /** Volumes that are available now. */
  get volumes(): readonly Volume[] {
    return this.#volumes.available;
  }

  /** Calls `listener` whenever a disk is connected or removed. */
  onVolumeChange(listener: (change: VolumeChange) => void): void {
    this.#volumes.onChange(listener);
  }

  /** See {@link VolumeSet.setMounts}. */
  setMounts(...[mounts, known]: Parameters<VolumeSet['setMounts']>): void {
    this.#volumes.setMounts(mounts, known);
  }

  /** `/mnt/usb1`. */
  get main(): Volume {
    return this.#resolver.main;
  }

  /**
   * Finishes interrupted moves. Call it before anything else, and again when a disk is connected later. Returns the
   * number of finished moves.
   */
  async recover(): Promise<number> {
    return this.#moves.recover(this.#volumes.all);
  }

  /** @throws Refusal 5 (unsafe path), 13 (no access, locked, read-only volume), 15 (path too long for a file system) */
  resolve(caller: Caller, path: string, intent: AccessIntent): Location {
    return this.#resolver.resolve(caller, path, intent);
  }

  /** An entry of a resolved folder, checked by the same rules. */
  child(caller: Caller, parent: Location, name: string, intent: AccessIntent): Location {
    return this.#resolver.child(caller, parent, name, intent);
  }

  /**
   * An entry of a listed folder, with a name read from the disk. Needs no further check, because access to the folder
   * was checked.
   */
  entryOf(folder: Location, name: string): Location {
    return this.#resolver.entryOf(folder, name);
  }

  /** The entry with this {@link Location.key} as the caller may read it; undefined when the caller may not. */
  findReadable(caller: Caller, key: string): Location | undefined {
    return this.#resolver.findReadable(caller, key);
  }

  /** Whether the caller may read anything in this folder, by its key. */
  canReadWithin(caller: Caller, key: string): boolean {
    return this.#resolver.canReadWithin(caller, key);
  }

  /** The trash for entries deleted at `location`; null where deletion is permanent (G-54). */
  trashOf(location: Location): Location | null {
    return this.#resolver.trashOf(location);
  }

  /**
   * The box's own hidden folder on the same file system, for temporary and part files. {@link makeFolder} creates it
   * when missing.
   */
  scratchOf(location: Location): Location {
    return this.#resolver.scratchOf(location);
  }

  /** {@link scratchOf} for a data volume. */
  scratchOfVolume(volume: Volume): Location {
    return this.#resolver.scratchOfVolume(volume);
  }

  /** An entry of a trash or scratch folder, with one of the box's own names. */
  inside(folder: Location, ...names: readonly string[]): Location {
    return this.#resolver.inside(folder, ...names);
  }

  /** Virtual folders: `/mnt`, `/mnt/usb1`, `/mnt/extdev`, `.share2me` … Undefined for every other path. */
  async virtual(caller: Caller, path: string): Promise<VirtualFolder | undefined> {
    const virtual = this.#resolver.virtual(caller, path);
    if (virtual !== undefined) return { ...virtual, entries: await this.#enterable(virtual.entries) };
    const volume = this.volumes.find(({ kind, mountDir }) => kind !== 'data' && mountDir === path);
    if (volume === undefined) return undefined;
    const entries: VirtualFolder['entries'][number][] = [];
    await using root = await withRefusals(() => volume.open([]));
    for (const name of await root.names())
      // A mount point is a folder by definition, so its server is not queried.
      if (!isOwnName(name) && (volume.mounts.includes(name) || (await root.lstat(name))?.isDirectory() === true))
        entries.push({ name, type: 777, location: this.resolve(caller, `${path}/${name}`, 'read') });
    return { wire: path, entries };
  }

  /** Opens a folder. @throws Refusal 15 when it is missing, a file, or behind a link */
  async folder(location: Location): Promise<Folder> {
    return withRefusals(() => this.#openFolder(location, location.below.length));
  }

  /**
   * Stats the folder at a path for a quarter of the cost of opening it. For callers that opened the folder before and
   * check whether it is the same. A link on the way to the same folder is not noticed, but reveals nothing new.
   */
  async probe(location: Location): Promise<Stats | undefined> {
    if (location.place.kind !== 'friends') return location.volume.probe(location.below);
    await using folder = await this.folder(location);
    return await folder.stat();
  }

  /** Opens the parent folder of an entry, which need not exist. */
  async parent(location: Location): Promise<ParentEntry> {
    const folder = await withRefusals(() => this.#openFolder(location, location.below.length - 1));
    return { folder, name: location.name, [Symbol.asyncDispose]: () => folder.close() };
  }

  /** Stats an entry without following links; undefined when the entry or its folder is missing. */
  async lstat(location: Location): Promise<Stats | undefined> {
    return this.#withEntry(location, (entry) => entry.folder.lstat(entry.name));
  }

  /** {@link lstat} with exact inode numbers and nanoseconds, for stamps. */
  async lstatExactName(location: Location): Promise<BigIntStats | undefined> {
    return this.#withEntry(location, (entry) => entry.folder.lstatExactName(entry.name));
  }

  /** Opens a regular file for reading. @throws Refusal 14 for a link, folder, pipe or device; 15 when missing */
  async openFile(location: Location): Promise<FileHandle> {
    await using entry = await this.parent(location);
    return await withRefusals(() => entry.folder.openFile(entry.name));
  }

  /**
   * Creates a folder and its missing parents, including the root folder of the place. Durable when it returns.
   * @returns false when the folder already existed
   * @throws Refusal 11 when an entry with that name is not a folder
   */
  async makeFolder(location: Location): Promise<boolean> {
    return withRefusals(async () => {
      let isNew = false;
      const { place, volume, rootDepth } = location;
      // A shared folder is never created, since a new one would not be the shared one. Nor is a device folder: without
      // the device, the bytes would be written to the system disk.
      const existingDepth = place.kind === 'friends' ? rootDepth : volume.kind === 'data' ? 0 : 1;
      let folder = await this.#openFolder(location, existingDepth);
      try {
        for (const [depth, name] of location.below.entries()) {
          if (depth < existingDepth) continue;
          const parent = folder;
          // When another request creates the same folder, wait until its folder is synced.
          const key = `${volume.mountDir}/${location.below.slice(0, depth + 1).join('/')}`;
          isNew = await this.#folderLocks.withLocks([key], () => mkdirOnce(parent, name));
          const next = await folder.folder(name).catch((failure: unknown) => {
            throw errnoOf(failure) === 'ENOTDIR' ? new Refusal(GEN.invalid, 'EEXIST') : failure;
          });
          await folder.close();
          folder = next;
        }
      } finally {
        await folder.close();
      }
      return isNew;
    });
  }

  /**
   * Renames or moves one entry within its file system and never replaces anything. Durable when it returns, or when
   * `deferredSyncs` is settled.
   * @throws Refusal 3 with info `EXDEV` across file systems, 5 into itself, 11 target exists, 13 for the root of a
   * place, 15 source missing
   */
  async move(from: Location, to: Location, deferredSyncs?: DeferredSyncs): Promise<void> {
    if (from.isPlaceRoot || to.isPlaceRoot) throw new Refusal(GEN.noPrivilege, 'place');
    if (from.key !== to.key && from.contains(to)) throw new Refusal(GEN.unsafe, 'inside itself');
    await this.withLocks([from, to], () =>
      withRefusals(async () => {
        await using source = await this.parent(from);
        await using target = await this.parent(to);
        if (from.key === to.key) throw new Refusal(GEN.invalid, 'EEXIST');
        await this.checkSafeAllowsMove(from, source.folder, to);
        await this.moveLocked(from, source.folder, to, target.folder);
        if (deferredSyncs !== undefined) await deferredSyncs.moved(source.folder, target.folder);
        else {
          await target.folder.sync();
          if (source.folder.path !== target.folder.path) await source.folder.sync();
        }
      }),
    );
  }

  /**
   * Checks what may enter a safe (P-10): only encrypted files and folders of them, and entries in a safe keep their
   * suffix. Every caller that gives the entry `from` of `folder` the name `to` checks this first. @throws Refusal 13
   * with info `encrypted` (a locked safe is refused with info `path`)
   */
  async checkSafeAllowsMove(
    from: Pick<MovedEntry, 'name'> & Partial<Pick<Location, 'place'>>,
    folder: Folder,
    to: Location,
  ): Promise<void> {
    if (to.place.kind !== 'safe') return;
    const isAccepted =
      from.place?.kind === 'safe'
        ? !isEncryptedName(from.name) || isEncryptedName(to.name)
        : await isEncryptedEntry(folder, from.name, to.name);
    if (!isAccepted) throw new Refusal(GEN.noPrivilege, 'encrypted');
  }

  /** Reports that a folder and everything below it was removed permanently. */
  notifyRemoved(location: Location): void {
    this.#onRemoved(location.key);
  }

  /**
   * {@link move} for callers that hold both locks, have the folders open and sync them. @throws EEXIST, ENOENT and
   * EXDEV as system errors
   */
  async moveLocked(from: MovedEntry, fromFolder: Folder, to: MovedEntry, toFolder: Folder): Promise<void> {
    await this.#moves.move(from, fromFolder, to, toFolder);
    this.#onMoved(from.key, to.key);
  }

  /**
   * Renames a complete file from a temporary name of the box to its final name, otherwise like {@link moveLocked}. No
   * listener knows the temporary name, so none is called; for ten thousand uploads that would double the work.
   * @param ino inode of the file
   */
  async moveNewFileWithLockHeld(
    from: MovedEntry,
    fromFolder: Folder,
    to: MovedEntry,
    toFolder: Folder,
    ino: string,
  ): Promise<void> {
    await this.#moves.moveNewFile(from, fromFolder, to, toFolder, ino);
  }

  /**
   * Unlinks the old name of a file that has two names after a power failure; `ino` identifies the file. False when
   * there is nothing to remove.
   */
  async finishMove(from: Location, to: Location, ino: string): Promise<boolean> {
    return this.withLocks([from, to], () =>
      withRefusals(async () => {
        await using source = await this.parent(from);
        await using target = await this.parent(to);
        return await finishMove(source, target, ino);
      }),
    );
  }

  /**
   * Holds the locks of these names while `work` runs. All code of the box that creates, renames or removes a name must
   * hold its lock.
   */
  async withLocks<T>(locations: readonly Location[], work: () => Promise<T>): Promise<T> {
    return this.#locks.withLocks(
      locations.map((location) => location.key),
      work,
    );
  }

  /**
   * Opens the folder at the first `depth` names of a location. A shared folder is entered only if it is the folder that
   * was shared, since its name may now belong to another one.
   */
  async #openFolder({ volume, below, place, rootDepth }: Location, depth: number): Promise<Folder> {
    if (place.kind !== 'friends') return volume.open(below.slice(0, depth));
    const granted = await this.#openGranted(place.grant, volume, below.slice(0, rootDepth));
    if (depth >= rootDepth) return Folder.descend(granted, below.slice(rootDepth, depth));
    await granted.close();
    return volume.open(below.slice(0, depth));
  }

  async #openGranted(grant: Grant, volume: Volume, below: readonly string[]): Promise<Folder> {
    const folder = await volume.open(below).catch((failure: unknown) => {
      // A missing folder on a disk that is not connected is not reported.
      if (errnoOf(failure) !== 'ENODEV' && errnoOf(failure) !== 'EHOSTDOWN') this.#onGrantMissing(grant);
      throw failure;
    });
    if (grant.is(await folder.statExact())) return folder;
    await folder.close();
    this.#onGrantMissing(grant);
    throw new Refusal(GEN.path, 'ENOENT');
  }

  /** Leaves out shared folders that cannot be opened now; they must not hide the others. */
  async #enterable(entries: VirtualFolder['entries']): Promise<VirtualFolder['entries']> {
    const isEnterable = await Promise.all(
      entries.map(
        async ({ location }) => location?.place.kind !== 'friends' || (await this.lstat(location)) !== undefined,
      ),
    );
    return entries.filter((_, index) => isEnterable[index]);
  }

  async #withEntry<T>(
    location: Location,
    work: (entry: ParentEntry) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    let entry: ParentEntry;
    try {
      entry = await this.parent(location);
    } catch (failure) {
      if (failure instanceof Refusal && failure.code === GEN.path) return undefined;
      throw failure;
    }
    try {
      return await withRefusals(() => work(entry));
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

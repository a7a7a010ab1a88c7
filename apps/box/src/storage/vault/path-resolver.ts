import { Location } from './location.ts';
import {
  isOwnName,
  isReserved,
  isUserFolder,
  PRIVATE_FOLDER,
  PUBLIC_FOLDER,
  SAFE_FOLDER,
  SCRATCH_FOLDER,
  SHARES_FOLDER,
  TRASH_FOLDER,
} from './places.ts';
import type { Caller, Grant, Grants, Place } from './places.ts';
import { GEN, Refusal } from './refusal.ts';
import { type AccessIntent, isInScope } from './token-scope.ts';
import { volumeFor } from './volumes.ts';
import type { Volume, VolumeSet } from './volumes.ts';
import { isEntryName, parseWirePath, joinWirePath } from './wire-path.ts';

/** A folder that exists on the wire only: a list of volumes, sharers or shares. It is read-only. */
export interface VirtualFolder {
  readonly wire: string;
  /** `type` is 777 for a mount and 5 for a folder; `location` is set when the entry is a real folder. */
  readonly entries: readonly { readonly name: string; readonly type: 5 | 777; readonly location: Location | null }[];
}

const DOT_PLACES: ReadonlyMap<string, 'safe' | 'private' | 'trash'> = new Map([
  [SAFE_FOLDER, 'safe'],
  [PRIVATE_FOLDER, 'private'],
  [TRASH_FOLDER, 'trash'],
]);

const accessDenied = (): Refusal => new Refusal(GEN.noPrivilege, 'path');

/**
 * Resolves a wire path and a caller to a {@link Location} by names and rules only. Denies by default: a path that no
 * rule allows is refused with 13, whether it exists or not.
 */
export class PathResolver {
  readonly #volumes: VolumeSet;
  readonly #grants: Grants;

  constructor(volumes: VolumeSet, grants: Grants) {
    this.#volumes = volumes;
    this.#grants = grants;
  }

  /** The main volume, `/mnt/usb1`. */
  get main(): Volume {
    const main = this.#volumes.all.find((volume) => volume.kind === 'data');
    if (main === undefined) throw new Error('the box has no data volume');
    return main;
  }

  resolve(caller: Caller, path: string, intent: AccessIntent): Location {
    if (caller.scope !== undefined && !isInScope(caller.scope, path, intent)) throw accessDenied();
    const location = this.#locate(caller, path);
    this.#checkAccess(caller, location, intent);
    return location;
  }

  /** An entry of `parent`, checked by the same rules. */
  child(caller: Caller, parent: Location, name: string, intent: AccessIntent): Location {
    if (!isEntryName(name)) throw new Refusal(GEN.unsafe, 'name');
    if (parent.place.kind === 'scratch' || parent.place.kind === 'trash') throw accessDenied();
    return this.resolve(caller, `${parent.wire}/${name}`, intent);
  }

  /** The virtual folder at `path`, or undefined for an ordinary path. */
  virtual(caller: Caller, path: string): VirtualFolder | undefined {
    const segments = parseWirePath(path);
    const mounts = this.#volumes.available.filter((volume) => isStrictPrefix(segments, volume.segments));
    if (mounts.length > 0) return { wire: path, entries: mountEntries(mounts, segments.length) };
    const volume = volumeFor(this.#volumes.all, segments);
    if (volume?.kind === 'data' && volume.segments.length === segments.length)
      return { wire: path, entries: [caller.user, PUBLIC_FOLDER].map((name) => this.#topFolder(caller, volume, name)) };
    const [user, dot, sharer, share] = volume === this.main ? segments.slice(volume.segments.length) : [];
    if (user === undefined || user !== caller.user || dot !== SHARES_FOLDER || share !== undefined) return undefined;
    const grants = this.#grants.grantsFor(caller.user);
    if (sharer === undefined) {
      const names = [...new Set(grants.map((grant) => grant.sharer))];
      return { wire: path, entries: names.map((name) => ({ name, type: 5, location: null })) };
    }
    const granted = grants.filter((grant) => grant.sharer === sharer);
    return {
      wire: path,
      // A shared folder in the trash cannot be opened, and must not hide the other shares.
      entries: granted.flatMap(({ name }) => {
        const location = this.#tryResolve(caller, `${path}/${name}`);
        return location === undefined ? [] : [{ name, type: 5, location }];
      }),
    };
  }

  /**
   * An entry of a folder that the caller may read, with a name read from the disk. The box's own names and reserved
   * names are refused; listings never contain them.
   */
  entryOf(folder: Location, name: string): Location {
    if (!isEntryName(name)) throw new Refusal(GEN.unsafe, 'name');
    if (isReserved(folder.place, folder.depth, name)) throw accessDenied();
    return Location.make(
      folder.volume,
      [...folder.below, name],
      folder.place,
      folder.rootDepth,
      `${folder.wire}/${name}`,
    );
  }

  /**
   * The entry with this {@link Location.key}, with the path under which the caller may read it; undefined when the
   * caller may not.
   */
  findReadable(caller: Caller, key: string): Location | undefined {
    const ownLocation = this.#tryResolve(caller, key);
    if (ownLocation !== undefined) return ownLocation;
    for (const { sharer, name, path } of this.#grants.grantsFor(caller.user)) {
      if (key !== path && !key.startsWith(`${path}/`)) continue;
      const visiblePath = joinWirePath([...this.main.segments, caller.user, SHARES_FOLDER, sharer, name]);
      const shared = this.#tryResolve(caller, `${visiblePath}${key.slice(path.length)}`);
      if (shared !== undefined) return shared;
    }
    return undefined;
  }

  /**
   * Whether the caller may read anything in the folder with this {@link Location.key}, so that closed folders need no
   * check per entry. A caller with a scope always gets true, because the scope may allow a folder below.
   */
  canReadWithin(caller: Caller, key: string): boolean {
    if (caller.scope !== undefined || this.findReadable(caller, key) !== undefined) return true;
    return this.#grants.grantsFor(caller.user).some(({ path }) => path.startsWith(`${key}/`));
  }

  #tryResolve(caller: Caller, path: string): Location | undefined {
    try {
      return this.resolve(caller, path, 'read');
    } catch (failure) {
      if (failure instanceof Refusal) return undefined;
      throw failure;
    }
  }

  /** The trash for entries deleted at `location`; null where deletion is permanent (G-54). */
  trashOf(location: Location): Location | null {
    const { volume, place } = location;
    if (volume.isReadonly(location.below)) return null;
    switch (place.kind) {
      case 'personal':
        return Location.make(volume, [place.owner, TRASH_FOLDER], { kind: 'trash', owner: place.owner }, 2);
      case 'friends': {
        const [owner = ''] = location.below;
        return owner === PUBLIC_FOLDER
          ? Location.make(volume, [PUBLIC_FOLDER, TRASH_FOLDER], { kind: 'trash', owner: null }, 2)
          : Location.make(volume, [owner, TRASH_FOLDER], { kind: 'trash', owner }, 2);
      }
      case 'public':
        return Location.make(volume, [PUBLIC_FOLDER, TRASH_FOLDER], { kind: 'trash', owner: null }, 2);
      case 'safe':
      case 'private':
      case 'trash':
      case 'external':
      case 'network':
      case 'scratch':
        return null;
    }
  }

  /** The box's own folder on the file system of `location`, for part files and temporary names. */
  scratchOf(location: Location): Location {
    const base = location.volume.kind === 'data' ? [] : location.below.slice(0, 1);
    return Location.make(location.volume, [...base, SCRATCH_FOLDER], { kind: 'scratch' }, base.length + 1);
  }

  /** The box's own folder of a data volume. */
  scratchOfVolume(volume: Volume): Location {
    return Location.make(volume, [SCRATCH_FOLDER], { kind: 'scratch' }, 1);
  }

  /** An entry in a trash or scratch folder, for the box's own services; `names` never come from the wire. */
  inside(folder: Location, ...names: readonly string[]): Location {
    if (folder.place.kind !== 'scratch' && folder.place.kind !== 'trash') throw accessDenied();
    if (!names.every(isEntryName)) throw new Refusal(GEN.unsafe, 'name');
    return Location.make(folder.volume, [...folder.below, ...names], folder.place, folder.rootDepth);
  }

  #topFolder(caller: Caller, volume: Volume, name: string): VirtualFolder['entries'][number] {
    return { name, type: 5, location: this.resolve(caller, joinWirePath([...volume.segments, name]), 'read') };
  }

  #locate(caller: Caller, path: string): Location {
    const segments = parseWirePath(path);
    if (segments[0] === 'mnt' && segments[1] === 'safebox')
      return this.#locateOnDataVolume(this.main, [caller.user, SAFE_FOLDER, ...segments.slice(2)], path);
    const volume = volumeFor(this.#volumes.all, segments);
    if (volume === undefined) throw accessDenied();
    const below = segments.slice(volume.segments.length);
    if (volume.kind === 'data') return this.#locateOnDataVolume(volume, below, path, caller);
    const [device] = below;
    if (device === undefined || isOwnName(device)) throw accessDenied();
    const place: Place = volume.kind === 'external' ? { kind: 'external', device } : { kind: 'network', mount: device };
    return Location.make(volume, below, place, 1, path);
  }

  #locateOnDataVolume(volume: Volume, below: readonly string[], path: string, caller?: Caller): Location {
    const [top, second] = below;
    if (top === PUBLIC_FOLDER)
      return second === TRASH_FOLDER
        ? Location.make(volume, below, { kind: 'trash', owner: null }, 2, path)
        : Location.make(volume, below, { kind: 'public' }, 1, path);
    if (top === undefined || !isUserFolder(top)) throw accessDenied();
    if (second === SHARES_FOLDER) return this.#locateShare(volume, below, path, caller);
    const dotKind = second === undefined ? undefined : DOT_PLACES.get(second);
    return dotKind === undefined
      ? Location.make(volume, below, { kind: 'personal', owner: top }, 1, path)
      : Location.make(volume, below, { kind: dotKind, owner: top }, 2, path);
  }

  #locateShare(volume: Volume, below: readonly string[], path: string, caller?: Caller): Location {
    const [top, , sharer, name, ...names] = below;
    if (caller === undefined || caller.user !== top || volume !== this.main) throw accessDenied();
    const grant = this.#grants.grantsFor(caller.user).find((each) => each.sharer === sharer && each.name === name);
    if (grant === undefined) throw accessDenied();
    return this.#locateInGrant(caller, grant, names, path);
  }

  /** A shared folder must be in the sharer's own place or in the public place, never in one of their dot folders. */
  #locateInGrant(caller: Caller, grant: Grant, names: readonly string[], path: string): Location {
    const segments = parseWirePath(grant.path);
    const volume = volumeFor(this.#volumes.all, segments);
    if (volume?.kind !== 'data') throw accessDenied();
    const root = this.#locateOnDataVolume(volume, segments.slice(volume.segments.length), grant.path);
    const isInSharersPlace = root.place.kind === 'personal' && root.place.owner === grant.sharer && !root.isPlaceRoot;
    if (!isInSharersPlace && !(root.place.kind === 'public' && !root.isPlaceRoot)) throw accessDenied();
    const place: Place = { kind: 'friends', owner: caller.user, grant };
    return Location.make(volume, [...root.below, ...names], place, root.below.length, path);
  }

  #checkAccess(caller: Caller, location: Location, intent: AccessIntent): void {
    const { place, volume, below } = location;
    if (below.some(isOwnName)) throw accessDenied();
    const outermost = below[location.rootDepth];
    if (outermost !== undefined && isReserved(place, 0, outermost)) throw accessDenied();
    if (intent === 'write' && volume.isReadonly(below)) throw new Refusal(GEN.noPrivilege, 'readonly');
    switch (place.kind) {
      case 'public':
      case 'external':
      case 'network':
        return;
      case 'personal':
      case 'friends':
        if (place.owner !== caller.user) throw accessDenied();
        return;
      case 'safe':
        if (place.owner !== caller.user || !caller.isUnlocked('safe')) throw accessDenied();
        return;
      case 'private':
        if (place.owner !== caller.user || !caller.isUnlocked('home')) throw accessDenied();
        return;
      case 'trash':
        // Only the trash service changes a trash; it gets the location from trashOf().
        if (intent === 'write' || (place.owner !== null && place.owner !== caller.user)) throw accessDenied();
        return;
      case 'scratch':
        throw accessDenied();
    }
  }
}

const isStrictPrefix = (prefix: readonly string[], segments: readonly string[]): boolean =>
  prefix.length < segments.length && prefix.every((segment, index) => segment === segments[index]);

const mountEntries = (mounts: readonly Volume[], depth: number): VirtualFolder['entries'] => {
  const entries = new Map<string, 5 | 777>();
  for (const { segments } of mounts) {
    const name = segments[depth];
    if (name !== undefined) entries.set(name, segments.length === depth + 1 ? 777 : 5);
  }
  return [...entries].map(([name, type]) => ({ name, type, location: null }));
};

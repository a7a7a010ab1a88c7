import { constants, copyFile } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { promisify } from 'node:util';
import { copyName } from '@boxwood/box-sdk/rules';
import type { Change } from '../journal/change.ts';
import type { Stamp } from '../journal/stamp.ts';
import { stampOf } from '../journal/stamp.ts';
import type { Bins } from '../trash/bins.ts';
import type { Caller, FileHandle, Folder, Location, Spot, Vault } from '../vault/index.ts';
import { errnoOf, GEN, OWN_PREFIX, Refusal } from '../vault/index.ts';

const copy = promisify(copyFile);

export interface PlaceServices {
  readonly vault: Vault;
  readonly bins: Pick<Bins, 'takes' | 'newId' | 'keep' | 'unkeep'>;
}

/** A complete, synced file under a temporary name of the box. */
export interface Waiting {
  readonly folder: Folder;
  readonly spot: Spot;
  readonly stamp: Stamp;
}

/**
 * Target of a staged file. `folder` is open and contains `location`; with `keep`, the first free copy name is used
 * instead.
 */
export interface Goal {
  readonly location: Location;
  readonly folder: Folder;
  readonly keep: boolean;
}

/** The name that the file will take and the resulting changes, as of the last check. */
export interface Plan {
  readonly location: Location;
  readonly changes: readonly Change[];
  /** The existing file with that name. */
  readonly old: { readonly stat: BigIntStats; readonly trash: string | null } | null;
}

/** A name, followed by its copy names for when it is occupied (G-20). */
function* namesFor(name: string): Generator<string> {
  yield name;
  for (let count = 1; ; count += 1) yield copyName(name, count, false);
}

/** @param final the replaced file cannot be kept @throws Refusal 3 if a folder has the name */
export const planFor = async (
  { vault, bins }: PlaceServices,
  caller: Caller,
  { location, folder, keep }: Goal,
  stamp: Stamp,
  final = false,
): Promise<Plan> => {
  const created = ({ wire }: Location): Change => ({ kind: 'created', path: wire, stamp });
  if (keep)
    for (const name of namesFor(location.name)) {
      if ((await folder.lstat(name)) !== undefined) continue;
      const parent = location.wire.slice(0, location.wire.lastIndexOf('/'));
      const free = name === location.name ? location : vault.resolve(caller, `${parent}/${name}`, 'write');
      return { location: free, changes: [created(free)], old: null };
    }
  const stat = await folder.lstatExact(location.name);
  if (stat?.isDirectory() === true) throw new Refusal(GEN.failed, 'EISDIR');
  if (stat === undefined) return { location, changes: [created(location)], old: null };
  const trash = final || !bins.takes(location) ? null : bins.newId();
  const replaced: Change =
    trash === null
      ? { kind: 'replaced', path: location.wire }
      : { kind: 'trashed', path: location.wire, trash, stamp: stampOf(stat) };
  return { location, changes: [replaced, created(location)], old: { stat, trash } };
};

/** The plan is outdated; nothing was changed. `unkept`: the existing file cannot be moved to a bin. */
type Otherwise = 'changed' | 'unkept';

/**
 * Gives a file its planned name. A free name is claimed by link, so that a file created meanwhile is never overwritten;
 * an existing file is linked into the bin first, so that the name always shows either the old or the new file.
 * @returns the stamp of the file that now has the name
 */
const take = async (
  { vault, bins }: PlaceServices,
  caller: Caller,
  waiting: Waiting,
  { folder }: Goal,
  { location, old }: Plan,
): Promise<Stamp | Otherwise> => {
  await vault.admit(waiting.spot, waiting.folder, location);
  if (old === null) {
    try {
      return await within(waiting, { folder, location }, (from, spot, { ino }) =>
        vault.nameHeld(spot, from, location, folder, ino),
      );
    } catch (failure) {
      if (errnoOf(failure) === 'EEXIST') return 'changed';
      throw failure;
    }
  }
  const isOld = (now: BigIntStats | undefined): boolean => now?.ino === old.stat.ino && now.dev === old.stat.dev;
  if (!isOld(await folder.lstatExact(location.name))) return 'changed';
  const { trash } = old;
  if (trash !== null)
    try {
      await bins.keep(caller, location, old.stat, trash, folder);
    } catch (failure) {
      if (errnoOf(failure) === 'EXDEV') return 'unkept';
      throw failure;
    }
  try {
    const now = await folder.lstatExact(location.name);
    if (now === undefined || isOld(now))
      return await within(waiting, { folder, location }, (from, { name }) =>
        from.renameOver(name, folder, location.name),
      );
  } catch (failure) {
    if (trash !== null) await bins.unkeep(trash, location, folder);
    throw failure;
  }
  // Another program's file: it is not the one in the bin.
  if (trash !== null) await bins.unkeep(trash, location, folder);
  return 'changed';
};

/**
 * Renames a file to its target, with a new plan whenever another program is faster. The caller holds the lock of the
 * name, passes the first plan and is notified of every other plan before it is tried. Names are durable after the
 * folder is synced.
 * @returns the plan that succeeded
 */
export const settle = async (
  services: PlaceServices,
  caller: Caller,
  waiting: Waiting,
  goal: Goal,
  first: Plan,
  onPlan: (plan: Plan) => void = () => undefined,
): Promise<Plan> => {
  let plan = first;
  for (let final = false; ;) {
    const result = await take(services, caller, waiting, goal, plan);
    if (typeof result === 'object')
      return result === waiting.stamp ? plan : { ...plan, changes: plan.changes.map(restamped(result)) };
    final ||= result === 'unkept';
    plan = await planFor(services, caller, goal, waiting.stamp, final);
    onPlan(plan);
  }
};

const restamped =
  (stamp: Stamp) =>
  (change: Change): Change =>
    change.kind === 'created' ? { ...change, stamp } : change;

/**
 * Renames within a file system. If another file system is mounted below the volume, the bytes are first copied next to
 * the target.
 * @returns the stamp of the file that now has the name
 */
const within = async (
  { folder: from, spot, stamp }: Waiting,
  { folder, location }: Pick<Goal, 'folder' | 'location'>,
  rename: (from: Folder, spot: Spot, stamp: Stamp) => Promise<void>,
): Promise<Stamp> => {
  try {
    await rename(from, spot, stamp);
    return stamp;
  } catch (failure) {
    if (errnoOf(failure) !== 'EXDEV') throw failure;
  }
  const beside = `${OWN_PREFIX}-${spot.name}`;
  await copy(from.entryPath(spot.name), folder.entryPath(beside), constants.COPYFILE_EXCL);
  try {
    const copied = await withTimeOf(await from.lstat(spot.name), await folder.openFile(beside, constants.O_RDWR));
    const parent = location.key.slice(0, location.key.lastIndexOf('/'));
    await rename(folder, { key: `${parent}/${beside}`, name: beside }, copied);
    await from.unlink(spot.name);
    return copied;
  } catch (failure) {
    await folder.unlink(beside);
    throw failure;
  }
};

/** Sets the time of a copy to that of its original, syncs and closes it. */
const withTimeOf = async (original: { readonly mtime: Date } | undefined, file: FileHandle): Promise<Stamp> => {
  try {
    if (original !== undefined) await file.utimes(original.mtime, original.mtime);
    await file.sync();
    return stampOf(await file.stat({ bigint: true }));
  } finally {
    await file.close();
  }
};

import { constants, copyFile } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { promisify } from 'node:util';
import { copyName } from '@boxwood/box-sdk/rules';
import type { JournalChange } from '../../storage/journal/journal-change.ts';
import type { FileStamp } from '../../storage/journal/file-stamp.ts';
import { stampOf } from '../../storage/journal/file-stamp.ts';
import type { TrashBins } from '../trash/trash-bins.ts';
import type { Caller, FileHandle, Folder, Location, MoveEndpoint, Vault } from '../../storage/vault/index.ts';
import { errnoOf, GEN, OWN_PREFIX, Refusal } from '../../storage/vault/index.ts';

const copy = promisify(copyFile);

export interface PlaceServices {
  readonly vault: Vault;
  readonly bins: Pick<TrashBins, 'hasBin' | 'newId' | 'retain' | 'undoRetain'>;
}

/** A complete, synced file under a temporary name of the box. */
export interface StagedUpload {
  readonly folder: Folder;
  readonly entry: MoveEndpoint;
  readonly stamp: FileStamp;
}

/**
 * Target of a staged file. `folder` is open and contains `location`; with `keep`, the first free copy name is used
 * instead.
 */
export interface PlaceTarget {
  readonly location: Location;
  readonly folder: Folder;
  readonly keep: boolean;
}

/** The name that the file will take and the resulting changes, as of the last check. */
export interface PlacementPlan {
  readonly location: Location;
  readonly changes: readonly JournalChange[];
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
  { location, folder, keep }: PlaceTarget,
  stamp: FileStamp,
  final = false,
): Promise<PlacementPlan> => {
  const created = ({ wire }: Location): JournalChange => ({ kind: 'created', path: wire, stamp });
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
  const trash = final || !bins.hasBin(location) ? null : bins.newId();
  const replaced: JournalChange =
    trash === null
      ? { kind: 'replaced', path: location.wire }
      : { kind: 'trashed', path: location.wire, trash, stamp: stampOf(stat) };
  return { location, changes: [replaced, created(location)], old: { stat, trash } };
};

/** The plan is outdated; nothing was changed. `unkept`: the existing file cannot be moved to a bin. */
type PlanOutdated = 'changed' | 'unkept';

/**
 * Gives a file its planned name. A free name is claimed by link, so that a file created meanwhile is never overwritten;
 * an existing file is linked into the bin first, so that the name always shows either the old or the new file.
 * @returns the stamp of the file that now has the name
 */
const claimName = async (
  { vault, bins }: PlaceServices,
  caller: Caller,
  waiting: StagedUpload,
  { folder }: PlaceTarget,
  { location, old }: PlacementPlan,
): Promise<FileStamp | PlanOutdated> => {
  await vault.checkSafeAccepts(waiting.entry, waiting.folder, location);
  if (old === null) {
    try {
      return await renameOrCopy(waiting, { folder, location }, (from, entry, { ino }) =>
        vault.moveNewFileLocked(entry, from, location, folder, ino),
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
      await bins.retain(caller, location, old.stat, trash, folder);
    } catch (failure) {
      if (errnoOf(failure) === 'EXDEV') return 'unkept';
      throw failure;
    }
  try {
    const now = await folder.lstatExact(location.name);
    if (now === undefined || isOld(now))
      return await renameOrCopy(waiting, { folder, location }, (from, { name }) =>
        from.renameOver(name, folder, location.name),
      );
  } catch (failure) {
    if (trash !== null) await bins.undoRetain(trash, location, folder);
    throw failure;
  }
  // Another program's file: it is not the one in the bin.
  if (trash !== null) await bins.undoRetain(trash, location, folder);
  return 'changed';
};

/**
 * Renames a file to its target, with a new plan whenever another program is faster. The caller holds the lock of the
 * name, passes the first plan and is notified of every other plan before it is tried. Names are durable after the
 * folder is synced.
 * @returns the plan that succeeded
 */
export const placeUpload = async (
  services: PlaceServices,
  caller: Caller,
  waiting: StagedUpload,
  goal: PlaceTarget,
  first: PlacementPlan,
  onPlan: (plan: PlacementPlan) => void = () => undefined,
): Promise<PlacementPlan> => {
  let plan = first;
  for (let final = false; ;) {
    const result = await claimName(services, caller, waiting, goal, plan);
    if (typeof result === 'object')
      return result === waiting.stamp ? plan : { ...plan, changes: plan.changes.map(restamped(result)) };
    final ||= result === 'unkept';
    plan = await planFor(services, caller, goal, waiting.stamp, final);
    onPlan(plan);
  }
};

const restamped =
  (stamp: FileStamp) =>
  (change: JournalChange): JournalChange =>
    change.kind === 'created' ? { ...change, stamp } : change;

/**
 * Renames within a file system. If another file system is mounted below the volume, the bytes are first copied next to
 * the target.
 * @returns the stamp of the file that now has the name
 */
const renameOrCopy = async (
  { folder: from, entry, stamp }: StagedUpload,
  { folder, location }: Pick<PlaceTarget, 'folder' | 'location'>,
  rename: (from: Folder, entry: MoveEndpoint, stamp: FileStamp) => Promise<void>,
): Promise<FileStamp> => {
  try {
    await rename(from, entry, stamp);
    return stamp;
  } catch (failure) {
    if (errnoOf(failure) !== 'EXDEV') throw failure;
  }
  const tempName = `${OWN_PREFIX}-${entry.name}`;
  await copy(from.entryPath(entry.name), folder.entryPath(tempName), constants.COPYFILE_EXCL);
  try {
    const copied = await syncWithTimeOf(
      await from.lstat(entry.name),
      await folder.openFile(tempName, constants.O_RDWR),
    );
    const parent = location.key.slice(0, location.key.lastIndexOf('/'));
    await rename(folder, { key: `${parent}/${tempName}`, name: tempName }, copied);
    await from.unlink(entry.name);
    return copied;
  } catch (failure) {
    await folder.unlink(tempName);
    throw failure;
  }
};

/** Sets the time of a copy to that of its original, syncs and closes it. */
const syncWithTimeOf = async (original: { readonly mtime: Date } | undefined, file: FileHandle): Promise<FileStamp> => {
  try {
    if (original !== undefined) await file.utimes(original.mtime, original.mtime);
    await file.sync();
    return stampOf(await file.stat({ bigint: true }));
  } finally {
    await file.close();
  }
};

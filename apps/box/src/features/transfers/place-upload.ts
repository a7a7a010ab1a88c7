import { constants, copyFile } from 'node:fs';
import type { BigIntStats } from 'node:fs';
import { promisify } from 'node:util';
import { copyName } from '@boxwood/box-sdk/rules';
import type { JournalChange } from '../../storage/journal/journal-change.ts';
import type { FileStamp } from '../../storage/journal/file-stamp.ts';
import { stampOf } from '../../storage/journal/file-stamp.ts';
import type { TrashBins } from '../trash/trash-bins.ts';
import type { Caller, FileHandle, Folder, Location, MovedEntry, Vault } from '../../storage/vault/index.ts';
import { errnoOf, GEN, BOX_FILE_PREFIX, Refusal } from '../../storage/vault/index.ts';

const copy = promisify(copyFile);

export interface PlaceUploadDeps {
  readonly vault: Vault;
  readonly trashBins: Pick<TrashBins, 'hasTrash' | 'newId' | 'linkIntoTrash' | 'undoLinkIntoTrash'>;
}

/** A completely uploaded and synced file under a temporary name of the box. */
export interface StagedUpload {
  readonly folder: Folder;
  readonly entry: MovedEntry;
  readonly stamp: FileStamp;
}

/**
 * Target of a staged file. `folder` is open and contains `location`; with `keepBoth`, the first free copy name is used
 * instead of replacing the existing file.
 */
export interface PlaceTarget {
  readonly location: Location;
  readonly folder: Folder;
  readonly keepBoth: boolean;
}

/** The name that the file will get and the resulting journal changes, as of the last check. */
export interface PlacementPlan {
  readonly location: Location;
  readonly changes: readonly JournalChange[];
  /**
   * The existing file with that name, which is replaced. `trashId`: its id in the trash, null when it is not moved
   * there.
   */
  readonly replacedFile: { readonly stat: BigIntStats; readonly trashId: string | null } | null;
}

/** A name, followed by its copy names in case it is occupied (G-20). */
function* candidateNames(name: string): Generator<string> {
  yield name;
  for (let count = 1; ; count += 1) yield copyName(name, count, false);
}

/**
 * @param skipTrash the replaced file cannot be moved to the trash, so it is overwritten
 * @throws Refusal GEN.failed if a folder has the name
 */
export const planPlacement = async (
  { vault, trashBins }: PlaceUploadDeps,
  caller: Caller,
  { location, folder, keepBoth }: PlaceTarget,
  stamp: FileStamp,
  skipTrash = false,
): Promise<PlacementPlan> => {
  const createdChange = ({ wire }: Location): JournalChange => ({ kind: 'created', path: wire, stamp });
  if (keepBoth)
    for (const name of candidateNames(location.name)) {
      if ((await folder.lstat(name)) !== undefined) continue;
      const parent = location.wire.slice(0, location.wire.lastIndexOf('/'));
      const freeLocation = name === location.name ? location : vault.resolve(caller, `${parent}/${name}`, 'write');
      return { location: freeLocation, changes: [createdChange(freeLocation)], replacedFile: null };
    }
  const stat = await folder.lstatExactName(location.name);
  if (stat?.isDirectory() === true) throw new Refusal(GEN.failed, 'EISDIR');
  if (stat === undefined) return { location, changes: [createdChange(location)], replacedFile: null };
  const trashId = skipTrash || !trashBins.hasTrash(location) ? null : trashBins.newId();
  const replacedChange: JournalChange =
    trashId === null
      ? { kind: 'replaced', path: location.wire }
      : { kind: 'trashed', path: location.wire, trash: trashId, stamp: stampOf(stat) };
  return { location, changes: [replacedChange, createdChange(location)], replacedFile: { stat, trashId } };
};

/**
 * Why a plan is outdated; nothing was changed. `changed`: another program changed the name. `unkept`: the existing file
 * cannot be moved to the trash.
 */
type PlanOutdated = 'changed' | 'unkept';

/**
 * Gives a staged file its planned name. A free name is claimed with a hard link, so that a file created meanwhile is
 * never overwritten. An existing file is linked into the trash first, so that the name always refers to either the old
 * or the new file.
 * @returns the stamp of the file that now has the name
 */
const claimName = async (
  { vault, trashBins }: PlaceUploadDeps,
  caller: Caller,
  staged: StagedUpload,
  { folder }: PlaceTarget,
  { location, replacedFile }: PlacementPlan,
): Promise<FileStamp | PlanOutdated> => {
  await vault.checkSafeAllowsMove(staged.entry, staged.folder, location);
  if (replacedFile === null) {
    try {
      return await renameOrCopy(staged, { folder, location }, (sourceFolder, entry, { ino }) =>
        vault.moveNewFileWithLockHeld(entry, sourceFolder, location, folder, ino),
      );
    } catch (failure) {
      if (errnoOf(failure) === 'EEXIST') return 'changed';
      throw failure;
    }
  }
  const isReplacedFile = (current: BigIntStats | undefined): boolean =>
    current?.ino === replacedFile.stat.ino && current.dev === replacedFile.stat.dev;
  if (!isReplacedFile(await folder.lstatExactName(location.name))) return 'changed';
  const { trashId } = replacedFile;
  if (trashId !== null)
    try {
      await trashBins.linkIntoTrash(caller, location, replacedFile.stat, trashId, folder);
    } catch (failure) {
      if (errnoOf(failure) === 'EXDEV') return 'unkept';
      throw failure;
    }
  try {
    const current = await folder.lstatExactName(location.name);
    if (current === undefined || isReplacedFile(current))
      return await renameOrCopy(staged, { folder, location }, (sourceFolder, { name }) =>
        sourceFolder.renameOver(name, folder, location.name),
      );
  } catch (failure) {
    if (trashId !== null) await trashBins.undoLinkIntoTrash(trashId, location, folder);
    throw failure;
  }
  // Another program has replaced the file meanwhile: this file is not the one that was linked into the trash.
  if (trashId !== null) await trashBins.undoLinkIntoTrash(trashId, location, folder);
  return 'changed';
};

/**
 * Moves a staged file to its target, and makes a new plan whenever another program changes the name first. The caller
 * holds the lock of the name and passes the first plan; `onPlan` receives every further plan before it is tried. Names
 * are durable after the folder is synced.
 * @returns the plan that succeeded
 */
export const placeUpload = async (
  deps: PlaceUploadDeps,
  caller: Caller,
  staged: StagedUpload,
  target: PlaceTarget,
  initialPlan: PlacementPlan,
  onPlan: (plan: PlacementPlan) => void = () => undefined,
): Promise<PlacementPlan> => {
  let plan = initialPlan;
  for (let skipTrash = false; ;) {
    const result = await claimName(deps, caller, staged, target, plan);
    if (typeof result === 'object')
      return result === staged.stamp ? plan : { ...plan, changes: plan.changes.map(withStamp(result)) };
    skipTrash ||= result === 'unkept';
    plan = await planPlacement(deps, caller, target, staged.stamp, skipTrash);
    onPlan(plan);
  }
};

const withStamp =
  (stamp: FileStamp) =>
  (change: JournalChange): JournalChange =>
    change.kind === 'created' ? { ...change, stamp } : change;

/**
 * Moves a file within a file system. If the target is on another file system mounted below the volume, the bytes are
 * first copied next to the target.
 * @returns the stamp of the file that now has the name
 */
const renameOrCopy = async (
  { folder: sourceFolder, entry, stamp }: StagedUpload,
  { folder, location }: Pick<PlaceTarget, 'folder' | 'location'>,
  moveFile: (sourceFolder: Folder, entry: MovedEntry, stamp: FileStamp) => Promise<void>,
): Promise<FileStamp> => {
  try {
    await moveFile(sourceFolder, entry, stamp);
    return stamp;
  } catch (failure) {
    if (errnoOf(failure) !== 'EXDEV') throw failure;
  }
  const tempName = `${BOX_FILE_PREFIX}-${entry.name}`;
  await copy(sourceFolder.entryPath(entry.name), folder.entryPath(tempName), constants.COPYFILE_EXCL);
  try {
    const copied = await syncWithTimeOf(
      await sourceFolder.lstat(entry.name),
      await folder.openFile(tempName, constants.O_RDWR),
    );
    const parent = location.key.slice(0, location.key.lastIndexOf('/'));
    await moveFile(folder, { key: `${parent}/${tempName}`, name: tempName }, copied);
    await sourceFolder.unlink(entry.name);
    return copied;
  } catch (failure) {
    await folder.unlink(tempName);
    throw failure;
  }
};

/** Sets the mtime of a copy to that of its original, syncs the copy and closes it. */
const syncWithTimeOf = async (original: { readonly mtime: Date } | undefined, file: FileHandle): Promise<FileStamp> => {
  try {
    if (original !== undefined) await file.utimes(original.mtime, original.mtime);
    await file.sync();
    return stampOf(await file.stat({ bigint: true }));
  } finally {
    await file.close();
  }
};

import { constants } from 'node:fs';
import { toUtimesSeconds } from '../../storage/copy/copy-file.ts';
import type { Journal, PendingOperation } from '../../storage/journal/journal.ts';
import { stampOf } from '../../storage/journal/journal.ts';
import type { Caller, ParentEntry, FileHandle, Location } from '../../storage/vault/index.ts';
import { GEN, Refusal } from '../../storage/vault/index.ts';
import type { PlaceUploadDeps, PlacementPlan, StagedUpload } from './place-upload.ts';
import { planPlacement, placeUpload } from './place-upload.ts';
import type { Upload, Uploads } from './uploads-table.ts';
import { timeOfVersion } from './upload-version.ts';

export interface CommitServices extends PlaceUploadDeps {
  readonly uploads: Uploads;
  readonly journal: Pick<Journal, 'begin'>;
}

/** One upload that PUTDONE confirms: `part` holds its bytes, `location` is the requested target. */
export interface UploadCommit {
  readonly upload: Upload;
  readonly part: Location;
  readonly location: Location;
  readonly ctime: number;
}

/**
 * Where a box that crashed between the rename and the database update has put the file: the part is missing and the
 * file exists.
 */
export const findCommittedFile = async (
  { vault }: CommitServices,
  caller: Caller,
  { upload, part, location, ctime }: UploadCommit,
): Promise<Location | undefined> => {
  if (upload.size === 0 || (await vault.lstat(part)) !== undefined) return undefined;
  if (upload.keep !== '' && upload.placed === '') return undefined;
  const placed = upload.placed === '' ? location : vault.resolve(caller, upload.placed, 'write');
  const stat = await vault.lstat(placed);
  const isSameFile = stat?.isFile() === true && stat.size === upload.size && Math.floor(stat.mtimeMs / 1000) === ctime;
  return isSameFile ? placed : undefined;
};

/** Sets the time and mode of the part and syncs it. `check` verifies its size, `sync` syncs it. */
export const finishPart = async (
  source: ParentEntry,
  { upload, ctime }: UploadCommit,
  check: () => Promise<boolean>,
  sync: (file: FileHandle) => Promise<void>,
): Promise<StagedUpload['stamp']> => {
  const create = upload.size === 0 ? constants.O_CREAT | constants.O_TRUNC : 0;
  const file = await source.folder.openFile(source.name, constants.O_RDWR | create, 0o600);
  try {
    if (!(await check())) throw new Refusal(GEN.invalid, 'size');
    await file.chmod(0o660);
    const time = toUtimesSeconds(timeOfVersion(upload.version, ctime));
    await file.utimes(time, time);
    // Includes its time and mode.
    await sync(file);
    return stampOf(await file.stat({ bigint: true }));
  } finally {
    await file.close();
  }
};

/**
 * Renames a synced part to its target, as one journal step; a replaced file goes to the bin if there is one. Durable
 * when it returns. Without `keep` the caller holds the lock of the name. @throws Refusal 3 if a folder has the name
 */
export const placePart = async (
  services: CommitServices,
  caller: Caller,
  { upload, part, location }: UploadCommit,
  { source, stamp }: { readonly source: ParentEntry; readonly stamp: StagedUpload['stamp'] },
): Promise<Location> => {
  const { vault, uploads, journal } = services;
  await using target = await vault.parent(location);
  const goal = { location, folder: target.folder, keepBoth: upload.keep !== '' };
  const waiting = { folder: source.folder, entry: part, stamp };
  const first = await planPlacement(services, caller, goal, stamp);
  const begin = ({ location: at, changes }: PlacementPlan): PendingOperation => {
    if (goal.keepBoth) uploads.place(upload.uuid, at.wire);
    return journal.begin({ user: upload.user, action: 'upload' }, changes);
  };
  let planned = first;
  let pending = begin(planned);
  try {
    const done = await placeUpload(services, caller, waiting, goal, first, (plan) => {
      pending.abandon();
      planned = plan;
      pending = begin(planned);
    });
    await target.folder.sync();
    pending.commit(done === planned ? undefined : done.changes);
    return done.location;
  } catch (failure) {
    pending.abandon();
    throw failure;
  }
};

import { constants, copyFile } from 'node:fs';
import { promisify } from 'node:util';
import type { Change, Journal } from '../journal/journal.ts';
import { stampOf } from '../journal/journal.ts';
import type { Entry, FileHandle, Folder, Location } from '../vault/index.ts';
import { errnoOf, GEN, OWN_PREFIX, Refusal } from '../vault/index.ts';
import type { Upload } from './tables.ts';

const copy = promisify(copyFile);

/** A rename that replaces; where something else is mounted below the volume, the bytes are copied beside the target first. */
export const renameAcross = async (from: Folder, name: string, to: Folder, toName: string): Promise<void> => {
  try {
    await from.renameOver(name, to, toName);
    return;
  } catch (failure) {
    if (errnoOf(failure) !== 'EXDEV') throw failure;
  }
  const beside = `${OWN_PREFIX}-${name}`;
  await copy(from.entryPath(name), to.entryPath(beside), constants.COPYFILE_EXCL);
  const stat = await from.lstat(name);
  const file: FileHandle = await to.openFile(beside, constants.O_RDWR);
  try {
    if (stat !== undefined) await file.utimes(stat.mtime, stat.mtime);
    await file.sync();
  } finally {
    await file.close();
  }
  await to.renameOver(beside, to, toName);
  await from.unlink(name);
};

/**
 * Gives a synced part its name, as one step of the journal; what stood there is replaced. Durable when it returns.
 * The caller holds the lock of the name. @throws Refusal 3 when a folder has the name, 15 when the part is gone
 */
export const place = async (
  upload: Upload,
  location: Location,
  { source, target }: { readonly source: Entry; readonly target: Entry },
  journal: Pick<Journal, 'begin'>,
): Promise<void> => {
  const before = await target.folder.lstat(target.name);
  if (before?.isDirectory() === true) throw new Refusal(GEN.failed, 'EISDIR');
  const stat = await source.folder.lstatExact(upload.uuid);
  if (stat === undefined) throw new Refusal(GEN.path, 'uuid');
  const created: Change = { kind: 'created', path: location.wire, stamp: stampOf(stat) };
  const planned: Change[] = before === undefined ? [created] : [{ kind: 'replaced', path: location.wire }, created];
  const pending = journal.begin({ user: upload.user, action: 'upload' }, planned);
  try {
    await renameAcross(source.folder, upload.uuid, target.folder, target.name);
    await target.folder.sync();
  } catch (failure) {
    pending.abandon();
    throw failure;
  }
  pending.commit();
};

import { constants } from 'node:fs';
import { Progress } from '../../runtime/progress.ts';
import { OperationFailed, OPS } from '../../storage/copy/operation-codes.ts';
import { type Folder, type Location, toDisk, type Vault } from '../../storage/vault/index.ts';
import { runHeavy } from './heavy.ts';
import type { OperationServices, OperationRun } from './operation.ts';

/** Whether a rename works between the two locations. */
export async function sameVolume(vault: Vault, from: Location, to: Location): Promise<boolean> {
  await using source = await vault.parent(from);
  await using target = await vault.parent(to);
  return (await source.folder.stat()).dev === (await target.folder.stat()).dev;
}

/** Prefix of a marker in the staging folder: the inode of the file that is about to be placed at the target. */
const PLACING = 'placing.';

/** Marks that the staged item is about to be placed, for {@link placedBefore}. Durable. */
export async function notePlacing(run: OperationRun, staging: Folder): Promise<void> {
  const item = run.task.params.turn === undefined ? undefined : await staging.lstatExactName('item');
  if (item === undefined) return;
  const note = await staging.openFile(`${PLACING}${item.ino}`, constants.O_WRONLY | constants.O_CREAT, 0o600);
  await note.close();
  await staging.sync();
}

/**
 * Whether an earlier run of an undo task placed its item and crashed before the source was deleted. Such a task records
 * no operation, so the disk decides: the target is the staged file, or the source no longer exists.
 */
export async function placedBefore(
  { vault }: OperationServices,
  run: OperationRun,
  staging: Folder,
  from: Location,
  to: Location,
): Promise<boolean> {
  if (run.task.params.turn === undefined || run.task.boot === '') return false;
  const existing = await vault.lstatExactName(to);
  if (existing === undefined) return false;
  const noted = await staging.lstat(`${PLACING}${existing.ino}`);
  return noted !== undefined || (await vault.lstat(from)) === undefined;
}

/**
 * Deletes the source of a move that was made by copying: only entries that exist at the target with equal size and
 * time. Durable.
 */
export async function removeSource(
  vault: Vault,
  folder: Folder,
  source: { readonly from: string; readonly name: Uint8Array },
  placed: Location,
  signal: AbortSignal,
): Promise<void> {
  await using twin = await vault.parent(placed);
  const existing = { folder: twin.folder.path, name: Buffer.from(toDisk(twin.name)) };
  const { skipped } = await runHeavy({ ...source, kind: 'remove', twin: existing }, new Progress(), signal);
  await folder.sync();
  if (skipped > 0) throw new OperationFailed(OPS.readWrite, `${skipped} left at the source`);
}

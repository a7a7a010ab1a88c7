import { constants } from 'node:fs';
import { Gauge } from '../runtime/gauge.ts';
import { OperationFailed, OPS } from '../copy/ops.ts';
import { type Folder, type Location, toDisk, type Vault } from '../vault/index.ts';
import { runHeavy } from './heavy.ts';
import type { OperationServices, Run } from './operation.ts';

/** Whether a rename can bring one to the other. */
export async function sameVolume(vault: Vault, from: Location, to: Location): Promise<boolean> {
  await using source = await vault.parent(from);
  await using target = await vault.parent(to);
  return (await source.folder.stat()).dev === (await target.folder.stat()).dev;
}

/** What the staging folder says before its item leaves it: which file it is that will stand at the target. */
const PLACING = 'placing.';

/** Notes that the staged item is about to be placed, for {@link placedBefore}. Durable. */
export async function notePlacing(run: Run, staging: Folder): Promise<void> {
  const item = run.task.params.turn === undefined ? undefined : await staging.lstatExact('item');
  if (item === undefined) return;
  const note = await staging.openFile(`${PLACING}${item.ino}`, constants.O_WRONLY | constants.O_CREAT, 0o600);
  await note.close();
  await staging.sync();
}

/**
 * Whether an earlier run of an undo task put its item in place and was killed before the source was gone. Such a task writes no operation of
 * its own, so the disk decides: what stands at the target is what was staged, or there is no source any more that could be lost.
 */
export async function placedBefore(
  { vault }: OperationServices,
  run: Run,
  staging: Folder,
  from: Location,
  to: Location,
): Promise<boolean> {
  if (run.task.params.turn === undefined || run.task.boot === '') return false;
  const there = await vault.lstatExact(to);
  if (there === undefined) return false;
  const noted = await staging.lstat(`${PLACING}${there.ino}`);
  return noted !== undefined || (await vault.lstat(from)) === undefined;
}

/** Removes the source of a move that went by copying: only what stands at the target with equal size and time. Durable. */
export async function removeSource(
  vault: Vault,
  folder: Folder,
  source: { readonly from: string; readonly name: Uint8Array },
  placed: Location,
  signal: AbortSignal,
): Promise<void> {
  await using twin = await vault.parent(placed);
  const there = { folder: twin.folder.path, name: Buffer.from(toDisk(twin.name)) };
  const { skipped } = await runHeavy({ ...source, kind: 'remove', twin: there }, new Gauge(), signal);
  await folder.sync();
  if (skipped > 0) throw new OperationFailed(OPS.readWrite, `${skipped} left at the source`);
}

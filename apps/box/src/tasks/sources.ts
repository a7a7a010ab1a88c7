import { Gauge } from '../copy/gauge.ts';
import { OperationFailed, OPS } from '../copy/ops.ts';
import { type Folder, type Location, toDisk, type Vault } from '../vault/index.ts';
import { runHeavy } from './heavy.ts';
import type { OperationServices } from './operations.ts';
import type { Run } from './tasks.ts';

/** Whether a rename can bring one to the other. */
export async function sameVolume(vault: Vault, from: Location, to: Location): Promise<boolean> {
  await using source = await vault.parent(from);
  await using target = await vault.parent(to);
  return (await source.folder.stat()).dev === (await target.folder.stat()).dev;
}

/**
 * Whether an earlier run of an undo task put its item in place and was killed before the source was gone. Such a task writes no operation of
 * its own, so the disk decides: it had staged, the staged item is no longer there, and something stands at the target.
 */
export async function stagedBefore(
  { vault }: OperationServices,
  run: Run,
  staged: Location,
  to: Location,
): Promise<boolean> {
  if (run.task.params.turn === undefined || run.task.boot === '' || (await vault.lstat(to)) === undefined) return false;
  return (await vault.lstat(vault.inside(staged, 'item'))) === undefined;
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

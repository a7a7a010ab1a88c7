import type { Caller, Location } from '../vault/index.ts';
import { Refusal } from '../vault/index.ts';
import type { JournalChange } from './journal-change.ts';
import { isSameInode, type FileStamp, stampOf } from './file-stamp.ts';
import type { UndoStepServices } from './undo-step-runner.ts';

/** Returns the planned changes that the disk shows as completed before the box was killed. */
export async function findCompletedChanges(
  { vault, bins }: UndoStepServices,
  caller: Caller,
  planned: readonly JournalChange[],
): Promise<JournalChange[]> {
  const stampAt = async (path: string): Promise<FileStamp | null> => {
    try {
      const stat = await vault.lstatExactName(vault.resolve(caller, path, 'read'));
      return stat === undefined ? null : stampOf(stat);
    } catch (failure) {
      if (failure instanceof Refusal) return null; // The place itself is missing, such as a network share or a USB disk.
      throw failure;
    }
  };
  const existsAt = async (path: string, stamp: FileStamp): Promise<boolean> => {
    const found = await stampAt(path);
    return found !== null && isSameInode(found, stamp);
  };

  const at = (path: string): Location => vault.resolve(caller, path, 'write');

  const decide = async (change: JournalChange): Promise<JournalChange | null> => {
    switch (change.kind) {
      case 'moved':
        if (!(await existsAt(change.to, change.stamp))) return null;
        // A file gets its new name before it loses the old one, so a power cut in between leaves both.
        if (await existsAt(change.from, change.stamp))
          await vault.finishMove(at(change.from), at(change.to), change.stamp.ino);
        return change;
      case 'carried':
      case 'encrypted':
      case 'decrypted':
        return (await existsAt(change.to, change.stamp)) ? change : null;
      case 'created':
        return (await existsAt(change.path, change.stamp)) ? change : null;
      case 'restored':
        if (!(await existsAt(change.path, change.stamp))) return null;
        if (bins.table.get(change.trash) !== undefined) {
          await vault.finishMove(bins.itemOf(change.trash), at(change.path), change.stamp.ino);
          await bins.forget(change.trash);
        }
        return change;
      case 'made-folder': {
        const found = await stampAt(change.path);
        return found?.folder === true ? { ...change, stamp: found } : null;
      }
      case 'trashed': {
        if (bins.table.get(change.trash) === undefined) return null;
        const item = bins.itemOf(change.trash);
        if ((await vault.lstatExactName(item)) === undefined) return null;
        if (await existsAt(change.path, change.stamp)) await vault.finishMove(at(change.path), item, change.stamp.ino);
        return change;
      }
      case 'left-folder':
      case 'removed':
        return (await stampAt(change.path)) === null ? change : null;
      case 'replaced':
        return change;
    }
  };

  const done: JournalChange[] = [];
  for (const change of planned) {
    const result = await decide(change);
    if (result !== null) done.push(result);
  }
  // "Replaced" leaves no trace on the disk: it happened if the change that replaced the file did.
  return done.every((change) => change.kind === 'replaced') ? [] : done;
}

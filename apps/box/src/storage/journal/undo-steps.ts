import type { JournalChange } from './journal-change.ts';
import { isSameInode, type FileStamp } from './file-stamp.ts';

export type UndoDirection = 'undo' | 'redo';

/** One step of an undo or redo. Every step has an inverse, so that an operation is undone completely or not at all. */
export type UndoStep =
  | { readonly kind: 'rename'; readonly from: string; readonly to: string; readonly stamp: FileStamp }
  | {
      readonly kind: 'park';
      readonly path: string;
      readonly trash: string;
      readonly stamp: FileStamp;
      readonly tree?: string;
    }
  | { readonly kind: 'unpark'; readonly path: string; readonly trash: string; readonly stamp: FileStamp }
  | { readonly kind: 'rmdir'; readonly path: string; readonly stamp: FileStamp | null }
  | { readonly kind: 'mkdir'; readonly path: string };

/**
 * Combines moves through a temporary name (`a` to `x`, `x` to `b`) into their net effect (`a` to `b`), because
 * intermediate names cannot be checked against the disk. Other changes are unchanged.
 */
export function netChanges(changes: readonly JournalChange[]): JournalChange[] {
  const net: JournalChange[] = [];
  for (const change of changes) {
    const before = net.findIndex(
      (each) =>
        each.kind === 'moved' &&
        change.kind === 'moved' &&
        each.to === change.from &&
        isSameInode(each.stamp, change.stamp),
    );
    const first = net[before];
    if (first?.kind === 'moved' && change.kind === 'moved') net[before] = { ...change, from: first.from };
    else net.push(change);
  }
  return net.filter((change) => change.kind !== 'moved' || change.from !== change.to);
}

/** The steps that undo or redo a change. Changes that need a task and final changes have none. */
export function stepsOf(change: JournalChange, direction: UndoDirection): UndoStep[] {
  const undo = direction === 'undo';
  switch (change.kind) {
    case 'moved': {
      const { from, to, stamp } = change;
      return [undo ? { kind: 'rename', from: to, to: from, stamp } : { kind: 'rename', from, to, stamp }];
    }
    case 'made-folder':
      return [undo ? { kind: 'rmdir', path: change.path, stamp: change.stamp } : { kind: 'mkdir', path: change.path }];
    case 'left-folder':
      return [undo ? { kind: 'mkdir', path: change.path } : { kind: 'rmdir', path: change.path, stamp: change.stamp }];
    case 'created': {
      const { path, stamp, trash = '', tree } = change;
      return [
        undo
          ? { kind: 'park', path, trash, stamp, ...(tree === undefined ? {} : { tree }) }
          : { kind: 'unpark', path, trash, stamp },
      ];
    }
    case 'trashed':
    case 'restored': {
      const { path, trash, stamp } = change;
      return [
        undo === (change.kind === 'trashed')
          ? { kind: 'unpark', path, trash, stamp }
          : { kind: 'park', path, trash, stamp },
      ];
    }
    case 'carried':
    case 'encrypted':
    case 'decrypted':
    case 'removed':
    case 'replaced':
      return [];
  }
}

/** The step that reverts this one. */
export function inverseOf(step: UndoStep): UndoStep {
  switch (step.kind) {
    case 'rename':
      return { ...step, from: step.to, to: step.from };
    case 'park':
      return { kind: 'unpark', path: step.path, trash: step.trash, stamp: step.stamp };
    case 'unpark':
      return { ...step, kind: 'park' };
    case 'rmdir':
      return { kind: 'mkdir', path: step.path };
    case 'mkdir':
      return { kind: 'rmdir', path: step.path, stamp: null };
  }
}

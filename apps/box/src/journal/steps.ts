import type { Change } from './change.ts';
import { sameThing, type Stamp } from './stamp.ts';

export type Direction = 'undo' | 'redo';

/** One act of undo or redo. Every step can be taken back by another one, so that an operation is undone as a whole or not at all. */
export type Step =
  | { readonly kind: 'rename'; readonly from: string; readonly to: string; readonly stamp: Stamp }
  | {
      readonly kind: 'park';
      readonly path: string;
      readonly trash: string;
      readonly stamp: Stamp;
      readonly tree?: string;
    }
  | { readonly kind: 'unpark'; readonly path: string; readonly trash: string; readonly stamp: Stamp }
  | { readonly kind: 'rmdir'; readonly path: string; readonly stamp: Stamp | null }
  | { readonly kind: 'mkdir'; readonly path: string };

/**
 * Moves that went through a temporary name (`a` to `x`, `x` to `b`) as their net effect (`a` to `b`): the steps in between cannot be checked
 * against the disk. Other changes stay as they are.
 */
export function netChanges(changes: readonly Change[]): Change[] {
  const net: Change[] = [];
  for (const change of changes) {
    const before = net.findIndex(
      (each) =>
        each.kind === 'moved' &&
        change.kind === 'moved' &&
        each.to === change.from &&
        sameThing(each.stamp, change.stamp),
    );
    const first = net[before];
    if (first?.kind === 'moved' && change.kind === 'moved') net[before] = { ...change, from: first.from };
    else net.push(change);
  }
  return net.filter((change) => change.kind !== 'moved' || change.from !== change.to);
}

/** The steps that take a change back or do it again. Heavy and final changes have none here. */
export function stepsOf(change: Change, direction: Direction): Step[] {
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

/** The step that takes this one back. */
export function inverseOf(step: Step): Step {
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

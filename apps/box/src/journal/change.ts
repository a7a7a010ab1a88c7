import type { Stamp } from './stamp.ts';

/**
 * One thing that happened to one item, as wire paths of G-15, with what its inverse needs.
 *
 * | kind | undo | redo |
 * |---|---|---|
 * | moved | rename back | rename again |
 * | carried | move back across volumes (a task) | move again (a task) |
 * | left-folder | make the folder again (a merge emptied it) | remove it when empty |
 * | made-folder | remove the folder when empty | make it again |
 * | created | put it into the trash, under `trash` | take it out of the trash |
 * | trashed | take `trash` out of the trash | put it in again |
 * | restored | put it into the trash again | take it out again |
 * | encrypted, decrypted | the opposite task | the task again |
 * | removed, replaced | none: the bytes are gone | none |
 *
 * `trash` is the id of an item in the recycle bin (of `removed`: where it was taken from). It is chosen before the act, so that a crash in between can be decided from the disk.
 */
export type Change =
  | { readonly kind: 'moved'; readonly from: string; readonly to: string; readonly stamp: Stamp }
  | Carried
  | { readonly kind: 'made-folder'; readonly path: string; readonly stamp: Stamp | null }
  | { readonly kind: 'left-folder'; readonly path: string; readonly stamp: Stamp | null }
  | {
      readonly kind: 'created';
      readonly path: string;
      readonly stamp: Stamp;
      readonly tree?: string;
      readonly trash?: string;
    }
  | { readonly kind: 'trashed'; readonly path: string; readonly trash: string; readonly stamp: Stamp }
  | { readonly kind: 'restored'; readonly path: string; readonly trash: string; readonly stamp: Stamp }
  | { readonly kind: 'removed'; readonly path: string; readonly trash?: string }
  | { readonly kind: 'replaced'; readonly path: string };

/** A change whose inverse moves bytes, and so runs as a task instead of within the call. */
export interface Carried {
  readonly kind: 'carried' | 'encrypted' | 'decrypted';
  readonly from: string;
  readonly to: string;
  readonly stamp: Stamp;
  /** What stood at the other end until then, which is how the operations beyond this one know the thing. */
  readonly was?: Stamp;
}

/** What the person did; one operation is one step of undo. */
export type Action =
  | 'move'
  | 'rename'
  | 'batch-rename'
  | 'new-folder'
  | 'trash'
  | 'restore'
  | 'remove'
  | 'copy'
  | 'upload'
  | 'compress'
  | 'extract'
  | 'encrypt'
  | 'decrypt'
  | 'download';

/** Changes that no act can take back. */
export const isFinal = (change: Change): boolean => change.kind === 'removed' || change.kind === 'replaced';

export const isHeavy = (change: Change): change is Carried =>
  change.kind === 'carried' || change.kind === 'encrypted' || change.kind === 'decrypted';

import type { FileStamp } from './file-stamp.ts';

/**
 * One recorded change to one item, with wire paths (G-15) and the data that its inverse needs.
 *
 * | kind | undo | redo |
 * |---|---|---|
 * | moved | rename back | rename again |
 * | carried | move back across volumes (a task) | move again (a task) |
 * | left-folder | create the folder again (a merge emptied it) | remove it when empty |
 * | made-folder | remove the folder when empty | create it again |
 * | created | move it to the recycle bin, under `trash` | restore it from the bin |
 * | trashed | restore `trash` from the bin | move it to the bin again |
 * | restored | move it to the bin again | restore it again |
 * | encrypted, decrypted | the opposite task | the task again |
 * | removed, replaced | none: the content is deleted | none |
 *
 * `trash` is the id of an item in the recycle bin (for `removed`: the item that was deleted). It is chosen before the
 * operation, so that recovery can tell from the disk whether the change happened.
 */
export type JournalChange =
  | { readonly kind: 'moved'; readonly from: string; readonly to: string; readonly stamp: FileStamp }
  | TaskChange
  | { readonly kind: 'made-folder'; readonly path: string; readonly stamp: FileStamp | null }
  | { readonly kind: 'left-folder'; readonly path: string; readonly stamp: FileStamp | null }
  | {
      readonly kind: 'created';
      readonly path: string;
      readonly stamp: FileStamp;
      readonly tree?: string;
      readonly trash?: string;
    }
  | { readonly kind: 'trashed'; readonly path: string; readonly trash: string; readonly stamp: FileStamp }
  | { readonly kind: 'restored'; readonly path: string; readonly trash: string; readonly stamp: FileStamp }
  | { readonly kind: 'removed'; readonly path: string; readonly trash?: string }
  | { readonly kind: 'replaced'; readonly path: string };

/** A change whose inverse moves file contents and therefore runs as a task. */
export interface TaskChange {
  readonly kind: 'carried' | 'encrypted' | 'decrypted';
  readonly from: string;
  readonly to: string;
  readonly stamp: FileStamp;
  /** Stamp of the file at the other end before this change; earlier operations know the file by it. */
  readonly was?: FileStamp;
}

/** Kind of user operation. Each operation is one step of undo. */
export type JournalAction =
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

/** Changes that cannot be undone. */
export const isFinal = (change: JournalChange): boolean => change.kind === 'removed' || change.kind === 'replaced';

export const needsTask = (change: JournalChange): change is TaskChange =>
  change.kind === 'carried' || change.kind === 'encrypted' || change.kind === 'decrypted';

import type { TypeOf } from '@boxwood/command-bus/codecs';
import {
  bytes,
  epochSeconds,
  flag,
  int,
  known,
  list,
  str,
  struct,
  diskText,
  essential,
} from '@boxwood/command-bus/codecs';
import { OP_TYPES } from '../tasks/task-model.ts';

/** Kinds of user actions. */
export const JOURNAL_ACTIONS = [
  ...(['move', 'rename', 'batch-rename', 'new-folder', 'trash', 'restore', 'remove'] as const),
  ...(['copy', 'upload', 'compress', 'extract', 'encrypt', 'decrypt', 'download'] as const),
] as const;

/** State of an action; blocked: it cannot be undone or repeated, because the files have changed since. */
export const JOURNAL_STATES = ['done', 'undone', 'undoing', 'redoing', 'blocked'] as const;

/**
 * One step of undo: a user action on files, with the number of items. `action` is move, rename, batch-rename,
 * new-folder, trash, restore, remove, copy, upload, compress, extract, encrypt, decrypt or download; `state` is done,
 * undone, undoing, redoing or blocked (the files have changed since, with the reason in `reason`); `path` is the first
 * item's path before, `target` its path after, if there is one; `reversible` 0 when bytes were permanently deleted.
 */
export const JournalEntry = struct(
  {
    /** Identifies the entry for undo and redo. */
    id: essential(bytes),
    /** move, rename, batch-rename, new-folder, trash, restore, remove, copy, upload, compress, extract, encrypt, decrypt or download. */
    action: known(JOURNAL_ACTIONS),
    /** done, undone, undoing, redoing or blocked. */
    state: known(JOURNAL_STATES),
    /** Epoch seconds. */
    time: epochSeconds,
    /** The device of the action. */
    origin: str,
    /** Number of items. */
    items: bytes,
    /** The first item's path before. */
    path: diskText,
    /** 0 when bytes were permanently deleted. */
    reversible: flag,
    /** Why it is blocked. */
    reason: str,
  },
  {
    /** The first item's path after, if there is one. */
    target: diskText,
  },
  'JournalEntry',
);
export type JournalEntry = TypeOf<typeof JournalEntry>;

/**
 * Result for one item of an entry. `removed`: permanently deleted; `emptied`: permanently deleted from the recycle bin,
 * with its original `path`.
 */
export const JOURNAL_ITEM_KINDS = [
  ...(['moved', 'carried', 'made-folder', 'left-folder', 'created', 'trashed', 'restored'] as const),
  ...(['encrypted', 'decrypted', 'removed', 'emptied', 'replaced'] as const),
] as const;

/**
 * Kind of an item in the safe or the private files for a session that has not unlocked them: the result is hidden, and
 * `path` is that of the area.
 */
export const HIDDEN_ITEM_KIND = 'veiled';

/** One item of an entry. */
export const JournalItem = struct(
  {
    /** As `JOURNAL_ITEM_KINDS`, or `HIDDEN_ITEM_KIND`; a later box may add others. */
    kind: known(JOURNAL_ITEM_KINDS),
    /** Its path; the path before, if there are two. */
    path: essential(diskText),
  },
  {
    /** Its path after. */
    target: diskText,
    /** For an item moved to the recycle bin: its `id` there. */
    trash: str,
  },
  'JournalItem',
);
export type JournalItem = TypeOf<typeof JournalItem>;

/**
 * Parameters of the task that made an entry: the items of a copy have only the target paths, so the source is needed to
 * repeat it.
 */
export const AskedTask = struct(
  {
    /** The operation, as `OP_TYPES`. */
    cmd: known(OP_TYPES),
    /** Source path. */
    source: diskText,
    /** Where it goes. */
    target: diskText,
    /** For an archive: names of the entries of `source`. */
    names: list(diskText, 500),
    /** What it does when a name exists: 1 replace, 2 keep both, 3 skip; 0 when not given. */
    conflict: int,
  },
  {},
  'AskedTask',
);
export type AskedTask = TypeOf<typeof AskedTask>;

/**
 * Result of an undo or redo: the entry as it is now, and the tasks that are still moving bytes for it (none: finished).
 */
export const JournalStep = struct(
  {
    entry: JournalEntry,
    /** Tasks still working on it; none: finished. */
    tasks: list(str, 500),
  },
  {},
  'JournalStep',
);
export type JournalStep = TypeOf<typeof JournalStep>;

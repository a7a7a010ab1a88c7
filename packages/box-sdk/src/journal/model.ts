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
import { OP_TYPES } from '../tasks/model.ts';

/** What somebody did. */
export const JOURNAL_ACTIONS = [
  ...(['move', 'rename', 'batch-rename', 'new-folder', 'trash', 'restore', 'remove'] as const),
  ...(['copy', 'upload', 'compress', 'extract', 'encrypt', 'decrypt', 'download'] as const),
] as const;

/** What became of it; blocked: the world has changed since. */
export const JOURNAL_STATES = ['done', 'undone', 'undoing', 'redoing', 'blocked'] as const;

/**
 * One step of undo: what somebody did to files, with how many items it touched. `action` is move, rename, batch-rename,
 * new-folder, trash, restore, remove, copy, upload, compress, extract, encrypt, decrypt or download; `state` is done, undone,
 * undoing, redoing or blocked (the world has changed since, `reason` says how); `path` is the first item's place before, `target`
 * its place after when there is one; `reversible` 0 when bytes are gone for good.
 */
export const JournalEntry = struct(
  {
    /** Names the entry for undo and redo. */
    id: essential(bytes),
    /** move, rename, batch-rename, new-folder, trash, restore, remove, copy, upload, compress, extract, encrypt, decrypt or download. */
    action: known(JOURNAL_ACTIONS),
    /** done, undone, undoing, redoing or blocked. */
    state: known(JOURNAL_STATES),
    /** Epoch seconds. */
    time: epochSeconds,
    /** The device it was made on. */
    origin: str,
    /** How many items it touched. */
    items: bytes,
    /** The first item's place before. */
    path: diskText,
    /** 0 when bytes are gone for good. */
    reversible: flag,
    /** Why it is blocked. */
    reason: str,
  },
  {
    /** The first item's place after, where it has one. */
    target: diskText,
  },
  'JournalEntry',
);
export type JournalEntry = TypeOf<typeof JournalEntry>;

/** What became of one item of an entry. `removed`: deleted for good; `emptied`: deleted for good from the recycle bin, where it had been put from `path`. */
export const JOURNAL_ITEM_KINDS = [
  ...(['moved', 'carried', 'made-folder', 'left-folder', 'created', 'trashed', 'restored'] as const),
  ...(['encrypted', 'decrypted', 'removed', 'emptied', 'replaced'] as const),
] as const;

/** The kind of an item in the safe or the private files, to a session that has not opened them: what became of it is not told, and its `path` is that of the area. */
export const VEILED = 'veiled';

/** One item of an entry. */
export const JournalItem = struct(
  {
    /** As `JOURNAL_ITEM_KINDS`, or `VEILED`; a later box knows more. */
    kind: known(JOURNAL_ITEM_KINDS),
    /** Its place; before, where it has two. */
    path: essential(diskText),
  },
  {
    /** Its place after. */
    target: diskText,
    /** Of what was put into the recycle bin: its `id` there. */
    trash: str,
  },
  'JournalItem',
);
export type JournalItem = TypeOf<typeof JournalItem>;

/** What the task was asked for that made an entry: a copy's items tell where it went, not where it came from. */
export const AskedTask = struct(
  {
    /** The operation, as `OP_TYPES`. */
    cmd: known(OP_TYPES),
    /** What is taken. */
    source: diskText,
    /** Where it goes. */
    target: diskText,
    /** Of an archive: entries of `source`. */
    names: list(diskText, 500),
    /** What it does where a name is taken: 1 replace, 2 keep both, 3 skip; 0 where nobody said. */
    conflict: int,
  },
  {},
  'AskedTask',
);
export type AskedTask = TypeOf<typeof AskedTask>;

/** What a step of undo or redo did: the entry as it is now, and the tasks that still move bytes for it (none: all done). */
export const JournalStep = struct(
  {
    entry: JournalEntry,
    /** Tasks that still work on it; none: it is done. */
    tasks: list(str, 500),
  },
  {},
  'JournalStep',
);
export type JournalStep = TypeOf<typeof JournalStep>;

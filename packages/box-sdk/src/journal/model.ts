import type { TypeOf } from '@boxwood/command-bus/codecs';
import { bytes, epochSeconds, flag, list, str, struct, diskText, essential } from '@boxwood/command-bus/codecs';

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
    action: str,
    /** done, undone, undoing, redoing or blocked. */
    state: str,
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
  { target: diskText },
  'JournalEntry',
);
export type JournalEntry = TypeOf<typeof JournalEntry>;

/** What a step of undo or redo did: the entry as it is now, and the tasks that still move bytes for it (none: all done). */
export const JournalStep = struct({ entry: JournalEntry, tasks: list(str, 500) }, {}, 'JournalStep');
export type JournalStep = TypeOf<typeof JournalStep>;

import { bytes, intBetween, intText, list, positional, shortList, struct } from '@boxwood/command-bus/codecs';
import { BATCH_TIMEOUT_MS, shellCommand } from '../define-commands.ts';
import { AskedTask, JournalEntry, JournalItem, JournalStep } from './journal-model.ts';

const entryId = {
  /** Id of one entry, or empty for the newest. */
  key: 'id',
  codec: shortList(intText(bytes), 0, 1),
} as const;

/**
 * Undoes the caller's latest change, from any device, or one entry by its id.
 *
 * `POST /eshell` `UNDO []` or `UNDO [id]` (not in the product specification). Refusals: 3 failed half way (info), 11
 * nothing to undo, 13 owned by another user, 15 the files have changed since (info: what changed); the entry is then
 * skipped.
 *
 * @example
 * ```ts
 * const { entry, tasks } = await box.send(UndoChange, { id: [] });
 * ```
 */
export const UndoChange = shellCommand({
  name: 'UndoChange',
  cmd: 'UNDO',
  params: positional({}, entryId),
  result: JournalStep,
  refusals: [3, 11, 13, 15],
  access: 'user',
  idempotent: false,
  timeoutMs: BATCH_TIMEOUT_MS,
});

/**
 * Repeats the change that was undone last, unless there was a new change since.
 *
 * `POST /eshell` `REDO []` or `REDO [id]` (not in the product specification). Refusals: as {@link UndoChange}.
 *
 * @example
 * ```ts
 * await box.send(RedoChange, { id: [] });
 * ```
 */
export const RedoChange = shellCommand({
  name: 'RedoChange',
  cmd: 'REDO',
  params: positional({}, entryId),
  result: JournalStep,
  refusals: [3, 11, 13, 15],
  access: 'user',
  idempotent: false,
  timeoutMs: BATCH_TIMEOUT_MS,
});

/**
 * Lists the caller's changes, newest first. `cursor` is the id of the last entry received, 0 starts with the newest.
 * `undo` and `redo` are the ids that an undo and redo without an id would use, 0 for none.
 *
 * `POST /eshell` `JOURNALLIST [count, cursor]` (not in the product specification). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { list, undo } = await box.send(ListJournal, { count: 50, cursor: 0 });
 * ```
 */
export const ListJournal = shellCommand({
  name: 'ListJournal',
  cmd: 'JOURNALLIST',
  params: positional({
    /** Maximum number of entries on a page. */
    count: intText(intBetween(1, 500)),
    /** The `id` of the last entry of the previous page; 0 starts with the newest. */
    cursor: intText(bytes),
  }),
  result: struct({
    /** Number of the caller's entries on all pages. */
    total: bytes,
    /** Entries, newest first. */
    list: list(JournalEntry, 500),
    /** The entry that an `undo` without an id would use; 0: none. */
    undo: bytes,
    /** The entry that a `redo` without an id would use; 0: none. */
    redo: bytes,
  }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Lists the result for each item of one of the caller's entries, in order, and the parameters of the task that made the
 * entry, if there was one.
 *
 * `POST /eshell` `JOURNALITEMS [id, count, start]` (not in the product specification). Refusals: 11 no such entry, 13
 * owned by another user.
 *
 * @example
 * ```ts
 * const { list, asked } = await box.send(ListJournalItems, { id: 71, count: 500, start: 0 });
 * ```
 */
export const ListJournalItems = shellCommand({
  name: 'ListJournalItems',
  cmd: 'JOURNALITEMS',
  params: positional({
    /** Id of the entry. */
    id: intText(bytes),
    /** Maximum number of items on a page. */
    count: intText(intBetween(1, 500)),
    /** The number of items to skip. */
    start: intText(bytes),
  }),
  result: struct(
    {
      /** Number of items of the entry on all pages. */
      total: bytes,
      /** Items in the order in which they were processed. */
      list: list(JournalItem, 500),
    },
    { asked: AskedTask },
  ),
  refusals: [11, 13],
  access: 'user',
  idempotent: true,
});

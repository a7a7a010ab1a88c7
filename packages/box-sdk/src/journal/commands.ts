import { bytes, intBetween, intText, list, positional, shortList, struct } from '@boxwood/command-bus/codecs';
import { MANY_TIMEOUT_MS, shellCommand } from '../define.ts';
import { AskedTask, JournalEntry, JournalItem, JournalStep } from './model.ts';

const which = {
  /** One entry by its id, or none: the newest. */
  key: 'id',
  codec: shortList(intText(bytes), 0, 1),
} as const;

/**
 * Takes back what the caller did last, on whatever device that was, or one entry by its id.
 *
 * `POST /eshell` `UNDO []` or `UNDO [id]` (not in the product specification). Refusals: 3 failed half way (info), 11 nothing to
 * undo, 13 not the caller's, 15 the files have changed since (info: what changed); the entry is then passed over.
 *
 * @example
 * ```ts
 * const { entry, tasks } = await box.send(UndoChange, { id: [] });
 * ```
 */
export const UndoChange = shellCommand({
  name: 'UndoChange',
  cmd: 'UNDO',
  params: positional({}, which),
  result: JournalStep,
  refusals: [3, 11, 13, 15],
  access: 'user',
  idempotent: false,
  timeoutMs: MANY_TIMEOUT_MS,
});

/**
 * Does again what was undone last, unless something new was done since.
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
  params: positional({}, which),
  result: JournalStep,
  refusals: [3, 11, 13, 15],
  access: 'user',
  idempotent: false,
  timeoutMs: MANY_TIMEOUT_MS,
});

/**
 * Lists the caller's changes, newest first. `cursor` is the id of the last entry received, 0 from the newest. `undo` and `redo`
 * are the ids that a plain undo and redo would take, 0 for none.
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
    /** How many entries a page may hold. */
    count: intText(intBetween(1, 500)),
    /** The `id` of the last entry of the page before; 0 begins with the newest. */
    cursor: intText(bytes),
  }),
  result: struct({
    /** How many entries the caller has, on all pages. */
    total: bytes,
    /** The newest first. */
    list: list(JournalEntry, 500),
    /** The entry that a plain `undo` takes; 0: none. */
    undo: bytes,
    /** The entry that a plain `redo` takes; 0: none. */
    redo: bytes,
  }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Lists what became of each item of one entry of the caller's, in order, and what the task was asked for that made it, where one did.
 *
 * `POST /eshell` `JOURNALITEMS [id, count, start]` (not in the product specification). Refusals: 11 no such entry, 13 not the caller's.
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
    /** Of the entry. */
    id: intText(bytes),
    /** How many items a page may hold. */
    count: intText(intBetween(1, 500)),
    /** The number of items to leave out. */
    start: intText(bytes),
  }),
  result: struct(
    {
      /** How many items the entry has, on all pages. */
      total: bytes,
      /** In the order in which it happened. */
      list: list(JournalItem, 500),
    },
    { asked: AskedTask },
  ),
  refusals: [11, 13],
  access: 'user',
  idempotent: true,
});

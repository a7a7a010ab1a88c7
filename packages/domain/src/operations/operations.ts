import type { RecordedAction } from '@boxwood/box-sdk';
import { ListJournal, ListJournalItems, RedoChange, UndoChange } from '@boxwood/box-sdk';
import type { Client, ResultOf } from '@boxwood/command-bus';
import { right } from '@boxwood/command-bus';
import { map, of } from 'rxjs';
import { explainNotOffered } from '../not-offered.ts';
import { startNow, execute, andThen, mapRight, type Outcome, type LazyResult, type Result } from '../outcome.ts';

/**
 * One page of the box's journal of changes, newest first; `undo` and `redo` are the ids that a plain undo and redo
 * would use, 0 for none.
 */
export type OperationPage = ResultOf<typeof ListJournal>;
export type JournalOperation = OperationPage['list'][number];
/** Result of an undo or redo: the updated entry, and the tasks that still move bytes for it. */
export type UndoStepResult = ResultOf<typeof UndoChange>;

/** This user's changes to files on the box, from any device, with undo and redo. */
export interface Operations {
  /** `after` is the id of the last entry received; absent: from the newest. */
  list(after?: number): LazyResult<OperationPage>;
  /** Undoes the newest change, or the entries with these ids, one after the other; stops at the first failure. */
  undo(ids?: readonly number[]): Outcome<UndoStepResult>;
  redo(ids?: readonly number[]): Outcome<UndoStepResult>;
  /** These changes with all their items, the oldest first: the input for a generated script. */
  listRecordedActions(entries: readonly JournalOperation[]): LazyResult<readonly RecordedAction[]>;
}

const OPERATIONS_PAGE_SIZE = 50;
/** Items per page. */
const ITEMS_PAGE_SIZE = 500;

/** Loads an entry with all its items, page by page. */
const loadAction = (
  box: Pick<Client, 'exec'>,
  entry: JournalOperation,
  before: RecordedAction['items'] = [],
): LazyResult<RecordedAction> =>
  execute(box, ListJournalItems, { id: entry.id, count: ITEMS_PAGE_SIZE, start: before.length }).pipe(
    map((page) => explainNotOffered(page)),
    andThen(({ list, total, asked }) => {
      const items = [...before, ...list];
      return list.length === 0 || items.length >= total
        ? of(right({ entry, items, ...(asked === undefined ? {} : { asked }) }))
        : loadAction(box, entry, items);
    }),
  );

/** Loads entries one after the other, in order. */
const loadActions = (
  box: Pick<Client, 'exec'>,
  [entry, ...rest]: readonly JournalOperation[],
  before: readonly RecordedAction[] = [],
): LazyResult<readonly RecordedAction[]> =>
  entry === undefined
    ? of(right(before))
    : loadAction(box, entry).pipe(andThen((action) => loadActions(box, rest, [...before, action])));

/** Runs a step for each id in order, or one step without an id; returns the tasks of all. */
const runSteps = (
  step: (which: { readonly id: readonly number[] }) => LazyResult<UndoStepResult>,
  [id, ...rest]: readonly number[],
): LazyResult<UndoStepResult> =>
  step({ id: id === undefined ? [] : [id] }).pipe(
    andThen((done) =>
      rest.length === 0
        ? of(right(done))
        : runSteps(step, rest).pipe(mapRight((last) => ({ ...last, tasks: [...done.tasks, ...last.tasks] }))),
    ),
  );

/** {@link Operations} over a client of the box. */
export const boxOperations = (box: Pick<Client, 'exec'>): Operations => {
  const withUndoSupport = (result: Result<UndoStepResult>) => explainNotOffered(result, 'box.noUndo');
  return {
    list: (after = 0) =>
      execute(box, ListJournal, { count: OPERATIONS_PAGE_SIZE, cursor: after }).pipe(
        map((page) => explainNotOffered(page)),
      ),
    undo: (ids = []) => startNow(runSteps((which) => execute(box, UndoChange, which).pipe(map(withUndoSupport)), ids)),
    listRecordedActions: (entries) =>
      loadActions(
        box,
        entries.toSorted((one, other) => one.id - other.id),
      ),
    redo: (ids = []) => startNow(runSteps((which) => execute(box, RedoChange, which).pipe(map(withUndoSupport)), ids)),
  };
};

import type { RecordedAct } from '@boxwood/box-sdk';
import { ListJournal, ListJournalItems, RedoChange, UndoChange } from '@boxwood/box-sdk';
import type { Client, ResultOf } from '@boxwood/command-bus';
import { right } from '@boxwood/command-bus';
import { map, of } from 'rxjs';
import { offered } from '../offered.ts';
import { begin, answer, andThen, mapRight, type Outcome, type Question, type Result } from '../outcome.ts';

/**
 * One page of the box's journal of changes, newest first; `undo` and `redo` are the ids that a plain undo and redo
 * would use, 0 for none.
 */
export type OperationPage = ResultOf<typeof ListJournal>;
export type Operation = OperationPage['list'][number];
/** Result of an undo or redo: the updated entry, and the tasks that still move bytes for it. */
export type OperationStep = ResultOf<typeof UndoChange>;

/** This user's changes to files on the box, from any device, with undo and redo. */
export interface Operations {
  /** `after` is the id of the last entry received; absent: from the newest. */
  list(after?: number): Question<OperationPage>;
  /** Undoes the newest change, or the entries with these ids, one after the other; stops at the first failure. */
  undo(ids?: readonly number[]): Outcome<OperationStep>;
  redo(ids?: readonly number[]): Outcome<OperationStep>;
  /** These changes with all their items, the oldest first: the input for a generated script. */
  acts(entries: readonly Operation[]): Question<readonly RecordedAct[]>;
}

const PAGE = 50;
/** Items per page. */
const ITEMS = 500;

/** Loads an entry with all its items, page by page. */
const actOf = (box: Pick<Client, 'exec'>, entry: Operation, before: RecordedAct['items'] = []): Question<RecordedAct> =>
  answer(box, ListJournalItems, { id: entry.id, count: ITEMS, start: before.length }).pipe(
    map((page) => offered(page)),
    andThen(({ list, total, asked }) => {
      const items = [...before, ...list];
      return list.length === 0 || items.length >= total
        ? of(right({ entry, items, ...(asked === undefined ? {} : { asked }) }))
        : actOf(box, entry, items);
    }),
  );

/** Loads entries one after the other, in order. */
const actsOf = (
  box: Pick<Client, 'exec'>,
  [entry, ...rest]: readonly Operation[],
  before: readonly RecordedAct[] = [],
): Question<readonly RecordedAct[]> =>
  entry === undefined
    ? of(right(before))
    : actOf(box, entry).pipe(andThen((act) => actsOf(box, rest, [...before, act])));

/** Runs a step for each id in order, or one step without an id; returns the tasks of all. */
const stepsOf = (
  step: (which: { readonly id: readonly number[] }) => Question<OperationStep>,
  [id, ...rest]: readonly number[],
): Question<OperationStep> =>
  step({ id: id === undefined ? [] : [id] }).pipe(
    andThen((done) =>
      rest.length === 0
        ? of(right(done))
        : stepsOf(step, rest).pipe(mapRight((last) => ({ ...last, tasks: [...done.tasks, ...last.tasks] }))),
    ),
  );

/** {@link Operations} over a client of the box. */
export const boxOperations = (box: Pick<Client, 'exec'>): Operations => {
  const took = (result: Result<OperationStep>) => offered(result, 'box.noUndo');
  return {
    list: (after = 0) => answer(box, ListJournal, { count: PAGE, cursor: after }).pipe(map((page) => offered(page))),
    undo: (ids = []) => begin(stepsOf((which) => answer(box, UndoChange, which).pipe(map(took)), ids)),
    acts: (entries) =>
      actsOf(
        box,
        entries.toSorted((one, other) => one.id - other.id),
      ),
    redo: (ids = []) => begin(stepsOf((which) => answer(box, RedoChange, which).pipe(map(took)), ids)),
  };
};

import { ListJournal, RedoChange, UndoChange } from '@boxwood/box-sdk';
import type { Client, ResultOf } from '@boxwood/command-bus';
import { map } from 'rxjs';
import { offered } from '../offered.ts';
import { begin, answer, type Outcome, type Question } from '../outcome.ts';

/** One page of the box's journal of changes, newest first; `undo` and `redo` are the ids a plain undo and redo would take, 0 for none. */
export type OperationPage = ResultOf<typeof ListJournal>;
export type Operation = OperationPage['list'][number];
/** What an undo or redo did: the entry as it is now, and the tasks that still move bytes for it. */
export type OperationStep = ResultOf<typeof UndoChange>;

/** What this person did to files on the box, on whatever device, and taking it back. */
export interface Operations {
  /** `after` is the id of the last entry received; absent: from the newest. */
  list(after?: number): Question<OperationPage>;
  /** Takes back the newest change, or one entry by its id. */
  undo(id?: number): Outcome<OperationStep>;
  redo(id?: number): Outcome<OperationStep>;
}

const PAGE = 50;

/** {@link Operations} over a client of the box. */
export const boxOperations = (box: Pick<Client, 'exec'>): Operations => {
  const which = (id: number | undefined) => ({ id: id === undefined ? [] : [id] });
  return {
    list: (after = 0) => answer(box, ListJournal, { count: PAGE, cursor: after }).pipe(map((page) => offered(page))),
    undo: (id) => begin(answer(box, UndoChange, which(id)).pipe(map((step) => offered(step, 'box.noUndo')))),
    redo: (id) => begin(answer(box, RedoChange, which(id)).pipe(map((step) => offered(step, 'box.noUndo')))),
  };
};

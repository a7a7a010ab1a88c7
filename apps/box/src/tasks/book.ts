import type { Change, Journal, OperationStart, Pending } from '../journal/journal.ts';
import type { Task } from './model.ts';

/** Where a task writes down what it did. */
export interface Book {
  readonly journal: Pick<Journal, 'begin'>;
  /** What an earlier run of the task has written down already, null when nothing. */
  recorded(): readonly Change[] | null;
}

const nothing: Pending = { id: 0, commit: () => undefined, abandon: () => undefined };

/** How the journal knows which task did something, and what it was asked for. */
export const startedBy = ({ id, cmd, source, target, params }: Task): Pick<OperationStart, 'origin' | 'asked'> => ({
  origin: `task:${id}`,
  asked: { cmd, source, target, names: params.names ?? [], conflict: params.conflict ?? 0 },
});

/** An ordinary task writes an operation of its own; a task of undo or redo does not, because its operation exists. */
export function bookFor(journal: Journal, task: Task): Book {
  const turn = task.params.turn !== undefined;
  return {
    journal: turn ? { begin: () => nothing } : journal,
    recorded: () => (turn ? null : (journal.ofTask(task.id)?.changes ?? null)),
  };
}

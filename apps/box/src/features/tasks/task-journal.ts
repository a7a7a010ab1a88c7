import type { JournalChange, Journal, OperationStart, PendingOperation } from '../../storage/journal/journal.ts';
import type { Task } from './task-model.ts';

/** The journal as one task uses it. */
export interface TaskJournal {
  readonly journal: Pick<Journal, 'begin'>;
  /** Changes that an earlier run of the task recorded; null if there are none. */
  recorded(): readonly JournalChange[] | null;
}

const noPending: PendingOperation = { id: 0, commit: () => undefined, abandon: () => undefined };

/** Fields with which the journal identifies the task and its request. */
export const startedBy = ({ id, cmd, source, target, params }: Task): Pick<OperationStart, 'origin' | 'asked'> => ({
  origin: `task:${id}`,
  asked: { cmd, source, target, names: params.names ?? [], conflict: params.conflict ?? 0 },
});

/** An ordinary task records its own operation. An undo or redo task does not, because its operation already exists. */
export function taskJournalFor(journal: Journal, task: Task): TaskJournal {
  const isUndoTask = task.params.turn !== undefined;
  return {
    journal: isUndoTask ? { begin: () => noPending } : journal,
    recorded: () => (isUndoTask ? null : (journal.ofTask(task.id)?.changes ?? null)),
  };
}

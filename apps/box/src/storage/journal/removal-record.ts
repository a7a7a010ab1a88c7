import { isDiskFullError } from '../vault/index.ts';
import type { JournalChange, Journal, OperationStart, PendingOperation } from './journal.ts';

/** Records a change that has already happened. Skips the record on a disk so full that the reserve is used up. */
export const recordIfRoom = (write: () => void): void => {
  try {
    write();
  } catch (failure) {
    if (!isDiskFullError(failure)) throw failure;
  }
};

/**
 * {@link Journal.begin} for permanent deletion, which undo does not need and which frees space. When the disk is too
 * full for the intent, the deletion runs first and is recorded afterwards if space permits.
 */
export const beginRemoval = (
  journal: Pick<Journal, 'begin' | 'record'>,
  start: OperationStart,
  planned: readonly JournalChange[],
): Pick<PendingOperation, 'commit' | 'abandon'> => {
  let pending: PendingOperation | null = null;
  recordIfRoom(() => {
    pending = journal.begin(start, planned);
  });
  return {
    commit: (changes) =>
      recordIfRoom(() => {
        if (pending === null) journal.record(start, changes ?? planned);
        else pending.commit(changes);
      }),
    abandon: () => recordIfRoom(() => pending?.abandon()),
  };
};

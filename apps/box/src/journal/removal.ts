import { saysFull } from '../vault/index.ts';
import type { Change, Journal, OperationStart, Pending } from './journal.ts';

/** Records a change that has already happened. Skips the record on a disk so full that the reserve is used up. */
export const whenRoom = (write: () => void): void => {
  try {
    write();
  } catch (failure) {
    if (!saysFull(failure)) throw failure;
  }
};

/**
 * {@link Journal.begin} for permanent deletion, which undo does not need and which frees space. When the disk is too
 * full for the intent, the deletion runs first and is recorded afterwards if space permits.
 */
export const beginRemoval = (
  journal: Pick<Journal, 'begin' | 'record'>,
  start: OperationStart,
  planned: readonly Change[],
): Pick<Pending, 'commit' | 'abandon'> => {
  let pending: Pending | null = null;
  whenRoom(() => {
    pending = journal.begin(start, planned);
  });
  return {
    commit: (changes) =>
      whenRoom(() => {
        if (pending === null) journal.record(start, changes ?? planned);
        else pending.commit(changes);
      }),
    abandon: () => whenRoom(() => pending?.abandon()),
  };
};

import { saysFull } from '../vault/index.ts';
import type { Change, Journal, OperationStart, Pending } from './journal.ts';

/** Writes into the books what has happened already. On a disk so full that even the reserve is used up it is left out. */
export const whenRoom = (write: () => void): void => {
  try {
    write();
  } catch (failure) {
    if (!saysFull(failure)) throw failure;
  }
};

/**
 * {@link Journal.begin} for what is deleted for good. No undo depends on it, and the deletion is what makes room: when the disk takes no intent,
 * the act comes first and is written down after it, if there is room then.
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

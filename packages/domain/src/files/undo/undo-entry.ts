import { list, num, oneOf, str, struct, type TypeOf } from '@boxwood/command-bus/codecs';
import type { Notice } from '../../notifications/notifications.ts';
import type { DomainMessageKey } from '../../message-keys.ts';

const ACTIONS = ['new-folder', 'rename', 'batch-rename', 'trash', 'copy', 'move'] as const;

/** Maximum number of items of one user action that are remembered; the box creates one task for each. */
const MAX_ITEMS = 5_000;
/** Page size of the box's journal. */
export const JOURNAL_PAGE_SIZE = 500;

export const UndoEntry = struct(
  {
    action: oneOf(ACTIONS),
    /** Name of the first item, and the number of items. */
    name: str,
    count: num,
    /** Ids of entries in the box's journal. */
    changes: list(num, MAX_ITEMS),
    /** Ids of box tasks whose journal entries appear when they end. */
    tasks: list(str, MAX_ITEMS),
  },
  {
    /** The new name, or the name of the target folder. */
    to: str,
  },
);

/** One user action, with the ids that find it in the box's journal. */
export type UndoEntry = TypeOf<typeof UndoEntry>;
export type UndoSubject = Pick<UndoEntry, 'action' | 'name' | 'count' | 'to'>;

const LABELS: Readonly<Record<UndoEntry['action'], DomainMessageKey>> = {
  'new-folder': 'did.newFolder',
  rename: 'did.rename',
  'batch-rename': 'did.rename',
  trash: 'did.trash',
  copy: 'did.copy',
  move: 'did.move',
};

/** Labels that also name the target. */
const LABELS_WITH_TARGET: Partial<Record<UndoEntry['action'], DomainMessageKey>> = {
  rename: 'did.renameTo',
  copy: 'did.copyTo',
  move: 'did.moveTo',
};

/** The label of an undo entry; empty when its only name is hidden. */
export const about = ({ action, name, count, to = '' }: UndoSubject): Pick<Notice, 'detail'> =>
  name === '' && count === 1
    ? {}
    : {
        detail: {
          messageKey: (to === '' ? null : LABELS_WITH_TARGET[action]) ?? LABELS[action],
          values: { name, count, to },
        },
      };

/** The undo entries of this browser, as the undo executor sees them. */
export interface UndoHistory {
  /** Entries that can be undone, the newest last. */
  entries(): readonly UndoEntry[];
  push(entry: UndoEntry): UndoEntry;
  /** Replaces an entry by what remains of it. */
  replace(entry: UndoEntry, rest: readonly UndoEntry[]): void;
  /** Shows a notice with an undo button. */
  offer(entry: UndoEntry, notice: Notice): void;
  /** Dismisses the notice that offers to undo the entry. */
  withdrawOffer(entry: UndoEntry): void;
}

import { list, num, oneOf, str, struct, type TypeOf } from '@boxwood/command-bus/codecs';
import type { Notice } from '../notifications/notifications.ts';
import type { WordKey } from '../words.ts';

const ACTIONS = ['new-folder', 'rename', 'batch-rename', 'trash', 'copy', 'move'] as const;

/** Maximum number of items of one user action that are remembered; the box creates one task for each. */
const MOST = 5_000;
/** Page size of the box's journal. */
export const PAGE = 500;

export const Deed = struct(
  {
    action: oneOf(ACTIONS),
    /** Name of the first item, and the number of items. */
    name: str,
    count: num,
    /** Ids of entries in the box's journal. */
    changes: list(num, MOST),
    /** Ids of box tasks whose journal entries appear when they end. */
    tasks: list(str, MOST),
  },
  {
    /** The new name, or the name of the target folder. */
    to: str,
  },
);

/** One user action, with the ids that find it in the box's journal. */
export type Deed = TypeOf<typeof Deed>;
export type What = Pick<Deed, 'action' | 'name' | 'count' | 'to'>;

const WORD: Readonly<Record<Deed['action'], WordKey>> = {
  'new-folder': 'did.newFolder',
  rename: 'did.rename',
  'batch-rename': 'did.rename',
  trash: 'did.trash',
  copy: 'did.copy',
  move: 'did.move',
};

/** Labels that also name the target. */
const TO: Partial<Record<Deed['action'], WordKey>> = {
  rename: 'did.renameTo',
  copy: 'did.copyTo',
  move: 'did.moveTo',
};

/** The label of an undo entry; empty when its only name is hidden. */
export const about = ({ action, name, count, to = '' }: What): Pick<Notice, 'about'> =>
  name === '' && count === 1
    ? {}
    : { about: { word: (to === '' ? null : TO[action]) ?? WORD[action], values: { name, count, to } } };

/** The undo entries of this browser, as the undo executor sees them. */
export interface DeedBook {
  /** Entries that can be undone, the newest last. */
  kept(): readonly Deed[];
  keep(deed: Deed): Deed;
  /** Replaces an entry by what remains of it. */
  replace(deed: Deed, rest: readonly Deed[]): void;
  /** Shows a notice with an undo button. */
  offer(deed: Deed, notice: Notice): void;
  /** Dismisses the notice that offers to undo the entry. */
  withdraw(deed: Deed): void;
}

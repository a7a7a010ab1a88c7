import { list, num, oneOf, str, struct, type TypeOf } from '@boxwood/command-bus/codecs';
import type { Notice } from '../notifications/notifications.ts';
import type { WordKey } from '../words.ts';

const ACTIONS = ['new-folder', 'rename', 'batch-rename', 'trash', 'copy', 'move'] as const;

/** Items of one gesture that are remembered; the box makes one task of each. */
const MOST = 5_000;
/** Entries of the box's journal in one answer. */
export const PAGE = 500;

export const Deed = struct(
  {
    action: oneOf(ACTIONS),
    /** The first thing it was done to, and how many there were. */
    name: str,
    count: num,
    /** Entries of the box's journal. */
    changes: list(num, MOST),
    /** Tasks of the box whose journal entries come when they end. */
    tasks: list(str, MOST),
  },
  {
    /** Its new name, or that of the folder where it went. */
    to: str,
  },
);

/** What one gesture of a person did, and how it is found in the journal of the box. */
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

/** The words that say where to as well. */
const TO: Partial<Record<Deed['action'], WordKey>> = {
  rename: 'did.renameTo',
  copy: 'did.copyTo',
  move: 'did.moveTo',
};

/** What was done, in words; nothing where its only name is not told. */
export const about = ({ action, name, count, to = '' }: What): Pick<Notice, 'about'> =>
  name === '' && count === 1
    ? {}
    : { about: { word: (to === '' ? null : TO[action]) ?? WORD[action], values: { name, count, to } } };

/** The deeds of this browser, as what takes them back sees them. */
export interface DeedBook {
  /** The deeds that may be taken back, the newest last. */
  kept(): readonly Deed[];
  keep(deed: Deed): Deed;
  /** Puts what is left of a deed into its place. */
  replace(deed: Deed, rest: readonly Deed[]): void;
  /** Shows a notice that offers to take the deed back. */
  offer(deed: Deed, notice: Notice): void;
  /** Offers a deed no longer. */
  withdraw(deed: Deed): void;
}

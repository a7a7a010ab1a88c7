import { parentOf } from '../files/places.ts';
import type { Operation } from './operations.ts';

/**
 * Longest pause between two uploads of one group, in seconds: a drop is sent in bundles, and large files one by one.
 */
const PAUSE = 10;
/**
 * Path segments of the root of a place (`/mnt/usb1/annabel`): items next to each other in the root were not dropped as
 * one folder.
 */
const ROOT = 3;

/** What a user did at once: one journal entry or, for an upload, all entries of one drop. */
export interface Gesture {
  /** The newest first, as in the journal. */
  readonly entries: readonly [Operation, ...Operation[]];
  readonly items: number;
  /** The path of the item; for several items, the folder that contains them all. */
  readonly path: string;
}

const segments = (path: string): readonly string[] => path.split('/').filter((part) => part !== '');

/** The deepest folder that contains both paths. */
const commonFolder = (one: string, other: string): string => {
  const others = segments(other);
  const parts = segments(one);
  const end = parts.findIndex((part, index) => part !== others[index]);
  return `/${(end === -1 ? parts : parts.slice(0, end)).join('/')}`;
};

const alone = (entry: Operation): Gesture => ({
  entries: [entry],
  items: entry.items,
  path: entry.items > 1 ? parentOf(entry.path) : entry.path,
});

/** The group extended by the next older entry; null when the entry does not belong to it. */
const joined = (later: Gesture, entry: Operation): Gesture | null => {
  const [first] = later.entries;
  const oldest = later.entries.at(-1) ?? first;
  const alike =
    entry.action === 'upload' &&
    first.action === 'upload' &&
    entry.state === first.state &&
    entry.reversible === first.reversible &&
    entry.reason === first.reason &&
    oldest.time - entry.time <= PAUSE;
  if (!alike) return null;
  const folder = parentOf(entry.path);
  const above = later.items > 1 ? later.path : parentOf(later.path);
  const path = commonFolder(above, folder);
  if (above !== folder && segments(path).length <= ROOT) return null;
  return { entries: [...later.entries, entry], items: later.items + entry.items, path };
};

/**
 * Groups journal entries, newest first, by user action: a drop of a thousand files is one row, not one for each bundle.
 */
export const gesturesOf = (entries: readonly Operation[]): readonly Gesture[] => {
  const gestures: Gesture[] = [];
  for (const entry of entries) {
    const later = gestures.at(-1);
    const one = later === undefined ? null : joined(later, entry);
    if (one === null) gestures.push(alone(entry));
    else gestures[gestures.length - 1] = one;
  }
  return gestures;
};

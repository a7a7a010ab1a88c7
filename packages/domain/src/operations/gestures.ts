import { parentOf } from '../files/places.ts';
import type { Operation } from './operations.ts';

/** Seconds between two uploads that are still one: a drop is sent in bundles, and what is large file by file. */
const PAUSE = 10;
/** Segments of the root of a place (`/mnt/usb1/annabel`): what lies beside each other in it was not dropped as one folder. */
const ROOT = 3;

/** What a person did at once: one entry of the journal or, of an upload, those that one drop became. */
export interface Gesture {
  /** The newest first, as in the journal. */
  readonly entries: readonly [Operation, ...Operation[]];
  readonly items: number;
  /** The item; of several, the folder that holds them all. */
  readonly path: string;
}

const segments = (path: string): readonly string[] => path.split('/').filter((part) => part !== '');

/** The deepest folder that is above or the same as both. */
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

/** One gesture of a later one and the entry before it; null where they are two. */
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

/** The journal's entries, newest first, as what a person did: one drop of a thousand files is one line, not one for each bundle. */
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

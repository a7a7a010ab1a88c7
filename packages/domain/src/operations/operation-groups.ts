import { parentOf } from '../files/file-paths.ts';
import type { JournalOperation } from './operations.ts';

/**
 * Longest pause between two uploads of one group, in seconds: a drop is sent in bundles, and large files one by one.
 */
const MAX_GROUP_PAUSE_SECONDS = 10;
/**
 * Path segments of the root of a place (`/mnt/usb1/annabel`): items next to each other in the root were not dropped as
 * one folder.
 */
const ROOT_SEGMENT_COUNT = 3;

/** What a user did at once: one journal entry or, for an upload, all entries of one drop. */
export interface OperationGroup {
  /** The newest first, as in the journal. */
  readonly entries: readonly [JournalOperation, ...JournalOperation[]];
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

const singleGroup = (entry: JournalOperation): OperationGroup => ({
  entries: [entry],
  items: entry.items,
  path: entry.items > 1 ? parentOf(entry.path) : entry.path,
});

/** The group extended by the next older entry; null when the entry does not belong to it. */
const extendGroup = (later: OperationGroup, entry: JournalOperation): OperationGroup | null => {
  const [first] = later.entries;
  const oldest = later.entries.at(-1) ?? first;
  const alike =
    entry.action === 'upload' &&
    first.action === 'upload' &&
    entry.state === first.state &&
    entry.reversible === first.reversible &&
    entry.reason === first.reason &&
    oldest.time - entry.time <= MAX_GROUP_PAUSE_SECONDS;
  if (!alike) return null;
  const folder = parentOf(entry.path);
  const above = later.items > 1 ? later.path : parentOf(later.path);
  const path = commonFolder(above, folder);
  if (above !== folder && segments(path).length <= ROOT_SEGMENT_COUNT) return null;
  return { entries: [...later.entries, entry], items: later.items + entry.items, path };
};

/**
 * Groups journal entries, newest first, by user action: a drop of a thousand files is one row, not one for each bundle.
 */
export const groupOperations = (entries: readonly JournalOperation[]): readonly OperationGroup[] => {
  const groups: OperationGroup[] = [];
  for (const entry of entries) {
    const later = groups.at(-1);
    const one = later === undefined ? null : extendGroup(later, entry);
    if (one === null) groups.push(singleGroup(entry));
    else groups[groups.length - 1] = one;
  }
  return groups;
};

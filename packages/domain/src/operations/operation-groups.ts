import { parentOf } from '../files/file-paths.ts';
import type { JournalOperation } from './operations.ts';

/**
 * Longest pause between two uploads of one group, in seconds: a drop is sent in bundles, and large files one by one.
 */
const MAX_GROUP_PAUSE_SECONDS = 10;
/**
 * Number of path segments of the root of a place (`/mnt/usb1/annabel`). Items next to each other in the root were not
 * dropped as one folder.
 */
const ROOT_SEGMENT_COUNT = 3;

/** What a user did in one action: one journal entry or, for an upload, all entries of one drop. */
export interface OperationGroup {
  /** Newest first, as in the journal. */
  readonly entries: readonly [JournalOperation, ...JournalOperation[]];
  readonly itemCount: number;
  /** The path of the item; for several items, the deepest folder that contains them all. */
  readonly path: string;
}

const segments = (path: string): readonly string[] => path.split('/').filter((part) => part !== '');

/** The deepest folder that contains both paths. */
const commonFolder = (pathA: string, pathB: string): string => {
  const segmentsOfB = segments(pathB);
  const segmentsOfA = segments(pathA);
  const firstDifference = segmentsOfA.findIndex((part, index) => part !== segmentsOfB[index]);
  return `/${(firstDifference === -1 ? segmentsOfA : segmentsOfA.slice(0, firstDifference)).join('/')}`;
};

const singleGroup = (entry: JournalOperation): OperationGroup => ({
  entries: [entry],
  itemCount: entry.items,
  path: entry.items > 1 ? parentOf(entry.path) : entry.path,
});

/** The group extended by the next older entry; null when the entry belongs to another user action. */
const extendGroup = (newerGroup: OperationGroup, entry: JournalOperation): OperationGroup | null => {
  const [newest] = newerGroup.entries;
  const oldest = newerGroup.entries.at(-1) ?? newest;
  const isSameDrop =
    entry.action === 'upload' &&
    newest.action === 'upload' &&
    entry.state === newest.state &&
    entry.reversible === newest.reversible &&
    entry.reason === newest.reason &&
    oldest.time - entry.time <= MAX_GROUP_PAUSE_SECONDS;
  if (!isSameDrop) return null;
  const folder = parentOf(entry.path);
  const groupFolder = newerGroup.itemCount > 1 ? newerGroup.path : parentOf(newerGroup.path);
  const path = commonFolder(groupFolder, folder);
  if (groupFolder !== folder && segments(path).length <= ROOT_SEGMENT_COUNT) return null;
  return { entries: [...newerGroup.entries, entry], itemCount: newerGroup.itemCount + entry.items, path };
};

/**
 * Groups journal entries, newest first, by user action: a drop of a thousand files is one row, not one for each bundle.
 */
export const groupOperations = (entries: readonly JournalOperation[]): readonly OperationGroup[] => {
  const groups: OperationGroup[] = [];
  for (const entry of entries) {
    const newerGroup = groups.at(-1);
    const extended = newerGroup === undefined ? null : extendGroup(newerGroup, entry);
    if (extended === null) groups.push(singleGroup(entry));
    else groups[groups.length - 1] = extended;
  }
  return groups;
};

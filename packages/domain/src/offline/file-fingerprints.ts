import { isFolderType } from '@boxwood/box-sdk';
import type { FileEntry } from '../model.ts';
import type { UserAction, FileFingerprint, ExpectedFingerprints } from './offline-queue.ts';

/** Fingerprints of entries by path. */
export const fingerprintsOf = (entries: readonly FileEntry[]): Readonly<Record<string, FileFingerprint>> =>
  Object.fromEntries(
    entries.map(({ path, type, size, mtime, ctime }) => [path, { type, size, mtime, ctime }] as const),
  );

/**
 * Whether two fingerprints are of the same file. A change of a folder's content is ignored; some listings have no
 * creation time (0).
 */
const isSameFile = (a: FileFingerprint, b: FileFingerprint): boolean =>
  (a.ctime === 0 || a.ctime === b.ctime) &&
  isFolderType(a.type) === isFolderType(b.type) &&
  (isFolderType(a.type) || (a.size === b.size && a.mtime === b.mtime));

/** Whether the entry at `now` is another one than the action was meant for, which was at `path`. */
export const isDifferentFile = (
  { seen }: ExpectedFingerprints,
  existing: ReadonlyMap<string, FileEntry>,
  path: string,
  now: string = path,
): boolean => {
  const [before, found] = [seen?.[path], existing.get(now)];
  return before !== undefined && found !== undefined && !isSameFile(before, found);
};

/** The action without fingerprints for these paths, so that it applies to whatever is there. */
export const acceptAnyFile = (action: UserAction, isInQuestion: (path: string) => boolean): UserAction =>
  !('seen' in action)
    ? action
    : { ...action, seen: Object.fromEntries(Object.entries(action.seen).filter(([path]) => !isInQuestion(path))) };

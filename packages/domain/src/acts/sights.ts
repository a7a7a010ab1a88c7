import { isFolderType } from '@boxwood/box-sdk';
import type { FileEntry } from '../model.ts';
import type { Act, Sight, Sights } from './acts.ts';

/** Fingerprints of entries by path. */
export const sightsOf = (entries: readonly FileEntry[]): Readonly<Record<string, Sight>> =>
  Object.fromEntries(
    entries.map(({ path, type, size, mtime, ctime }) => [path, { type, size, mtime, ctime }] as const),
  );

/**
 * Whether two fingerprints are of the same file. A change of a folder's content is ignored; some listings have no
 * creation time (0).
 */
const isSame = (a: Sight, b: Sight): boolean =>
  (a.ctime === 0 || a.ctime === b.ctime) &&
  isFolderType(a.type) === isFolderType(b.type) &&
  (isFolderType(a.type) || (a.size === b.size && a.mtime === b.mtime));

/** Whether the entry at `now` is another one than the action was meant for, which was at `path`. */
export const isOther = (
  { seen }: Sights,
  there: ReadonlyMap<string, FileEntry>,
  path: string,
  now: string = path,
): boolean => {
  const [before, found] = [seen?.[path], there.get(now)];
  return before !== undefined && found !== undefined && !isSame(before, found);
};

/** The action without fingerprints for these paths, so that it applies to whatever is there. */
export const meantForAny = (act: Act, isAsked: (path: string) => boolean): Act =>
  !('seen' in act)
    ? act
    : { ...act, seen: Object.fromEntries(Object.entries(act.seen).filter(([path]) => !isAsked(path))) };

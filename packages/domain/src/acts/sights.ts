import { isFolderType } from '@boxwood/box-sdk';
import type { FileEntry } from '../model.ts';
import type { Act, Sight, Sights } from './acts.ts';

/** What is to be kept of files beside their paths. */
export const sightsOf = (entries: readonly FileEntry[]): Readonly<Record<string, Sight>> =>
  Object.fromEntries(
    entries.map(({ path, type, size, mtime, ctime }) => [path, { type, size, mtime, ctime }] as const),
  );

/** What was put into a folder or taken out of it leaves it the same one. Not every list tells when something was made (0). */
const isSame = (a: Sight, b: Sight): boolean =>
  (a.ctime === 0 || a.ctime === b.ctime) &&
  isFolderType(a.type) === isFolderType(b.type) &&
  (isFolderType(a.type) || (a.size === b.size && a.mtime === b.mtime));

/** Whether at `now` is something else than what an act was meant for; it was at `path` then. */
export const isOther = (
  { seen }: Sights,
  there: ReadonlyMap<string, FileEntry>,
  path: string,
  now: string = path,
): boolean => {
  const [before, found] = [seen?.[path], there.get(now)];
  return before !== undefined && found !== undefined && !isSame(before, found);
};

/** The act as it is meant for whatever stands at these paths. */
export const meantForAny = (act: Act, isAsked: (path: string) => boolean): Act =>
  !('seen' in act)
    ? act
    : { ...act, seen: Object.fromEntries(Object.entries(act.seen).filter(([path]) => !isAsked(path))) };

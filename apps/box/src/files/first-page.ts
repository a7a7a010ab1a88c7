import { isOwnName } from '../vault/own-names.ts';
import { eachEntry } from './each-entry.ts';
import { typeOf } from './file-type.ts';
import { FirstOf } from './first-of.ts';
import type { FolderScan, ScanRequest } from './scan.ts';
import { scanFolder, scanNames } from './scan.ts';
import type { EntryFilter } from './snapshot.ts';
import { compareBytes, compareNames, naturalNeeded } from './sort-key.ts';
import type { OrderedName } from './sort-key.ts';

/** What the first page of a folder by name is asked with. */
export interface FirstQuery {
  readonly filter: EntryFilter;
  readonly desc: boolean;
  readonly dirfirst: boolean;
  readonly count: number;
}

/** Entries of the first page; with `sum` null they are all of the folder, else so many match. */
export interface FirstLook extends FolderScan {
  readonly sum: number | null;
}

/** Folders up to this size are read whole: that takes no longer than one notices. */
const SMALL = 4_000;

interface Named extends OrderedName {
  readonly isFolder: boolean;
}

/**
 * The first page of a folder in the order of names. Of a large folder only the names are read, and nothing but the entries of the page is examined,
 * which takes a quarter of the time. Blocks: it belongs into a worker thread.
 */
export const firstLook = (request: ScanRequest & FirstQuery): FirstLook => {
  const { path, reserved, filter, desc, dirfirst, count } = request;
  const sign = desc ? -1 : 1;
  const page = new FirstOf<Named>(
    count,
    (one, other) =>
      (dirfirst ? Number(other.isFolder) - Number(one.isFolder) : 0) ||
      sign * compareNames(one, other) ||
      compareBytes(one.name, other.name),
  );
  let size = 0;
  let sum = 0;
  // Of a small folder none is compared with another here.
  const held: Named[] = [];
  eachEntry(path, (name, entry) => {
    size += 1;
    if (isOwnName(name) || (reserved.length > 0 && reserved.includes(name.toLowerCase()))) return;
    // What its name says of a file is asked where somebody wants files of one type alone.
    const isFolder = entry.isDirectory() || entry.isSymbolicLink();
    if (!filter.withhidden && name.startsWith('.')) return;
    if ((filter.folderonly && !isFolder) || (filter.regonly && isFolder)) return;
    if (filter.type !== undefined && filter.type !== typeOf(name, entry)) return;
    sum += 1;
    if (size <= SMALL) held.push({ name, isFolder, natural: undefined });
    else page.offer({ name, isFolder, natural: naturalNeeded(name) });
  });
  if (size <= SMALL) return { ...scanFolder(request), sum: null };
  for (const each of held) page.offer({ ...each, natural: naturalNeeded(each.name) });
  return {
    ...scanNames(
      path,
      page.all().map(({ name }) => name),
    ),
    sum,
  };
};

import { readdirSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { fromDisk } from '../vault/names.ts';
import { isOwnName } from '../vault/own-names.ts';
import { typeOf } from './file-type.ts';
import type { FolderScan, ScanRequest } from './scan.ts';
import { scanFolder, scanNames } from './scan.ts';
import type { EntryFilter } from './snapshot.ts';
import { compareBytes, compareText, naturalKey } from './sort-key.ts';

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

interface Named {
  readonly name: string;
  readonly key: string;
  readonly isFolder: boolean;
}

const readEntries = (path: string): { readonly name: string; readonly entry: Dirent<string | Buffer> }[] => {
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.some(({ name }) => name.includes('\uFFFD'))
    ? readdirSync(path, { withFileTypes: true, encoding: 'buffer' }).map((entry) => ({
        name: fromDisk(entry.name),
        entry,
      }))
    : entries.map((entry) => ({ name: entry.name, entry }));
};

/** The first of many, in order, without sorting all of them. */
const firstOf = <T>(all: Iterable<T>, count: number, compare: (one: T, other: T) => number): T[] => {
  let best: T[] = [];
  let last: T | undefined;
  for (const each of all) {
    if (last !== undefined && compare(each, last) > 0) continue;
    best.push(each);
    if (best.length < 2 * count) continue;
    best = best.sort(compare).slice(0, count);
    last = best.at(-1);
  }
  return best.sort(compare).slice(0, count);
};

/**
 * The first page of a folder in the order of names. Of a large folder only the names are read, and nothing but the entries of the page is examined,
 * which takes a quarter of the time. Blocks: it belongs into a worker thread.
 */
export const firstLook = (request: ScanRequest & FirstQuery): FirstLook => {
  const { path, reserved, filter, desc, dirfirst, count } = request;
  const entries = readEntries(path);
  if (entries.length <= SMALL) return { ...scanFolder(request), sum: null };
  let sum = 0;
  const matching = function* (): Generator<Named> {
    for (const { name, entry } of entries) {
      if (isOwnName(name) || (reserved.length > 0 && reserved.includes(name.toLowerCase()))) continue;
      // What its name says of a file is asked where somebody wants files of one type alone.
      const isFolder = entry.isDirectory() || entry.isSymbolicLink();
      if (!filter.withhidden && name.startsWith('.')) continue;
      if ((filter.folderonly && !isFolder) || (filter.regonly && isFolder)) continue;
      if (filter.type !== undefined && filter.type !== typeOf(name, entry)) continue;
      sum += 1;
      yield { name, key: naturalKey(name), isFolder };
    }
  };
  const sign = desc ? -1 : 1;
  const page = firstOf(
    matching(),
    count,
    (one, other) =>
      (dirfirst ? Number(other.isFolder) - Number(one.isFolder) : 0) ||
      sign * compareText(one.key, other.key) ||
      compareBytes(one.name, other.name),
  );
  const names = page.map(({ name }) => name);
  return { ...scanNames(path, names), sum };
};

import { isOwnName } from '../../../storage/vault/own-names.ts';
import { forEachEntry } from './for-each-entry.ts';
import { typeOf } from '../file-type.ts';
import { FirstN } from './first-n.ts';
import type { FolderScan, ScanRequest } from './scan-folder.ts';
import { scanFolder, scanNames } from './scan-folder.ts';
import type { EntryFilter } from './folder-snapshot.ts';
import { compareBytes, compareNames, naturalKeyIfNeeded } from './natural-sort-key.ts';
import type { OrderedName } from './natural-sort-key.ts';

/** Query for the first page of a folder sorted by name. */
export interface FirstPageQuery {
  readonly filter: EntryFilter;
  readonly desc: boolean;
  readonly dirfirst: boolean;
  readonly count: number;
}

/** Entries of the first page. `sum` is the number of matching entries, or null when the scan holds the whole folder. */
export interface FirstPageScan extends FolderScan {
  readonly sum: number | null;
}

/** Folders up to this size are scanned completely; the user does not notice the time. */
const SMALL_FOLDER_ENTRIES = 4_000;

interface PageCandidate extends OrderedName {
  readonly isFolder: boolean;
}

/**
 * Reads the first page of a folder sorted by name. In a large folder it reads only names and stats only the entries of
 * the page, which takes a quarter of the time. Blocking: run it in a worker thread.
 */
export const scanFirstPage = (request: ScanRequest & FirstPageQuery): FirstPageScan => {
  const { path, reserved, filter, desc, dirfirst, count } = request;
  const sign = desc ? -1 : 1;
  const page = new FirstN<PageCandidate>(
    count,
    (one, other) =>
      (dirfirst ? Number(other.isFolder) - Number(one.isFolder) : 0) ||
      sign * compareNames(one, other) ||
      compareBytes(one.name, other.name),
  );
  let size = 0;
  let sum = 0;
  // Collected without comparing: a small folder is scanned completely anyway.
  const candidates: PageCandidate[] = [];
  forEachEntry(path, (name, entry) => {
    size += 1;
    if (isOwnName(name) || (reserved.length > 0 && reserved.includes(name.toLowerCase()))) return;
    // The type by name is only computed when the client filters by type.
    const isFolder = entry.isDirectory() || entry.isSymbolicLink();
    if (!filter.withhidden && name.startsWith('.')) return;
    if ((filter.folderonly && !isFolder) || (filter.regonly && isFolder)) return;
    if (filter.type !== undefined && filter.type !== typeOf(name, entry)) return;
    sum += 1;
    if (size <= SMALL_FOLDER_ENTRIES) candidates.push({ name, isFolder, natural: undefined });
    else page.offer({ name, isFolder, natural: naturalKeyIfNeeded(name) });
  });
  if (size <= SMALL_FOLDER_ENTRIES) return { ...scanFolder(request), sum: null };
  for (const candidate of candidates) page.offer({ ...candidate, natural: naturalKeyIfNeeded(candidate.name) });
  return {
    ...scanNames(
      path,
      page.all().map(({ name }) => name),
    ),
    sum,
  };
};

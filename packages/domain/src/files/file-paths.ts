import { PLACES, type Place } from '../model.ts';
import type { SortOrder } from './files.ts';

/** Number of path segments of the root of each place (G-15). A view cannot go above it. */
const ROOT_SEGMENTS: Readonly<Record<Place, number>> = {
  [PLACES.personal]: 3,
  [PLACES.public]: 3,
  [PLACES.safe]: 4,
  [PLACES.friends]: 4,
  [PLACES.device]: 2,
  [PLACES.private]: 4,
  [PLACES.network]: 2,
};

const segments = (path: string): readonly string[] => path.split('/').filter((part) => part !== '');

/** The parent folder of a path; `/` for the top. */
export const parentOf = (path: string): string => {
  const parts = segments(path);
  return `/${parts.slice(0, -1).join('/')}`;
};

/** Whether a path is the root of its place, or above it. */
export const isRoot = (place: Place, path: string): boolean => segments(path).length <= ROOT_SEGMENTS[place];

/** Deleting here goes to a recycle bin (G-54). */
export const hasTrash = (place: Place): boolean => place === PLACES.personal || place === PLACES.public;

/** Places that are read directly from the disk, without the index (roots 5 and 9). */
export const isReadDirectly = (place: Place): boolean => place === PLACES.device || place === PLACES.network;

/** The sort orders of a place; direct listings support three of them (CONST-73). */
export const supportedSorts = (place: Place): readonly SortOrder['prop'][] =>
  isReadDirectly(place) ? ['name', 'size', 'mtime'] : ['name', 'size', 'mtime', 'ctime', 'decimal'];

/** The sort that a place applies for a requested one: by name, or by mtime instead of ctime. */
export const effectiveSort = (place: Place, { prop, order }: SortOrder): SortOrder => {
  if (supportedSorts(place).includes(prop)) return { prop, order };
  return { prop: prop === 'ctime' ? 'mtime' : 'name', order };
};

/** Names in this place may have 240 bytes (SAFE-07). */
export const isProtected = (place: Place): boolean => place === PLACES.safe || place === PLACES.private;

/** Whether `path` is `folder` or lies inside it. */
export const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/**
 * Converts a search text to the box's regular expression (G-16): plain text is escaped, with `*` and `?` as wildcards;
 * a regular expression is used as it is.
 */
export const patternOf = (text: string, regex: boolean): string =>
  regex
    ? text
    : text
        .replaceAll(/[\\^$.+()[\]{}|]/g, String.raw`\$&`)
        .replaceAll('*', '.*')
        .replaceAll('?', '.');

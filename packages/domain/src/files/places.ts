import { PLACES, type Place } from '../model.ts';
import type { SortOrder } from './files.ts';

/** Number of path segments of the root of each place (G-15): above it a view cannot go up. */
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

/** The folder a path is in; `/` for the top. */
export const parentOf = (path: string): string => {
  const parts = segments(path);
  return `/${parts.slice(0, -1).join('/')}`;
};

/** Whether a path is the root of its place, or above it. */
export const isRoot = (place: Place, path: string): boolean => segments(path).length <= ROOT_SEGMENTS[place];

/** Deleting here goes to a recycle bin (G-54). */
export const hasTrash = (place: Place): boolean => place === PLACES.personal || place === PLACES.public;

/** Places that are read straight from the disk, which keeps no order of its own (roots 5 and 9). */
export const isDirect = (place: Place): boolean => place === PLACES.device || place === PLACES.network;

/** The orders that a place can be shown in; the disk itself knows three of them (CONST-73). */
export const sortsIn = (place: Place): readonly SortOrder['prop'][] =>
  isDirect(place) ? ['name', 'size', 'mtime'] : ['name', 'size', 'mtime', 'ctime', 'decimal'];

/** The order that a place really gets when another one is wished for: by name, or by the one time that is known. */
export const sortIn = (place: Place, { prop, order }: SortOrder): SortOrder => {
  if (sortsIn(place).includes(prop)) return { prop, order };
  return { prop: prop === 'ctime' ? 'mtime' : 'name', order };
};

/** Names here may have 240 bytes (SAFE-07). */
export const isProtected = (place: Place): boolean => place === PLACES.safe || place === PLACES.private;

/** Whether `path` is `folder` or lies inside it. */
export const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** A search text as the box wants it (G-16): plain words escaped, `*` and `?` as wildcards, or a regular expression as it is. */
export const patternOf = (text: string, regex: boolean): string =>
  regex
    ? text
    : text
        .replaceAll(/[\\^$.+()[\]{}|]/g, String.raw`\$&`)
        .replaceAll('*', '.*')
        .replaceAll('?', '.');

import { PLACES, type Place } from '../model.ts';

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

import type { FileEntry } from '@boxwood/domain';
import { FILM } from './types.ts';

/** The photos that the viewer goes through from one of them: those around it, the newest first. */
export const waysFrom = (entries: readonly FileEntry[], path: string, most: number): readonly string[] => {
  const photos = entries
    .filter(({ type }) => type !== FILM)
    .toSorted((a, b) => b.mtime - a.mtime)
    .map((entry) => entry.path);
  const from = Math.max(0, photos.indexOf(path) - most / 2);
  return photos.slice(from, from + most);
};

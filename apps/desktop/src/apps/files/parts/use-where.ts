import { type FileEntry, parentOf } from '@boxwood/domain';
import { useCallback } from 'react';
import { rootOf, stepsTo } from '../../../file-kit/places.ts';
import { useRootName } from './root-name.ts';
import type { Browser } from './use-browser.ts';

/** The way to an entry's folder in words: its place, then the folders. */
export const useWhere = ({
  roots,
  placeOfEntry,
}: Pick<Browser, 'roots' | 'placeOfEntry'>): ((entry: FileEntry) => string) => {
  const nameOf = useRootName();
  return useCallback(
    (entry) => {
      const folder = parentOf(entry.path);
      const home = rootOf({ place: placeOfEntry(entry), path: folder }, roots);
      if (home === null) return folder;
      return stepsTo(folder, home.path)
        .map(({ name }) => name ?? nameOf(home))
        .join(' › ');
    },
    [placeOfEntry, roots, nameOf],
  );
};

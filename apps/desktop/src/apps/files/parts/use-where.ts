import { type FileEntry, parentOf } from '@boxwood/domain';
import { useCallback } from 'react';
import { rootOf, stepsTo } from '../../../file-kit/places.ts';
import { useRootName } from './root-name.ts';
import type { Browser } from './use-browser.ts';

/**
 * The way to an entry's folder in words: its place, then the folders. Told from a folder on, it begins below that, which stands for itself where the entry
 * lies right in it.
 */
export const useWhere = ({
  roots,
  placeOfEntry,
}: Pick<Browser, 'roots' | 'placeOfEntry'>): ((entry: FileEntry, from?: string) => string) => {
  const nameOf = useRootName();
  return useCallback(
    (entry, from) => {
      const folder = parentOf(entry.path);
      const home = rootOf({ place: placeOfEntry(entry), path: folder }, roots);
      if (home === null) return folder;
      const steps = stepsTo(folder, home.path);
      const below = steps.findIndex(({ path }) => path === from) + 1;
      return steps
        .slice(Math.min(below, steps.length - 1))
        .map(({ name }) => name ?? nameOf(home))
        .join(' › ');
    },
    [placeOfEntry, roots, nameOf],
  );
};

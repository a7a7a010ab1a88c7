import { type FileEntry, parentOf } from '@boxwood/domain';
import { useCallback } from 'react';
import { rootOf, breadcrumbSteps } from '../../../../kit/files/file-places.ts';
import { useRootName } from './use-root-name.ts';
import type { FileBrowser } from './use-browser.ts';

/**
 * Returns a function that gives the folder of an entry as text: the place, then the folders. With `from`, the text
 * starts below that folder, or is its name when the entry is directly in it.
 */
export const useEntryLocation = ({
  roots,
  placeOfEntry,
}: Pick<FileBrowser, 'roots' | 'placeOfEntry'>): ((entry: FileEntry, from?: string) => string) => {
  const nameOf = useRootName();
  return useCallback(
    (entry, from) => {
      const folder = parentOf(entry.path);
      const home = rootOf({ place: placeOfEntry(entry), path: folder }, roots);
      if (home === null) return folder;
      const steps = breadcrumbSteps(folder, home.path);
      const below = steps.findIndex(({ path }) => path === from) + 1;
      return steps
        .slice(Math.min(below, steps.length - 1))
        .map(({ name }) => name ?? nameOf(home))
        .join(' › ');
    },
    [placeOfEntry, roots, nameOf],
  );
};

import { checkPreview, openActionFor } from '@boxwood/box-sdk/rules';
import type { FileEntry, FolderView, Place } from '@boxwood/domain';
import { useCallback } from 'react';
import { useOpenFile } from '../../../../kit/files/use-open-file.ts';

/**
 * Paths of the photos among the search results. They are in many folders, so the viewer steps through this list instead
 * of a folder.
 */
const photosInSearch = (view: FolderView, path: string): readonly string[] | undefined => {
  const { search, entries } = view.state$.value;
  if (search === null) return undefined;
  const paths = entries.filter((entry) => openActionFor(entry) === 'photo').map((entry) => entry.path);
  return paths.includes(path) ? paths : undefined;
};

/** Whether opening an entry enters it as a folder. */
export const canEnter = (entry: FileEntry): boolean => openActionFor(entry) === 'folder' && checkPreview(entry).ok;

/** Action of a double click: enters a folder, or opens a file. */
export const useOpenEntry = (
  view: FolderView,
  placeOfEntry: (entry: FileEntry) => Place,
): ((entry: FileEntry) => void) => {
  const openFile = useOpenFile();
  return useCallback(
    (entry) => {
      if (canEnter(entry)) view.open({ place: placeOfEntry(entry), path: entry.path });
      else openFile(entry, photosInSearch(view, entry.path));
    },
    [view, placeOfEntry, openFile],
  );
};

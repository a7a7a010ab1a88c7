import { checkPreview, openingOf } from '@boxwood/box-sdk/rules';
import type { FileEntry, FolderView, Place } from '@boxwood/domain';
import { refusedBy } from '@boxwood/domain';
import { useCallback } from 'react';
import {
  FileAddressesToken,
  LauncherToken,
  NotificationsToken,
  SessionToken,
  SettingsToken,
} from '../../../composition/tokens.ts';
import { useService } from '../../../react/scope.tsx';
import { noteOpened } from '../recents.ts';

/** The photos among the results of a search: they lie in many folders, and the viewer goes through them, not through one of those. */
const found = (view: FolderView, path: string): readonly string[] | undefined => {
  const { search, entries } = view.state$.value;
  if (search === null) return undefined;
  const paths = entries.filter((entry) => openingOf(entry) === 'photo').map((entry) => entry.path);
  return paths.includes(path) ? paths : undefined;
};

/** Opens a file in an app of the right kind, or says why not (FILES-27 to FILES-32, FILES-58, PREVIEW-01). `paths`: the photos to go through, where they are not those of its folder. */
export const useOpenFile = (): ((entry: FileEntry, paths?: readonly string[]) => void) => {
  const launcher = useService(LauncherToken);
  const addresses = useService(FileAddressesToken);
  const notifications = useService(NotificationsToken);
  const settings = useService(SettingsToken);
  const session = useService(SessionToken);
  return useCallback(
    (entry, paths) => {
      const refused = refusedBy(checkPreview(entry));
      if (refused !== null) {
        notifications.notify({ level: 'warning', failure: refused, key: 'open' });
        return;
      }
      const { value: stage } = session.stage$;
      if (stage.at === 'in') noteOpened(settings, stage.username, entry);
      const { path, name } = entry;
      switch (openingOf(entry)) {
        case 'pdf': {
          const address = addresses.file(path);
          if (address !== null) window.open(address, '_blank', 'noopener');
          return;
        }
        case 'photo':
          launcher.open('photo', {
            params: { path, ...(paths === undefined ? {} : { paths }) },
            document: path,
            title: name,
          });
          return;
        case 'video':
          launcher.open('video', { params: { path }, document: path, title: name });
          return;
        case 'music':
          launcher.open('music', { params: { path } });
          return;
        case 'preview':
          launcher.open('document', { params: { path }, document: path, title: name });
          return;
        // A folder is entered where it is shown; the others were refused above, with the reason.
        case 'folder':
        case 'link':
        case 'unsupported':
          return;
      }
    },
    [launcher, addresses, notifications, settings, session],
  );
};

/** What a double-click does: goes in, or opens a file. */
export const useOpen = (view: FolderView, placeOfEntry: (entry: FileEntry) => Place): ((entry: FileEntry) => void) => {
  const openFile = useOpenFile();
  return useCallback(
    (entry) => {
      if (openingOf(entry) === 'folder' && checkPreview(entry).ok)
        view.open({ place: placeOfEntry(entry), path: entry.path });
      else openFile(entry, found(view, entry.path));
    },
    [view, placeOfEntry, openFile],
  );
};

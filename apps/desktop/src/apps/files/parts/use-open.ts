import { checkPreview, openingOf } from '@boxwood/box-sdk/rules';
import type { FileEntry, FolderView, Place } from '@boxwood/domain';
import { refusedBy } from '@boxwood/domain';
import { useCallback } from 'react';
import { FileAddressesToken, LauncherToken, NotificationsToken } from '../../../composition/tokens.ts';
import { useService } from '../../../react/scope.tsx';

/** The photos among the results of a search: they lie in many folders, and the viewer goes through them, not through one of those. */
const found = (view: FolderView, path: string): { readonly paths?: readonly string[] } => {
  const { search, entries } = view.state$.value;
  if (search === null) return {};
  const paths = entries.filter((entry) => openingOf(entry) === 'photo').map((entry) => entry.path);
  return paths.includes(path) ? { paths } : {};
};

/** What a double-click does (FILES-27 to FILES-32, FILES-58, PREVIEW-01): goes in, opens a window of the right kind, or says why not. */
export const useOpen = (view: FolderView, placeOfEntry: (entry: FileEntry) => Place): ((entry: FileEntry) => void) => {
  const launcher = useService(LauncherToken);
  const addresses = useService(FileAddressesToken);
  const notifications = useService(NotificationsToken);
  return useCallback(
    (entry) => {
      const refused = refusedBy(checkPreview(entry));
      if (refused !== null) {
        notifications.notify({ level: 'warning', failure: refused, key: 'open' });
        return;
      }
      const { path, name } = entry;
      switch (openingOf(entry)) {
        case 'folder':
          view.open({ place: placeOfEntry(entry), path });
          return;
        case 'pdf': {
          const address = addresses.file(path);
          if (address !== null) window.open(address, '_blank', 'noopener');
          return;
        }
        case 'photo':
          launcher.open('photo', { params: { path, ...found(view, path) }, document: path, title: name });
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
        // Refused above, with the reason.
        case 'link':
        case 'unsupported':
          return;
      }
    },
    [view, placeOfEntry, launcher, addresses, notifications],
  );
};

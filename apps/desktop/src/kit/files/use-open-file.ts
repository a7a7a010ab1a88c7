import { checkDownload, checkPreview, openActionFor } from '@boxwood/box-sdk/rules';
import { right } from '@boxwood/command-bus';
import { type FileEntry, type NoticeAction, rejectionOf } from '@boxwood/domain';
import { useCallback } from 'react';
import { of } from 'rxjs';
import {
  FileUrlsToken,
  LauncherToken,
  NotificationsToken,
  SessionToken,
  SettingsToken,
} from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { recordOpened } from './history/recently-opened.ts';
import { saveUrl } from './save-url.ts';

/**
 * Opens a file in the matching app, or explains why it cannot and offers a download (FILES-27 to FILES-32, FILES-58,
 * PREVIEW-01). `paths`: photos for previous and next, when they are not the siblings in the folder.
 */
export const useOpenFile = (): ((entry: FileEntry, paths?: readonly string[]) => void) => {
  const launcher = useService(LauncherToken);
  const addresses = useService(FileUrlsToken);
  const notifications = useService(NotificationsToken);
  const settings = useService(SettingsToken);
  const session = useService(SessionToken);
  return useCallback(
    (entry, paths) => {
      const refused = rejectionOf(checkPreview(entry));
      if (refused !== null) {
        const address = checkDownload([entry]).ok ? addresses.file(entry.path, true) : null;
        const download = (from: string): NoticeAction => ({
          messageKey: 'files.download',
          run: () => {
            saveUrl(from, entry.name);
            return of(right(null));
          },
        });
        notifications.notify({
          level: 'warning',
          failure: refused,
          key: 'open',
          ...(address === null ? {} : { action: download(address) }),
        });
        return;
      }
      const { value: stage } = session.stage$;
      if (stage.at === 'in') recordOpened(settings, stage.username, entry);
      const { path, name } = entry;
      switch (openActionFor(entry)) {
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
        // The file list enters folders itself; the other kinds were rejected above with a reason.
        case 'folder':
        case 'link':
        case 'unsupported':
          return;
      }
    },
    [launcher, addresses, notifications, settings, session],
  );
};

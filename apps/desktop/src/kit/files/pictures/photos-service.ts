import { BoxPhotos, type Photos, photosPort } from '@boxwood/domain';
import {
  BoxClientToken,
  ChangesToken,
  FilesToken,
  NotificationsToken,
  SessionToken,
  StoreToken,
  UserToken,
  VisibleToken,
} from '../../../composition/service-tokens.ts';
import { lazyService } from '../../../platform/react/lazy-service.ts';
import { usePhotoUndo } from './photo-undo-service.ts';

/** Lazy service: pictures of the signed-in user. Loaded with the first window that shows some. */
export const usePhotos = lazyService(
  'Photos',
  [
    ...([BoxClientToken, StoreToken, FilesToken, NotificationsToken] as const),
    ...([VisibleToken, SessionToken, ChangesToken, UserToken, usePhotoUndo.id] as const),
  ],
  (box, store, files, notifications, visible$, { retry$ }, { isLive$ }, user, undoStack): Photos =>
    new BoxPhotos({
      store,
      port: photosPort(box, user),
      files,
      notifications,
      undoStack: undoStack,
      visible$,
      retry$: retry$,
      reportsChanges$: isLive$,
    }),
  [usePhotoUndo],
);

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
} from '../../composition/tokens.ts';
import { lateService } from '../../react/late-service.ts';
import { useLastActs } from './acts-service.ts';

/** Lazy service: pictures of the signed-in user. Loaded with the first window that shows some. */
export const usePhotos = lateService(
  'Photos',
  [
    ...([BoxClientToken, StoreToken, FilesToken, NotificationsToken] as const),
    ...([VisibleToken, SessionToken, ChangesToken, UserToken, useLastActs.id] as const),
  ],
  (box, store, files, notifications, visible$, { again$ }, { tells$ }, user, acts): Photos =>
    new BoxPhotos({ store, port: photosPort(box, user), files, notifications, acts, visible$, again$, tells$ }),
  [useLastActs],
);

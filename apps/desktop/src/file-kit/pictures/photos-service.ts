import { BoxPhotos, type Photos, photosPort } from '@boxwood/domain';
import { type ServiceScope, token } from '../../composition/service-scope.ts';
import {
  BoxClientToken,
  ChangesToken,
  FilesToken,
  NotificationsToken,
  SessionToken,
  StoreToken,
  VisibleToken,
} from '../../composition/tokens.ts';
import { useScope } from '../../react/scope.tsx';

const PhotosToken = token<Photos>('Photos');

const bind = (scope: ServiceScope): void => {
  scope.bind(
    PhotosToken,
    [
      ...([BoxClientToken, StoreToken, FilesToken, NotificationsToken] as const),
      ...([VisibleToken, SessionToken, ChangesToken] as const),
    ],
    (box, store, files, notifications, visible$, session, { tells$ }) => {
      const stage = session.stage$.value;
      const port = photosPort(box, stage.at === 'in' ? stage.username : '');
      return new BoxPhotos({ store, port, files, notifications, visible$, again$: session.again$, tells$ });
    },
  );
};

/** The pictures of this sign-in: they come with whichever window is the first to show some. */
export const usePhotos = (): Photos => {
  const scope = useScope();
  if (!scope.has(PhotosToken)) bind(scope);
  return scope.get(PhotosToken);
};

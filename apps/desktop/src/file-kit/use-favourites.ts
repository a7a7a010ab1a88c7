import type { KeptFavourite } from '@boxwood/domain';
import { useEffect } from 'react';
import { FavouritesToken, NotificationsToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';

/** Favourites of the user; `list` is null where the box does not support them. */
export interface FavouritesHere {
  readonly list: readonly KeptFavourite[] | null;
  /** Adds or removes a favourite. A failure is shown as a notification. */
  readonly favour: (path: string, wanted: boolean) => void;
}

/** The user's favourites, refreshed while the component is mounted. */
export const useFavourites = (): FavouritesHere => {
  const favourites = useService(FavouritesToken);
  const notifications = useService(NotificationsToken);
  useEffect(() => {
    const watch = favourites.watch();
    return () => {
      watch.close();
    };
  }, [favourites]);
  const keeps = useStream(favourites.keeps$);
  const list = useStream(favourites.list$);
  return {
    list: keeps ? list : null,
    favour: (path, wanted) => {
      favourites[wanted ? 'put' : 'remove'](path).subscribe((result) => {
        if (result._tag === 'Left') notifications.notify({ level: 'warning', failure: result.left, key: 'favourite' });
      });
    },
  };
};

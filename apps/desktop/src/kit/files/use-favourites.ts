import type { Favourite } from '@boxwood/domain';
import { useEffect } from 'react';
import { FavouritesToken, NotificationsToken } from '../../composition/service-tokens.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';

/** Favourites of the user; `list` is null where the box does not support them. */
export interface UserFavourites {
  readonly list: readonly Favourite[] | null;
  /** Adds or removes a favourite. A failure is shown as a notification. */
  readonly setFavourite: (path: string, isFavourite: boolean) => void;
}

/** The user's favourites, refreshed while the component is mounted. */
export const useFavourites = (): UserFavourites => {
  const favourites = useService(FavouritesToken);
  const notifications = useService(NotificationsToken);
  useEffect(() => {
    const watch = favourites.watch();
    return () => {
      watch.close();
    };
  }, [favourites]);
  const isSupported = useStream(favourites.isSupported$);
  const list = useStream(favourites.list$);
  return {
    list: isSupported ? list : null,
    setFavourite: (path, isFavourite) => {
      favourites[isFavourite ? 'add' : 'remove'](path).subscribe((result) => {
        if (result._tag === 'Left') notifications.notify({ level: 'warning', failure: result.left, key: 'favourite' });
      });
    },
  };
};

import type { KeptFavourite } from '@boxwood/domain';
import { useEffect } from 'react';
import { FavouritesToken, NotificationsToken } from '../composition/tokens.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';

/** What this person keeps at hand; null where the box keeps nothing for them. */
export interface FavouritesHere {
  readonly list: readonly KeptFavourite[] | null;
  /** Puts a file or folder among them, or takes it out. What was refused is said. */
  readonly favour: (path: string, wanted: boolean) => void;
}

/** The favourites, read for as long as this is on the screen. */
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

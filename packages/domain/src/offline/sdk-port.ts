import { ListFavourites, PutFavourite, RemoveFavourite } from '@boxwood/box-sdk';
import { type Client, right } from '@boxwood/command-bus';
import { of, switchMap } from 'rxjs';
import { filesPort, findEntries } from '../files/sdk-port.ts';
import { execute, type PortResult } from '../outcome.ts';
import type { OfflinePort } from './port.ts';

/** {@link OfflinePort} over a client of the box. */
export const offlinePort = (box: Pick<Client, 'exec'>, user: string): OfflinePort => ({
  ...filesPort(box, user),
  findEntries: (folder, names) => findEntries(box, folder, names),
  setFavourite: (path, wanted): PortResult<unknown> =>
    wanted
      ? execute(box, PutFavourite, { path })
      : execute(box, ListFavourites, {}).pipe(
          switchMap((listed): PortResult<unknown> => {
            if (listed._tag === 'Left') return of(listed);
            const known = listed.right.list.find((one) => one.path === path);
            return known === undefined ? of(right(null)) : execute(box, RemoveFavourite, { id: known.id });
          }),
        ),
});

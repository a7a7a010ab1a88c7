import { ListFavourites, PutFavourite, RemoveFavourite } from '@boxwood/box-sdk';
import { type Client, right } from '@boxwood/command-bus';
import { of, switchMap } from 'rxjs';
import { filesPort, foundIn } from '../files/sdk-port.ts';
import { answer, type Answer } from '../outcome.ts';
import type { ActsPort } from './port.ts';

/** {@link ActsPort} over a client of the box. */
export const actsPort = (box: Pick<Client, 'exec'>, user: string): ActsPort => ({
  ...filesPort(box, user),
  found: (folder, names) => foundIn(box, folder, names),
  favour: (path, wanted): Answer<unknown> =>
    wanted
      ? answer(box, PutFavourite, { path })
      : answer(box, ListFavourites, {}).pipe(
          switchMap((listed): Answer<unknown> => {
            if (listed._tag === 'Left') return of(listed);
            const known = listed.right.list.find((one) => one.path === path);
            return known === undefined ? of(right(null)) : answer(box, RemoveFavourite, { id: known.id });
          }),
        ),
});

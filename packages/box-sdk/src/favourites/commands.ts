import { bytes, intText, list, noArguments, positional, struct, wirePath } from '@boxwood/command-bus/codecs';
import { shellCommand } from '../define.ts';
import { Favourite, MAX_FAVOURITES } from './model.ts';

/**
 * Lists the caller's favourites in the order in which they were put.
 *
 * `POST /eshell` `FAVLIST []` (not in the product specification). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { list } = await box.send(ListFavourites, {});
 * ```
 */
export const ListFavourites = shellCommand({
  name: 'ListFavourites',
  cmd: 'FAVLIST',
  params: noArguments,
  result: struct({
    /** In the order in which they were put. */
    list: list(Favourite, MAX_FAVOURITES),
  }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Puts a file or folder among the caller's favourites; one that is there stays as it is. What lies behind a second password, in a bin or on a
 * disk that is plugged in cannot be one.
 *
 * `POST /eshell` `FAVPUT [path]` (not in the product specification). Refusals: 3 failed, 5 unsafe path, 11 not in such a place, 13 no privilege
 * there, 15 nothing is there, 16 there are 100 already.
 *
 * @example
 * ```ts
 * const { id } = await box.send(PutFavourite, { path: '/mnt/usb1/ann/Photos' });
 * ```
 */
export const PutFavourite = shellCommand({
  name: 'PutFavourite',
  cmd: 'FAVPUT',
  params: positional({ path: wirePath }),
  result: struct({
    /** Names it for `favourites.remove`. */
    id: bytes,
  }),
  refusals: [3, 5, 11, 15, 16],
  access: 'user',
  // It writes, although not at the path: no token of a script may.
  idempotent: false,
  paths: { path: 'read' },
});

/**
 * Takes one out of the caller's favourites. The file or folder stays.
 *
 * `POST /eshell` `FAVDEL [id]` (not in the product specification). Refusals: 3 failed, 15 there is none.
 *
 * @example
 * ```ts
 * await box.send(RemoveFavourite, { id: 7 });
 * ```
 */
export const RemoveFavourite = shellCommand({
  name: 'RemoveFavourite',
  cmd: 'FAVDEL',
  params: positional({
    /** As `favourites.list` names it. */
    id: intText(bytes),
  }),
  result: struct({}),
  refusals: [3, 15],
  access: 'user',
  idempotent: false,
});

import { bytes, intText, list, noArguments, positional, struct, wirePath } from '@boxwood/command-bus/codecs';
import { shellCommand } from '../define-commands.ts';
import { Favourite, MAX_FAVOURITES } from './favourite-model.ts';

/**
 * Lists the caller's favourites in the order in which they were added.
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
    /** In the order in which they were added. */
    list: list(Favourite, MAX_FAVOURITES),
  }),
  refusals: [3],
  access: 'user',
  idempotent: true,
});

/**
 * Adds a file or folder to the caller's favourites; an existing favourite is not changed. Entries in the safe (second
 * password), in a recycle bin or on a removable disk cannot be favourites.
 *
 * `POST /eshell` `FAVPUT [path]` (not in the product specification). Refusals: 3 failed, 5 unsafe path, 11 not allowed
 * for this location, 13 no permission there, 15 no such entry, 16 the limit of 100 is reached.
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
    /** Id for `favourites.remove`. */
    id: bytes,
  }),
  refusals: [3, 5, 11, 15, 16],
  access: 'user',
  // The command changes stored data, although not at `path`, so script tokens may not call it.
  idempotent: false,
  paths: { path: 'read' },
});

/**
 * Removes one of the caller's favourites. The file or folder is not deleted.
 *
 * `POST /eshell` `FAVDEL [id]` (not in the product specification). Refusals: 3 failed, 15 no such favourite.
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
    /** Id from `favourites.list`. */
    id: intText(bytes),
  }),
  result: struct({}),
  refusals: [3, 15],
  access: 'user',
  idempotent: false,
});

import type { commandTree, Favourite } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../../server/identity/authorise.ts';
import { type Caller, GEN, type Location, Refusal, type Vault } from '../../storage/vault/index.ts';
import type { FavouriteRow, Favourites } from './favourites.ts';

export interface FavouriteServices {
  readonly favourites: Favourites;
  readonly vault: Pick<Vault, 'resolve' | 'findReadable' | 'lstat'>;
}

/** Locked areas must not be named in a table, and a removable disk may be another one tomorrow. */
const canBeFavourite = ({ place: { kind } }: Location): boolean =>
  kind === 'personal' || kind === 'public' || kind === 'friends';

/** FAVLIST, FAVPUT, FAVDEL: a user's own favourites; not available to scripts. */
export const favouriteHandlers = ({ favourites, vault }: FavouriteServices) => {
  const exists = async (location: Location): Promise<boolean> => {
    try {
      return (await vault.lstat(location)) !== undefined;
    } catch (failure) {
      if (failure instanceof Refusal) return false;
      throw failure;
    }
  };
  const toWire = async (caller: Caller, { id, key, path, folder }: FavouriteRow): Promise<Favourite> => {
    const location = vault.findReadable(caller, key);
    if (location === undefined || !canBeFavourite(location) || !(await exists(location)))
      return { id, path, folder, gone: 1 };
    if (location.wire !== path) favourites.setPath(id, location.wire);
    return { id, path: location.wire, folder, gone: 0 };
  };
  return {
    list: async (_, { caller }) => {
      const list: Favourite[] = [];
      for (const each of favourites.of(caller.user)) list.push(await toWire(caller, each));
      return { list };
    },
    put: async ({ path }, { caller }, { refuse }) => {
      const location = vault.resolve(caller, path, 'read');
      if (!canBeFavourite(location)) throw refuse(GEN.invalid, 'place');
      const stat = await vault.lstat(location);
      if (stat === undefined) throw refuse(GEN.path, 'absent');
      return { id: favourites.add(caller.user, location, stat.isDirectory()) };
    },
    remove: ({ id }, { caller }, { refuse }) => {
      if (!favourites.remove(caller.user, id)) throw refuse(GEN.path, 'favourite');
      return {};
    },
  } satisfies Handlers<(typeof commandTree)['favourites'], BoxContext>;
};

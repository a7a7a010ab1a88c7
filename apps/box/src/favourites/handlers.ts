import type { commandTree, Favourite } from '@boxwood/box-sdk';
import type { Handlers } from '@boxwood/box-sdk/server';
import type { BoxContext } from '../identity/authorise.ts';
import { type Caller, GEN, type Location, Refusal, type Vault } from '../vault/index.ts';
import type { FavouriteRow, Favourites } from './favourites.ts';

export interface FavouriteServices {
  readonly favourites: Favourites;
  readonly vault: Pick<Vault, 'resolve' | 'seenBy' | 'lstat'>;
}

/** Locked areas must not be named in a table, and a removable disk may be another one tomorrow. */
const mayBeOne = ({ place: { kind } }: Location): boolean =>
  kind === 'personal' || kind === 'public' || kind === 'friends';

/** FAVLIST, FAVPUT, FAVDEL: a user's own favourites; not available to scripts. */
export const favouriteHandlers = ({ favourites, vault }: FavouriteServices) => {
  const isThere = async (location: Location): Promise<boolean> => {
    try {
      return (await vault.lstat(location)) !== undefined;
    } catch (failure) {
      if (failure instanceof Refusal) return false;
      throw failure;
    }
  };
  const onWire = async (caller: Caller, { id, key, path, folder }: FavouriteRow): Promise<Favourite> => {
    const location = vault.seenBy(caller, key);
    if (location === undefined || !mayBeOne(location) || !(await isThere(location)))
      return { id, path, folder, gone: 1 };
    if (location.wire !== path) favourites.seen(id, location.wire);
    return { id, path: location.wire, folder, gone: 0 };
  };
  return {
    list: async (_, { caller }) => {
      const list: Favourite[] = [];
      for (const each of favourites.of(caller.user)) list.push(await onWire(caller, each));
      return { list };
    },
    put: async ({ path }, { caller }, { refuse }) => {
      const location = vault.resolve(caller, path, 'read');
      if (!mayBeOne(location)) throw refuse(GEN.invalid, 'place');
      const stat = await vault.lstat(location);
      if (stat === undefined) throw refuse(GEN.path, 'absent');
      return { id: favourites.put(caller.user, location, stat.isDirectory()) };
    },
    remove: ({ id }, { caller }, { refuse }) => {
      if (!favourites.remove(caller.user, id)) throw refuse(GEN.path, 'favourite');
      return {};
    },
  } satisfies Handlers<(typeof commandTree)['favourites'], BoxContext>;
};

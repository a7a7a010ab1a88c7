import type { ChangeFeed } from '../../storage/changes/change-feed.ts';
import { defineFeature, type Emitter } from '../../runtime/feature.ts';
import type { Database } from '../../store/database.ts';
import type { Vault } from '../../storage/vault/index.ts';
import { favouriteHandlers } from './handlers.ts';
import { favouriteMigrations, Favourites } from './favourites.ts';

interface FavouriteFeatureDeps {
  readonly database: Database;
  readonly changes: ChangeFeed;
  readonly vault: Vault;
  readonly folderMoved: Emitter<[from: string, to: string]>;
  readonly folderRemoved: Emitter<[key: string]>;
}

/** Favourites follow moves that are completed at the start, so this feature comes before those that read a disk. */
export const favouriteFeature = defineFeature({
  migrations: favouriteMigrations,
  make: ({ database, changes, vault, folderMoved, folderRemoved }: FavouriteFeatureDeps) => {
    const favourites = new Favourites(database);
    folderMoved.on((from, to) => favourites.updateMoved(from, to));
    folderRemoved.on((key) => {
      for (const user of favourites.usersAt(key)) changes.area('favourites', user);
    });
    return { value: {}, handlers: { favourites: favouriteHandlers({ favourites, vault }) } };
  },
});

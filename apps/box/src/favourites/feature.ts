import type { Changes } from '../changes/changes.ts';
import { defineFeature, type Told } from '../runtime/feature.ts';
import type { Database } from '../store/database.ts';
import type { Vault } from '../vault/index.ts';
import { favouriteHandlers } from './handlers.ts';
import { favouriteMigrations, Favourites } from './favourites.ts';

interface Needs {
  readonly database: Database;
  readonly changes: Changes;
  readonly vault: Vault;
  readonly folderMoved: Told<[from: string, to: string]>;
  readonly folderRemoved: Told<[key: string]>;
}

/** Favourites follow moves that are completed at the start, so this feature comes before those that read a disk. */
export const favouriteFeature = defineFeature({
  migrations: favouriteMigrations,
  make: ({ database, changes, vault, folderMoved, folderRemoved }: Needs) => {
    const favourites = new Favourites(database);
    folderMoved.on((from, to) => favourites.moved(from, to));
    folderRemoved.on((key) => {
      for (const user of favourites.usersAt(key)) changes.area('favourites', user);
    });
    return { value: {}, handlers: { favourites: favouriteHandlers({ favourites, vault }) } };
  },
});

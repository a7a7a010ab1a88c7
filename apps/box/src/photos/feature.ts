import { join } from 'node:path';
import type { Changes } from '../changes/changes.ts';
import type { Clock } from '../clock.ts';
import type { BoxConfig } from '../config.ts';
import type { Faults } from '../faults.ts';
import type { Files } from '../files/files.ts';
import type { Version } from '../files/hashes.ts';
import type { Endings } from '../identity/endings.ts';
import type { Users } from '../identity/users.ts';
import { defineFeature, type Told } from '../runtime/feature.ts';
import type { Database } from '../store/database.ts';
import { openDerived } from '../store/derived.ts';
import type { Vault } from '../vault/index.ts';
import { Albums } from './albums.ts';
import { photoHandlers } from './handlers.ts';
import { createPhotos } from './photos.ts';
import { photoIndexMigrations, photoMigrations } from './tables.ts';

interface AlbumNeeds {
  readonly clock: Clock;
  readonly database: Database;
  readonly folderMoved: Told<[from: string, to: string]>;
}

/**
 * Keeps albums in step with moves of their bound folders, including moves that the box completes at startup. It
 * therefore comes before {@link photoFeature}.
 */
export const albumFeature = defineFeature({
  migrations: photoMigrations,
  make: ({ clock, database, folderMoved }: AlbumNeeds) => {
    const albums = new Albums(database, clock);
    folderMoved.on((from, to) => albums.moved(from, to));
    return { value: { albums }, handlers: {} };
  },
});

interface Needs {
  readonly config: Pick<BoxConfig, 'stateDir'>;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly database: Database;
  readonly changes: Changes;
  readonly vault: Vault;
  readonly files: Files;
  readonly users: Users;
  readonly endings: Endings;
  readonly albums: Albums;
  readonly contentForgotten: Told<[plain: Version, hash: string | undefined]>;
}

export const photoFeature = defineFeature({
  make: (
    { config, clock, faults, database, changes, vault, files, users, endings, albums, contentForgotten }: Needs,
    scope,
  ) => {
    const index = openDerived(join(config.stateDir, 'photos.sqlite'), photoIndexMigrations);
    scope.defer(() => index.close());
    const photos = createPhotos({
      vault,
      database,
      index,
      hashes: files.hashes,
      clock,
      changes,
      albums,
      ownModel: join(config.stateDir, 'recognition'),
      soundsOf: (texts) => files.snapshots.soundsOf(texts),
      family: () => users.all().map(({ name }) => name),
      onFault: (fault, what) => {
        faults.note(fault, what);
      },
    });
    scope.defer(() => photos.close());
    endings.on((ending) => {
      if (ending.kind !== 'user') return;
      albums.forget(ending.user);
      photos.marks.forget(ending.user);
      photos.people.forget(ending.user);
      photos.changed();
    });
    contentForgotten.on((plain, hash) => photos.forget(plain, hash));
    return { value: { photos }, handlers: { photos: photoHandlers({ photos }) } };
  },
});

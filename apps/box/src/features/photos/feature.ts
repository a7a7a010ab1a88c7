import { join } from 'node:path';
import type { ChangeFeed } from '../../storage/changes/change-feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { BoxConfig } from '../../config.ts';
import type { Faults } from '../../platform/faults.ts';
import type { Files } from '../files/files.ts';
import type { ContentVersion } from '../files/media-hashes.ts';
import type { Revocations } from '../../server/identity/revocations.ts';
import type { Users } from '../../server/identity/users.ts';
import { defineFeature, type Emitter } from '../../runtime/feature.ts';
import type { Database } from '../../store/database.ts';
import { openDerived } from '../../store/open-derived.ts';
import type { Vault } from '../../storage/vault/index.ts';
import { Albums } from './albums.ts';
import { photoHandlers } from './handlers.ts';
import { createPhotos } from './photos.ts';
import { photoIndexMigrations, photoMigrations } from './photo-migrations.ts';

interface AlbumFeatureDeps {
  readonly clock: Clock;
  readonly database: Database;
  readonly folderMoved: Emitter<[from: string, to: string]>;
}

/**
 * Keeps albums in step with moves of their bound folders, including moves that the box completes at startup. It
 * therefore comes before {@link photoFeature}.
 */
export const albumFeature = defineFeature({
  migrations: photoMigrations,
  make: ({ clock, database, folderMoved }: AlbumFeatureDeps) => {
    const albums = new Albums(database, clock);
    folderMoved.on((from, to) => albums.rebindMovedFolder(from, to));
    return { value: { albums }, handlers: {} };
  },
});

interface PhotoFeatureDeps {
  readonly config: Pick<BoxConfig, 'stateDir'>;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly database: Database;
  readonly changes: ChangeFeed;
  readonly vault: Vault;
  readonly files: Files;
  readonly users: Users;
  readonly endings: Revocations;
  readonly albums: Albums;
  readonly contentForgotten: Emitter<[plain: ContentVersion, hash: string | undefined]>;
}

export const photoFeature = defineFeature({
  make: (
    {
      config,
      clock,
      faults,
      database,
      changes,
      vault,
      files,
      users,
      endings,
      albums,
      contentForgotten,
    }: PhotoFeatureDeps,
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
      soundsOf: (texts) => files.snapshots.pinyinVariants(texts),
      userNames: () => users.all().map(({ name }) => name),
      onFault: (fault, what) => {
        faults.note(fault, what);
      },
    });
    scope.defer(() => photos.close());
    endings.on((ending) => {
      if (ending.kind !== 'user') return;
      albums.removeUser(ending.user);
      photos.annotations.removeUser(ending.user);
      photos.people.removeUser(ending.user);
      photos.changed();
    });
    contentForgotten.on((plain, hash) => photos.forget(plain, hash));
    return { value: { photos }, handlers: { photos: photoHandlers({ photos }) } };
  },
});

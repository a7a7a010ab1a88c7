import { createTestVault } from '../../storage/vault/vault-test-helpers.ts';
import type { TestVault } from '../../storage/vault/vault-test-helpers.ts';
import { ListingPageCache } from './listing/listing-page-cache.ts';
import { MediaHashes } from './media-hashes.ts';
import { FolderLister } from './listing/folder-lister.ts';
import { FolderSnapshotCache } from './folder-snapshot-cache.ts';
import { fileHashMigrations } from './file-hash-tables.ts';
import type { Migration } from '../../store/migrations.ts';

/** A vault with listings in a temporary folder, for tests. */
export interface TestFiles extends TestVault {
  readonly snapshots: FolderSnapshotCache;
  readonly hashes: MediaHashes;
  readonly lister: FolderLister;
  readonly pages: ListingPageCache;
  close(): Promise<void>;
}

export const createTestFiles = (migrations: readonly Migration[] = []): TestFiles => {
  const box = createTestVault([...fileHashMigrations, ...migrations]);
  const { vault } = box;
  const snapshots = new FolderSnapshotCache({ vault, now: () => Date.now() });
  const hashes = new MediaHashes(box.database, vault);
  const pages = new ListingPageCache(() => Date.now());
  return {
    ...box,
    snapshots,
    hashes,
    pages,
    lister: new FolderLister({ vault, snapshots, hashes, pages }),
    close: async () => {
      await hashes.close();
      await snapshots.close();
      box.remove();
    },
  };
};

import { testVault } from '../vault/testing.ts';
import type { TestVault } from '../vault/testing.ts';
import { FinishedPages } from './finished-pages.ts';
import { Hashes } from './hashes.ts';
import { Lister } from './lister.ts';
import { Snapshots } from './snapshots.ts';
import { fileMigrations } from './tables.ts';
import type { Migration } from '../store/migrations.ts';

/** A vault with listings in a temporary folder, for tests. */
export interface TestFiles extends TestVault {
  readonly snapshots: Snapshots;
  readonly hashes: Hashes;
  readonly lister: Lister;
  readonly pages: FinishedPages;
  close(): Promise<void>;
}

export const testFiles = (migrations: readonly Migration[] = []): TestFiles => {
  const box = testVault([...fileMigrations, ...migrations]);
  const { vault } = box;
  const snapshots = new Snapshots({ vault, now: () => Date.now() });
  const hashes = new Hashes(box.database, vault);
  const pages = new FinishedPages(() => Date.now());
  return {
    ...box,
    snapshots,
    hashes,
    pages,
    lister: new Lister({ vault, snapshots, hashes, pages }),
    close: async () => {
      await hashes.close();
      await snapshots.close();
      box.remove();
    },
  };
};

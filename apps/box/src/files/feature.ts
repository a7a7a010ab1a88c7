import type { Changes } from '../changes/changes.ts';
import type { WakingClock } from '../clock.ts';
import type { BoxConfig } from '../config.ts';
import type { Faults } from '../faults.ts';
import { createJournal, journalMigrations } from '../journal/journal.ts';
import type { Logger } from '../log.ts';
import { defineFeature, Told } from '../runtime/feature.ts';
import type { Database } from '../store/database.ts';
import type { Vault } from '../vault/index.ts';
import { Files } from './files.ts';
import { fileHandlers } from './handlers.ts';
import type { Version } from './hashes.ts';
import { renameMigrations } from './renames.ts';
import { fileMigrations } from './tables.ts';

interface Needs {
  readonly config: BoxConfig;
  readonly clock: WakingClock;
  readonly log: Logger;
  readonly faults: Faults;
  readonly database: Database;
  readonly changes: Changes;
  readonly vault: Vault;
}

/** Listing, search and small changes of files, and the journal that records every change. */
export const fileFeature = defineFeature({
  migrations: [...journalMigrations, ...fileMigrations, ...renameMigrations],
  make: async ({ config, clock, log, faults, database, changes, vault }: Needs, scope) => {
    const journal = createJournal(database, () => clock.now());
    /** Emitted before a file is encrypted: its content must no longer be shown anywhere. */
    const contentForgotten = new Told<[plain: Version, hash: string | undefined]>();
    const files = new Files({
      vault,
      database,
      journal,
      clock,
      changes,
      stateDir: config.stateDir,
      onForgotten: (plain, hash) => contentForgotten.tell(plain, hash),
      onTrouble: (what, detail) => {
        log.warn({ what, detail }, 'files');
      },
    });
    scope.defer(() => files.close());
    await files.recover();
    vault.onVolumes((change) => {
      files.volumeChanged(change);
      changes.area('disks');
      if (change.kind === 'came')
        vault.recover().catch((fault: unknown) => {
          faults.note(fault, 'volume');
        });
    });
    return {
      value: { journal, files, contentForgotten },
      handlers: { files: fileHandlers(files) },
      schedule: [{ name: 'files', everyMs: 10 * 60_000, run: () => files.tend().then(() => 'done' as const) }],
    };
  },
});

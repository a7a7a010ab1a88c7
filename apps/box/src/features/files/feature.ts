import type { ChangeFeed } from '../../storage/changes/change-feed.ts';
import type { TimerClock } from '../../platform/clock.ts';
import type { BoxConfig } from '../../config.ts';
import type { Faults } from '../../platform/faults.ts';
import { createJournal, journalMigrations } from '../../storage/journal/journal.ts';
import type { Logger } from '../../platform/log.ts';
import { defineFeature, Emitter } from '../../runtime/feature.ts';
import type { Database } from '../../store/database.ts';
import type { Vault } from '../../storage/vault/index.ts';
import { Files } from './files.ts';
import { fileHandlers } from './handlers.ts';
import type { ContentVersion } from './media-hashes.ts';
import { renameMigrations } from './batch-renames.ts';
import { fileHashMigrations } from './file-hash-tables.ts';

interface FileFeatureDeps {
  readonly config: BoxConfig;
  readonly clock: TimerClock;
  readonly log: Logger;
  readonly faults: Faults;
  readonly database: Database;
  readonly changes: ChangeFeed;
  readonly vault: Vault;
}

/** Listing, search and small changes of files, and the journal that records every change. */
export const fileFeature = defineFeature({
  migrations: [...journalMigrations, ...fileHashMigrations, ...renameMigrations],
  make: async ({ config, clock, log, faults, database, changes, vault }: FileFeatureDeps, scope) => {
    const journal = createJournal(database, () => clock.now());
    /** Emitted before a file is encrypted: its content must no longer be shown anywhere. */
    const contentForgotten = new Emitter<[plain: ContentVersion, hash: string | undefined]>();
    const files = new Files({
      vault,
      database,
      journal,
      clock,
      changes,
      stateDir: config.stateDir,
      onContentForgotten: (plain, hash) => contentForgotten.emit(plain, hash),
      onWarning: (what, detail) => {
        log.warn({ what, detail }, 'files');
      },
    });
    scope.defer(() => files.close());
    await files.recover();
    vault.onVolumeChange((change) => {
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
      schedule: [{ name: 'files', everyMs: 10 * 60_000, run: () => files.maintain().then(() => 'done' as const) }],
    };
  },
});

import type { Clock } from '../../platform/clock.ts';
import { readFailed, writeFailed } from '../../bin/launcher/release-files.ts';
import type { Logger } from '../../platform/log.ts';
import { findUsableBackup } from '../../storage/state/backup.ts';
import { readState, type StoredState } from '../../storage/state/state-check.ts';
import { restoreBackup } from '../../storage/state/restore-backup.ts';

/**
 * A failed release may have migrated the databases to a schema that this release cannot read. Then this restores the
 * backup that the launcher made before it, and moves the current databases aside. Does nothing when this release can
 * read the databases.
 */
export const restoreAfterFailedUpgrade = async (
  state: StoredState,
  { releases, clock, log }: { readonly releases: string; readonly clock: Clock; readonly log: Pick<Logger, 'info'> },
): Promise<StoredState> => {
  const failed = readFailed(releases);
  const { dataDir, box, account } = state;
  const isReadable = box.tag === 'sound' && (account.tag === 'sound' || account.tag === 'absent');
  if (failed === null || isReadable) return state;
  const backup = await findUsableBackup(failed.backup);
  if (backup === null) return state;
  // Recorded first, so that the report is sent in any case, and a start that is killed here repeats the restore.
  writeFailed(releases, { ...failed, restored: 1 });
  const aside = restoreBackup(dataDir, backup, clock.now());
  log.info({ version: failed.version, aside }, 'the databases from before the update were restored');
  return readState(dataDir);
};

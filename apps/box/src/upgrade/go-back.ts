import type { Clock } from '../clock.ts';
import { readFailed, writeFailed } from '../launcher/places.ts';
import type { Logger } from '../log.ts';
import { usableBackup } from '../state/backup.ts';
import { readState, type State } from '../state/condition.ts';
import { restoreBackup } from '../state/restore.ts';

/**
 * A release that was left may have brought the databases to a form that this one cannot read: then those of before it come back, from the backup
 * that the launcher had made. What is there is put aside, and told of. Nothing is done where this release can read what is there.
 */
export const afterLeft = async (
  state: State,
  { releases, clock, log }: { readonly releases: string; readonly clock: Clock; readonly log: Pick<Logger, 'info'> },
): Promise<State> => {
  const failed = readFailed(releases);
  const { dataDir, box, account } = state;
  const isReadable = box.tag === 'sound' && (account.tag === 'sound' || account.tag === 'absent');
  if (failed === null || isReadable) return state;
  const backup = await usableBackup(failed.backup);
  if (backup === null) return state;
  // Written first: it is told in any case, and a start that is killed here does it again.
  writeFailed(releases, { ...failed, restored: 1 });
  const aside = restoreBackup(dataDir, backup, clock.now());
  log.info({ version: failed.version, aside }, 'the databases are those of before the update again');
  return readState(dataDir);
};

import { existsSync } from 'node:fs';
import type { Clock } from '../../platform/clock.ts';
import { findUsableBackup } from '../../storage/state/backup.ts';
import { explainStateProblem, readState, findStateProblem, formatTime } from '../../storage/state/state-check.ts';
import { backupsDirOf } from '../../storage/state/state-paths.ts';
import { explainSecretProblem } from '../../storage/state/box-secret.ts';
import type { Finding } from './finding.ts';

export interface StateCheckOptions {
  readonly dataDir: string;
  readonly configDir?: string;
  readonly embedded: boolean;
  readonly clock: Clock;
  readonly restore: (options: string) => string;
}

const DAY_MS = 86_400_000;

/** Checks databases, secret and backups as the start would. Changes nothing; the box may run meanwhile. */
export const checkState = async ({
  dataDir,
  configDir,
  embedded,
  clock,
  restore,
}: StateCheckOptions): Promise<readonly Finding[]> => {
  if (!existsSync(dataDir)) return [];
  const state = readState(dataDir);
  const problem = findStateProblem(state, embedded);
  const now = clock.now();
  if (problem !== null)
    return [{ level: 'fail', what: await explainStateProblem(problem, state, now, restore), advice: '' }];
  if (state.box.tag === 'absent') return [];
  const { users, secret } = state.facts;
  const missing = explainSecretProblem({
    dataDir,
    fingerprint: secret,
    inUse: users > 0,
    restore,
    ...(configDir === undefined ? {} : { configDir }),
  });
  const backup = await findUsableBackup(backupsDirOf(dataDir));
  const age = backup === null ? Infinity : now - backup.manifest.made;
  return [
    { level: 'ok', what: 'The databases are intact.', advice: '' },
    missing === null
      ? {
          level: 'ok',
          what: `The secret belongs to this box${secret === null ? '' : ` (fingerprint ${secret})`}.`,
          advice: '',
        }
      : { level: 'fail', what: missing, advice: '' },
    backup !== null && age < DAY_MS
      ? {
          level: 'ok',
          what: `The newest backup of the databases was made at ${formatTime(backup.manifest.made, now)}.`,
          advice: '',
        }
      : {
          level: 'note',
          what:
            backup === null
              ? 'There is no backup of the databases.'
              : `The newest backup of the databases was made at ${formatTime(backup.manifest.made, now)}.`,
          advice: 'A running box makes one within the hour. To make one now, run "boxwood-box backup".',
        },
  ];
};

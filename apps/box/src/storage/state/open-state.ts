import type { Clock } from '../../platform/clock.ts';
import { StartFailure } from '../../config.ts';
import type { Logger } from '../../platform/log.ts';
import { restoreAfterFailedUpgrade } from '../../features/upgrade/restore-after-failed-upgrade.ts';
import { makeBackup } from './backup.ts';
import { explainStateProblem, readState, findStateProblem } from './state-check.ts';
import { eraseSecret } from './erase-secret.ts';
import type { FolderLock } from './data-folder-lock.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { backupsDirOf, stateDirOf } from './state-paths.ts';
import { ensureSecret } from './box-secret.ts';

export interface OpenOptions {
  readonly dataDir: string;
  readonly configDir?: string;
  /** Folder of the launcher's releases, with its record of a release that was rolled back. */
  readonly releases?: string;
  /** Whether the account service runs inside the box. */
  readonly embedded: boolean;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** The command line of `boxwood-box restore` with these options. */
  readonly restore: (options: string) => string;
}

/** A state locked by this process, with its secret. */
export interface OpenState {
  readonly lock: FolderLock;
  readonly secret: string;
}

/**
 * Checks everything before a box opens its databases: nobody else uses them, they are intact and of a known schema, the
 * secret matches them, and no user files would be offered to a new owner. Changes nothing if it refuses. Backs the
 * databases up before a schema update.
 *
 * @throws StartFailure with the one command that helps
 */
export const openState = async ({
  dataDir,
  configDir,
  releases,
  embedded,
  clock,
  log,
  restore,
}: OpenOptions): Promise<OpenState> => {
  const stateDir = stateDirOf(dataDir);
  const lock = lockDataFolder(dataDir, stateDir);
  try {
    const found = readState(dataDir);
    const state = releases === undefined ? found : await restoreAfterFailedUpgrade(found, { releases, clock, log });
    const problem = findStateProblem(state, embedded);
    if (problem !== null) throw new StartFailure(await explainStateProblem(problem, state, clock.now(), restore));
    const { facts, box, account } = state;
    const secret = ensureSecret({
      dataDir,
      ...(configDir === undefined ? {} : { configDir }),
      fingerprint: facts.secret,
      inUse: facts.users > 0 || state.members > 0 || facts.hasExternalAccounts,
      restore,
    });
    await eraseSecret(dataDir, log);
    const behind = [box, account].some((condition) => condition.tag === 'sound' && condition.behind);
    if (behind && facts.users > 0) {
      const now = clock.now();
      const { folder } = await makeBackup({
        stateDir,
        into: backupsDirOf(dataDir),
        reason: 'update',
        now,
        rowsDigest: '',
      });
      log.info({ folder }, 'the databases were backed up before the update');
    }
    return { lock, secret };
  } catch (failure) {
    lock.release();
    throw failure;
  }
};

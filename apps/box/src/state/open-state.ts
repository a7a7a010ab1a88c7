import type { Clock } from '../clock.ts';
import { StartFailure } from '../config.ts';
import type { Logger } from '../log.ts';
import { afterLeft } from '../upgrade/go-back.ts';
import { makeBackup } from './backup.ts';
import { explainTrouble, readState, troubleOf } from './condition.ts';
import { forgetSecret } from './forget-secret.ts';
import type { FolderLock } from './lock.ts';
import { holdDataFolder } from './lock.ts';
import { backupsDirOf, stateDirOf } from './places.ts';
import { secretFor } from './secret.ts';

export interface OpenOptions {
  readonly dataDir: string;
  readonly configDir?: string;
  /** Where a launcher keeps releases, and what it wrote down of one that it left. */
  readonly releases?: string;
  /** Whether the account service runs inside. */
  readonly embedded: boolean;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** The command line of `boxwood-box restore` with these options. */
  readonly restore: (options: string) => string;
}

/** A state that this process alone may open, and the secret that belongs to it. */
export interface OpenState {
  readonly lock: FolderLock;
  readonly secret: string;
}

/**
 * What comes before a box opens its databases: nobody else uses them, they are whole and of a schema this program knows, the secret is the
 * one they were made with, and nobody's files would be offered to a new owner. Changes nothing where it refuses. What a newer schema
 * replaces is backed up first.
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
  const lock = holdDataFolder(dataDir, stateDir);
  try {
    const found = readState(dataDir);
    const state = releases === undefined ? found : await afterLeft(found, { releases, clock, log });
    const trouble = troubleOf(state, embedded);
    if (trouble !== null) throw new StartFailure(await explainTrouble(trouble, state, clock.now(), restore));
    const { facts, box, account } = state;
    const secret = secretFor({
      dataDir,
      ...(configDir === undefined ? {} : { configDir }),
      fingerprint: facts.secret,
      inUse: facts.users > 0 || state.members > 0 || facts.elsewhere,
      restore,
    });
    await forgetSecret(dataDir, log);
    const behind = [box, account].some((condition) => condition.tag === 'sound' && condition.behind);
    if (behind && facts.users > 0) {
      const now = clock.now();
      const { folder } = await makeBackup({ stateDir, into: backupsDirOf(dataDir), reason: 'update', now, mark: '' });
      log.info({ folder }, 'the databases were backed up before their update');
    }
    return { lock, secret };
  } catch (failure) {
    lock.release();
    throw failure;
  }
};

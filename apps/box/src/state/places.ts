import { join } from 'node:path';

/** Where the database and the caches of a data folder lie. */
export const stateDirOf = (dataDir: string): string => join(dataDir, '.boxwood');
/** Where a launcher keeps the releases that the box brought. */
export const releasesDirOf = (stateDir: string): string => join(stateDir, 'releases');
/** The folder of the account service that runs inside the box. */
export const accountDirOf = (stateDir: string): string => join(stateDir, 'account');

/** The two databases that make up the state of a box. They are checked, backed up and restored together. */
export type StatePart = 'box' | 'account';
export const STATE_PARTS: readonly StatePart[] = ['box', 'account'];

/** Where a database lies while the box runs. */
export const databaseOf = (stateDir: string, part: StatePart): string =>
  part === 'box' ? join(stateDir, 'box.sqlite') : join(accountDirOf(stateDir), 'account.sqlite');

/**
 * Backups lie beside the folder of the databases, not in it: whoever empties that one still has them, and whoever copies the data folder
 * while the box runs takes whole databases along.
 */
export const backupsDirOf = (dataDir: string): string => join(dataDir, '.boxwood-backups');

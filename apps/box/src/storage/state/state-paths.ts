import { join } from 'node:path';

/** Folder of the databases and caches of a data folder. */
export const stateDirOf = (dataDir: string): string => join(dataDir, '.boxwood');
/** Folder of the releases that the launcher stores for the box. */
export const releasesDirOf = (stateDir: string): string => join(stateDir, 'releases');
/** Folder of the account service inside the box. */
export const accountDirOf = (stateDir: string): string => join(stateDir, 'account');

/** The two databases of a box. They are checked, backed up and restored together. */
export type StatePart = 'box' | 'account';
export const STATE_PARTS: readonly StatePart[] = ['box', 'account'];

/** Path of a database while the box runs. */
export const databaseOf = (stateDir: string, part: StatePart): string =>
  part === 'box' ? join(stateDir, 'box.sqlite') : join(accountDirOf(stateDir), 'account.sqlite');

/**
 * Folder of the backups, next to the folder of the databases and not inside it: they survive when that folder is
 * emptied, and a copy of the data folder made while the box runs contains intact databases.
 */
export const backupsDirOf = (dataDir: string): string => join(dataDir, '.boxwood-backups');

import { cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Logger } from '../../platform/log.ts';
import { backupFileOf, isUnfinished, isIntact, readBackup, rewriteChecksums, unfinishedName } from './backup.ts';
import { syncPath } from './durable-files.ts';
import { queryReadOnly } from './box-facts.ts';
import { backupsDirOf, databaseOf, stateDirOf } from './state-paths.ts';

/** SQLite `user_version` of an account database that contains no box secret, neither in a row nor in an unused page. */
const CLEAN_USER_VERSION = 1;

const isClean = (file: string): boolean =>
  queryReadOnly(file, 'PRAGMA user_version')[0]?.['user_version'] === CLEAN_USER_VERSION;

/**
 * Deletes the secret from the rows, then rewrites all pages: unused pages and the log contain older copies of a row.
 */
const eraseFromDatabase = (file: string): void => {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    database.exec(`
      PRAGMA temp_store = MEMORY;
      UPDATE boxes SET secret = '';
      VACUUM;
      PRAGMA user_version = ${CLEAN_USER_VERSION};
      PRAGMA wal_checkpoint(TRUNCATE)`);
  } finally {
    database.close();
  }
};

/** Replaces a backup with a cleaned copy. After a crash at any point the backup, the copy or both exist. */
const eraseFromBackup = async (into: string, folder: string): Promise<void> => {
  const backup = readBackup(folder);
  // New checksums must not make a damaged backup look intact.
  if (backup === null || !(await isIntact(backup))) {
    eraseFromDatabase(backupFileOf(folder, 'account'));
    return;
  }
  const copy = join(into, unfinishedName(basename(folder)));
  const cleaned = `${folder}-clean`;
  for (const old of [copy, cleaned]) rmSync(old, { recursive: true, force: true });
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
  eraseFromDatabase(backupFileOf(copy, 'account'));
  await rewriteChecksums({ folder: copy, manifest: backup.manifest });
  renameSync(copy, cleaned);
  syncPath(into);
  rmSync(folder, { recursive: true });
};

/**
 * Deletes the box's secret from the account service's database, and from every backup and replaced database in the data
 * folder. Until `0009-link-keys` the box sent the secret to the account service inside it; with it, the owner of a
 * stolen disk could start guessing safe passwords. A database that cannot be cleaned (damaged, full disk) is logged and
 * retried at the next start.
 */
export const eraseSecret = async (dataDir: string, log: Pick<Logger, 'warn'>): Promise<void> => {
  const eraseIfNeeded = async (file: string, work: () => Promise<void> | void): Promise<void> => {
    if (!existsSync(file) || isClean(file)) return;
    try {
      await work();
    } catch (failure) {
      log.warn(
        { err: failure, file },
        'this database may contain the secret of the box; remove it when it is no longer needed',
      );
    }
  };
  const live = databaseOf(stateDirOf(dataDir), 'account');
  await eraseIfNeeded(live, () => eraseFromDatabase(live));
  const into = backupsDirOf(dataDir);
  for (const name of existsSync(into) ? readdirSync(into) : []) {
    const folder = join(into, name);
    await eraseIfNeeded(backupFileOf(folder, 'account'), () =>
      isUnfinished(name) ? rmSync(folder, { recursive: true }) : eraseFromBackup(into, folder),
    );
  }
};

import { cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Logger } from '../log.ts';
import { backedUp, isUnfinished, isWhole, readBackup, reseal, unfinished } from './backup.ts';
import { syncPath } from './durable.ts';
import { rowsOf } from './facts-of.ts';
import { backupsDirOf, databaseOf, stateDirOf } from './places.ts';

/** SQLite's `user_version` of an account database that holds no secret of a box: no row, no unused page. */
const CLEAN = 1;

const isClean = (file: string): boolean => rowsOf(file, 'PRAGMA user_version')[0]?.['user_version'] === CLEAN;

/** Takes the secret out of the rows, then writes all pages anew: older copies of a row lie in unused pages and in the log. */
const clean = (file: string): void => {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    database.exec(`
      PRAGMA temp_store = MEMORY;
      UPDATE boxes SET secret = '';
      VACUUM;
      PRAGMA user_version = ${CLEAN};
      PRAGMA wal_checkpoint(TRUNCATE)`);
  } finally {
    database.close();
  }
};

/** Puts a clean copy in a backup's place. Killed at any point, the backup or both are there. */
const cleanBackup = async (into: string, folder: string): Promise<void> => {
  const backup = readBackup(folder);
  // What is damaged must not become whole by new sums.
  if (backup === null || !(await isWhole(backup))) {
    clean(backedUp(folder, 'account'));
    return;
  }
  const copy = join(into, unfinished(basename(folder)));
  const cleaned = `${folder}-clean`;
  for (const old of [copy, cleaned]) rmSync(old, { recursive: true, force: true });
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true });
  clean(backedUp(copy, 'account'));
  await reseal({ folder: copy, manifest: backup.manifest });
  renameSync(copy, cleaned);
  syncPath(into);
  rmSync(folder, { recursive: true });
};

/**
 * Takes the secret of the box, which until `0009-link-keys` was also what the box showed to the account service inside it, out of that
 * service's database and out of every backup and database that was put aside in the data folder: with it a stolen disk could begin to guess
 * passwords of safes. What cannot be cleaned (a damaged database, a full disk) is told to the log and tried again at the next start.
 */
export const forgetSecret = async (dataDir: string, log: Pick<Logger, 'warn'>): Promise<void> => {
  const attempt = async (file: string, work: () => Promise<void> | void): Promise<void> => {
    if (!existsSync(file) || isClean(file)) return;
    try {
      await work();
    } catch (failure) {
      log.warn({ err: failure, file }, 'this database may hold the secret of the box; remove it when nobody needs it');
    }
  };
  const live = databaseOf(stateDirOf(dataDir), 'account');
  await attempt(live, () => clean(live));
  const into = backupsDirOf(dataDir);
  for (const name of existsSync(into) ? readdirSync(into) : []) {
    const folder = join(into, name);
    await attempt(backedUp(folder, 'account'), () =>
      isUnfinished(name) ? rmSync(folder, { recursive: true }) : cleanBackup(into, folder),
    );
  }
};

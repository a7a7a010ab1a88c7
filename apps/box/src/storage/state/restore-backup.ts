import {
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Backup } from './backup.ts';
import { backupFileOf } from './backup.ts';
import { syncPath } from './durable-files.ts';
import type { StatePart } from './state-paths.ts';
import { backupsDirOf, databaseOf, STATE_PARTS, stateDirOf } from './state-paths.ts';

/** Suffixes of a SQLite database and its side files. */
const DATABASE_SUFFIXES = ['', '-wal', '-shm', '-journal'] as const;

/**
 * Deletes what must not return with an older state: finished or cancelled work would run again, an older count would
 * vouch for bytes of uploads, and revoked sessions would be valid again.
 */
const INVALIDATE_SQL: Readonly<Record<StatePart, string>> = {
  box: `
    UPDATE uploads SET synced = 0, boot = '' WHERE done IS NULL;
    DELETE FROM vault_moves;
    DELETE FROM tokens;
    DELETE FROM file_keys;
    UPDATE facts SET value = '' WHERE name = 'setup';`,
  account: 'DELETE FROM sessions; DELETE FROM relay_grants; DELETE FROM codes; DELETE FROM attempts',
};

/** The same for tables that a backup of another version may lack. */
const INVALIDATE_TABLE_SQL: readonly (readonly [table: string, sql: string])[] = [
  // A token or link revoked after the backup must not become valid again.
  ['script_tokens', 'DELETE FROM script_tokens'],
  ['password_links', 'DELETE FROM password_links'],
  ['jobs', "UPDATE jobs SET state = 'failed', code = 3, message = 'restored' WHERE state NOT IN ('done', 'failed')"],
  // From before tasks were jobs.
  ['tasks', "UPDATE tasks SET state = -1, code = 3, message = 'restored' WHERE state IN (0, 2, 3)"],
];

/** Invalidates sessions, uploads and jobs of an older state, in a database that no box uses. */
export const invalidateOpenState = (file: string, part: StatePart): void => {
  const database = new DatabaseSync(file);
  try {
    const tableQuery = database.prepare("select 1 from sqlite_master where type = 'table' and name = ?");
    const statements = INVALIDATE_TABLE_SQL.flatMap(([table, sql]) =>
      tableQuery.get(table) === undefined ? [] : [sql],
    );
    database.exec(`BEGIN; ${[INVALIDATE_SQL[part], ...statements].join('; ')}; COMMIT`);
  } finally {
    database.close();
  }
};

/** A restore by root must not leave files that the box's user cannot open. */
export const giveToOwnerOf = (folder: string, path: string): void => {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  chownSync(path, uid, gid);
};

const ASIDE_PREFIX = 'aside-';

/** The latest folder made by {@link putAside}; null if there is none. */
export const lastAside = (dataDir: string): string | null => {
  const folder = backupsDirOf(dataDir);
  if (!existsSync(folder)) return null;
  const name = readdirSync(folder)
    .filter((each) => each.startsWith(ASIDE_PREFIX))
    .sort()
    .at(-1);
  return name === undefined ? null : join(folder, name);
};

/**
 * Moves the existing databases, whatever their state, into a folder next to the backups. Nothing is lost.
 *
 * @returns the folder; null if there were none
 */
export const putAside = (dataDir: string, now: number): string | null => {
  const stateDir = stateDirOf(dataDir);
  const aside = join(backupsDirOf(dataDir), `${ASIDE_PREFIX}${new Date(now).toISOString().replaceAll(':', '-')}`);
  const found = STATE_PARTS.flatMap((part) =>
    DATABASE_SUFFIXES.map((side) => ({ part, side, file: `${databaseOf(stateDir, part)}${side}` })),
  ).filter(({ file }) => lstatSync(file, { throwIfNoEntry: false }) !== undefined);
  if (found.length === 0) return null;
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  giveToOwnerOf(dataDir, backupsDirOf(dataDir));
  giveToOwnerOf(dataDir, aside);
  for (const { part, side, file } of found) {
    renameSync(file, join(aside, `${part}.sqlite${side}`));
    syncPath(dirname(file));
  }
  syncPath(aside);
  syncPath(backupsDirOf(dataDir));
  return aside;
};

/** Creates the folder of a database if it is missing. */
export const makeFolderOf = (dataDir: string, part: StatePart): void => {
  const folder = dirname(databaseOf(stateDirOf(dataDir), part));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  giveToOwnerOf(dataDir, folder);
};

/** Moves a finished database file into place atomically. */
export const installDatabase = (stateDir: string, part: StatePart, made: string): void => {
  const target = databaseOf(stateDir, part);
  giveToOwnerOf(dirname(stateDir), made);
  syncPath(made);
  renameSync(made, target);
  syncPath(dirname(target));
};

/**
 * Restores a backup; the existing databases are moved aside. A crash leaves either missing databases, on which no box
 * starts, or the whole backup; the restore can be repeated.
 *
 * @returns the folder of the old databases; null if there were none
 */
export const restoreBackup = (dataDir: string, { folder, manifest }: Backup, now: number): string | null => {
  const stateDir = stateDirOf(dataDir);
  const made = manifest.files.map(({ part }) => {
    makeFolderOf(dataDir, part);
    const copy = `${databaseOf(stateDir, part)}.restored`;
    rmSync(copy, { force: true });
    copyFileSync(backupFileOf(folder, part), copy, constants.COPYFILE_EXCL);
    invalidateOpenState(copy, part);
    return { part, copy };
  });
  const aside = putAside(dataDir, now);
  // The box's database last: while it is missing, no box starts.
  for (const { part, copy } of made.toReversed()) installDatabase(stateDir, part, copy);
  return aside;
};

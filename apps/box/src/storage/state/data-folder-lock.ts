import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartFailure } from '../../config.ts';
import { sqliteCodeOf } from './database-file.ts';

/** A lock of a data folder by this process. */
export interface FolderLock {
  release(): void;
}

/** Connections that hold a lock: without a reference they would be garbage collected, and closed. */
const heldConnections = new Set<DatabaseSync>();

const BUSY = 5;
const NOT_A_DATABASE = 26;

const describeHolder = (file: string): string => {
  try {
    return ` (${readFileSync(file, 'utf8').trim()})`;
  } catch {
    return ''; // it is informational only
  }
};

const lockFileOf = (stateDir: string): string => join(stateDir, 'lock');
const holderFileOf = (stateDir: string): string => join(stateDir, 'lock-holder');

/**
 * Which box uses a data folder, as text that may be empty; null if none does. Only reads, so a box may start meanwhile.
 * Not for the process that holds the lock: closing the file would release it (POSIX).
 */
export const holderOfFolder = (stateDir: string): string | null => {
  const file = lockFileOf(stateDir);
  if (!existsSync(file)) return null;
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(file, { timeout: 0, readOnly: true });
    connection.prepare('SELECT count(*) FROM sqlite_schema').get();
    return null;
  } catch (failure) {
    return sqliteCodeOf(failure) === BUSY ? describeHolder(holderFileOf(stateDir)) : null;
  } finally {
    connection?.close();
  }
};

/**
 * Locks a data folder with an exclusive transaction on an empty SQLite file, so that only one box uses it. The kernel
 * releases the lock when the process ends; children do not inherit it; other containers that share the folder see it,
 * unlike a socket name; and it works wherever the box's database works, since SQLite uses the same locks. The file is
 * never written, so a power cut cannot damage it. No other code of this process may open it: closing it would release
 * the lock (POSIX).
 *
 * @throws StartFailure if another box holds it
 */
export const lockDataFolder = (dataDir: string, stateDir: string): FolderLock => {
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const file = lockFileOf(stateDir);
  const holder = holderFileOf(stateDir);
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(file, { timeout: 0 });
    connection.exec('BEGIN EXCLUSIVE');
  } catch (failure) {
    connection?.close();
    const code = sqliteCodeOf(failure);
    if (code === BUSY)
      throw new StartFailure(
        `Another box${describeHolder(holder)} is using the data folder ${dataDir}. Stop that one first, or choose another folder with --data DIR.`,
      );
    if (code === NOT_A_DATABASE)
      throw new StartFailure(
        `The lock ${file} is damaged. Make sure that no box uses ${dataDir}, then remove that file.`,
      );
    throw new StartFailure(
      `The data folder ${dataDir} cannot be locked (${failure instanceof Error ? failure.message : 'unknown'}). Give this user the right to write ${file}, or choose a folder on a file system with locks.`,
    );
  }
  const own = connection;
  heldConnections.add(own);
  try {
    writeFileSync(holder, `process ${process.pid} on ${hostname()}\n`, { mode: 0o600 });
  } catch {
    // On a full disk the lock holds without the name of its holder.
  }
  return {
    release: () => {
      heldConnections.delete(own);
      if (own.isOpen) own.close();
    },
  };
};

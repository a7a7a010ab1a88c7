import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SQLOutputValue } from 'node:sqlite';
import { openAccountStore } from '@boxwood/account';
import { boxFeatures } from '../../features.ts';
import { Database } from '../../store/database.ts';
import type { StatePart } from './state-paths.ts';
import { databaseOf, STATE_PARTS, stateDirOf } from './state-paths.ts';
import { lastAside, makeFolderOf, putAside, installDatabase, invalidateOpenState } from './restore-backup.ts';

/** Result of a rebuild. */
export interface RebuildResult {
  readonly people: readonly string[];
  readonly administrators: number;
  readonly safes: number;
  /** Tables that could not be read completely. */
  readonly incomplete: readonly string[];
  /** Folder of the old databases; null if there were none. */
  readonly aside: string | null;
}

type UncheckedRow = Readonly<Record<string, SQLOutputValue>>;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const tablesOf = (database: DatabaseSync): readonly string[] =>
  database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'kysely_%'",
    )
    .all()
    .map(({ name }) => String(name));

/** Rows of a damaged table up to where it cannot be read. */
const readRows = (
  damaged: DatabaseSync,
  table: string,
): { readonly rows: readonly UncheckedRow[]; readonly isComplete: boolean } => {
  const rows: UncheckedRow[] = [];
  try {
    for (const row of damaged.prepare(`SELECT * FROM ${quoted(table)}`).iterate()) rows.push(row);
    return { rows, isComplete: true };
  } catch {
    return { rows, isComplete: false };
  }
};

/** Copies the readable rows of a damaged database into a new one with this program's schema. */
const salvage = (damagedFile: string, rebuiltFileOf: DatabaseSync): readonly string[] => {
  const tables = tablesOf(rebuiltFileOf).filter((table) => table !== 'schema_steps');
  let damaged: DatabaseSync | undefined;
  try {
    damaged = new DatabaseSync(damagedFile, { readOnly: true });
    damaged.prepare('SELECT count(*) FROM sqlite_schema').get();
  } catch {
    damaged?.close();
    return tables; // the file is no database
  }
  const incomplete: string[] = [];
  for (const table of tables) {
    const { rows, isComplete } = readRows(damaged, table);
    if (!isComplete) incomplete.push(table);
    for (const row of rows) {
      const names = Object.keys(row);
      const sql = `INSERT OR REPLACE INTO ${quoted(table)} (${names.map(quoted).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
      try {
        rebuiltFileOf.prepare(sql).run(...Object.values(row));
      } catch {
        if (!incomplete.includes(table)) incomplete.push(table); // the row violates a constraint and is dropped
      }
    }
  }
  damaged.close();
  return incomplete;
};

/** Adds users missing on one side from the other: both store the same password verifiers. */
const BOX_FROM_ACCOUNT = `
  INSERT OR IGNORE INTO main.facts (name, value) SELECT 'boxid', box_id FROM account.roster WHERE owner = 'Y' LIMIT 1;
  INSERT OR IGNORE INTO main.facts (name, value)
    SELECT 'boxname', title FROM account.boxes JOIN main.facts ON name = 'boxid' AND value = box_id WHERE title <> '';
  INSERT INTO main.users (name, admin, owner, verifier, created)
    SELECT r.user_name, r.admin = 'Y', r.owner = 'Y', u.verifier, r.created * 1000
      FROM account.roster r JOIN account.users u ON u.user_name = r.user_name
      JOIN main.facts f ON f.name = 'boxid' AND f.value = r.box_id WHERE true
    ON CONFLICT (name) DO UPDATE SET owner = max(owner, excluded.owner);`;
const ACCOUNT_FROM_BOX = `
  INSERT OR IGNORE INTO account.users (user_name, nick, mail, mobile, avatar, verifier, points, created)
    SELECT name, name, '', '', '', verifier, 0, created / 1000 FROM main.users;
  INSERT OR IGNORE INTO account.roster (box_id, user_name, admin, owner, nick, created)
    SELECT f.value, u.name, iif(u.admin, 'Y', 'N'), iif(u.owner, 'Y', 'N'), '', u.created / 1000
      FROM main.users u JOIN main.facts f ON f.name = 'boxid';`;

/** The database to read from: in its place, or where an unfinished rebuild moved it. */
const sourceOf = (dataDir: string, part: StatePart): string | null => {
  const file = databaseOf(stateDirOf(dataDir), part);
  if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) return file;
  const aside = lastAside(dataDir);
  return aside === null ? null : join(aside, `${part}.sqlite`);
};

const makeEmpty = async (file: string, part: StatePart): Promise<void> => {
  for (const side of ['', '-wal', '-shm']) rmSync(`${file}${side}`, { force: true });
  if (part === 'box') {
    new Database(file, { migrations: boxFeatures.migrations }).close();
    return;
  }
  const store = await openAccountStore(file, () => undefined);
  await store.destroy();
};

/**
 * Makes new databases when there is no backup: with every readable row of the old ones, and with users that only one of
 * the two still has. The old ones are moved aside.
 */
export const rebuildState = async (dataDir: string, embedded: boolean, now: number): Promise<RebuildResult> => {
  const stateDir = stateDirOf(dataDir);
  const parts: readonly StatePart[] = embedded ? STATE_PARTS : ['box'];
  const rebuiltFileOf = (part: StatePart): string => `${databaseOf(stateDir, part)}.rebuilt`;
  const incomplete: string[] = [];
  for (const part of parts) {
    makeFolderOf(dataDir, part);
    await makeEmpty(rebuiltFileOf(part), part);
    const database = new DatabaseSync(rebuiltFileOf(part));
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA foreign_keys = OFF; BEGIN');
    const source = sourceOf(dataDir, part);
    const incompleteTables = source === null ? tablesOf(database) : salvage(source, database);
    database.exec('COMMIT');
    database.close();
    invalidateOpenState(rebuiltFileOf(part), part);
    incomplete.push(...incompleteTables.map((table) => `${part} ${table}`));
  }
  const database = new DatabaseSync(rebuiltFileOf('box'));
  if (embedded) {
    database.prepare('ATTACH ? AS account').run(rebuiltFileOf('account'));
    database.exec(`BEGIN; ${BOX_FROM_ACCOUNT} ${ACCOUNT_FROM_BOX} COMMIT`);
  }
  const count = (sql: string): number => Number(database.prepare(sql).get()?.['n']);
  const rebuilt: Omit<RebuildResult, 'aside'> = {
    people: database
      .prepare('SELECT name FROM users ORDER BY name')
      .all()
      .map(({ name }) => String(name)),
    safes: count("SELECT count(*) AS n FROM areas WHERE area = 'safe'"),
    administrators: count('SELECT count(*) AS n FROM users WHERE admin = 1'),
    incomplete,
  };
  database.close();
  const aside = putAside(dataDir, now);
  for (const part of parts.toReversed()) installDatabase(stateDir, part, rebuiltFileOf(part));
  return { ...rebuilt, aside };
};

/** Makes a user the owner, if the rebuild found no administrator. */
export const makeOwner = (dataDir: string, embedded: boolean, name: string): void => {
  const stateDir = stateDirOf(dataDir);
  const set = (part: StatePart, sql: string) => {
    const database = new DatabaseSync(databaseOf(stateDir, part));
    try {
      database.prepare(sql).run(name);
    } finally {
      database.close();
    }
  };
  set('box', 'UPDATE users SET admin = 1, owner = 1 WHERE name = ?');
  if (embedded) set('account', "UPDATE roster SET admin = 'Y', owner = 'Y' WHERE user_name = ?");
};

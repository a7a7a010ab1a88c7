import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue } from 'node:sqlite';
import { SqliteDialect } from 'kysely';

const isInput = (u: unknown): u is SQLInputValue =>
  u === null || typeof u === 'string' || typeof u === 'number' || typeof u === 'bigint' || u instanceof Uint8Array;
const inputs = (parameters: readonly unknown[]): SQLInputValue[] =>
  parameters.map((value) => {
    if (isInput(value)) return value;
    throw new TypeError(`SQLite cannot store a ${typeof value}`);
  });

/** SQLite error codes of a full disk: for the file and its log, and for the index of the log. */
const SQLITE_FULL: ReadonlySet<unknown> = new Set([13, 4874]);
const isDiskFull = (failure: unknown): boolean =>
  failure instanceof Error && 'errcode' in failure && SQLITE_FULL.has(failure.errcode);

/**
 * Kysely dialect for Node's built-in SQLite. WAL mode; every commit reaches the disk before it is confirmed.
 * @param makeRoom called while the disk is full; the write is repeated as long as it returns true
 */
export const sqliteDialect = (file: string, makeRoom: () => boolean): SqliteDialect => {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY');
  /**
   * A full disk aborts a whole transaction, so space is freed when one begins, and only statements outside of
   * transactions are repeated.
   */
  const retryWhenFull = <T>(write: () => T): T => {
    for (;;) {
      const isOutsideTransaction = !database.isTransaction;
      try {
        return write();
      } catch (failure) {
        if (!isDiskFull(failure) || !isOutsideTransaction || !makeRoom()) throw failure;
      }
    }
  };
  return new SqliteDialect({
    database: {
      close: () => {
        database.close();
      },
      prepare: (sql) => {
        if (sql === 'begin') makeRoom();
        const statement = database.prepare(sql);
        return {
          reader: statement.columns().length > 0,
          all: (parameters) => retryWhenFull(() => statement.all(...inputs(parameters))),
          run: (parameters) => retryWhenFull(() => statement.run(...inputs(parameters))),
          iterate: (parameters) => statement.iterate(...inputs(parameters)),
        };
      },
    },
  });
};

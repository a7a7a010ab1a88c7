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

/** Kysely on the SQLite of Node itself. WAL, and every commit reaches the disk before it is answered. */
export const sqliteDialect = (file: string): SqliteDialect => {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY');
  return new SqliteDialect({
    database: {
      close: () => {
        database.close();
      },
      prepare: (sql) => {
        const statement = database.prepare(sql);
        return {
          reader: statement.columns().length > 0,
          all: (parameters) => statement.all(...inputs(parameters)),
          run: (parameters) => statement.run(...inputs(parameters)),
          iterate: (parameters) => statement.iterate(...inputs(parameters)),
        };
      },
    },
  });
};

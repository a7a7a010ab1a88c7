import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations.ts';
import type { Db, Tables } from './schema.ts';
import { sqliteDialect } from './sqlite.ts';

/** The number of a PostgreSQL bigint, whose values arrive as text; ours stay far below 2^53. */
const INT8 = 20;

const postgresDialect = async (
  connectionString: string,
  onFault: (fault: unknown) => void,
): Promise<PostgresDialect> => {
  const { default: pg } = await import('pg'); // a household on SQLite never loads it
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    types: { getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) },
  });
  pool.on('error', onFault); // an idle connection that breaks is replaced at its next use
  return new PostgresDialect({ pool });
};

/**
 * Opens the database and brings its schema up to date: `postgres://...` is a server, anything else a SQLite file. The queries of
 * the service are the same on both.
 */
export const openStore = async (
  address: string,
  onFault: (fault: unknown) => void,
  makeRoom: () => boolean = () => false,
): Promise<Db> => {
  const isServer = /^postgres(ql)?:\/\//.test(address);
  const dialect = isServer ? await postgresDialect(address, onFault) : sqliteDialect(address, makeRoom);
  const db = new Kysely<Tables>({ dialect });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve({ ...migrations }) } });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error !== undefined)
      throw error instanceof Error ? error : new Error('the schema could not be brought up to date');
    // What that step replaced were secrets of boxes: they are to be gone from unused pages and the log as well.
    if (!isServer && results.some(({ migrationName }) => migrationName === '0009-link-keys')) {
      await sql`vacuum`.execute(db);
      await sql`pragma wal_checkpoint(truncate)`.execute(db);
    }
    return db;
  } catch (failure) {
    await db.destroy();
    throw failure;
  }
};

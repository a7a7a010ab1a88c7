import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations.ts';
import type { Db, Tables } from './schema.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

/** Type id of a PostgreSQL bigint, which arrives as text; the stored values are far below 2^53. */
const INT8_TYPE_ID = 20;

const postgresDialect = async (
  connectionString: string,
  onFault: (fault: unknown) => void,
): Promise<PostgresDialect> => {
  const { default: pg } = await import('pg'); // installations with SQLite never load it
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    types: { getTypeParser: (oid, format) => (oid === INT8_TYPE_ID ? Number : pg.types.getTypeParser(oid, format)) },
  });
  pool.on('error', onFault); // a broken idle connection is replaced at its next use
  return new PostgresDialect({ pool });
};

/**
 * Opens the database and migrates its schema: `postgres://...` is a server, anything else a SQLite file. The queries of
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
    if (error !== undefined) throw error instanceof Error ? error : new Error('the schema could not be migrated');
    // That migration replaced secrets of boxes, which must not remain in unused pages or the log.
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

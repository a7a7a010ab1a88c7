import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** A PostgreSQL server for tests. */
export interface TestPostgres {
  /** The address of an empty database. */
  readonly fresh: () => Promise<string>;
  /** Releases a database for the next test. */
  readonly release: (address: string) => Promise<void>;
  readonly version: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

const poolOn = (connectionString: string) => {
  const pool = new pg.Pool({ connectionString, max: 1 });
  pool.on('error', () => undefined);
  return {
    query: async (sql: string): Promise<readonly unknown[]> => {
      const client = await pool.connect();
      try {
        return (await client.query(sql, [])).rows;
      } finally {
        client.release();
      }
    },
    end: () => pool.end(),
  };
};

const EMPTY_ALL = `do $$ declare t text; begin
  for t in select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%'
  loop execute format('delete from %I', t); end loop; end $$`;

const onServer = (address: string, stop?: () => void): TestPostgres => {
  const server = poolOn(address);
  const created: string[] = [];
  const free: string[] = [];
  return {
    fresh: async () => {
      const used = free.pop();
      if (used !== undefined) return used;
      const name = `boxwood_test_${process.pid}_${created.length}`;
      await server.query(`create database ${name}`);
      created.push(name);
      const url = new URL(address);
      url.pathname = `/${name}`;
      return url.href;
    },
    release: async (url) => {
      const database = poolOn(url);
      await database.query(EMPTY_ALL);
      await database.end();
      free.push(url);
    },
    version: async () => JSON.stringify((await server.query('select version()'))[0]),
    stop: async () => {
      if (stop === undefined)
        for (const name of created) await server.query(`drop database if exists ${name} with (force)`);
      await server.end();
      stop?.();
    },
  };
};

/** Folder with the programs of the newest installed server. */
const programs = (): string | undefined => {
  const base = '/usr/lib/postgresql';
  const versions = existsSync(base) ? readdirSync(base).toSorted((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(base, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
};

/** The server refuses to run as root; its package creates a user for it. */
const userOf = (): { readonly uid: number; readonly gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
};

/** Turns off durability and maintenance, which a test database does not need. */
const NOT_DURABLE = ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum', 'jit']
  .map((name) => `-c ${name}=off`)
  .join(' ');

/** `DATABASE_URL`, or a server started for this run on its own socket; undefined when neither is available. */
export const findPostgres = (): TestPostgres | undefined => {
  const given = process.env['DATABASE_URL'];
  if (given !== undefined && given !== '') return onServer(given);
  const bin = programs();
  if (bin === undefined) return undefined;
  const as = userOf();
  const dir = mkdtempSync(join(tmpdir(), 'boxwood-pg-'));
  if (as !== undefined) chownSync(dir, as.uid, as.gid);
  const run = (program: string, ...args: readonly string[]) =>
    spawnSync(join(bin, program), args, { ...as, cwd: dir, stdio: 'ignore', timeout: 60_000 }).status === 0;
  const data = join(dir, 'data');
  // A socket in the folder, because a TCP port may be occupied.
  const options = `-c listen_addresses= -c unix_socket_directories=${dir} -c max_connections=200 ${NOT_DURABLE}`;
  const started =
    run('initdb', '-D', data, '-U', 'tester', '--auth=trust', '--encoding=UTF8', '--no-sync') &&
    run('pg_ctl', '-D', data, '-w', '-l', join(dir, 'log'), '-o', options, 'start');
  const clean = () => {
    run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
    rmSync(dir, { recursive: true, force: true });
  };
  if (!started) {
    clean();
    return undefined;
  }
  return onServer(`postgres://tester@localhost/postgres?host=${encodeURIComponent(dir)}`, clean);
};

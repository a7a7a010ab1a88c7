import { type Database, isUnwritable } from '../store/database.ts';
import { defineMigration } from '../store/migrations.ts';
import { number, type Row, text, textOrNull } from '../store/row-columns.ts';
import type { JobRow, JobState } from './job.ts';

export const jobMigrations = [
  defineMigration(
    'jobs',
    1,
    `create table jobs (
       seq integer primary key autoincrement,
       id text not null unique,
       kind text not null,
       owner text,
       lane text not null,
       input text not null,
       point text,
       name text not null,
       created integer not null,
       state text not null,
       code integer not null,
       message text not null,
       total integer not null,
       done integer not null,
       boot text not null,
       ended integer not null default 0
     ) strict;
     create index jobs_owner on jobs(kind, owner, state, seq);
     create index jobs_lane on jobs(lane, state, seq);`,
  ),
];

/** The cast is safe: only this module writes the table, with this type. */
const jobOf = (row: Row): JobRow => ({
  id: text(row, 'id'),
  kind: text(row, 'kind'),
  owner: textOrNull(row, 'owner'),
  lane: text(row, 'lane'),
  input: text(row, 'input'),
  point: textOrNull(row, 'point'),
  name: text(row, 'name'),
  created: number(row, 'created'),
  state: text(row, 'state') as JobState,
  code: number(row, 'code'),
  message: text(row, 'message'),
  total: number(row, 'total'),
  done: number(row, 'done'),
  boot: text(row, 'boot'),
});

/** Jobs of one kind and owner, filtered by state and by a field of their input. */
export interface JobFilter {
  readonly kind: string;
  readonly owner: string | null;
  readonly states?: readonly JobState[] | undefined;
  readonly field?: { readonly name: string; readonly is: string } | undefined;
}

const where = ({ kind, owner, states, field }: JobFilter): { sql: string; values: (string | null)[] } => ({
  sql: `kind = ? and owner is ?${states === undefined ? '' : ` and state in (${states.map(() => '?').join(', ')})`}${
    field === undefined ? '' : ' and json_extract(input, ?) = ?'
  }`,
  values: [kind, owner, ...(states ?? []), ...(field === undefined ? [] : [`$.${field.name}`, field.is])],
});

/**
 * Writes that failed, kept in memory, and a view of the table that includes them. A full or failing disk must not make
 * an ended job appear to be running.
 */
const PENDING_WRITES_SCHEMA = `
  create temp table if not exists late_jobs (
    id text primary key, state text, code integer, message text, ended integer, total integer, done integer,
    name text, boot text, point text, gone integer not null default 0
  ) strict;
  create temp view if not exists jobs_now as
    select jobs.seq, jobs.id, jobs.kind, jobs.owner, jobs.lane, jobs.input, jobs.created,
      coalesce(late.state, jobs.state) as state, coalesce(late.code, jobs.code) as code,
      coalesce(late.message, jobs.message) as message, coalesce(late.ended, jobs.ended) as ended,
      coalesce(late.total, jobs.total) as total, coalesce(late.done, jobs.done) as done,
      coalesce(late.name, jobs.name) as name, coalesce(late.boot, jobs.boot) as boot,
      coalesce(late.point, jobs.point) as point
    from main.jobs left join late_jobs as late on late.id = jobs.id
    where coalesce(late.gone, 0) = 0`;

const COLUMNS = ['state', 'code', 'message', 'ended', 'total', 'done', 'name', 'boot', 'point'] as const;
type JobColumn = (typeof COLUMNS)[number];

/**
 * Rows of all jobs. Changes to an accepted job always succeed: if the disk cannot be written, the change stays in
 * memory, is visible to every query, and is written later.
 */
export class JobTable {
  readonly #db: Database;
  #pendingWrites = 0;

  constructor(db: Database) {
    this.#db = db;
    db.exec(PENDING_WRITES_SCHEMA);
  }

  /** Durable: the caller reports to the client that the job was accepted. */
  add(job: JobRow): void {
    this.#db.durable(() =>
      this.#db.run(
        `insert into jobs (id, kind, owner, lane, input, point, name, created, state, code, message, total, done, boot)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        job.id,
        job.kind,
        job.owner,
        job.lane,
        job.input,
        job.point,
        job.name,
        job.created,
        job.state,
        job.code,
        job.message,
        job.total,
        job.done,
        job.boot,
      ),
    );
  }

  get(id: string): JobRow | undefined {
    return this.#db.get(jobOf, 'select * from jobs_now where id = ?', id);
  }

  has(id: string): boolean {
    return this.#db.get(() => true, 'select 1 from jobs_now where id = ?', id) ?? false;
  }

  /** Newest first. */
  list(filter: JobFilter, start: number, count: number): JobRow[] {
    const { sql, values } = where(filter);
    return this.#db.all(
      jobOf,
      `select * from jobs_now where ${sql} order by seq desc limit ? offset ?`,
      ...values,
      count,
      start,
    );
  }

  count(filter: JobFilter): number {
    const { sql, values } = where(filter);
    return this.#db.get((row) => number(row, 'n'), `select count(*) as n from jobs_now where ${sql}`, ...values) ?? 0;
  }

  /** The oldest waiting job of a lane. */
  nextWaiting(lane: string): JobRow | undefined {
    return this.#db.get(
      jobOf,
      `select * from jobs_now where lane = ? and state = 'waiting' order by seq limit 1`,
      lane,
    );
  }

  /** Every job that has not ended, oldest first. */
  unfinished(): JobRow[] {
    return this.#db.all(
      jobOf,
      `select * from jobs_now where state in ('waiting', 'running', 'paused', 'ending') order by seq`,
    );
  }

  rename(id: string, name: string): void {
    this.#change(id, { name });
  }

  /** @param ended milliseconds since the epoch, 0 if the job has not ended */
  set(id: string, state: JobState, code: number, message: string, ended: number): void {
    this.#change(id, { state, code, message, ended });
  }

  progress(id: string, total: number, done: number): void {
    this.#change(id, { total, done });
  }

  boot(id: string, boot: string): void {
    this.#change(id, { boot });
  }

  point(id: string, point: string): void {
    this.#change(id, { point });
  }

  /** Durable: a cancelled job must not run after a power cut. */
  remove(id: string): void {
    this.#write(
      () => this.#db.durable(() => this.#db.run('delete from jobs where id = ?', id)),
      () => this.#db.run('insert into late_jobs (id, gone) values (?, 1) on conflict (id) do update set gone = 1', id),
    );
  }

  /** Deletes all but the newest ended jobs of an owner. */
  prune(kind: string, owner: string | null, keep: number): void {
    this.#write(
      () =>
        this.#db.run(
          `delete from jobs where kind = ? and owner is ? and state in ('done', 'failed') and seq not in
             (select seq from jobs where kind = ? and owner is ? and state in ('done', 'failed')
              order by ended desc, seq desc limit ?)`,
          kind,
          owner,
          kind,
          owner,
          keep,
        ),
      // The next job that ends prunes again.
      () => undefined,
    );
  }

  /** Writes changes that failed earlier. Called periodically; every change also does this. */
  flush(): void {
    this.#write(
      () => undefined,
      () => undefined,
    );
  }

  #change(id: string, values: Readonly<Partial<Record<JobColumn, string | number>>>): void {
    const columns = COLUMNS.filter((column) => values[column] !== undefined);
    const all = columns.map((column) => values[column] ?? null);
    const assigned = columns.map((column) => `${column} = ?`).join(', ');
    this.#write(
      () => this.#db.run(`update jobs set ${assigned} where id = ?`, ...all, id),
      () => {
        this.#db.run('insert or ignore into late_jobs (id) values (?)', id);
        this.#db.run(`update late_jobs set ${assigned} where id = ?`, ...all, id);
      },
    );
  }

  /** Writes pending changes and this one; keeps this one in memory if the disk cannot be written. */
  #write(write: () => void, buffer: () => void): void {
    try {
      if (this.#pendingWrites > 0) this.#flushAll();
      write();
    } catch (failure) {
      if (!isUnwritable(failure)) throw failure;
      buffer();
      this.#pendingWrites += 1;
    }
  }

  #flushAll(): void {
    const assigned = COLUMNS.map((column) => `${column} = coalesce(late.${column}, jobs.${column})`).join(', ');
    this.#db.transaction(() => {
      this.#db.run('delete from jobs where id in (select id from late_jobs where gone = 1)');
      this.#db.run(`update jobs set ${assigned} from late_jobs as late where late.id = jobs.id`);
      this.#db.run('delete from late_jobs');
    });
    this.#pendingWrites = 0;
  }
}

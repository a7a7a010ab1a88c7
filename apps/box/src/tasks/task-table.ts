import type { OpType } from '@boxwood/box-sdk';
import { type Database, isUnwritable } from '../store/database.ts';
import { defineMigration } from '../store/migrations.ts';
import { number, type Row, text } from '../store/rows.ts';
import type { Area } from '../vault/index.ts';
import type { Task, TaskParams, TaskState } from './model.ts';

export const taskMigrations = [
  defineMigration(
    'tasks',
    1,
    `create table tasks (
       seq integer primary key autoincrement,
       id text not null unique,
       user text not null,
       cmd text not null,
       source text not null,
       target text not null,
       params text not null,
       areas text not null,
       name text not null,
       type integer not null,
       created integer not null,
       state integer not null,
       code integer not null,
       message text not null,
       total integer not null,
       done integer not null,
       boot text not null,
       ended integer not null default 0
     ) strict;
     create index tasks_user on tasks(user, state, seq);`,
  ),
];

/** The casts: this table is written by this module alone, with these types. */
const taskOf = (row: Row): Task => ({
  id: text(row, 'id'),
  user: text(row, 'user'),
  cmd: text(row, 'cmd') as OpType,
  source: text(row, 'source'),
  target: text(row, 'target'),
  params: JSON.parse(text(row, 'params')) as TaskParams,
  areas: JSON.parse(text(row, 'areas')) as Area[],
  name: text(row, 'name'),
  type: number(row, 'type'),
  created: number(row, 'created'),
  state: number(row, 'state') as TaskState,
  code: number(row, 'code'),
  message: text(row, 'message'),
  total: number(row, 'total'),
  done: number(row, 'done'),
  boot: text(row, 'boot'),
});

/** Records of one user, narrowed by operation and state. */
export interface TaskFilter {
  readonly user: string;
  readonly cmd?: OpType;
  readonly state?: TaskState;
}

const where = ({ user, cmd, state }: TaskFilter): { sql: string; values: (string | number)[] } => ({
  sql: `user = ?${cmd === undefined ? '' : ' and cmd = ?'}${state === undefined ? '' : ' and state = ?'}`,
  values: [user, ...(cmd === undefined ? [] : [cmd]), ...(state === undefined ? [] : [state])],
});

/**
 * What could not be written, kept in memory, and the table as it is with that. A disk that is full, or fails, must not make a task that ended
 * look as if it went on.
 */
const LATE = `
  create temp table if not exists late_tasks (
    id text primary key, state integer, code integer, message text, ended integer, total integer, done integer,
    name text, type integer, boot text, gone integer not null default 0
  ) strict;
  create temp view if not exists tasks_now as
    select tasks.seq, tasks.id, tasks.user, tasks.cmd, tasks.source, tasks.target, tasks.params, tasks.areas, tasks.created,
      coalesce(late.state, tasks.state) as state, coalesce(late.code, tasks.code) as code,
      coalesce(late.message, tasks.message) as message, coalesce(late.ended, tasks.ended) as ended,
      coalesce(late.total, tasks.total) as total, coalesce(late.done, tasks.done) as done,
      coalesce(late.name, tasks.name) as name, coalesce(late.type, tasks.type) as type,
      coalesce(late.boot, tasks.boot) as boot
    from main.tasks left join late_tasks as late on late.id = tasks.id
    where coalesce(late.gone, 0) = 0`;

const COLUMNS = ['state', 'code', 'message', 'ended', 'total', 'done', 'name', 'type', 'boot'] as const;
type Column = (typeof COLUMNS)[number];

/** Downloads wait for other people's machines, so they wait apart from work on the box's own disks. */
export type Lane = 'files' | 'downloads';
export const laneOf = (cmd: OpType): Lane => (cmd === 'DOWN' ? 'downloads' : 'files');

/**
 * The rows of the task queue. Once a task was accepted its row can always be changed: what the disk does not take is kept in memory, seen by
 * every question, and written as soon as the disk takes it.
 */
export class TaskTable {
  readonly #db: Database;
  #late = 0;

  constructor(db: Database) {
    this.#db = db;
    db.exec(LATE);
  }

  /** Durable: the caller is told that the task was accepted. */
  add(task: Task): void {
    this.#db.durable(() =>
      this.#db.run(
        `insert into tasks (id, user, cmd, source, target, params, areas, name, type, created, state, code, message, total, done, boot)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[
          task.id,
          task.user,
          task.cmd,
          task.source,
          task.target,
          JSON.stringify(task.params),
          JSON.stringify(task.areas),
        ],
        ...[task.name, task.type, task.created, task.state, task.code, task.message, task.total, task.done, task.boot],
      ),
    );
  }

  get(user: string, id: string): Task | undefined {
    return this.#db.get(taskOf, 'select * from tasks_now where user = ? and id = ?', user, id);
  }

  has(id: string): boolean {
    return this.#db.get(() => true, 'select 1 from tasks_now where id = ?', id) ?? false;
  }

  /** Newest first. */
  list(filter: TaskFilter, start: number, count: number): Task[] {
    const { sql, values } = where(filter);
    return this.#db.all(
      taskOf,
      `select * from tasks_now where ${sql} order by seq desc limit ? offset ?`,
      ...values,
      count,
      start,
    );
  }

  count(filter: TaskFilter): number {
    const { sql, values } = where(filter);
    return this.#db.get((row) => number(row, 'n'), `select count(*) as n from tasks_now where ${sql}`, ...values) ?? 0;
  }

  /** The task that waits longest in a lane. */
  nextWaiting(user: string, lane: Lane): Task | undefined {
    return this.#db.get(
      taskOf,
      `select * from tasks_now where user = ? and state = 0 and (cmd = 'DOWN') = ? order by seq limit 1`,
      ...[user, lane === 'downloads' ? 1 : 0],
    );
  }

  /** Every task that is not finished, oldest first. */
  unfinished(): Task[] {
    return this.#db.all(taskOf, 'select * from tasks_now where state in (0, 2, 3) order by seq');
  }

  rename(id: string, name: string, type: number): void {
    this.#change(id, { name, type });
  }

  set(id: string, state: TaskState, code: number, message: string, ended: number): void {
    this.#change(id, { state, code, message, ended });
  }

  progress(id: string, total: number, done: number): void {
    this.#change(id, { total, done });
  }

  boot(id: string, boot: string): void {
    this.#change(id, { boot });
  }

  /** Durable: what somebody took back must not be done after a power cut. */
  remove(id: string): void {
    this.#write(
      () => this.#db.durable(() => this.#db.run('delete from tasks where id = ?', id)),
      () => this.#db.run('insert into late_tasks (id, gone) values (?, 1) on conflict (id) do update set gone = 1', id),
    );
  }

  /** Keeps the newest finished records of a user (G-63). */
  prune(user: string, keep: number): void {
    this.#write(
      () =>
        this.#db.run(
          `delete from tasks where user = ? and state in (1, -1) and seq not in
             (select seq from tasks where user = ? and state in (1, -1) order by ended desc, seq desc limit ?)`,
          ...[user, user, keep],
        ),
      // The next task that ends prunes again.
      () => undefined,
    );
  }

  /** Writes what the disk did not take before. Call it now and then; every change does so too. */
  settle(): void {
    this.#write(
      () => undefined,
      () => undefined,
    );
  }

  #change(id: string, values: Readonly<Partial<Record<Column, string | number>>>): void {
    const columns = COLUMNS.filter((column) => values[column] !== undefined);
    const all = columns.map((column) => values[column] ?? null);
    const assigned = columns.map((column) => `${column} = ?`).join(', ');
    this.#write(
      () => this.#db.run(`update tasks set ${assigned} where id = ?`, ...all, id),
      () => {
        this.#db.run('insert or ignore into late_tasks (id) values (?)', id);
        this.#db.run(`update late_tasks set ${assigned} where id = ?`, ...all, id);
      },
    );
  }

  /** Writes, and what is late before that; or keeps it in memory when the disk does not take it. */
  #write(now: () => void, later: () => void): void {
    try {
      if (this.#late > 0) this.#settleAll();
      now();
    } catch (failure) {
      if (!isUnwritable(failure)) throw failure;
      later();
      this.#late += 1;
    }
  }

  #settleAll(): void {
    const assigned = COLUMNS.map((column) => `${column} = coalesce(late.${column}, tasks.${column})`).join(', ');
    this.#db.transaction(() => {
      this.#db.run('delete from tasks where id in (select id from late_tasks where gone = 1)');
      this.#db.run(`update tasks set ${assigned} from late_tasks as late where late.id = tasks.id`);
      this.#db.run('delete from late_tasks');
    });
    this.#late = 0;
  }
}

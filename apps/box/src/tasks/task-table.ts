import type { OpType } from '@boxwood/box-sdk';
import type { Database } from '../store/database.ts';
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

/** The rows of the task queue. */
export class TaskTable {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
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
    return this.#db.get(taskOf, 'select * from tasks where user = ? and id = ?', user, id);
  }

  has(id: string): boolean {
    return this.#db.get(() => true, 'select 1 from tasks where id = ?', id) ?? false;
  }

  /** Newest first. */
  list(filter: TaskFilter, start: number, count: number): Task[] {
    const { sql, values } = where(filter);
    return this.#db.all(
      taskOf,
      `select * from tasks where ${sql} order by seq desc limit ? offset ?`,
      ...values,
      count,
      start,
    );
  }

  count(filter: TaskFilter): number {
    const { sql, values } = where(filter);
    return this.#db.get((row) => number(row, 'n'), `select count(*) as n from tasks where ${sql}`, ...values) ?? 0;
  }

  /** The task that waits longest. */
  nextWaiting(user: string): Task | undefined {
    return this.#db.get(taskOf, 'select * from tasks where user = ? and state = 0 order by seq limit 1', user);
  }

  /** Every task that is not finished, oldest first. */
  unfinished(): Task[] {
    return this.#db.all(taskOf, 'select * from tasks where state in (0, 2, 3) order by seq');
  }

  rename(id: string, name: string, type: number): void {
    this.#db.run('update tasks set name = ?, type = ? where id = ?', name, type, id);
  }

  set(id: string, state: TaskState, code: number, message: string, ended: number): void {
    this.#db.run(
      'update tasks set state = ?, code = ?, message = ?, ended = ? where id = ?',
      state,
      code,
      message,
      ended,
      id,
    );
  }

  progress(id: string, total: number, done: number): void {
    this.#db.run('update tasks set total = ?, done = ? where id = ?', total, done, id);
  }

  boot(id: string, boot: string): void {
    this.#db.run('update tasks set boot = ? where id = ?', boot, id);
  }

  /** Durable: what somebody took back must not be done after a power cut. */
  remove(id: string): void {
    this.#db.durable(() => this.#db.run('delete from tasks where id = ?', id));
  }

  /** Keeps the newest finished records of a user (G-63). */
  prune(user: string, keep: number): void {
    this.#db.run(
      `delete from tasks where user = ? and state in (1, -1) and seq not in
         (select seq from tasks where user = ? and state in (1, -1) order by ended desc, seq desc limit ?)`,
      ...[user, user, keep],
    );
  }
}

import type { OpType } from '@boxwood/box-sdk';
import type { Database } from '../store/database.ts';
import { defineMigration } from '../store/migrations.ts';
import { number, type Row, text } from '../store/rows.ts';
import { type Action, type Change, isFinal } from './change.ts';
import { asInode, sameThing, type Stamp, unchanged } from './stamp.ts';

export type { Action, Change } from './change.ts';
export { stampAt, stampOf } from './stamp.ts';

/**
 * intent: written before the act, not yet known to have happened; done; undoing and redoing: the inverse is under way;
 * undone; blocked: done, but undo was refused because the world has changed (a plain undo passes it over).
 */
export type OperationState = 'intent' | 'done' | 'undoing' | 'undone' | 'redoing' | 'blocked';

/** One recorded operation: who, when, what, and the changes with their inverses. */
export interface Operation {
  readonly id: number;
  readonly user: string;
  readonly action: Action;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Where it came from: `call` (desktop or script) or `task:{id}`. */
  readonly origin: string;
  readonly state: OperationState;
  /** Why undo was refused last, an info key of {@link UndoRefusal}; empty when it never was. */
  readonly reason: string;
  readonly changes: readonly Change[];
  /** What the task was asked for that did it; null when no task did, or before that was written down. */
  readonly asked: Asked | null;
  /** Every change has an inverse. */
  readonly reversible: boolean;
}

/** What a task was asked for. Its changes do not tell: a copy knows where it went, not where it came from. Nothing secret. */
export interface Asked {
  readonly cmd: OpType;
  readonly source: string;
  readonly target: string;
  /** Of an archive: which entries of the source. */
  readonly names: readonly string[];
  /** What it does where a name is taken (G-20); 0 where nobody said. */
  readonly conflict: 0 | 1 | 2 | 3;
}

export interface OperationStart {
  readonly user: string;
  readonly action: Action;
  readonly origin?: string;
  readonly asked?: Asked;
}

/** An operation whose intent is on disk and whose act is about to run. */
export interface Pending {
  readonly id: number;
  /** Durable: call it after the act and before the reply. With `changes`, records what really happened instead of what was planned. */
  commit(changes?: readonly Change[]): void;
  /** Nothing happened: forget the intent. */
  abandon(): void;
}

/** A thing that was made again, as another inode: what it was, and what it is now. */
export interface Remade {
  readonly before: Stamp;
  readonly after: Stamp;
}

/** Tables of the journal, for the migrations of `store/`. */
export const journalMigrations = [
  defineMigration(
    'journal',
    1,
    `create table journal (
     id integer primary key autoincrement,
     user text not null,
     action text not null,
     at integer not null,
     origin text not null,
     state text not null,
     reason text not null default '',
     reversible integer not null,
     made integer not null,
     turned integer not null,
     changes text not null
   ) strict;
   create index journal_user on journal(user, id);
   create index journal_origin on journal(origin) where origin <> 'call';
   create index journal_turned on journal(turned);
   create index journal_open on journal(state) where state in ('intent', 'undoing', 'redoing');`,
  ),
  defineMigration('journal', 2, `alter table journal add column asked text not null default ''`),
];

/**
 * The operation journal: an append-only account of every change to files, in the same database as everything else.
 *
 * The order of a change is: `begin` (intent on disk) → act → `commit` (on disk) → reply. After a crash {@link Journal.open} lists the
 * operations whose outcome is unknown; `recovery.ts` looks at the disk and decides.
 */
export interface Journal {
  begin(start: OperationStart, planned: readonly Change[]): Pending;
  /** Begin and commit in one row, for a change that is known to have happened already. */
  record(start: OperationStart, changes: readonly Change[]): number;
  get(id: number): Operation | null;
  /** The operation that a task has written down, null while it has not finished its act. */
  ofTask(task: string): Operation | null;
  /** Newest first. `before` is an id to page on (0 = from the newest). */
  list(user: string, before: number, count: number): readonly Operation[];
  count(user: string): number;
  /** What a plain undo takes back: the newest operation that is done and reversible. */
  lastDone(user: string): Operation | null;
  /** What a plain redo repeats: the operation undone last, unless something new was done since. */
  lastUndone(user: string): Operation | null;
  /** Moves an operation on. `remade`: what became other inodes by it, also in the operations that come next. Durable. */
  turn(
    id: number,
    state: OperationState,
    changes: readonly Change[],
    reason?: string,
    remade?: readonly Remade[],
  ): void;
  /** Operations that a crash left half way. */
  open(): readonly Operation[];
  forget(id: number): void;
}

/** The newest operations of a person that are kept; nobody goes back further, and the account must not grow for ever. */
export const KEPT_OPERATIONS = 10_000;
/** So many operations at least are written between two looks at what is too old, and a tenth of those that are kept: a look goes through all of them. */
const PRUNE_EVERY = 100;

/** @param now epoch milliseconds; `kept` as {@link KEPT_OPERATIONS} */
export function createJournal(db: Database, now: () => number, kept = KEPT_OPERATIONS): Journal {
  const pruneEvery = Math.max(PRUNE_EVERY, kept / 10);
  let written = 0;
  /** Only what has ended goes: recovery needs the rest. */
  const prune = (user: string): void => {
    db.run(
      `delete from journal where user = ? and state in ('done', 'undone', 'blocked')
         and id <= (select id from journal where user = ? order by id desc limit 1 offset ?)`,
      ...[user, user, kept],
    );
  };
  const tick = (): number =>
    db.get((row) => number(row, 'n'), 'select coalesce(max(turned), 0) + 1 as n from journal') ?? 1;
  const add = (start: OperationStart, state: OperationState, changes: readonly Change[]): number => {
    const turn = tick();
    if (++written % pruneEvery === 0) prune(start.user);
    return db.run(
      'insert into journal (user, action, at, origin, asked, state, reversible, changes, made, turned) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[start.user, start.action, now(), start.origin ?? 'call'],
      ...[start.asked === undefined ? '' : JSON.stringify(start.asked), state],
      ...[reversible(changes), JSON.stringify(changes), turn, turn],
    ).rowid;
  };
  const set = (id: number, state: OperationState, changes: readonly Change[], reason = ''): void => {
    db.run(
      'update journal set state = ?, reversible = ?, changes = ?, reason = ?, turned = ? where id = ?',
      ...[state, reversible(changes), JSON.stringify(changes), reason, tick(), id],
    );
  };
  /** What a plain redo or undo comes to next knows the thing by its new inode too; what was edited in between stays seen as edited. */
  const renew = (id: number, state: OperationState, { before, after }: Remade): void => {
    const next = state === 'done' ? `state = 'undone'` : `state in ('done', 'blocked')`;
    const others = select(
      `where user = (select user from journal where id = ?) and id <> ? and ${next} and instr(changes, ?) > 0`,
      ...[id, id, `"ino":"${before.ino}"`],
    );
    for (const other of others) {
      const changes = other.changes.map((change) =>
        'stamp' in change && change.stamp !== null && sameThing(change.stamp, before)
          ? { ...change, stamp: unchanged(change.stamp, before) ? after : asInode(change.stamp, after) }
          : change,
      );
      db.run('update journal set changes = ? where id = ?', JSON.stringify(changes), other.id);
    }
  };
  const select = (rest: string, ...values: (string | number)[]): Operation[] =>
    db.all(operationOf, `select * from journal ${rest}`, ...values);

  return {
    begin(start, planned) {
      const id = db.durable(() => add(start, 'intent', planned));
      return {
        id,
        commit(changes) {
          // The plan is on disk: should a power cut lose this row, recovery reaches the same result from the disk.
          if (changes === undefined) set(id, 'done', planned);
          else db.durable(() => set(id, 'done', changes));
        },
        abandon() {
          db.run('delete from journal where id = ?', id);
        },
      };
    },
    record: (start, changes) => db.durable(() => add(start, 'done', changes)),
    // With the words of the index, which SQLite would not use without them.
    ofTask: (task) =>
      select(`where origin = ? and origin <> 'call' and state <> 'intent' order by id limit 1`, `task:${task}`)[0] ??
      null,
    get: (id) => select('where id = ?', id)[0] ?? null,
    list: (user, before, count) =>
      select(
        `where user = ? and state <> 'intent' and id < ? order by id desc limit ?`,
        ...[user, before > 0 ? before : Number.MAX_SAFE_INTEGER, count],
      ),
    count: (user) =>
      db.get(
        (row) => number(row, 'n'),
        `select count(*) as n from journal where user = ? and state <> 'intent'`,
        user,
      ) ?? 0,
    lastDone: (user) =>
      select(`where user = ? and state = 'done' and reversible = 1 order by id desc limit 1`, user)[0] ?? null,
    // `made` and `turned` count on one clock, so "anything new since this was undone" is one comparison.
    lastUndone: (user) =>
      select(
        `where user = ? and state = 'undone'
           and turned > (select max(made) from journal where user = ? and state <> 'intent') order by turned desc limit 1`,
        ...[user, user],
      )[0] ?? null,
    turn(id, state, changes, reason = '', remade = []) {
      db.durable(() => {
        set(id, state, changes, reason);
        for (const one of remade) renew(id, state, one);
      });
    },
    open: () => select(`where state in ('intent', 'undoing', 'redoing') order by id`),
    forget(id) {
      db.run('delete from journal where id = ?', id);
    },
  };
}

const reversible = (changes: readonly Change[]): number => (changes.some(isFinal) || changes.length === 0 ? 0 : 1);

/** The casts: this module alone writes the table, and writes these types. */
const operationOf = (row: Row): Operation => ({
  id: number(row, 'id'),
  user: text(row, 'user'),
  action: text(row, 'action') as Action,
  at: number(row, 'at'),
  origin: text(row, 'origin'),
  state: text(row, 'state') as OperationState,
  reason: text(row, 'reason'),
  reversible: number(row, 'reversible') === 1,
  changes: JSON.parse(text(row, 'changes')) as readonly Change[],
  asked: text(row, 'asked') === '' ? null : (JSON.parse(text(row, 'asked')) as Asked),
});

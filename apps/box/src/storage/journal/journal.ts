import type { OpType } from '@boxwood/box-sdk';
import type { Database } from '../../store/database.ts';
import { defineMigration } from '../../store/migrations.ts';
import { number, type Row, text } from '../../store/row-columns.ts';
import { type JournalAction, type JournalChange, isFinal } from './journal-change.ts';
import { withInode, isSameInode, type FileStamp, isUnchanged } from './file-stamp.ts';

export type { JournalAction, JournalChange } from './journal-change.ts';
export { stampAt, stampOf } from './file-stamp.ts';

/**
 * intent: recorded before execution, outcome unknown; done; undoing and redoing: the inverse is running; undone;
 * blocked: done, but undo was refused because files have changed (a plain undo skips it).
 */
export type OperationState = 'intent' | 'done' | 'undoing' | 'undone' | 'redoing' | 'blocked';

/** One recorded operation: user, time, kind, and the changes with their inverses. */
export interface JournalOperation {
  readonly id: number;
  readonly user: string;
  readonly action: JournalAction;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Origin: `call` (desktop or script) or `task:{id}`. */
  readonly origin: string;
  readonly state: OperationState;
  /** Reason of the last refused undo, an info key of {@link UndoObstacle}; empty when none was refused. */
  readonly reason: string;
  readonly changes: readonly JournalChange[];
  /** Parameters of the task that ran the operation; null without a task and in records of older versions. */
  readonly asked: TaskParameters | null;
  /** Whether every change has an inverse. */
  readonly reversible: boolean;
}

/** Parameters of a task. The changes do not contain them: a copy records its target but not its source. No secrets. */
export interface TaskParameters {
  readonly cmd: OpType;
  readonly source: string;
  readonly target: string;
  /** For archives: the selected entries of the source. */
  readonly names: readonly string[];
  /** How name conflicts are handled (G-20); 0 when unspecified. */
  readonly conflict: 0 | 1 | 2 | 3;
}

export interface OperationStart {
  readonly user: string;
  readonly action: JournalAction;
  readonly origin?: string;
  readonly asked?: TaskParameters;
}

/** An operation whose intent is stored and whose execution is about to start. */
export interface PendingOperation {
  readonly id: number;
  /**
   * Durable: call it after the execution and before the reply. `changes` replaces the planned changes with the actual
   * ones.
   */
  commit(changes?: readonly JournalChange[]): void;
  /** Deletes the intent, because nothing happened. */
  abandon(): void;
}

/** An item that was recreated as another inode: its stamps before and after. */
export interface RecreatedItem {
  readonly before: FileStamp;
  readonly after: FileStamp;
}

/** Migrations of the journal table. */
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
 * The operation journal: a record of every change to files, in the main database.
 *
 * Order of an operation: `begin` (intent stored durably), execution, `commit` (durable), reply. After a crash, {@link
 * Journal.listOpen} lists the operations with unknown outcome, and `journal-recovery.ts` decides them from the disk.
 */
export interface Journal {
  begin(start: OperationStart, planned: readonly JournalChange[]): PendingOperation;
  /** Begins and commits in one row, for a change that has happened already. */
  record(start: OperationStart, changes: readonly JournalChange[]): number;
  get(id: number): JournalOperation | null;
  /** The finished operation of a task; null while the task has not finished. */
  ofTask(task: string): JournalOperation | null;
  /** Newest first. `before` is the id to continue from (0 = newest). */
  list(user: string, before: number, count: number): readonly JournalOperation[];
  count(user: string): number;
  /** The operation a plain undo reverts: the newest that is done and reversible. */
  lastDone(user: string): JournalOperation | null;
  /** The operation a plain redo repeats: the last undone one, unless a newer operation was recorded since. */
  lastUndone(user: string): JournalOperation | null;
  /**
   * Changes the state of an operation. `remade`: items that became other inodes, which is updated in related operations
   * too. Durable.
   */
  setState(
    id: number,
    state: OperationState,
    changes: readonly JournalChange[],
    reason?: string,
    remade?: readonly RecreatedItem[],
  ): void;
  /** Operations that a crash interrupted. */
  listOpen(): readonly JournalOperation[];
  forget(id: number): void;
}

/** Number of newest operations stored per user, which limits the size of the journal. */
export const MAX_OPERATIONS_PER_USER = 10_000;
/**
 * Minimum number of new operations between two prunes. The interval is at least a tenth of the stored operations,
 * because a prune scans all of them.
 */
const MIN_PRUNE_INTERVAL = 100;

/** @param now epoch milliseconds; `maxOperations` as {@link MAX_OPERATIONS_PER_USER} */
export function createJournal(db: Database, now: () => number, maxOperations = MAX_OPERATIONS_PER_USER): Journal {
  const pruneInterval = Math.max(MIN_PRUNE_INTERVAL, maxOperations / 10);
  let written = 0;
  /** Prunes finished operations only; recovery needs the others. */
  const prune = (user: string): void => {
    db.run(
      `delete from journal where user = ? and state in ('done', 'undone', 'blocked')
         and id <= (select id from journal where user = ? order by id desc limit 1 offset ?)`,
      user,
      user,
      maxOperations,
    );
  };
  const nextSequence = (): number =>
    db.get((row) => number(row, 'n'), 'select coalesce(max(turned), 0) + 1 as n from journal') ?? 1;
  const add = (start: OperationStart, state: OperationState, changes: readonly JournalChange[]): number => {
    const sequence = nextSequence();
    if (++written % pruneInterval === 0) prune(start.user);
    return db.run(
      'insert into journal (user, action, at, origin, asked, state, reversible, changes, made, turned) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      start.user,
      start.action,
      now(),
      start.origin ?? 'call',
      start.asked === undefined ? '' : JSON.stringify(start.asked),
      state,
      reversible(changes),
      JSON.stringify(changes),
      sequence,
      sequence,
    ).rowid;
  };
  const update = (id: number, state: OperationState, changes: readonly JournalChange[], reason = ''): void => {
    db.run(
      'update journal set state = ?, reversible = ?, changes = ?, reason = ?, turned = ? where id = ?',
      state,
      reversible(changes),
      JSON.stringify(changes),
      reason,
      nextSequence(),
      id,
    );
  };
  /**
   * Updates the stamps in the operations that a plain undo or redo reaches next. Items edited in between still count as
   * edited.
   */
  const updateStamps = (id: number, state: OperationState, { before, after }: RecreatedItem): void => {
    const next = state === 'done' ? `state = 'undone'` : `state in ('done', 'blocked')`;
    const others = select(
      `where user = (select user from journal where id = ?) and id <> ? and ${next} and instr(changes, ?) > 0`,
      id,
      id,
      `"ino":"${before.ino}"`,
    );
    for (const other of others) {
      const changes = other.changes.map((change) =>
        'stamp' in change && change.stamp !== null && isSameInode(change.stamp, before)
          ? { ...change, stamp: isUnchanged(change.stamp, before) ? after : withInode(change.stamp, after) }
          : change,
      );
      db.run('update journal set changes = ? where id = ?', JSON.stringify(changes), other.id);
    }
  };
  const select = (rest: string, ...values: (string | number)[]): JournalOperation[] =>
    db.all(operationOf, `select * from journal ${rest}`, ...values);

  return {
    begin(start, planned) {
      const id = db.durable(() => add(start, 'intent', planned));
      return {
        id,
        commit(changes) {
          // The plan is stored: if a power cut loses this row, recovery reaches the same result from the disk.
          if (changes === undefined) update(id, 'done', planned);
          else db.durable(() => update(id, 'done', changes));
        },
        abandon() {
          db.run('delete from journal where id = ?', id);
        },
      };
    },
    record: (start, changes) => db.durable(() => add(start, 'done', changes)),
    // Repeats the condition of the partial index; otherwise SQLite does not use it.
    ofTask: (task) =>
      select(`where origin = ? and origin <> 'call' and state <> 'intent' order by id limit 1`, `task:${task}`)[0] ??
      null,
    get: (id) => select('where id = ?', id)[0] ?? null,
    list: (user, before, count) =>
      select(
        `where user = ? and state <> 'intent' and id < ? order by id desc limit ?`,
        user,
        before > 0 ? before : Number.MAX_SAFE_INTEGER,
        count,
      ),
    count: (user) =>
      db.get(
        (row) => number(row, 'n'),
        `select count(*) as n from journal where user = ? and state <> 'intent'`,
        user,
      ) ?? 0,
    lastDone: (user) =>
      select(`where user = ? and state = 'done' and reversible = 1 order by id desc limit 1`, user)[0] ?? null,
    // `made` and `turned` share one counter, so one comparison tells whether anything was recorded after an undo.
    lastUndone: (user) =>
      select(
        `where user = ? and state = 'undone'
           and turned > (select max(made) from journal where user = ? and state <> 'intent') order by turned desc limit 1`,
        user,
        user,
      )[0] ?? null,
    setState(id, state, changes, reason = '', remade = []) {
      db.durable(() => {
        update(id, state, changes, reason);
        for (const one of remade) updateStamps(id, state, one);
      });
    },
    listOpen: () => select(`where state in ('intent', 'undoing', 'redoing') order by id`),
    forget(id) {
      db.run('delete from journal where id = ?', id);
    },
  };
}

const reversible = (changes: readonly JournalChange[]): number =>
  changes.some(isFinal) || changes.length === 0 ? 0 : 1;

/** The casts are safe because only this module writes the table. */
const operationOf = (row: Row): JournalOperation => ({
  id: number(row, 'id'),
  user: text(row, 'user'),
  action: text(row, 'action') as JournalAction,
  at: number(row, 'at'),
  origin: text(row, 'origin'),
  state: text(row, 'state') as OperationState,
  reason: text(row, 'reason'),
  reversible: number(row, 'reversible') === 1,
  changes: JSON.parse(text(row, 'changes')) as readonly JournalChange[],
  asked: text(row, 'asked') === '' ? null : (JSON.parse(text(row, 'asked')) as TaskParameters),
});

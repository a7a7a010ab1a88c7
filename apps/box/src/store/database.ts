import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { migrate } from './migrations.ts';
import type { Migration } from './migrations.ts';
import type { Row } from './row-columns.ts';
import { toStored } from './stored-text.ts';

export interface DatabaseOptions {
  readonly migrations?: readonly Migration[];
  /** How long to wait for another process that holds the write lock, in ms. */
  readonly busyMs?: number;
  /** Frees space on a full disk. A failed write is repeated while this returns true. */
  readonly makeRoom?: () => boolean;
}

/** Result of a write. */
export interface WriteResult {
  readonly changes: number;
  readonly rowid: number;
}

/**
 * The box's SQLite file in WAL mode. Statements are prepared once by their text. Plain writes survive a killed
 * process; writes inside {@link Database.durable} also survive a power cut, because they are synced before it returns.
 */
export class Database {
  readonly file: string;
  readonly #connection: DatabaseSync;
  readonly #makeRoom: () => boolean;
  readonly #statements = new Map<string, StatementSync>();
  #depth = 0;
  #writes = 0;

  constructor(file: string, options: DatabaseOptions = {}) {
    this.file = file;
    this.#makeRoom = options.makeRoom ?? (() => false);
    if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    this.#connection = new DatabaseSync(file, { timeout: options.busyMs ?? 5000, enableForeignKeyConstraints: true });
    try {
      this.#connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY');
      migrate(this.#connection, options.migrations ?? []);
    } catch (failure) {
      this.#connection.close();
      throw failure;
    }
  }

  /**
   * Increases with every possible change of a row. Data read at the same number is still current, since no other
   * process writes this file.
   */
  get writes(): number {
    return this.#writes;
  }

  /** Runs a statement that returns no rows. */
  run(sql: string, ...values: SQLInputValue[]): WriteResult {
    this.#writes += 1;
    return this.#withRoom(() => {
      const { changes, lastInsertRowid } = this.#prepare(sql).run(...values.map(toBoundValue));
      return { changes: Number(changes), rowid: Number(lastInsertRowid) };
    });
  }

  /** The first row, read by `read`, or undefined. */
  get<T>(read: (row: Row) => T, sql: string, ...values: SQLInputValue[]): T | undefined {
    const row = this.#prepare(sql).get(...values.map(toBoundValue));
    return row === undefined ? undefined : read(row);
  }

  /** Every row, read by `read`. */
  all<T>(read: (row: Row) => T, sql: string, ...values: SQLInputValue[]): T[] {
    return this.#prepare(sql)
      .all(...values.map(toBoundValue))
      .map((row) => read(row));
  }

  /** Yields rows one by one, for results too large for memory. Finish it before the next write. */
  *each<T>(read: (row: Row) => T, sql: string, ...values: SQLInputValue[]): Generator<T, void, undefined> {
    for (const row of this.#prepare(sql).iterate(...values.map(toBoundValue))) yield read(row);
  }

  /** Runs several statements of text, for schema and maintenance. */
  exec(sql: string): void {
    this.#writes += 1;
    this.#connection.exec(sql);
  }

  /**
   * Runs `work` in a transaction. `work` is synchronous on purpose: no other request can run inside an open
   * transaction. It runs again if the disk was full and space was freed.
   */
  transaction<T>(work: () => T): T {
    if (this.#depth > 0) return this.#savepoint(work);
    return this.#withRoom(() => this.#runTransaction('BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK', work));
  }

  /** A transaction that is synced when this returns. Cannot be nested in a transaction that is not durable. */
  durable<T>(work: () => T): T {
    if (this.#depth > 0) throw new Error('a durable write must be the outermost transaction');
    this.#connection.exec('PRAGMA synchronous = FULL');
    try {
      return this.transaction(work);
    } finally {
      this.#connection.exec('PRAGMA synchronous = NORMAL');
    }
  }

  /**
   * Calls `listener` with the value of `column` for every row of `table` that is inserted, deleted, or changed in one
   * of `columns`. It runs inside the write, which may still be rolled back: it must be short and must not write.
   */
  onRows(table: string, columns: readonly string[], column: string, listener: (value: string) => void): void {
    const name = `rows_of_${table}`;
    this.#connection.function(name, (value) => {
      listener(String(value));
      return null;
    });
    for (const [row, event] of [
      ['new', 'insert'],
      ['old', 'delete'],
      ['new', `update of ${columns.join(', ')}`],
    ] as const)
      this.#connection.exec(
        `create temp trigger ${name}_${event.slice(0, 6)} after ${event} on main.${table} begin select ${name}(${row}.${column}); end`,
      );
  }

  /** Frees cached pages: up to 2 MB after a burst of work. */
  shrink(): void {
    this.#connection.exec('PRAGMA shrink_memory');
  }

  /**
   * Checkpoints the WAL and closes the file; on a full disk the WAL stays and the next start reads it. Calling it again
   * does nothing.
   */
  close(): void {
    if (!this.#connection.isOpen) return;
    this.#statements.clear();
    try {
      this.#connection.exec('PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (failure) {
      if (!isFull(normalizeFullDisk(failure))) throw failure;
    } finally {
      this.#connection.close();
    }
  }

  /** A full disk fails a whole transaction, so only the outermost write can be repeated. */
  #withRoom<T>(write: () => T): T {
    for (;;)
      try {
        return write();
      } catch (failure) {
        const error = normalizeFullDisk(failure);
        if (this.#depth > 0 || !isFull(error) || !this.#makeRoom()) throw error;
      }
  }

  #prepare(sql: string): StatementSync {
    const cached = this.#statements.get(sql);
    if (cached !== undefined) return cached;
    const statement = this.#connection.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #savepoint<T>(work: () => T): T {
    const name = `nested_${this.#depth}`;
    return this.#runTransaction(`SAVEPOINT ${name}`, `RELEASE ${name}`, `ROLLBACK TO ${name}; RELEASE ${name}`, work);
  }

  #runTransaction<T>(begin: string, commit: string, rollback: string, work: () => T): T {
    this.#connection.exec(begin);
    this.#depth += 1;
    try {
      const result = work();
      if (result instanceof Promise) throw new TypeError('a transaction cannot wait for a promise');
      this.#connection.exec(commit);
      return result;
    } catch (failure) {
      this.#writes += 1;
      if (this.#connection.isTransaction) this.#connection.exec(rollback);
      throw normalizeFullDisk(failure);
    } finally {
      this.#depth -= 1;
    }
  }
}

const toBoundValue = (value: SQLInputValue): SQLInputValue => (typeof value === 'string' ? toStored(value) : value);

/** SQLite's extended codes for a full disk: of the file and its log, and of the index of the log. */
const SQLITE_FULL: ReadonlySet<unknown> = new Set([13, 4874]);

/** Reports a full disk as ENOSPC, like every other part of the box. */
const normalizeFullDisk = (failure: unknown): unknown =>
  failure instanceof Error && 'errcode' in failure && SQLITE_FULL.has(failure.errcode)
    ? Object.assign(new Error('ENOSPC', { cause: failure }), { code: 'ENOSPC' })
    : failure;

/** Busy, read-only, I/O error, damaged, full, cannot be opened, no database. */
const DISK_ERROR_CODES: ReadonlySet<number> = new Set([5, 8, 10, 11, 13, 14, 26]);

/** Whether a write failed because of the disk and not because of its data. */
export const isUnwritable = (failure: unknown): boolean =>
  isFull(failure) ||
  (failure instanceof Error &&
    'errcode' in failure &&
    typeof failure.errcode === 'number' &&
    DISK_ERROR_CODES.has(failure.errcode & 0xff));

const isFull = (failure: unknown): boolean =>
  failure instanceof Error && 'code' in failure && failure.code === 'ENOSPC';

/** Opens or creates the file and migrates its schema. Throws if the schema is unknown. */
export const openDatabase = (file: string, options?: DatabaseOptions): Database => new Database(file, options);

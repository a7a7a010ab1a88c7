import type { Database } from '../../store/database.ts';
import { defineMigration } from '../../store/migrations.ts';
import { bytes, number, type Row } from '../../store/row-columns.ts';
import type { ProtectedArea } from '../../storage/vault/index.ts';

export const safeMigrations = [
  defineMigration(
    'safe',
    1,
    `create table areas (
       user text not null,
       area text not null,
       salt blob not null,
       memory integer not null,
       passes integer not null,
       lanes integer not null,
       verifier blob not null,
       wrapped blob not null,
       recipient blob not null,
       primary key (user, area)
     ) strict, without rowid;
     create table area_tries (
       user text not null,
       area text not null,
       wrong integer not null,
       until integer not null,
       primary key (user, area)
     ) strict, without rowid;`,
  ),
];

/**
 * Key derivation by argon2id: salt, memory (KiB), passes and lanes. Stored with each row, so that the cost can be
 * raised later.
 */
export interface Derivation {
  readonly salt: Uint8Array;
  readonly memory: number;
  readonly passes: number;
  readonly lanes: number;
}

/**
 * One protected area of one user. `wrapped` and `recipient` are empty for the private files, which are not encrypted.
 */
export interface AreaRecord extends Derivation {
  readonly verifier: Uint8Array;
  readonly wrapped: Uint8Array;
  readonly recipient: Uint8Array;
}

const recordOf = (row: Row): AreaRecord => ({
  salt: bytes(row, 'salt'),
  memory: number(row, 'memory'),
  passes: number(row, 'passes'),
  lanes: number(row, 'lanes'),
  verifier: bytes(row, 'verifier'),
  wrapped: bytes(row, 'wrapped'),
  recipient: bytes(row, 'recipient'),
});

export class AreaTable {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  get(user: string, area: ProtectedArea): AreaRecord | undefined {
    return this.#db.get(recordOf, 'select * from areas where user = ? and area = ?', user, area);
  }

  /**
   * Durable, because losing the row of a safe would lose its key. With `first`, returns false when a row exists
   * already.
   */
  put(user: string, area: ProtectedArea, record: AreaRecord, first: boolean): boolean {
    const sql = `insert ${first ? 'or ignore' : 'or replace'} into areas (user, area, salt, memory, passes, lanes, verifier, wrapped, recipient) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`;
    const { salt, memory, passes, lanes, verifier, wrapped, recipient } = record;
    const { changes } = this.#db.durable(() =>
      this.#db.run(sql, user, area, salt, memory, passes, lanes, verifier, wrapped, recipient),
    );
    return changes > 0;
  }

  tries(user: string, area: ProtectedArea): { readonly wrong: number; readonly until: number } {
    const read = (row: Row) => ({ wrong: number(row, 'wrong'), until: number(row, 'until') });
    return (
      this.#db.get(read, 'select wrong, until from area_tries where user = ? and area = ?', user, area) ?? {
        wrong: 0,
        until: 0,
      }
    );
  }

  /** Durable, so that cutting the power grants no extra attempts. */
  setTries(user: string, area: ProtectedArea, wrong: number, until: number): void {
    this.#db.durable(() =>
      this.#db.run(
        'insert or replace into area_tries (user, area, wrong, until) values (?, ?, ?, ?)',
        user,
        area,
        wrong,
        until,
      ),
    );
  }
}

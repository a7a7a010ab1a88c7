import { GEN } from '@boxwood/command-bus';
import { Refusal } from '@boxwood/box-sdk/server';
import { isPlainUserId } from '@boxwood/command-bus/rules';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../store/database.ts';
import type { Row } from '../../store/row-columns.ts';
import { number, text } from '../../store/row-columns.ts';
import { decoyVerifier, verifyPassword } from './passwords.ts';

/** A user bound to this box. */
export interface User {
  readonly name: string;
  readonly admin: boolean;
  readonly owner: boolean;
}

export interface RosterUser {
  readonly name: string;
  readonly admin: boolean;
  readonly verifier: string;
}

/** Users that were removed, and users with a new password. `others`: a user was added, or admin rights changed. */
export interface RosterChange {
  readonly removed: readonly string[];
  readonly renewed: readonly string[];
  readonly others: boolean;
}

const readUser = (row: Row): User => ({
  name: text(row, 'name'),
  admin: number(row, 'admin') === 1,
  owner: number(row, 'owner') === 1,
});

/** Users of the box, with verifiers for signing in while the account service is unreachable. */
export class Users {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  all(): readonly User[] {
    return this.#database.all(readUser, 'select name, admin, owner from users order by created, name');
  }

  get(name: string): User | undefined {
    return this.#database.get(readUser, 'select name, admin, owner from users where name = ?', name);
  }

  /** Whether the box has no owner yet. */
  get empty(): boolean {
    return this.all().length === 0;
  }

  /**
   * Adds a user. If the account service reported the user first, the row is completed and keeps its verifier: the next
   * report would treat another verifier as a new password and end every session. Synced with the next durable write.
   */
  create(user: User, verifier: string): void {
    if (!isPlainUserId(user.name)) throw new Refusal(GEN.badParameter, 'username');
    this.#database.run(
      `insert into users (name, admin, owner, verifier, created) values (?, ?, ?, ?, ?)
       on conflict(name) do update set admin = excluded.admin, owner = excluded.owner`,
      user.name,
      user.admin ? 1 : 0,
      user.owner ? 1 : 0,
      verifier,
      this.#clock.now(),
    );
  }

  /**
   * Applies the account service's list: users not in it are removed, including the first owner if there is another
   * administrator. A list without an administrator does not remove the owner. @returns the changes
   */
  replace(received: readonly RosterUser[]): RosterChange {
    // Ignores names that are folders of the box or can be mistaken for another name, regardless of the sender.
    const roster = received.filter(({ name }) => isPlainUserId(name));
    return this.#database.durable(() => {
      const names = new Set(roster.map((user) => user.name));
      const before = new Map(
        this.#database.all((row) => [text(row, 'name'), text(row, 'verifier')], 'select name, verifier from users'),
      );
      const rights = new Map(this.all().map((user) => [user.name, user.admin]));
      const hasAdmin = roster.some(({ admin }) => admin);
      const removed = this.all().filter((user) => !names.has(user.name) && (hasAdmin || !user.owner));
      for (const { name } of removed) this.#database.run('delete from users where name = ?', name);
      for (const { name, admin, verifier } of roster)
        this.#database.run(
          `insert into users (name, admin, owner, verifier, created) values (?, ?, 0, ?, ?)
           on conflict(name) do update set admin = excluded.admin, verifier = excluded.verifier`,
          name,
          admin ? 1 : 0,
          verifier,
          this.#clock.now(),
        );
      const renewed = roster.filter(({ name, verifier }) => (before.get(name) ?? verifier) !== verifier);
      return {
        removed: removed.map(({ name }) => name),
        renewed: renewed.map(({ name }) => name),
        others: roster.some(({ name, admin }) => rights.get(name) !== admin),
      };
    });
  }

  /**
   * Returns the user if the password is right. An unknown name takes as long as a wrong password, with lower priority
   * than known users.
   * @param remote address of the client
   * @throws Refusal 2002 when too many users sign in at once
   */
  async verify(name: string, password: string, remote: string): Promise<User | undefined> {
    const verifier = this.#database.get(
      (row) => text(row, 'verifier'),
      'select verifier from users where name = ?',
      name,
    );
    const queueEntry = verifier === undefined ? { holder: remote, known: false } : { holder: name, known: true };
    const right = await verifyPassword(verifier ?? (await decoyVerifier), password, queueEntry);
    return right && verifier !== undefined ? this.get(name) : undefined;
  }

  setVerifier(name: string, verifier: string): void {
    this.#database.run('update users set verifier = ? where name = ?', verifier, name);
  }
}

import { GEN } from '@boxwood/command-bus';
import { Refusal } from '@boxwood/box-sdk/server';
import { isPlainUserId } from '@boxwood/command-bus/rules';
import type { Clock } from '../clock.ts';
import type { Database } from '../store/database.ts';
import type { Row } from '../store/rows.ts';
import { number, text } from '../store/rows.ts';
import { decoy, verifyPassword } from './passwords.ts';

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

/** Who is no user any more, and who has another password; `others`: that there is somebody new, or who administrates has changed. */
export interface RosterChange {
  readonly gone: readonly string[];
  readonly renewed: readonly string[];
  readonly others: boolean;
}

const readUser = (row: Row): User => ({
  name: text(row, 'name'),
  admin: number(row, 'admin') === 1,
  owner: number(row, 'owner') === 1,
});

/** The users the box knows, with verifiers for signing in while the account service is away. */
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

  /** Whether the box waits for its first owner. */
  get empty(): boolean {
    return this.all().length === 0;
  }

  /**
   * Adds a user; one that the account service was quicker to tell about is completed and keeps its verifier, as another one would read as a new
   * password when the service tells the next time, and end every session. On the disk with the next durable write.
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
   * Takes over the account service's list: who is missing from it is no longer a user. The first owner, too, once somebody else administrates; a list
   * without an administrator is no reason to leave the box to nobody. @returns what that changed
   */
  replace(sent: readonly RosterUser[]): RosterChange {
    // A name that is a folder of the box, or could be taken for another, is nobody's, whoever sends it.
    const roster = sent.filter(({ name }) => isPlainUserId(name));
    return this.#database.durable(() => {
      const names = new Set(roster.map((user) => user.name));
      const before = new Map(
        this.#database.all((row) => [text(row, 'name'), text(row, 'verifier')], 'select name, verifier from users'),
      );
      const rights = new Map(this.all().map((user) => [user.name, user.admin]));
      const isLed = roster.some(({ admin }) => admin);
      const gone = this.all().filter((user) => !names.has(user.name) && (isLed || !user.owner));
      for (const { name } of gone) this.#database.run('delete from users where name = ?', name);
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
        gone: gone.map(({ name }) => name),
        renewed: renewed.map(({ name }) => name),
        others: roster.some(({ name, admin }) => rights.get(name) !== admin),
      };
    });
  }

  /**
   * The user when the password is right. An unknown name takes as long as a wrong password, and waits until nobody of the family does.
   * @param remote the address that asks
   * @throws Refusal 2002 when too many sign in at once
   */
  async verify(name: string, password: string, remote: string): Promise<User | undefined> {
    const verifier = this.#database.get(
      (row) => text(row, 'verifier'),
      'select verifier from users where name = ?',
      name,
    );
    const turn = verifier === undefined ? { holder: remote, known: false } : { holder: name, known: true };
    const right = await verifyPassword(verifier ?? (await decoy), password, turn);
    return right && verifier !== undefined ? this.get(name) : undefined;
  }

  setVerifier(name: string, verifier: string): void {
    this.#database.run('update users set verifier = ? where name = ?', verifier, name);
  }
}

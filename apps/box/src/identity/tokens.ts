import type { Clock } from '../clock.ts';
import type { Database } from '../store/database.ts';
import { number, text } from '../store/rows.ts';
import { digest, newSecret } from './secrets.ts';
import type { User } from './users.ts';

/** A box token ends this long after its last use (G-05). */
export const TOKEN_LIFE_MS = 24 * 3_600_000;
/** Uses closer together than this are not written down: a list of 500 is not worth 500 writes. */
const TOUCH_MS = 60_000;

/** Whose token it is, and when it was last used. */
interface Holder extends Pick<User, 'name' | 'admin'> {
  readonly used: number;
}

/** Tokens of offline sign-in. Only their digest is stored. */
export class Tokens {
  readonly #database: Database;
  readonly #clock: Clock;
  /** What was read since the last write of anything; only tokens that are good, so that guesses do not fill it. */
  readonly #holders = new Map<string, Holder>();
  #readAt = -1;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  issue(user: string): string {
    const token = newSecret();
    const now = this.#clock.now();
    this.#database.durable(() => {
      this.#database.run('delete from tokens where used < ?', now - TOKEN_LIFE_MS);
      this.#database.run(
        'insert into tokens (hash, user, issued, used) values (?, ?, ?, ?)',
        digest(token),
        user,
        now,
        now,
      );
    });
    return token;
  }

  /** The user whose token has this digest, or undefined when it is unknown or has ended. Every call of every user asks here. */
  verify(hash: string): Pick<User, 'name' | 'admin'> | undefined {
    const found = this.#holder(hash);
    const now = this.#clock.now();
    if (found === undefined || found.used < now - TOKEN_LIFE_MS) return undefined;
    // A use in the future is one before the clock was set back: the token's life is counted from now, not from then.
    if (found.used < now - TOUCH_MS || found.used > now)
      this.#database.run('update tokens set used = ? where hash = ?', now, hash);
    return found;
  }

  #holder(hash: string): Holder | undefined {
    if (this.#readAt !== this.#database.writes) {
      this.#holders.clear();
      this.#readAt = this.#database.writes;
    }
    const known = this.#holders.get(hash);
    if (known !== undefined) return known;
    const found = this.#database.get(
      (row) => ({ name: text(row, 'user'), admin: number(row, 'admin') === 1, used: number(row, 'used') }),
      'select user, used, admin from tokens join users on users.name = tokens.user where hash = ?',
      hash,
    );
    if (found !== undefined) this.#holders.set(hash, found);
    return found;
  }

  /** Whether this box was told that the session is over. */
  hasEnded(hash: string): boolean {
    return (
      this.#database.get((row) => number(row, 'at'), 'select at from ended_sessions where hash = ?', hash) !== undefined
    );
  }

  /**
   * A session ends. It is written down as well: a token of the account service may still be good there when its person signs out here. After the
   * life of a token without use nobody asks any more.
   */
  end(hash: string): void {
    const now = this.#clock.now();
    this.#database.durable(() => {
      this.#database.run('delete from ended_sessions where at < ?', now - 2 * TOKEN_LIFE_MS);
      this.#database.run('delete from tokens where hash = ?', hash);
      this.#database.run('insert or replace into ended_sessions (hash, at) values (?, ?)', hash, now);
    });
  }

  endAll(user: string): void {
    this.#database.durable(() => {
      this.#database.run('delete from tokens where user = ?', user);
    });
  }
}

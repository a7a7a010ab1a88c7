import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../store/database.ts';
import { number, text } from '../../store/row-columns.ts';
import { digest, newSecret } from './secrets.ts';
import type { User } from './users.ts';

/** A box token expires this long after its last use (G-05). */
export const TOKEN_LIFE_MS = 24 * 3_600_000;
/** Uses within this interval are not recorded: a list of 500 is not worth 500 writes. */
const TOUCH_INTERVAL_MS = 60_000;

/** Owner of a token and its last use. */
interface TokenHolder extends Pick<User, 'name' | 'admin'> {
  readonly used: number;
}

/** Tokens of offline sign-in. Only the digest is stored. */
export class Tokens {
  readonly #database: Database;
  readonly #clock: Clock;
  /**
   * Cache of valid tokens since the last database write; invalid ones are not cached, so that guesses do not fill it.
   */
  readonly #holders = new Map<string, TokenHolder>();
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

  /** The owner of the token with this digest, or undefined if it is unknown or has expired. Runs on every call. */
  verify(hash: string): Pick<User, 'name' | 'admin'> | undefined {
    const found = this.#holder(hash);
    const now = this.#clock.now();
    if (found === undefined || found.used < now - TOKEN_LIFE_MS) return undefined;
    // A last use in the future dates from before the clock was set back: count the token's life from now.
    if (found.used < now - TOUCH_INTERVAL_MS || found.used > now)
      this.#database.run('update tokens set used = ? where hash = ?', now, hash);
    return found;
  }

  #holder(hash: string): TokenHolder | undefined {
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

  /** Whether this session was ended here. */
  hasEnded(hash: string): boolean {
    return (
      this.#database.get((row) => number(row, 'at'), 'select at from ended_sessions where hash = ?', hash) !== undefined
    );
  }

  /**
   * Ends a session and records that: its account token may still be valid at the account service when the user signs
   * out here. The record is needed only for the lifetime of an unused token.
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

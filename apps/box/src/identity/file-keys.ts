import type { Clock } from '../clock.ts';
import type { Database } from '../store/database.ts';
import { number, text } from '../store/rows.ts';
import { digest, newSecret } from './secrets.ts';

/** The client renews a key after this many seconds; the box takes it twice as long, so that open players survive (G-10). */
export const FILE_KEY_RENEW_S = 3600;
const FILE_KEY_LIFE_MS = 2 * FILE_KEY_RENEW_S * 1000;

/** A download that began with a key may take so long after the key's time. */
const LONGEST_READ_MS = 24 * 3_600_000;

/** What a key is shown for: a new request, or one that is under way. */
export type KeyUse = 'begin' | 'go-on';

export interface FileKeyHolder {
  readonly user: string;
  /** Digest of the session token the key was made in: what is unlocked there is unlocked for the key. */
  readonly session: string;
}

/** Keys that file addresses carry, because an `<img>` cannot send an envelope. They end with the session. */
export class FileKeys {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  issue(holder: FileKeyHolder): string {
    const key = newSecret();
    const now = this.#clock.now();
    this.#database.run('delete from file_keys where expires < ?', now - LONGEST_READ_MS);
    this.#database.run(
      'insert into file_keys (hash, user, session, expires) values (?, ?, ?, ?)',
      digest(key),
      holder.user,
      holder.session,
      now + FILE_KEY_LIFE_MS,
    );
    return key;
  }

  /**
   * Whose key it is. To begin with, it has to be fresh; a download that began with it goes on after its time, as long as the session does.
   */
  verify(key: string, use: KeyUse = 'begin'): FileKeyHolder | undefined {
    const found = this.#database.get(
      (row) => ({ user: text(row, 'user'), session: text(row, 'session'), expires: number(row, 'expires') }),
      'select user, session, expires from file_keys where hash = ?',
      digest(key),
    );
    if (found === undefined || (use === 'begin' && found.expires < this.#clock.now())) return undefined;
    return { user: found.user, session: found.session };
  }

  end(session: string): void {
    this.#database.run('delete from file_keys where session = ?', session);
  }

  endAll(user: string): void {
    this.#database.run('delete from file_keys where user = ?', user);
  }
}

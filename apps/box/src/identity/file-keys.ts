import type { Clock } from '../clock.ts';
import type { Database } from '../store/database.ts';
import { number, text } from '../store/rows.ts';
import { digest, newSecret } from './secrets.ts';

/** The client renews a key after this many seconds; the box takes it twice as long, so that open players survive (G-10). */
export const FILE_KEY_RENEW_S = 3600;
const FILE_KEY_LIFE_MS = 2 * FILE_KEY_RENEW_S * 1000;

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
    this.#database.run('delete from file_keys where expires < ?', now);
    this.#database.run(
      'insert into file_keys (hash, user, session, expires) values (?, ?, ?, ?)',
      digest(key),
      holder.user,
      holder.session,
      now + FILE_KEY_LIFE_MS,
    );
    return key;
  }

  verify(key: string): FileKeyHolder | undefined {
    const found = this.#database.get(
      (row) => ({ user: text(row, 'user'), session: text(row, 'session'), expires: number(row, 'expires') }),
      'select user, session, expires from file_keys where hash = ?',
      digest(key),
    );
    return found === undefined || found.expires < this.#clock.now()
      ? undefined
      : { user: found.user, session: found.session };
  }

  end(session: string): void {
    this.#database.run('delete from file_keys where session = ?', session);
  }

  endAll(user: string): void {
    this.#database.run('delete from file_keys where user = ?', user);
  }
}

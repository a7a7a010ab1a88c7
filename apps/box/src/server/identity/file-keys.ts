import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../store/database.ts';
import { number, text } from '../../store/row-columns.ts';
import { digest, newSecret } from './secrets.ts';

/**
 * Interval in which the client renews a key, in seconds. The box accepts it twice as long, so that open players
 * continue (G-10).
 */
export const FILE_KEY_RENEW_S = 3600;
const FILE_KEY_LIFE_MS = 2 * FILE_KEY_RENEW_S * 1000;

/** How long a download may continue after its key has expired. */
const MAX_READ_MS = 24 * 3_600_000;

/** Use of a key: a new request, or one already running. */
export type KeyUse = 'begin' | 'go-on';

export interface FileKeyHolder {
  readonly user: string;
  /** Digest of the token of the session that made the key; areas unlocked there are unlocked for the key. */
  readonly session: string;
}

/** Keys in file URLs, because an `<img>` cannot send an envelope. They end with the session. */
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
    this.#database.run('delete from file_keys where expires < ?', now - MAX_READ_MS);
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
   * The holder of a key. A new request needs a fresh key; a running download continues after expiry while the session
   * exists.
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

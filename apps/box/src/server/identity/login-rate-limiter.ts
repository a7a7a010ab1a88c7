import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../store/database.ts';
import { number } from '../../store/row-columns.ts';

/** Window in which login attempts are counted (G-05, G-70). */
const WINDOW_MS = 600_000;
/**
 * Maximum number of stored attempts of unknown names and addresses; the oldest are deleted. Attempts for users and
 * shares are few and are not limited.
 */
const MAX_ANONYMOUS_ATTEMPTS = 5000;
const ANONYMOUS_PREFIX = 'stranger ';

/** Counts login attempts durably in the database, so that neither a restart nor a power cut resets them. */
export class LoginRateLimiter {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #maxAnonymous: number;
  #added = 0;

  constructor(database: Database, clock: Clock, maxAnonymous = MAX_ANONYMOUS_ATTEMPTS) {
    this.#database = database;
    this.#clock = clock;
    this.#maxAnonymous = maxAnonymous;
  }

  /** Subject for an address or an unknown name; its attempts may be deleted when there are too many. */
  static anonymousSubject(what: string): string {
    return ANONYMOUS_PREFIX + what.slice(0, 80);
  }

  /**
   * Counts an attempt for `subject`; false if there were `limit` within ten minutes. Call it before verifying: two
   * hundred concurrent guesses must not all see zero.
   */
  tryAttempt(subject: string, limit: number): boolean {
    const now = this.#clock.now();
    return this.#database.durable(() => {
      // The clock was set back: a future attempt counts as now, or a lock would last until then.
      this.#database.run('update tries set at = ? where at > ?', now, now);
      this.#database.run('delete from tries where at <= ?', now - WINDOW_MS);
      const attempts = this.#database.get(
        (row) => number(row, 'n'),
        'select count(*) n from tries where subject = ?',
        subject,
      );
      if ((attempts ?? 0) >= limit) return false;
      this.#database.run('insert into tries (subject, at) values (?, ?)', subject, now);
      this.#added += 1;
      if (this.#added % 100 === 0) this.#trim();
      return true;
    });
  }

  /** Deletes the attempts of `subject` after a success. */
  reset(subject: string): void {
    this.#database.run('delete from tries where subject = ?', subject);
  }

  /** Removes the newest attempt of `subject`, which turned out to be valid. */
  refund(subject: string): void {
    this.#database.run(
      'delete from tries where rowid = (select rowid from tries where subject = ? order by at desc, rowid desc limit 1)',
      subject,
    );
  }

  #trim(): void {
    this.#database.run(
      `delete from tries where rowid in
         (select rowid from tries where subject like ? order by at desc, rowid desc limit -1 offset ?)`,
      `${ANONYMOUS_PREFIX}%`,
      this.#maxAnonymous,
    );
  }
}

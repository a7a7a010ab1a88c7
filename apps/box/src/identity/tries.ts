import type { Database } from '../store/database.ts';
import { number } from '../store/rows.ts';
import type { Clock } from '../clock.ts';

/** Counts tries in the database and on the disk, so that neither a restart nor a pulled plug hands out new ones. */
export class Tries {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /**
   * Takes one try for `subject`; false when `limit` were taken within `windowMs`. Call it before verifying, never after: two
   * hundred simultaneous guesses must not all see the counter at zero.
   */
  take(subject: string, limit: number, windowMs: number): boolean {
    const now = this.#clock.now();
    const since = now - windowMs;
    return this.#database.durable(() => {
      // The clock was set back: a try of tomorrow counts as one of now, or a lock would last until tomorrow.
      this.#database.run('update tries set at = ? where subject = ? and at > ?', now, subject, now);
      this.#database.run('delete from tries where subject = ? and at <= ?', subject, since);
      const taken = this.#database.get(
        (row) => number(row, 'n'),
        'select count(*) n from tries where subject = ?',
        subject,
      );
      if ((taken ?? 0) >= limit) return false;
      this.#database.run('insert into tries (subject, at) values (?, ?)', subject, now);
      return true;
    });
  }

  /** Forgets the tries of `subject` after a success. */
  forgive(subject: string): void {
    this.#database.run('delete from tries where subject = ?', subject);
  }
}

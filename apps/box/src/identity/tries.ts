import type { Clock } from '../clock.ts';
import type { Database } from '../store/database.ts';
import { number } from '../store/rows.ts';

/** Window in which login attempts are counted (G-05, G-70). */
const WINDOW_MS = 600_000;
/**
 * Maximum number of stored attempts of unknown names and addresses; the oldest are deleted. Attempts for users and
 * shares are few and are not limited.
 */
const MOST = 5000;
const STRANGER = 'stranger ';

/** Counts login attempts durably in the database, so that neither a restart nor a power cut resets them. */
export class Tries {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #most: number;
  #added = 0;

  constructor(database: Database, clock: Clock, most = MOST) {
    this.#database = database;
    this.#clock = clock;
    this.#most = most;
  }

  /** Subject for an address or an unknown name; its attempts may be deleted when there are too many. */
  static stranger(what: string): string {
    return STRANGER + what.slice(0, 80);
  }

  /**
   * Counts an attempt for `subject`; false if there were `limit` within ten minutes. Call it before verifying: two
   * hundred concurrent guesses must not all see zero.
   */
  take(subject: string, limit: number): boolean {
    const now = this.#clock.now();
    return this.#database.durable(() => {
      // The clock was set back: a future attempt counts as now, or a lock would last until then.
      this.#database.run('update tries set at = ? where at > ?', now, now);
      this.#database.run('delete from tries where at <= ?', now - WINDOW_MS);
      const taken = this.#database.get(
        (row) => number(row, 'n'),
        'select count(*) n from tries where subject = ?',
        subject,
      );
      if ((taken ?? 0) >= limit) return false;
      this.#database.run('insert into tries (subject, at) values (?, ?)', subject, now);
      this.#added += 1;
      if (this.#added % 100 === 0) this.#trim();
      return true;
    });
  }

  /** Deletes the attempts of `subject` after a success. */
  forgive(subject: string): void {
    this.#database.run('delete from tries where subject = ?', subject);
  }

  /** Removes the newest attempt of `subject`, which turned out to be valid. */
  giveBack(subject: string): void {
    this.#database.run(
      'delete from tries where rowid = (select rowid from tries where subject = ? order by at desc, rowid desc limit 1)',
      subject,
    );
  }

  #trim(): void {
    this.#database.run(
      `delete from tries where rowid in
         (select rowid from tries where subject like ? order by at desc, rowid desc limit -1 offset ?)`,
      `${STRANGER}%`,
      this.#most,
    );
  }
}

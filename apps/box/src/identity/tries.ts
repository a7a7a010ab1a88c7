import type { Clock } from '../clock.ts';
import type { Database } from '../store/database.ts';
import { number } from '../store/rows.ts';

/** Tries are counted for so long (G-05, G-70). */
const WINDOW_MS = 600_000;
/** Tries of strangers that are kept, however many there are: of more than these the oldest go. Those of users and shares are few, and stay. */
const MOST = 5000;
const STRANGER = 'stranger ';

/** Counts tries in the database and on the disk, so that neither a restart nor a pulled plug hands out new ones. */
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

  /** The subject of an address, or of a name that nobody has: what is counted there makes way when there is too much of it. */
  static stranger(what: string): string {
    return STRANGER + what.slice(0, 80);
  }

  /**
   * Takes one try for `subject`; false when `limit` were taken within ten minutes. Call it before verifying, never after: two
   * hundred simultaneous guesses must not all see the counter at zero.
   */
  take(subject: string, limit: number): boolean {
    const now = this.#clock.now();
    return this.#database.durable(() => {
      // The clock was set back: a try of tomorrow counts as one of now, or a lock would last until tomorrow.
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

  /** Forgets the tries of `subject` after a success. */
  forgive(subject: string): void {
    this.#database.run('delete from tries where subject = ?', subject);
  }

  /** Gives back the newest try of `subject`, which turned out to be none. */
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

import type { Database } from '../store/database.ts';
import { number, numberOrNull, type Row, text } from '../store/rows.ts';

/** What somebody says of a picture; what is absent stays. */
export interface Mark {
  readonly favourite?: 0 | 1 | undefined;
  readonly hidden?: 0 | 1 | undefined;
  readonly caption?: string | undefined;
  /** Epoch seconds; 0 goes back to the picture's own time. */
  readonly taken?: number | undefined;
}

/** What somebody has said of a picture; `taken` in epoch seconds, null where they said no other time. */
export interface Said {
  readonly favourite: 0 | 1;
  readonly hidden: 0 | 1;
  readonly caption: string;
  readonly taken: number | null;
}

export const NOTHING_SAID: Said = { favourite: 0, hidden: 0, caption: '', taken: null };

const readSaid = (row: Row): readonly [photo: string, said: Said] => [
  text(row, 'photo'),
  {
    favourite: number(row, 'favourite') === 1 ? 1 : 0,
    hidden: number(row, 'hidden') === 1 ? 1 : 0,
    caption: text(row, 'caption'),
    taken: numberOrNull(row, 'taken'),
  },
];

/** What each person says of pictures, by content: it stays when no file of it is there for a while, and it is theirs alone. */
export class Marks {
  readonly #db: Database;

  constructor(database: Database) {
    this.#db = database;
  }

  /** Everything that a person has said, by content. */
  of(user: string): ReadonlyMap<string, Said> {
    return new Map(this.#db.all(readSaid, 'SELECT * FROM photo_marks WHERE user = ?', user));
  }

  /** What a person has said of these contents. */
  on(user: string, photos: readonly string[]): ReadonlyMap<string, Said> {
    return new Map(
      this.#db.all(
        readSaid,
        'SELECT * FROM photo_marks WHERE user = ? AND photo IN (SELECT value FROM json_each(?))',
        ...[user, JSON.stringify(photos)],
      ),
    );
  }

  /** Somebody has left the box: a later person of that name starts with none. */
  forget(user: string): void {
    this.#db.durable(() => this.#db.run('DELETE FROM photo_marks WHERE user = ?', user));
  }

  set(user: string, photos: readonly string[], { favourite, hidden, caption, taken }: Mark): void {
    this.#db.durable(() => {
      for (const photo of photos) {
        this.#db.run('INSERT OR IGNORE INTO photo_marks (user, photo) VALUES (?, ?)', user, photo);
        this.#db.run(
          `UPDATE photo_marks SET favourite = coalesce(?, favourite), hidden = coalesce(?, hidden), caption = coalesce(?, caption),
           taken = CASE WHEN ? IS NULL THEN taken ELSE nullif(?, 0) END WHERE user = ? AND photo = ?`,
          ...[favourite ?? null, hidden ?? null, caption ?? null, taken ?? null, taken ?? null, user, photo],
        );
      }
      this.#db.run(
        `DELETE FROM photo_marks WHERE user = ? AND favourite = 0 AND hidden = 0 AND caption = '' AND taken IS NULL`,
        user,
      );
    });
  }
}

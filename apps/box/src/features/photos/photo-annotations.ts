import type { Database } from '../../store/database.ts';
import { number, numberOrNull, type Row, text } from '../../store/row-columns.ts';

/** A change of a user's annotation of a photo; absent fields stay as they are. */
export interface AnnotationChange {
  readonly favourite?: 0 | 1 | undefined;
  readonly hidden?: 0 | 1 | undefined;
  readonly caption?: string | undefined;
  /** Epoch seconds; 0 restores the photo's own time. */
  readonly taken?: number | undefined;
}

/** A user's annotation of a photo. `taken` in epoch seconds; null if the user set no other time. */
export interface PhotoAnnotation {
  readonly favourite: 0 | 1;
  readonly hidden: 0 | 1;
  readonly caption: string;
  readonly taken: number | null;
}

export const NO_ANNOTATION: PhotoAnnotation = { favourite: 0, hidden: 0, caption: '', taken: null };

const toAnnotation = (row: Row): readonly [photo: string, said: PhotoAnnotation] => [
  text(row, 'photo'),
  {
    favourite: number(row, 'favourite') === 1 ? 1 : 0,
    hidden: number(row, 'hidden') === 1 ? 1 : 0,
    caption: text(row, 'caption'),
    taken: numberOrNull(row, 'taken'),
  },
];

/**
 * Stores each user's annotations by content. They are private to the user and survive while no file of the content
 * exists.
 */
export class PhotoAnnotations {
  readonly #db: Database;

  constructor(database: Database) {
    this.#db = database;
  }

  /** All annotations of a user, by content. */
  allOf(user: string): ReadonlyMap<string, PhotoAnnotation> {
    return new Map(this.#db.all(toAnnotation, 'SELECT * FROM photo_marks WHERE user = ?', user));
  }

  /** A user's annotations of these contents. */
  forPhotos(user: string, photos: readonly string[]): ReadonlyMap<string, PhotoAnnotation> {
    return new Map(
      this.#db.all(
        toAnnotation,
        'SELECT * FROM photo_marks WHERE user = ? AND photo IN (SELECT value FROM json_each(?))',
        user,
        JSON.stringify(photos),
      ),
    );
  }

  /** Deletes the annotations of a removed user, so that a later user with the same name does not inherit them. */
  removeUser(user: string): void {
    this.#db.durable(() => this.#db.run('DELETE FROM photo_marks WHERE user = ?', user));
  }

  set(user: string, photos: readonly string[], { favourite, hidden, caption, taken }: AnnotationChange): void {
    this.#db.durable(() => {
      for (const photo of photos) {
        this.#db.run('INSERT OR IGNORE INTO photo_marks (user, photo) VALUES (?, ?)', user, photo);
        this.#db.run(
          `UPDATE photo_marks SET favourite = coalesce(?, favourite), hidden = coalesce(?, hidden), caption = coalesce(?, caption),
           taken = CASE WHEN ? IS NULL THEN taken ELSE nullif(?, 0) END WHERE user = ? AND photo = ?`,
          favourite ?? null,
          hidden ?? null,
          caption ?? null,
          taken ?? null,
          taken ?? null,
          user,
          photo,
        );
      }
      this.#db.run(
        `DELETE FROM photo_marks WHERE user = ? AND favourite = 0 AND hidden = 0 AND caption = '' AND taken IS NULL`,
        user,
      );
    });
  }
}

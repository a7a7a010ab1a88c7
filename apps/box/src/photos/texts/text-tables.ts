import type { Database } from '../../store/database.ts';
import { text } from '../../store/rows.ts';

/** What is written in pictures, by their contents. */
export class TextTables {
  readonly #db: Database;

  /** @param index the database of `IndexTables` */
  constructor(index: Database) {
    this.#db = index;
  }

  /** What is written in a content. One that is no longer known, as it was forgotten meanwhile, says nothing. */
  put(photo: string, written: string): void {
    this.#db.transaction(() => {
      const { changes } = this.#db.run('UPDATE photo_facts SET texted = 1 WHERE id = ?', photo);
      if (changes === 0) return;
      this.#db.run('DELETE FROM photo_texts WHERE photo = ?', photo);
      if (written !== '') this.#db.run('INSERT INTO photo_texts (photo, text) VALUES (?, ?)', photo, written);
    });
  }

  /** What is written in a content; empty when nothing is, or nobody has looked. */
  of(photo: string): string {
    return this.#db.get((row) => text(row, 'text'), 'SELECT text FROM photo_texts WHERE photo = ?', photo) ?? '';
  }

  /** Pictures that are nowhere any more leave no words behind; one that comes back is read again. */
  forgetGone(): void {
    const gone = 'NOT EXISTS (SELECT 1 FROM photo_files f WHERE f.photo = photo_texts.photo)';
    this.#db.transaction(() => {
      this.#db.run(`UPDATE photo_facts SET texted = 0 WHERE id IN (SELECT photo FROM photo_texts WHERE ${gone})`);
      this.#db.run(`DELETE FROM photo_texts WHERE ${gone}`);
    });
  }

  /** Nothing is known any more, also not after a power cut. */
  forgetAll(): void {
    this.#db.durable(() => {
      this.#db.run('DELETE FROM photo_texts');
      this.#db.run('UPDATE photo_facts SET texted = 0 WHERE texted <> 0');
    });
  }
}

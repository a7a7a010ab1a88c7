import type { Database } from '../../../store/database.ts';
import { readInChunks } from '../../../store/read-in-chunks.ts';
import { number, text } from '../../../store/row-columns.ts';
import { clearAnalysis } from '../photo-analyses.ts';

/** Contents processed before yielding to the event loop. */
const CONTENTS_PER_BATCH = 500;

/** Stores the text in photos, by content. */
export class TextTables {
  readonly #db: Database;

  /** @param index the database of `IndexTables` */
  constructor(index: Database) {
    this.#db = index;
  }

  /** Stores the text of a content. Does nothing if the content was forgotten meanwhile. */
  put(photo: string, content: string): void {
    this.#db.transaction(() => {
      const { changes } = this.#db.run('UPDATE photo_facts SET texted = 1 WHERE id = ?', photo);
      if (changes === 0) return;
      this.#db.run('DELETE FROM photo_texts WHERE photo = ?', photo);
      if (content !== '') this.#db.run('INSERT INTO photo_texts (photo, text) VALUES (?, ?)', photo, content);
    });
  }

  /** The text of a content; empty if it has none or was not analysed. */
  of(photo: string): string {
    return this.#db.get((row) => text(row, 'text'), 'SELECT text FROM photo_texts WHERE photo = ?', photo) ?? '';
  }

  /** All stored texts, in batches, yielding to the event loop. */
  pages(): AsyncGenerator<readonly { readonly photo: string; readonly text: string }[]> {
    return readInChunks({
      from: '',
      size: CONTENTS_PER_BATCH,
      read: (after, size) =>
        this.#db.all(
          (row) => ({ photo: text(row, 'photo'), text: text(row, 'text') }),
          'SELECT photo, text FROM photo_texts WHERE photo > ? ORDER BY photo LIMIT ?',
          after,
          size,
        ),
      keyOf: ({ photo }) => photo,
    });
  }

  /** Deletes the texts of contents without a file. A content that reappears is analysed again. */
  async forgetDeleted(): Promise<void> {
    const contents = readInChunks({
      from: '',
      size: CONTENTS_PER_BATCH,
      read: (after, size) =>
        this.#db.all(
          (row) => ({ photo: text(row, 'photo'), isDeleted: number(row, 'there') === 0 }),
          `SELECT x.photo, EXISTS (SELECT 1 FROM photo_files f WHERE f.photo = x.photo) AS there
           FROM (SELECT photo FROM photo_texts WHERE photo > ? ORDER BY photo LIMIT ?) x`,
          after,
          size,
        ),
      keyOf: ({ photo }) => photo,
    });
    for await (const batch of contents)
      this.#db.transaction(() => {
        for (const { photo } of batch.filter(({ isDeleted: isDeleted }) => isDeleted)) {
          this.#db.run('UPDATE photo_facts SET texted = 0 WHERE id = ?', photo);
          this.#db.run('DELETE FROM photo_texts WHERE photo = ?', photo);
        }
      });
  }

  /** Whether no text is stored. */
  get isEmpty(): boolean {
    return this.#db.get(() => true, 'SELECT 1 FROM photo_texts LIMIT 1') === undefined;
  }

  /** Durably deletes all texts. */
  forgetAll(): Promise<void> {
    return clearAnalysis(this.#db, 'texted', 'photo_texts');
  }
}

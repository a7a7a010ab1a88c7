import { setImmediate } from 'node:timers/promises';
import type { Database } from '../store/database.ts';
import { number, text } from '../store/rows.ts';

/** Files between two moments for others. */
const PIECE = 500;

/** An album as far as it says what is in it: keys of folders, and pictures by hand. */
export interface AlbumContent {
  readonly folders: readonly string[];
  readonly photos: ReadonlySet<string>;
}

/** What albums hold by the index: what lies in their folders or below them, and pictures by hand; who may see what is asked elsewhere. */
export class AlbumFiles {
  readonly #db: Database;

  /** @param index the database of {@link IndexTables} */
  constructor(index: Database) {
    this.#db = index;
  }

  /** The files that an album holds, by number. */
  of({ folders, photos }: AlbumContent): readonly number[] {
    return this.#db.all(
      (row) => number(row, 'id'),
      `SELECT id FROM photo_files WHERE folder IN (SELECT value FROM json_each(?))
       UNION SELECT id FROM photo_files WHERE photo IN (SELECT value FROM json_each(?)) ORDER BY id`,
      ...[JSON.stringify([...this.#below(folders)]), JSON.stringify([...photos])],
    );
  }

  /** The contents that an album holds, as far as they were read, piece by piece. */
  async *photosOf(content: AlbumContent): AsyncGenerator<readonly string[]> {
    const files = this.of(content);
    for (let at = 0; at < files.length; at += PIECE) {
      yield this.#db.all(
        (row) => text(row, 'photo'),
        'SELECT photo FROM photo_files WHERE photo IS NOT NULL AND id IN (SELECT value FROM json_each(?))',
        JSON.stringify(files.slice(at, at + PIECE)),
      );
      await setImmediate();
    }
  }

  /** Whether a file in one of these folders of the index lies in one of those, by their keys, or below it. */
  liesIn(keys: readonly string[], files: readonly { readonly folder: number }[]): boolean {
    const bound = this.#below(keys);
    return files.some(({ folder }) => bound.has(folder));
  }

  /** Those folders and all below them; `0` is what follows `/`, and an index has both ends. */
  #below(keys: readonly string[]): ReadonlySet<number> {
    return new Set(
      keys.flatMap((key) =>
        this.#db.all(
          (row) => number(row, 'id'),
          'SELECT id FROM photo_folders WHERE key = ? UNION ALL SELECT id FROM photo_folders WHERE key > ? AND key < ?',
          ...[key, `${key}/`, `${key}0`],
        ),
      ),
    );
  }
}

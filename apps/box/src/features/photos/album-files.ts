import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../store/database.ts';
import { number, text } from '../../store/row-columns.ts';

/** Files processed before yielding to the event loop. */
const FILES_PER_BATCH = 500;

/** What an album contains: the keys of its bound folders, and the photos that were added by hand. */
export interface AlbumContent {
  readonly folders: readonly string[];
  readonly photos: ReadonlySet<string>;
}

/**
 * Lists the files of albums from the index: those in or below the bound folders, and photos added by hand. Visibility
 * is checked by the caller.
 */
export class AlbumFiles {
  readonly #db: Database;

  /** @param index the database of {@link IndexTables} */
  constructor(index: Database) {
    this.#db = index;
  }

  /** Returns the index ids of the files in an album. */
  idsOf({ folders, photos }: AlbumContent): readonly number[] {
    return this.#db.all(
      (row) => number(row, 'id'),
      `SELECT id FROM photo_files WHERE folder IN (SELECT value FROM json_each(?))
       UNION SELECT id FROM photo_files WHERE photo IN (SELECT value FROM json_each(?)) ORDER BY id`,
      JSON.stringify([...this.#folderIdsBelow(folders)]),
      JSON.stringify([...photos]),
    );
  }

  /** Yields the content ids of the album's indexed files, in batches. */
  async *photosOf(content: AlbumContent): AsyncGenerator<readonly string[]> {
    const files = this.idsOf(content);
    for (let at = 0; at < files.length; at += FILES_PER_BATCH) {
      yield this.#db.all(
        (row) => text(row, 'photo'),
        'SELECT photo FROM photo_files WHERE photo IS NOT NULL AND id IN (SELECT value FROM json_each(?))',
        JSON.stringify(files.slice(at, at + FILES_PER_BATCH)),
      );
      await setImmediate();
    }
  }

  /** Whether one of these files lies in or below one of the folders with these keys. */
  isAnyBelow(keys: readonly string[], files: readonly { readonly folder: number }[]): boolean {
    const folderIds = this.#folderIdsBelow(keys);
    return files.some(({ folder }) => folderIds.has(folder));
  }

  /**
   * The ids of these folders and of all folders below them. `0` is the character after `/`, so the range query uses the
   * index.
   */
  #folderIdsBelow(keys: readonly string[]): ReadonlySet<number> {
    return new Set(
      keys.flatMap((key) =>
        this.#db.all(
          (row) => number(row, 'id'),
          'SELECT id FROM photo_folders WHERE key = ? UNION ALL SELECT id FROM photo_folders WHERE key > ? AND key < ?',
          key,
          `${key}/`,
          `${key}0`,
        ),
      ),
    );
  }
}

import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../store/database.ts';
import { number, numberOrNull, text, textOrNull } from '../../store/row-columns.ts';
import {
  type DiskFile,
  FILE_COLUMNS,
  type IndexedFile,
  type IndexedFolder,
  type IndexResult,
  type PhotoMetadata,
  type PhotoPreview,
  type PictureFolder,
  type PreviewSource,
  toIndexedFile,
  toPhotoMetadata,
  type UnindexedFile,
} from './index-rows.ts';
import { retryPostponedAnalyses } from './photo-analyses.ts';
import { leadsOf } from './file-pairs.ts';

/**
 * Value of `tried` (files) and `seen` (contents) when the file could not be opened and is retried later; 1 means done.
 */
const RETRY_LATER = 2;

/** `mtime` of a folder that has to be read again. */
const UNREAD_MTIME = -1;
/** Files processed before yielding to the event loop. */
const FILES_PER_BATCH = 500;

/** Stores which photos lie where, and their metadata. */
export class IndexTables {
  readonly #db: Database;
  /** Cached result of {@link folders}, valid for this write count of the database. */
  #folders: { readonly writeCount: number; readonly list: readonly PictureFolder[] } = { writeCount: -1, list: [] };

  constructor(database: Database) {
    this.#db = database;
  }

  folder(key: string): IndexedFolder | undefined {
    return this.#db.get(
      (row) => ({ id: number(row, 'id'), key: text(row, 'key'), mtime: number(row, 'mtime') }),
      'SELECT id, key, mtime FROM photo_folders WHERE key = ?',
      key,
    );
  }

  /** Every folder that contains photos. These may be few among a hundred thousand indexed folders. */
  folders(): readonly PictureFolder[] {
    if (this.#folders.writeCount === this.#db.writes) return this.#folders.list;
    // Skips from one folder to the next without reading each folder's files.
    const list = this.#db.all(
      (row) => ({ id: number(row, 'id'), key: text(row, 'key') }),
      `WITH RECURSIVE next(folder) AS (
         SELECT min(folder) FROM photo_files UNION ALL
         SELECT (SELECT min(folder) FROM photo_files WHERE folder > next.folder) FROM next WHERE next.folder IS NOT NULL
       ) SELECT d.id, d.key FROM next JOIN photo_folders d ON d.id = next.folder`,
    );
    this.#folders = { writeCount: this.#db.writes, list };
    return list;
  }

  foldersIn(key: string): readonly string[] {
    return this.#db.all((row) => text(row, 'key'), 'SELECT key FROM photo_folders WHERE parent = ?', key);
  }

  /** Up to `count` files of a folder in name order, after the name `after`. */
  filesIn(folder: number, after: string, count: number): readonly IndexedFile[] {
    return this.#db.all(
      toIndexedFile,
      `SELECT ${FILE_COLUMNS} FROM photo_files f WHERE f.folder = ? AND f.name > ? ORDER BY f.name LIMIT ?`,
      folder,
      after,
      count,
    );
  }

  /**
   * Removes a folder and everything below it, innermost first and in batches, yielding to the event loop. A folder that
   * reappears meanwhile, or after a crash, is read again.
   * @returns whether anything was stored for it
   */
  async forget(key: string): Promise<boolean> {
    this.#db.run('UPDATE photo_folders SET mtime = ? WHERE key = ?', UNREAD_MTIME, key);
    let wasKnown = false;
    for (const subfolder of this.foldersIn(key)) wasKnown = (await this.forget(subfolder)) || wasKnown;
    const folder = this.folder(key);
    if (folder === undefined) return wasKnown;
    const idsInFolder = 'SELECT id FROM photo_files WHERE folder = ? LIMIT ?';
    while (this.#db.run(`DELETE FROM photo_files WHERE id IN (${idsInFolder})`, folder.id, FILES_PER_BATCH).changes > 0)
      await setImmediate();
    this.#db.run('DELETE FROM photo_folders WHERE id = ?', folder.id);
    return true;
  }

  /** Marks a folder as being read. Until {@link finishFolder} is called, the next scan reads it again. */
  beginFolder(key: string): number {
    this.#db.run(
      'INSERT INTO photo_folders (key, parent, mtime) VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE SET mtime = excluded.mtime',
      key,
      key.slice(0, key.lastIndexOf('/')),
      UNREAD_MTIME,
    );
    const id = this.folder(key)?.id ?? 0;
    this.#db.run(`UPDATE photo_files SET tried = 0 WHERE folder = ? AND tried = ${RETRY_LATER}`, id);
    return id;
  }

  /** Retries every file that could not be opened. */
  retryFailed(): void {
    // The value is part of the statement text, so that SQLite uses the partial index.
    this.#db.run(`UPDATE photo_files SET tried = 0 WHERE tried = ${RETRY_LATER}`);
    this.#db.run(`UPDATE photo_facts SET seen = 0 WHERE seen = ${RETRY_LATER}`);
  }

  /** Records that the folder's files are stored as of this time; null if the folder may have changed since. */
  finishFolder(folder: number, mtime: number | null): void {
    this.#db.run('UPDATE photo_folders SET mtime = ? WHERE id = ?', mtime ?? UNREAD_MTIME, folder);
  }

  /** Stores new or changed files. A file that is known elsewhere by inode, size and time keeps its content. */
  putFiles(folder: number, files: readonly DiskFile[]): void {
    this.#db.transaction(() => {
      for (const file of files) {
        this.#db.run(
          `INSERT INTO photo_files (folder, name, dev, ino, size, mtime, photo) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (folder, name) DO UPDATE
           SET dev = excluded.dev, ino = excluded.ino, size = excluded.size, mtime = excluded.mtime, photo = excluded.photo, tried = 0`,
          folder,
          file.name,
          file.dev,
          file.ino,
          file.size,
          file.mtime,
          this.#contentOf(file),
        );
        this.#updatePairs(folder, file.name);
      }
    });
  }

  /** Removes deleted files. */
  removeFiles(folder: number, files: readonly IndexedFile[]): void {
    this.#db.transaction(() => {
      for (const { id, name } of files) {
        this.#db.run('UPDATE photo_files SET lead = NULL WHERE lead = ?', id);
        this.#db.run('DELETE FROM photo_files WHERE id = ?', id);
        this.#updatePairs(folder, name);
      }
    });
  }

  #contentOf({ dev, ino, size, mtime }: DiskFile): string | null {
    if (ino === 0) return null;
    const content = this.#db.get(
      (row) => textOrNull(row, 'photo'),
      'SELECT photo FROM photo_files WHERE dev = ? AND ino = ? AND size = ? AND mtime = ? AND photo IS NOT NULL',
      dev,
      ino,
      size,
      mtime,
    );
    return content ?? null;
  }

  /** Files that are not indexed yet, newest first, because a user looks first for what was just added. */
  unindexedFiles(count: number): readonly UnindexedFile[] {
    return this.#db.all(
      (row) => ({
        ...toIndexedFile(row),
        folder: number(row, 'folder'),
        key: `${text(row, 'key')}/${text(row, 'name')}`,
      }),
      `SELECT ${FILE_COLUMNS}, f.folder, d.key FROM photo_files f JOIN photo_folders d ON d.id = f.folder WHERE f.photo IS NULL AND f.tried = 0 ORDER BY f.id DESC LIMIT ?`,
      count,
    );
  }

  /** How many files are known, and how many of them are indexed. */
  progress(): { readonly total: number; readonly done: number } {
    return (
      this.#db.get(
        (row) => ({ total: number(row, 'total'), done: number(row, 'total') - number(row, 'new') }),
        'SELECT (SELECT count(*) FROM photo_files) AS total, (SELECT count(*) FROM photo_files WHERE photo IS NULL AND tried = 0) AS new',
      ) ?? { total: 0, done: 0 }
    );
  }

  hasMetadata(photo: string): boolean {
    return this.#db.get(() => true, 'SELECT 1 FROM photo_facts WHERE id = ?', photo) === true;
  }

  /** Contents without a preview, newest photo first, each with one of its files. */
  contentsWithoutPreview(count: number): readonly PreviewSource[] {
    return this.#db.all(
      (row) => ({
        photo: text(row, 'photo'),
        key: `${text(row, 'key')}/${text(row, 'name')}`,
        size: number(row, 'size'),
        mtime: number(row, 'mtime'),
      }),
      `SELECT p.id AS photo, f.name, f.size, f.mtime, d.key FROM photo_facts p
       JOIN photo_files f ON f.id = (SELECT min(id) FROM photo_files WHERE photo = p.id) JOIN photo_folders d ON d.id = f.folder
       WHERE p.seen = 0 ORDER BY p.wall DESC LIMIT ?`,
      count,
    );
  }

  setPreview(photo: string, { placeholder, trouble }: PhotoPreview): void {
    this.#db.run(
      'UPDATE photo_facts SET placeholder = ?, trouble = ?, seen = 1 WHERE id = ?',
      placeholder,
      trouble,
      photo,
    );
  }

  /** Postpones the preview of a content whose file could not be opened. */
  postponePreview(photo: string): void {
    this.#db.run('UPDATE photo_facts SET seen = ? WHERE id = ?', RETRY_LATER, photo);
  }

  /** Stores several results in one transaction: one commit per photo costs more than reading it. */
  saveResults(results: readonly IndexResult[]): void {
    this.#db.transaction(() => {
      for (const each of results) {
        if (each.metadata !== null) this.#insertMetadata(each.metadata);
        this.#setContent(each);
      }
    });
  }

  /** Stores the metadata of a content unless it is already there. A content with a known problem gets no preview. */
  #insertMetadata(metadata: PhotoMetadata): void {
    const { id, hash, taken, zone, takenfrom, width, height, kind, duration, camera, lens } = metadata;
    const { exposure, aperture, iso, focal, latitude, longitude, country, placeholder, trouble } = metadata;
    this.#db.run(
      `INSERT OR IGNORE INTO photo_facts (id, hash, taken, zone, takenfrom, wall, width, height, kind, duration, camera, lens, exposure, aperture,
       iso, focal, latitude, longitude, country, placeholder, trouble, seen) VALUES (${Array.from({ length: 22 }, () => '?').join(', ')})`,
      id,
      hash,
      taken,
      zone,
      takenfrom,
      taken + zone * 60,
      width,
      height,
      kind,
      duration,
      camera,
      lens,
      exposure,
      aperture,
      iso,
      focal,
      latitude,
      longitude,
      country,
      placeholder,
      trouble,
      trouble === '' ? 0 : 1,
    );
  }

  /** Sets the content of a file, null for an unreadable one. Does nothing if the file changed since it was scanned. */
  #setContent({ file: { id, folder, name, size, mtime }, photo, retry }: IndexResult): void {
    this.#db.run(
      'UPDATE photo_files SET photo = ?, tried = ? WHERE id = ? AND size = ? AND mtime = ?',
      photo,
      retry === 'later' ? RETRY_LATER : 1,
      id,
      size,
      mtime,
    );
    // An earlier analysis may have failed because the file was missing.
    if (photo !== null) retryPostponedAnalyses(this.#db, photo);
    this.#updatePairs(folder, name);
  }

  /** Updates which files of this name accompany which photo. A video of unknown duration stands alone. */
  #updatePairs(folder: number, name: string): void {
    const stem = name.slice(0, name.lastIndexOf('.'));
    const files = this.#db.all(
      (row) => ({
        id: number(row, 'id'),
        name: text(row, 'name'),
        lead: numberOrNull(row, 'lead'),
        duration: numberOrNull(row, 'duration') ?? Infinity,
      }),
      `SELECT f.id, f.name, f.lead, p.duration FROM photo_files f LEFT JOIN photo_facts p ON p.id = f.photo
       WHERE f.folder = ? AND f.name >= ? AND f.name < ?`,
      folder,
      `${stem}.`,
      `${stem}/`,
    );
    const leads = leadsOf(files);
    for (const { id, lead } of files) {
      const newLead = leads.get(id) ?? null;
      if (newLead !== lead) this.#db.run('UPDATE photo_files SET lead = ? WHERE id = ?', newLead, id);
    }
  }

  /** The metadata of a content; undefined if it was never read. */
  metadata(photo: string): PhotoMetadata | undefined {
    return this.#db.get(toPhotoMetadata, 'SELECT * FROM photo_facts WHERE id = ?', photo);
  }

  /** Contents of which there are several identical files. */
  duplicates(): readonly string[] {
    return this.#db.all(
      (row) => text(row, 'photo'),
      `SELECT photo FROM photo_files WHERE photo IS NOT NULL AND photo NOT LIKE 'p%' GROUP BY photo HAVING count(*) > 1`,
    );
  }

  /** The content of the file with this key; null if it is not an indexed photo. */
  contentAt(key: string): string | null {
    const cut = key.lastIndexOf('/');
    const content = this.#db.get(
      (row) => textOrNull(row, 'photo'),
      'SELECT f.photo FROM photo_files f JOIN photo_folders d ON d.id = f.folder WHERE d.key = ? AND f.name = ?',
      key.slice(0, cut),
      key.slice(cut + 1),
    );
    return content ?? null;
  }

  /**
   * Durably removes everything derived from a content, in all its files. It is about to be encrypted, and a power cut
   * must not restore it.
   */
  forgetContent(hash: string): void {
    const contents = this.#db.all(
      (row) => ({ id: text(row, 'id'), place: textOrNull(row, 'place') ?? '' }),
      'SELECT id, place FROM photo_facts WHERE hash = ?',
      hash,
    );
    if (contents.length === 0) return;
    this.#db.durable(() => {
      for (const { id, place } of contents) {
        this.#db.run('UPDATE photo_files SET photo = NULL, tried = 0 WHERE photo = ?', id);
        this.#db.run('DELETE FROM photo_facts WHERE id = ?', id);
        this.#db.run(
          `DELETE FROM photo_places WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM photo_facts WHERE place = ?1 AND place <> '')`,
          place,
        );
      }
    });
  }
}

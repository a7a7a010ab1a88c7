import { lstatSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { OpenDirectory } from '../../../storage/copy/open-directory.ts';
import type { Database } from '../../../store/database.ts';
import { number, text } from '../../../store/row-columns.ts';
import { fromDisk, toDisk } from '../../../storage/vault/disk-names.ts';
import { isOwnName } from '../../../storage/vault/own-names.ts';
import { typeOf } from '../file-type.ts';
import { indexGrams } from './search-grams.ts';
import type { Hit, HitFilter } from './search-hits.ts';
import { ancestorGrams, NameSearch, type SearchScope } from './name-search.ts';
import type { NameTest } from './name-pattern.ts';
import { createdSeconds } from '../listing/scan-folder.ts';
import { pinyinVariants } from '../listing/natural-sort-key.ts';
import { keysOutside, topmostKeys, FolderHandleStack } from './folder-handle-stack.ts';

/** A volume of the index. Keys below it begin with `mountDir`. */
export interface IndexedVolume {
  readonly mountDir: string;
  readonly root: string;
}

/** The crawl yields to other jobs after this many milliseconds. */
const MAX_SLICE_MS = 15;
const MISSING_FOLDER_CODES = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'ESTALE']);

interface IndexedEntry {
  readonly type: number;
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
}

const isSameEntry = (a: IndexedEntry, b: IndexedEntry): boolean =>
  a.type === b.type && a.size === b.size && a.mtime === b.mtime && a.ctime === b.ctime;

/**
 * Index of all names on the data volumes in SQLite, which searches a million names in milliseconds. It only says where
 * to look: the search stats every result before returning it. Runs in a worker thread.
 *
 * Excluded are the dot folders of G-15 (trash, safe, private files, friends' shares) and the box's own names.
 */
export class NameIndex {
  readonly #db: Database;
  readonly #search: NameSearch;
  #volumes: readonly IndexedVolume[];
  #sliceEnd = 0;

  constructor(db: Database, volumes: readonly IndexedVolume[]) {
    this.#db = db;
    this.#search = new NameSearch(db);
    this.#volumes = volumes;
  }

  /** Adds a volume to the index; a volume with the same name is replaced. */
  add(volume: IndexedVolume): void {
    this.#volumes = [...this.#volumes.filter(({ mountDir }) => mountDir !== volume.mountDir), volume];
  }

  /**
   * Updates a folder and everything below it. Folders with an unchanged mtime are not read again.
   * @param dirty folders to read even if their mtime is unchanged
   */
  async crawl(key: string, dirty: ReadonlySet<string> = new Set()): Promise<void> {
    const trail = new FolderHandleStack((top) => this.#open(top));
    try {
      const pending = [key];
      for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
        const current = next;
        pending.push(...this.#refreshFolder(current, dirty.has(current), trail).map((name) => `${current}/${name}`));
        await this.#yieldIfDue();
      }
    } finally {
      trail.close();
    }
  }

  /**
   * Updates folders by reading them, and crawls new folders in them.
   * @param created keys of created entries; folders are crawled, other entries are skipped
   */
  async refresh(folders: readonly string[], created: readonly string[] = []): Promise<void> {
    const indexed = folders.filter((key) => !this.#isExcluded(key));
    const newKeys = topmostKeys(created.filter((key) => !this.#isExcluded(key)));
    const dirty = new Set(indexed);
    const trail = new FolderHandleStack((top) => this.#open(top));
    try {
      for (const key of keysOutside(indexed, newKeys)) {
        const known = new Set(this.#subfolders(key));
        const newFolders = this.#refreshFolder(key, true, trail).filter((name) => !known.has(name));
        for (const name of newFolders) await this.crawl(`${key}/${name}`, dirty);
        await this.#yieldIfDue();
      }
    } finally {
      trail.close();
    }
    // Files are already indexed with their folders; a stat for each would cost more than everything else.
    for (const key of newKeys) if (!this.#isFile(key)) await this.crawl(key, dirty);
  }

  /** Hits below the scopes, at most {@link MAX_HITS}; null on timeout. */
  search(scopes: readonly SearchScope[], filter: HitFilter, test: NameTest, deadline: number): readonly Hit[] | null {
    return this.#search.find(scopes, filter, test, deadline);
  }

  /** Images and videos after an id, 200 at a time. */
  listMedia(afterId: number): { readonly id: number; readonly key: string }[] {
    return this.#db.all(
      (row) => ({ id: number(row, 'id'), key: `${text(row, 'path')}/${text(row, 'name')}` }),
      'SELECT n.id, n.name, d.path FROM names n JOIN dirs d ON d.id = n.dir WHERE n.id > ? AND n.type IN (2, 3) AND n.size > 0 ORDER BY n.id LIMIT 200',
      afterId,
    );
  }

  get count(): number {
    return this.#db.get((row) => number(row, 'n'), 'SELECT count(*) AS n FROM names') ?? 0;
  }

  #isFile(key: string): boolean {
    const cut = key.lastIndexOf('/');
    const type = this.#db.get(
      (row) => number(row, 'type'),
      'SELECT n.type FROM dirs d JOIN names n ON n.dir = d.id WHERE d.path = ? AND n.name = ?',
      key.slice(0, cut),
      key.slice(cut + 1),
    );
    return type !== undefined && type !== 5;
  }

  #subfolders(key: string): string[] {
    return this.#db.all(
      (row) => text(row, 'name'),
      'SELECT n.name FROM dirs d JOIN names n ON n.dir = d.id WHERE d.path = ? AND n.type = 5',
      key,
    );
  }

  /**
   * Names of direct subfolders whose contents are indexed. A subfolder may be indexed before its parent is read, if it
   * was created and deleted meanwhile. Skips from one child to the next over the rows below it.
   */
  #childFolders(key: string): Set<string> {
    const children = new Set<string>();
    let from = `${key}/`;
    for (;;) {
      const path = this.#db.get(
        (row) => text(row, 'path'),
        'SELECT path FROM dirs WHERE path >= ? AND path < ? ORDER BY path LIMIT 1',
        from,
        `${key}0`,
      );
      if (path === undefined) return children;
      const [name = ''] = path.slice(key.length + 1).split('/');
      children.add(name);
      const child = `${key}/${name}`;
      // Names that continue with a character before `/` sort between a folder and its descendants.
      from = path === child ? `${child}\u0001` : `${child}0`;
    }
  }

  /** Reads one folder into the tables. Returns the names of its subfolders. */
  #refreshFolder(key: string, force: boolean, trail: FolderHandleStack): string[] {
    let folder: OpenDirectory;
    try {
      folder = trail.enter(key);
    } catch (failure) {
      if (failure instanceof Error && 'code' in failure && MISSING_FOLDER_CODES.has(String(failure.code))) {
        this.#forget(key);
        return [];
      }
      throw failure;
    }
    const { mtimeMs, nlink } = lstatSync(`${folder.path}/.`);
    // The folder was deleted while the trail held it open. Without this check it would stay in the index.
    if (nlink === 0) {
      this.#forget(key);
      return [];
    }
    const known = this.#db.get((row) => number(row, 'mtime'), 'SELECT mtime FROM dirs WHERE path = ?', key);
    if (!force && known === mtimeMs) return this.#subfolders(key);
    return this.#storeEntries(key, mtimeMs, this.#readEntries(key, folder));
  }

  #readEntries(key: string, folder: OpenDirectory): Map<string, IndexedEntry> {
    const entries = new Map<string, IndexedEntry>();
    for (const bytes of folder.entryNames()) {
      const name = fromDisk(bytes);
      if (isOwnName(name) || this.#isExcludedEntry(key, name)) continue;
      const stat = lstatSync(folder.entryPath(bytes), { throwIfNoEntry: false });
      if (stat === undefined) continue;
      const type = typeOf(name, stat);
      const times = { mtime: Math.floor(stat.mtimeMs / 1000), ctime: createdSeconds(stat) };
      entries.set(name, { type, size: type === 5 ? 0 : stat.size, ...times });
    }
    return entries;
  }

  #storeEntries(key: string, mtime: number, entries: ReadonlyMap<string, IndexedEntry>): string[] {
    this.#db.transaction(() => {
      this.#db.run(
        'INSERT INTO dirs (path, mtime) VALUES (?, ?) ON CONFLICT (path) DO UPDATE SET mtime = excluded.mtime',
        key,
        mtime,
      );
      const dir = this.#db.get((row) => number(row, 'id'), 'SELECT id FROM dirs WHERE path = ?', key) ?? 0;
      const known = new Map(
        this.#db.all(
          (row): [string, IndexedEntry] => [
            text(row, 'name'),
            {
              type: number(row, 'type'),
              size: number(row, 'size'),
              mtime: number(row, 'mtime'),
              ctime: number(row, 'ctime'),
            },
          ],
          'SELECT name, type, size, mtime, ctime FROM names WHERE dir = ?',
          dir,
        ),
      );
      const folderGrams = ancestorGrams(`${key}/`);
      for (const name of known.keys())
        if (!entries.has(name)) this.#db.run('DELETE FROM names WHERE dir = ? AND name = ?', dir, name);
      for (const [name, now] of entries) {
        const old = known.get(name);
        // Usually only a few names of a large folder change at a time.
        if (old !== undefined && isSameEntry(old, now)) continue;
        const { type, size, mtime: m, ctime } = now;
        const values = [type, size, m, ctime, dir, name];
        if (old !== undefined)
          this.#db.run(
            'UPDATE names SET type = ?, size = ?, mtime = ?, ctime = ? WHERE dir = ? AND name = ?',
            ...values,
          );
        else this.#insertName(values, name, folderGrams);
      }
    });
    for (const name of this.#childFolders(key)) if (entries.get(name)?.type !== 5) this.#forget(`${key}/${name}`);
    return [...entries].filter(([, { type }]) => type === 5).map(([name]) => name);
  }

  #insertName(values: readonly (string | number)[], name: string, folderGrams: readonly string[]): void {
    const sounds = pinyinVariants(name);
    const { rowid } = this.#db.run(
      'INSERT INTO names (type, size, mtime, ctime, dir, name, sounds) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...values,
      sounds,
    );
    const grams = [...indexGrams(sounds === null ? [name] : [name, ...sounds.split('\n')]), ...folderGrams];
    this.#db.run('INSERT INTO names_text (rowid, grams) VALUES (?, ?)', rowid, grams.join(' '));
  }

  #forget(key: string): void {
    this.#db.transaction(() => {
      const below = [key, `${key}/`, `${key}0`];
      const where = 'path = ? OR (path >= ? AND path < ?)';
      this.#db.run(`DELETE FROM names WHERE dir IN (SELECT id FROM dirs WHERE ${where})`, ...below);
      this.#db.run(`DELETE FROM dirs WHERE ${where}`, ...below);
    });
  }

  /** Opens a folder step by step through open parents, so that a symbolic link on the way stops the walk. */
  #open(key: string): OpenDirectory {
    const volume = this.#volumes.find(({ mountDir }) => key === mountDir || key.startsWith(`${mountDir}/`));
    if (volume === undefined) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
    let folder = OpenDirectory.open(volume.root);
    for (const name of key.slice(volume.mountDir.length).split('/').filter(Boolean)) {
      try {
        const disk = toDisk(name);
        const next = folder.open(disk);
        folder.close();
        folder = next;
      } catch (failure) {
        folder.close();
        throw failure;
      }
    }
    return folder;
  }

  #isExcludedEntry(key: string, name: string): boolean {
    const volume = this.#volumes.find(({ mountDir }) => key.startsWith(`${mountDir}/`));
    const inHome = volume !== undefined && !key.slice(volume.mountDir.length + 1).includes('/');
    return inHome && EXCLUDED_FOLDERS.has(name.toLowerCase());
  }

  /** Whether a key lies in an excluded folder or outside every volume. */
  #isExcluded(key: string): boolean {
    const volume = this.#volumes.find(({ mountDir }) => key === mountDir || key.startsWith(`${mountDir}/`));
    if (volume === undefined) return true;
    const [, dot, ...deeper] = key.slice(volume.mountDir.length + 1).split('/');
    return [dot ?? '', ...deeper].some(isOwnName) || EXCLUDED_FOLDERS.has((dot ?? '').toLowerCase());
  }

  async #yieldIfDue(): Promise<void> {
    if (performance.now() < this.#sliceEnd) return;
    await setImmediate();
    this.#sliceEnd = performance.now() + MAX_SLICE_MS;
  }
}

const EXCLUDED_FOLDERS = new Set(['.trash', '.safebox', '.safe_home', '.share2me']);

import { lstatSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { Folder } from '../copy/folder.ts';
import type { Database } from '../store/database.ts';
import { number, text } from '../store/rows.ts';
import { fromDisk, toDisk } from '../vault/names.ts';
import { isOwnName } from '../vault/own-names.ts';
import { typeOf } from './file-type.ts';
import { gramsOf } from './grams.ts';
import type { Hit, HitFilter } from './hits.ts';
import { foldersAbove, NameSearch, type Scope } from './name-search.ts';
import type { NameTest } from './regex.ts';
import { createdSeconds } from './scan.ts';
import { soundsOf } from './sort-key.ts';
import { outside, topmost, Trail } from './trail.ts';

/** A volume as the index knows it; keys below it begin with `mountDir`. */
export interface IndexedVolume {
  readonly mountDir: string;
  readonly root: string;
}

/** The crawl lets other jobs in after this many milliseconds. */
const SLICE_MS = 15;
const SEVERED = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'ESTALE']);

interface Seen {
  readonly type: number;
  readonly size: number;
  readonly mtime: number;
  readonly ctime: number;
}

const isSame = (a: Seen, b: Seen): boolean =>
  a.type === b.type && a.size === b.size && a.mtime === b.mtime && a.ctime === b.ctime;

/**
 * Every name of the data volumes in SQLite, so that a million of them are searched in milliseconds. It only says where to look: whatever it
 * finds is looked at again before it is shown. Runs in a worker thread.
 *
 * Left out: the dot folders of G-15 (trash, safe, private files, friends' shares) and the box's own names.
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

  /** A volume that is indexed from now on; one with the same name is replaced. */
  add(volume: IndexedVolume): void {
    this.#volumes = [...this.#volumes.filter(({ mountDir }) => mountDir !== volume.mountDir), volume];
  }

  /**
   * Brings a folder and everything below it up to date. Folders whose time has not changed are not read again.
   * @param dirty folders to read whatever their time says
   */
  async crawl(key: string, dirty: ReadonlySet<string> = new Set()): Promise<void> {
    const trail = new Trail((top) => this.#open(top));
    try {
      const waiting = [key];
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const current = next;
        waiting.push(...this.#refresh(current, dirty.has(current), trail).map((name) => `${current}/${name}`));
        await this.#breathe();
      }
    } finally {
      trail.close();
    }
  }

  /**
   * Brings folders up to date by reading them, and whatever is new below them.
   * @param created entries that came; those that are folders are crawled, all others are passed over
   */
  async refresh(folders: readonly string[], created: readonly string[] = []): Promise<void> {
    const mine = folders.filter((key) => !this.#isForeign(key));
    const came = topmost(created.filter((key) => !this.#isForeign(key)));
    const dirty = new Set(mine);
    const trail = new Trail((top) => this.#open(top));
    try {
      for (const key of outside(mine, came)) {
        const known = new Set(this.#subfolders(key));
        const fresh = this.#refresh(key, true, trail).filter((name) => !known.has(name));
        for (const name of fresh) await this.crawl(`${key}/${name}`, dirty);
        await this.#breathe();
      }
    } finally {
      trail.close();
    }
    // Files are known by now, with their folders; asking the disk for each would cost more than all the rest.
    for (const key of came) if (!this.#isFile(key)) await this.crawl(key, dirty);
  }

  /** Hits below the scopes, at most {@link MAX_HITS}; null when the time is over. */
  search(scopes: readonly Scope[], filter: HitFilter, test: NameTest, deadline: number): readonly Hit[] | null {
    return this.#search.find(scopes, filter, test, deadline);
  }

  /** Images and videos, 200 at a time. */
  media(afterId: number): { readonly id: number; readonly key: string }[] {
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
      ...[key.slice(0, cut), key.slice(cut + 1)],
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
   * Names of the folders directly in this one of which the index knows what they hold. One may be known before the folder that it is in was
   * read: it was told of, and is gone by now. Goes from one to the next over what lies below them.
   */
  #childFolders(key: string): Set<string> {
    const children = new Set<string>();
    let from = `${key}/`;
    for (;;) {
      const path = this.#db.get(
        (row) => text(row, 'path'),
        'SELECT path FROM dirs WHERE path >= ? AND path < ? ORDER BY path LIMIT 1',
        ...[from, `${key}0`],
      );
      if (path === undefined) return children;
      const [name = ''] = path.slice(key.length + 1).split('/');
      children.add(name);
      const child = `${key}/${name}`;
      // Between a folder and what lies below it stand those whose names go on with a sign before the slash.
      from = path === child ? `${child}\u0001` : `${child}0`;
    }
  }

  /** Reads one folder into the tables. Returns the names of its subfolders. */
  #refresh(key: string, force: boolean, trail: Trail): string[] {
    let folder: Folder;
    try {
      folder = trail.enter(key);
    } catch (failure) {
      if (failure instanceof Error && 'code' in failure && SEVERED.has(String(failure.code))) {
        this.#forget(key);
        return [];
      }
      throw failure;
    }
    const { mtimeMs, nlink } = lstatSync(`${folder.path}/.`);
    // Deleted while the trail held it open: kept, nobody would ever come by again to forget it.
    if (nlink === 0) {
      this.#forget(key);
      return [];
    }
    const known = this.#db.get((row) => number(row, 'mtime'), 'SELECT mtime FROM dirs WHERE path = ?', key);
    if (!force && known === mtimeMs) return this.#subfolders(key);
    return this.#store(key, mtimeMs, this.#read(key, folder));
  }

  #read(key: string, folder: Folder): Map<string, Seen> {
    const seen = new Map<string, Seen>();
    for (const bytes of folder.names()) {
      const name = fromDisk(bytes);
      if (isOwnName(name) || this.#isLeftOut(key, name)) continue;
      const stat = lstatSync(folder.at(bytes), { throwIfNoEntry: false });
      if (stat === undefined) continue;
      const type = typeOf(name, stat);
      const times = { mtime: Math.floor(stat.mtimeMs / 1000), ctime: createdSeconds(stat) };
      seen.set(name, { type, size: type === 5 ? 0 : stat.size, ...times });
    }
    return seen;
  }

  #store(key: string, mtime: number, seen: ReadonlyMap<string, Seen>): string[] {
    this.#db.transaction(() => {
      this.#db.run(
        'INSERT INTO dirs (path, mtime) VALUES (?, ?) ON CONFLICT (path) DO UPDATE SET mtime = excluded.mtime',
        ...[key, mtime],
      );
      const dir = this.#db.get((row) => number(row, 'id'), 'SELECT id FROM dirs WHERE path = ?', key) ?? 0;
      const known = new Map(
        this.#db.all(
          (row): [string, Seen] => [
            text(row, 'name'),
            {
              ...{ type: number(row, 'type'), size: number(row, 'size') },
              ...{ mtime: number(row, 'mtime'), ctime: number(row, 'ctime') },
            },
          ],
          'SELECT name, type, size, mtime, ctime FROM names WHERE dir = ?',
          dir,
        ),
      );
      const within = foldersAbove(`${key}/`);
      for (const name of known.keys())
        if (!seen.has(name)) this.#db.run('DELETE FROM names WHERE dir = ? AND name = ?', dir, name);
      for (const [name, now] of seen) {
        const old = known.get(name);
        // Of a large folder a few names change at a time.
        if (old !== undefined && isSame(old, now)) continue;
        const { type, size, mtime: m, ctime } = now;
        const facts = [type, size, m, ctime, dir, name];
        if (old !== undefined)
          this.#db.run(
            'UPDATE names SET type = ?, size = ?, mtime = ?, ctime = ? WHERE dir = ? AND name = ?',
            ...facts,
          );
        else this.#put(facts, name, within);
      }
    });
    for (const name of this.#childFolders(key)) if (seen.get(name)?.type !== 5) this.#forget(`${key}/${name}`);
    return [...seen].filter(([, { type }]) => type === 5).map(([name]) => name);
  }

  #put(facts: readonly (string | number)[], name: string, within: readonly string[]): void {
    const sounds = soundsOf(name);
    const { rowid } = this.#db.run(
      'INSERT INTO names (type, size, mtime, ctime, dir, name, sounds) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[...facts, sounds],
    );
    const grams = [...gramsOf(sounds === null ? [name] : [name, ...sounds.split('\n')]), ...within];
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

  /** Step by step through open folders, so that a link on the way ends the walk. */
  #open(key: string): Folder {
    const volume = this.#volumes.find(({ mountDir }) => key === mountDir || key.startsWith(`${mountDir}/`));
    if (volume === undefined) throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
    let folder = Folder.open(volume.root);
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

  #isLeftOut(key: string, name: string): boolean {
    const volume = this.#volumes.find(({ mountDir }) => key.startsWith(`${mountDir}/`));
    const inHome = volume !== undefined && !key.slice(volume.mountDir.length + 1).includes('/');
    return inHome && LEFT_OUT.has(name.toLowerCase());
  }

  /** Whether a key lies in what the index leaves out. */
  #isForeign(key: string): boolean {
    const volume = this.#volumes.find(({ mountDir }) => key === mountDir || key.startsWith(`${mountDir}/`));
    if (volume === undefined) return true;
    const [, dot, ...deeper] = key.slice(volume.mountDir.length + 1).split('/');
    return [dot ?? '', ...deeper].some(isOwnName) || LEFT_OUT.has((dot ?? '').toLowerCase());
  }

  async #breathe(): Promise<void> {
    if (performance.now() < this.#sliceEnd) return;
    await setImmediate();
    this.#sliceEnd = performance.now() + SLICE_MS;
  }
}

const LEFT_OUT = new Set(['.trash', '.safebox', '.safe_home', '.share2me']);

import { randomUUID } from 'node:crypto';
import { ALB } from '@boxwood/box-sdk';
import { Refusal } from '@boxwood/box-sdk/server';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../store/database.ts';
import { number, type Row, text } from '../../store/row-columns.ts';
import type { AlbumContent } from './album-files.ts';

export interface AlbumRow {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  /** A content id; empty to use the newest photo. */
  readonly cover: string;
  readonly ctime: number;
  readonly mtime: number;
  readonly members: readonly string[];
  readonly folders: readonly { readonly key: string; readonly ctime: number }[];
}

/**
 * Stores albums: owner, members, bound folders, and photos added by hand. An album only references photos, it never
 * contains them.
 */
export class Albums {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#db = database;
    this.#clock = clock;
  }

  /** The albums that a user owns or is a member of, by name. */
  of(user: string): readonly AlbumRow[] {
    return this.#db.all(
      (row) => this.#read(row),
      `SELECT * FROM albums WHERE owner = ? OR id IN (SELECT album FROM album_members WHERE member = ?) ORDER BY name, id`,
      user,
      user,
    );
  }

  /** Names of all albums, of any owner, with a bound folder below this key. */
  namesBoundBelow(key: string): readonly string[] {
    const below = `${key}/`;
    return this.#db.all(
      (row) => text(row, 'name'),
      `SELECT DISTINCT name FROM albums JOIN album_folders ON album = id
       WHERE key = ? OR substr(key, 1, ?) = ? ORDER BY name`,
      key,
      below.length,
      below,
    );
  }

  /** @throws Refusal 5 if the user cannot see the album */
  getVisible(user: string, id: string): AlbumRow {
    const album = this.of(user).find((each) => each.id === id);
    if (album === undefined) throw new Refusal(ALB.notFound, 'album');
    return album;
  }

  /** @throws Refusal 5 unknown, 6 owned by another user */
  getOwned(user: string, id: string): AlbumRow {
    const album = this.getVisible(user, id);
    if (album.owner !== user) throw new Refusal(ALB.notOwner, 'album');
    return album;
  }

  /** Creates an album (`id` empty) or changes it. @throws Refusal 5, 6, 7 the name is already used */
  createOrUpdate(user: string, id: string, name: string, members: readonly string[]): string {
    const now = this.#now();
    const existing = id === '' ? undefined : this.getOwned(user, id);
    if (this.of(user).some((each) => each.owner === user && each.name === name && each.id !== id))
      throw new Refusal(ALB.nameTaken, 'name');
    const album = existing?.id ?? randomUUID();
    this.#db.durable(() => {
      if (existing === undefined)
        this.#db.run(
          `INSERT INTO albums (id, owner, name, cover, ctime, mtime) VALUES (?, ?, ?, '', ?, ?)`,
          album,
          user,
          name,
          now,
          now,
        );
      else this.#db.run('UPDATE albums SET name = ?, mtime = ? WHERE id = ?', name, now, album);
      this.#db.run('DELETE FROM album_members WHERE album = ?', album);
      for (const member of new Set(members))
        if (member !== user) this.#db.run('INSERT INTO album_members (album, member) VALUES (?, ?)', album, member);
      // Only personal albums have their own cover (PHOTO-10).
      if (members.some((member) => member !== user)) this.#db.run(`UPDATE albums SET cover = '' WHERE id = ?`, album);
    });
    return album;
  }

  /**
   * Deletes the albums and memberships of a removed user, so that a later user with the same name does not inherit
   * them.
   */
  removeUser(user: string): void {
    this.#db.durable(() => {
      this.#db.run('DELETE FROM albums WHERE owner = ?', user);
      this.#db.run('DELETE FROM album_members WHERE member = ?', user);
    });
  }

  remove(user: string, id: string): void {
    const album = this.getOwned(user, id);
    this.#db.durable(() => this.#db.run('DELETE FROM albums WHERE id = ?', album.id));
  }

  /** @throws Refusal 5, 6, 8 already bound */
  bind(user: string, id: string, key: string): void {
    const album = this.getOwned(user, id);
    if (album.folders.some((folder) => folder.key === key)) throw new Refusal(ALB.bound, 'path');
    this.#db.durable(() =>
      this.#db.run('INSERT INTO album_folders (album, key, ctime) VALUES (?, ?, ?)', album.id, key, this.#now()),
    );
  }

  /** @throws Refusal 5, 6, 9 not bound */
  unbind(user: string, id: string, key: string): void {
    const album = this.getOwned(user, id);
    if (!album.folders.some((folder) => folder.key === key)) throw new Refusal(ALB.notBound, 'path');
    this.#db.durable(() => this.#db.run('DELETE FROM album_folders WHERE album = ? AND key = ?', album.id, key));
  }

  setCover(id: string, photo: string): void {
    this.#db.durable(() => this.#db.run('UPDATE albums SET cover = ?, mtime = ? WHERE id = ?', photo, this.#now(), id));
  }

  /** @returns the photos that were not in the album before */
  addPhotos(id: string, photos: readonly string[]): string[] {
    return this.#db.durable(() =>
      photos.filter(
        (photo) =>
          this.#db.run('INSERT OR IGNORE INTO album_photos (album, photo) VALUES (?, ?)', id, photo).changes > 0,
      ),
    );
  }

  /** @returns the photos that were in the album before */
  removePhotos(id: string, photos: readonly string[]): string[] {
    return this.#db.durable(() =>
      photos.filter(
        (photo) => this.#db.run('DELETE FROM album_photos WHERE album = ? AND photo = ?', id, photo).changes > 0,
      ),
    );
  }

  /** Whether a photo was added to an album by hand. */
  hasPhoto({ id }: AlbumRow, photo: string): boolean {
    return this.#db.get(() => true, 'SELECT 1 FROM album_photos WHERE album = ? AND photo = ?', id, photo) === true;
  }

  content({ id, folders }: AlbumRow): AlbumContent {
    const photos = this.#db.all((row) => text(row, 'photo'), 'SELECT photo FROM album_photos WHERE album = ?', id);
    return { folders: folders.map(({ key }) => key), photos: new Set(photos) };
  }

  /** Updates the bound folders after a folder was renamed or moved, also into the trash. Folders below it follow. */
  rebindMovedFolder(from: string, to: string): void {
    this.#db.run(
      `UPDATE OR REPLACE album_folders SET key = ? || substr(key, ?) WHERE key = ? OR substr(key, 1, ?) = ?`,
      to,
      from.length + 1,
      from,
      from.length + 1,
      `${from}/`,
    );
  }

  #read(row: Row): AlbumRow {
    const id = text(row, 'id');
    return {
      id,
      owner: text(row, 'owner'),
      name: text(row, 'name'),
      cover: text(row, 'cover'),
      ctime: number(row, 'ctime'),
      mtime: number(row, 'mtime'),
      members: this.#db.all(
        (each) => text(each, 'member'),
        'SELECT member FROM album_members WHERE album = ? ORDER BY member',
        id,
      ),
      folders: this.#db.all(
        (each) => ({ key: text(each, 'key'), ctime: number(each, 'ctime') }),
        'SELECT key, ctime FROM album_folders WHERE album = ? ORDER BY ctime, key',
        id,
      ),
    };
  }

  #now(): number {
    return Math.floor(this.#clock.now() / 1000);
  }
}

import { MAX_FAVOURITES } from '@boxwood/box-sdk';
import type { Database } from '../../store/database.ts';
import { defineMigration } from '../../store/migrations.ts';
import { number, type Row, text } from '../../store/row-columns.ts';
import { GEN, type Location, Refusal } from '../../storage/vault/index.ts';

/** `key` is the current location, also in a bin; `path` the last path its owner saw. Rows are deleted with the user. */
export const favouriteMigrations = [
  defineMigration(
    'favourites',
    1,
    `create table favourites (
       id integer primary key autoincrement,
       user text not null references users(name) on delete cascade,
       key text not null,
       path text not null,
       folder integer not null,
       unique (user, key)
     ) strict`,
  ),
];

export interface FavouriteRow {
  readonly id: number;
  /** {@link Location.key} */
  readonly key: string;
  readonly path: string;
  readonly folder: 0 | 1;
}

const readRow = (row: Row): FavouriteRow => ({
  id: number(row, 'id'),
  key: text(row, 'key'),
  path: text(row, 'path'),
  folder: number(row, 'folder') === 1 ? 1 : 0,
});

/**
 * Favourites of each user. A favourite follows its file or folder; changes are reported by its rows
 * (`storage/changes/row-changes.ts`).
 */
export class Favourites {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** In the order they were added. */
  of(user: string): readonly FavouriteRow[] {
    return this.#database.all(readRow, 'select * from favourites where user = ? order by id', user);
  }

  /** @throws Refusal 16 if there are too many */
  add(user: string, { key, wire }: Pick<Location, 'key' | 'wire'>, folder: boolean): number {
    return this.#database.durable(() => {
      const all = this.of(user);
      const known = all.find((each) => each.key === key);
      if (known !== undefined) return known.id;
      if (all.length >= MAX_FAVOURITES) throw new Refusal(GEN.overLimit, 'favourites');
      return this.#database.run(
        'insert into favourites (user, key, path, folder) values (?, ?, ?, ?)',
        user,
        key,
        wire,
        folder ? 1 : 0,
      ).rowid;
    });
  }

  /** @returns whether it existed */
  remove(user: string, id: number): boolean {
    return this.#database.durable(
      () => this.#database.run('delete from favourites where user = ? and id = ?', user, id).changes > 0,
    );
  }

  /** Stores the path its owner sees now. */
  setPath(id: number, path: string): void {
    this.#database.run('update favourites set path = ? where id = ?', path, id);
  }

  /** Updates favourites at or below `from` after a move to `to`, also into a bin. */
  updateMoved(from: string, to: string): void {
    for (const { id, key } of this.#at(from))
      this.#database.run('update or replace favourites set key = ? where id = ?', `${to}${key.slice(from.length)}`, id);
  }

  /** Users with favourites at or below this key. */
  usersAt(key: string): ReadonlySet<string> {
    return new Set(this.#at(key).map(({ user }) => user));
  }

  /** Filtered here, because SQLite counts characters differently. */
  #at(key: string): readonly (FavouriteRow & { readonly user: string })[] {
    return this.#database
      .all((row) => ({ ...readRow(row), user: text(row, 'user') }), 'select * from favourites')
      .filter((each) => each.key === key || each.key.startsWith(`${key}/`));
  }
}

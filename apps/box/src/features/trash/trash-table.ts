import { naturalKey } from '../files/listing/natural-sort-key.ts';
import type { Database } from '../../store/database.ts';
import { defineMigration } from '../../store/migrations.ts';
import { number, type Row, text } from '../../store/row-columns.ts';
import type { TrashRecord } from './trash-sidecar.ts';

export const trashMigrations = [
  defineMigration(
    'trash',
    1,
    `create table trash (
       id text primary key,
       owner text not null,
       bin text not null,
       parent text not null,
       name text not null,
       folder integer not null,
       size integer not null,
       mtime integer not null,
       deleted integer not null,
       by text not null
     ) strict, without rowid;
     create index trash_owner on trash(owner, deleted);`,
  ),
  // `natural`: the sort key of the name, so that a page in deletion order is read from an index. Existing rows get
  // their keys at the start.
  defineMigration(
    'trash',
    2,
    `alter table trash add column natural text not null default '';
     drop index trash_owner;
     create index trash_order on trash(owner, deleted, natural, name, id);
     create index trash_unordered on trash(id) where natural = '';
     create table trash_counts (owner text primary key, items integer not null) strict, without rowid;
     insert into trash_counts select owner, count(*) from trash group by owner;
     create trigger trash_came after insert on trash begin
       insert into trash_counts values (new.owner, 1) on conflict (owner) do update set items = items + 1;
     end;
     create trigger trash_went after delete on trash begin
       update trash_counts set items = items - 1 where owner = old.owner;
     end`,
  ),
  // Stores rows in deletion order: a page of a million items is one contiguous part of the file.
  defineMigration(
    'trash',
    3,
    `create table trash_lying (
       id text not null,
       owner text not null,
       bin text not null,
       parent text not null,
       name text not null,
       folder integer not null,
       size integer not null,
       mtime integer not null,
       deleted integer not null,
       by text not null,
       natural text not null default '',
       primary key (owner, deleted, natural, name, id)
     ) strict, without rowid;
     insert into trash_lying select id, owner, bin, parent, name, folder, size, mtime, deleted, by, natural from trash order by owner, deleted, natural, name, id;
     drop table trash;
     alter table trash_lying rename to trash;
     create unique index trash_id on trash(id);
     create index trash_unordered on trash(id) where natural = '';
     create trigger trash_came after insert on trash begin
       insert into trash_counts values (new.owner, 1) on conflict (owner) do update set items = items + 1;
     end;
     create trigger trash_went after delete on trash begin
       update trash_counts set items = items - 1 where owner = old.owner;
     end`,
  ),
];

const recordOf = (row: Row): TrashRecord => ({
  id: text(row, 'id'),
  owner: text(row, 'owner'),
  bin: text(row, 'bin'),
  parent: text(row, 'parent'),
  name: text(row, 'name'),
  folder: number(row, 'folder') === 1,
  size: number(row, 'size'),
  mtime: number(row, 'mtime'),
  deleted: number(row, 'deleted'),
  by: text(row, 'by'),
});

/** Position of a row in deletion order. */
export interface TrashPosition {
  readonly deleted: number;
  readonly natural: string;
  readonly name: string;
  readonly id: string;
}
/** A record with the sort key of its name. */
export interface OrderedTrashRecord {
  readonly record: TrashRecord;
  readonly natural: string;
}

const positionOf = (row: Row): TrashPosition => ({
  deleted: number(row, 'deleted'),
  natural: text(row, 'natural'),
  name: text(row, 'name'),
  id: text(row, 'id'),
});
const orderedOf = (row: Row): OrderedTrashRecord => ({ record: recordOf(row), natural: text(row, 'natural') });
/** Query for the items a user sees, by deletion time and name. Both halves use the index and stop at the limit. */
const orderedQuery = (columns: string, from: 'start' | 'place', desc: boolean): string => {
  const direction = desc ? 'desc' : 'asc';
  const beyond = from === 'start' ? '' : `and (deleted, natural, name, id) ${desc ? '<' : '>'} (?, ?, ?, ?)`;
  const half = `select ${columns} from trash where owner = ? ${beyond}`;
  return `${half} union all ${half} order by deleted ${direction}, natural ${direction}, name ${direction}, id ${direction} limit ?`;
};

/** Table of the items in all bins. */
export class TrashTable {
  readonly #db: Database;
  #version = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Changes whenever an item is added or removed. */
  get version(): number {
    return this.#version;
  }

  add(record: TrashRecord): void {
    this.#version += 1;
    this.#db.run(
      `insert into trash (id, owner, bin, parent, name, folder, size, mtime, deleted, by, natural) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (id) do update set bin = excluded.bin, parent = excluded.parent, name = excluded.name, folder = excluded.folder, size = excluded.size,
         mtime = excluded.mtime, deleted = excluded.deleted, by = excluded.by, natural = excluded.natural`,
      record.id,
      record.owner,
      record.bin,
      record.parent,
      record.name,
      record.folder ? 1 : 0,
      record.size,
      record.mtime,
      record.deleted,
      record.by,
      naturalKey(record.name),
    );
  }

  get(id: string): TrashRecord | undefined {
    return this.#db.get(recordOf, 'select * from trash where id = ?', id);
  }

  /** The user's own and the public items. */
  visibleTo(user: string): TrashRecord[] {
    return this.#db.all(recordOf, `select * from trash where owner in (?, '') order by deleted desc, id`, user);
  }

  /** Number of items the user sees. */
  count(user: string): number {
    return (
      this.#db.get(
        (row) => number(row, 'n'),
        `select coalesce(sum(items), 0) as n from trash_counts where owner in (?, '')`,
        user,
      ) ?? 0
    );
  }

  /**
   * Items the user sees, by deletion time and name. `after` is the last row of the previous page; null for the first
   * page.
   */
  listByDeletion(user: string, after: TrashPosition | null, desc: boolean, count: number): OrderedTrashRecord[] {
    return this.#db.all(
      orderedOf,
      orderedQuery('*', after === null ? 'start' : 'place', desc),
      ...bounds(user, after, count),
    );
  }

  /** The position after `count` more rows of {@link listByDeletion}, and how many rows were skipped. */
  skip(
    user: string,
    after: TrashPosition | null,
    desc: boolean,
    count: number,
  ): readonly [TrashPosition | null, number] {
    const sql = orderedQuery('deleted, natural, name, id', after === null ? 'start' : 'place', desc);
    const skipped = this.#db.all(positionOf, sql, ...bounds(user, after, count));
    return [skipped.at(-1) ?? after, skipped.length];
  }

  /** Adds sort keys to rows that have none. Returns whether more rows may follow. */
  addSortKeys(count: number): boolean {
    const rows = this.#db.all(
      (row) => ({ id: text(row, 'id'), name: text(row, 'name') }),
      `select id, name from trash where natural = '' limit ?`,
      count,
    );
    this.#version += 1;
    this.#db.transaction(() => {
      for (const { id, name } of rows) this.#db.run('update trash set natural = ? where id = ?', naturalKey(name), id);
    });
    return rows.length === count;
  }

  inBin(bin: string): TrashRecord[] {
    return this.#db.all(recordOf, 'select * from trash where bin = ?', bin);
  }

  remove(id: string): void {
    this.#version += 1;
    this.#db.run('delete from trash where id = ?', id);
  }
}

const bounds = (user: string, after: TrashPosition | null, count: number): (string | number)[] => {
  const beyond = after === null ? [] : [after.deleted, after.natural, after.name, after.id];
  return [user, ...beyond, '', ...beyond, count];
};

import type { Database } from '../store/database.ts';
import { defineMigration } from '../store/migrations.ts';
import { number, type Row, text } from '../store/rows.ts';
import type { TrashRecord } from './sidecar.ts';

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

/** The rows of the recycle bins. */
export class TrashTable {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  add(record: TrashRecord): void {
    this.#db.run(
      'insert or replace into trash (id, owner, bin, parent, name, folder, size, mtime, deleted, by) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[record.id, record.owner, record.bin, record.parent, record.name, record.folder ? 1 : 0],
      ...[record.size, record.mtime, record.deleted, record.by],
    );
  }

  get(id: string): TrashRecord | undefined {
    return this.#db.get(recordOf, 'select * from trash where id = ?', id);
  }

  /** Own and public items. */
  visibleTo(user: string): TrashRecord[] {
    return this.#db.all(recordOf, `select * from trash where owner in (?, '') order by deleted desc, id`, user);
  }

  inBin(bin: string): TrashRecord[] {
    return this.#db.all(recordOf, 'select * from trash where bin = ?', bin);
  }

  remove(id: string): void {
    this.#db.run('delete from trash where id = ?', id);
  }
}

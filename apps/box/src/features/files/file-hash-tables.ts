import { defineMigration } from '../../store/migrations.ts';

/** md512kb by inode; `key` is the key of the file when it was hashed. */
export const fileHashMigrations = [
  defineMigration(
    'files',
    1,
    `CREATE TABLE file_hashes (
       dev INTEGER NOT NULL,
       ino INTEGER NOT NULL,
       size INTEGER NOT NULL,
       mtime INTEGER NOT NULL,
       hash TEXT NOT NULL,
       key TEXT NOT NULL,
       PRIMARY KEY (dev, ino)
     ) STRICT, WITHOUT ROWID;
     CREATE INDEX file_hashes_hash ON file_hashes(hash)`,
  ),
];

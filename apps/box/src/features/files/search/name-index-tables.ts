import { defineMigration } from '../../../store/migrations.ts';

export const nameIndexMigrations = [
  defineMigration(
    'names',
    1,
    `CREATE TABLE dirs (id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, mtime REAL NOT NULL) STRICT;
     CREATE TABLE names (
       id INTEGER PRIMARY KEY,
       dir INTEGER NOT NULL,
       name TEXT NOT NULL,
       type INTEGER NOT NULL,
       size INTEGER NOT NULL,
       mtime INTEGER NOT NULL,
       ctime INTEGER NOT NULL,
       UNIQUE (dir, name)
     ) STRICT;
     CREATE VIRTUAL TABLE names_text USING fts5(name, content='names', content_rowid='id', tokenize='trigram');
     CREATE TRIGGER names_added AFTER INSERT ON names BEGIN
       INSERT INTO names_text(rowid, name) VALUES (new.id, new.name);
     END;
     CREATE TRIGGER names_gone AFTER DELETE ON names BEGIN
       INSERT INTO names_text(names_text, rowid, name) VALUES ('delete', old.id, old.name);
     END`,
  ),
  // `sounds`: {@link pinyinVariants} of a name. The migration deletes the index; the next crawl rebuilds it.
  defineMigration(
    'names',
    2,
    `DROP TABLE names_text;
     DROP TABLE names;
     DELETE FROM dirs;
     CREATE TABLE names (
       id INTEGER PRIMARY KEY,
       dir INTEGER NOT NULL,
       name TEXT NOT NULL,
       sounds TEXT,
       type INTEGER NOT NULL,
       size INTEGER NOT NULL,
       mtime INTEGER NOT NULL,
       ctime INTEGER NOT NULL,
       UNIQUE (dir, name)
     ) STRICT;
     CREATE VIRTUAL TABLE names_text USING fts5(name, sounds, content='names', content_rowid='id', tokenize='trigram');
     CREATE TRIGGER names_added AFTER INSERT ON names BEGIN
       INSERT INTO names_text(rowid, name, sounds) VALUES (new.id, new.name, new.sounds);
     END;
     CREATE TRIGGER names_gone AFTER DELETE ON names BEGIN
       INSERT INTO names_text(names_text, rowid, name, sounds) VALUES ('delete', old.id, old.name, old.sounds);
     END`,
  ),
  // `grams`: {@link indexGrams} of a name and its pinyin, and the folders above it. The migration deletes the index;
  // the next crawl rebuilds it.
  defineMigration(
    'names',
    3,
    `DROP TABLE names_text;
     DROP TRIGGER names_added;
     DROP TRIGGER names_gone;
     DELETE FROM names;
     DELETE FROM dirs;
     CREATE VIRTUAL TABLE names_text USING fts5(grams, content='', contentless_delete=1, detail=none, tokenize='ascii');
     CREATE TRIGGER names_gone AFTER DELETE ON names BEGIN
       DELETE FROM names_text WHERE rowid = old.id;
     END`,
  ),
];

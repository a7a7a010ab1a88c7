import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from './database.ts';
import { defineMigration } from './migrations.ts';
import { number, text, textOrNull } from './row-columns.ts';

const notes = defineMigration('notes', 1, 'CREATE TABLE notes (id INTEGER PRIMARY KEY, body TEXT) STRICT');
const marksMigration = defineMigration('notes', 2, 'ALTER TABLE notes ADD COLUMN mark INTEGER NOT NULL DEFAULT 7');

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'boxwood-store-'));
});
afterEach(() => rmSync(folder, { recursive: true }));
const file = () => join(folder, 'deep', 'box.db');

describe('Database', () => {
  it('keeps what was written across a close, in WAL mode', () => {
    const first = openDatabase(file(), { migrations: [notes] });
    expect(first.get((row) => text(row, 'journal_mode'), 'PRAGMA journal_mode')).toBe('wal');
    expect(first.run('INSERT INTO notes (body) VALUES (?)', 'hello')).toEqual({ changes: 1, rowid: 1 });
    first.close();
    first.close();
    const again = openDatabase(file(), { migrations: [marksMigration, notes] });
    expect(again.all((row) => [text(row, 'body'), number(row, 'mark')], 'SELECT body, mark FROM notes')).toEqual([
      ['hello', 7],
    ]);
    again.close();
  });

  it('gives back what it read, and reads it again', () => {
    const db = openDatabase(file(), { migrations: [notes] });
    db.run('INSERT INTO notes (body) VALUES (?)', 'hello');
    db.shrink();
    expect(db.all((row) => text(row, 'body'), 'SELECT body FROM notes')).toEqual(['hello']);
    db.close();
    expect(() => db.shrink()).toThrow();
  });

  it('rolls back a failed transaction whole, and a failed nested one alone', () => {
    const db = openDatabase(file(), { migrations: [notes] });
    const count = () => db.get((row) => number(row, 'n'), 'SELECT count(*) AS n FROM notes');
    expect(() =>
      db.transaction(() => {
        db.run('INSERT INTO notes (body) VALUES (?)', 'lost');
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(count()).toBe(0);
    db.transaction(() => {
      db.run('INSERT INTO notes (body) VALUES (?)', 'kept');
      expect(() =>
        db.transaction(() => {
          db.run('INSERT INTO notes (body) VALUES (?)', 'inner');
          throw new Error('inner');
        }),
      ).toThrow('inner');
    });
    expect(count()).toBe(1);
    db.close();
  });

  it('refuses a transaction that would wait, and leaves nothing of it', () => {
    const db = openDatabase(file(), { migrations: [notes] });
    expect(() =>
      db.transaction(() => {
        db.run('INSERT INTO notes (body) VALUES (?)', 'half');
        return Promise.resolve();
      }),
    ).toThrow('cannot wait');
    expect(db.all((row) => row, 'SELECT * FROM notes')).toEqual([]);
    db.close();
  });

  it('raises synchronous to FULL for durable writes only', () => {
    const db = openDatabase(file(), { migrations: [notes] });
    const level = () => db.get((row) => number(row, 'synchronous'), 'PRAGMA synchronous');
    expect(level()).toBe(1);
    expect(db.durable(() => level())).toBe(2);
    expect(level()).toBe(1);
    expect(() => db.durable(() => db.durable(() => 1))).toThrow('outermost');
    expect(level()).toBe(1);
    db.close();
  });

  it('stops at an edited step, a gap, and a file of a newer box', () => {
    openDatabase(file(), { migrations: [notes, marksMigration] }).close();
    expect(() =>
      openDatabase(file(), { migrations: [defineMigration('notes', 1, 'SELECT 1'), marksMigration] }),
    ).toThrow('was changed');
    expect(() => openDatabase(file(), { migrations: [marksMigration] })).toThrow('step 1 was expected');
    expect(() => openDatabase(file(), { migrations: [notes] })).toThrow('newer box');
  });

  it('a failing step leaves the schema as it was', () => {
    openDatabase(file(), { migrations: [notes] }).close();
    const broken = defineMigration('notes', 2, 'CREATE TABLE other (id INTEGER); SELECT nonsense');
    expect(() => openDatabase(file(), { migrations: [notes, broken] })).toThrow();
    const db = openDatabase(file(), { migrations: [notes] });
    expect(db.get((row) => text(row, 'name'), "SELECT name FROM sqlite_schema WHERE name = 'other'")).toBeUndefined();
    db.close();
  });

  it('says ENOSPC when there is no room, and goes on when there is', () => {
    const db = openDatabase(file(), { migrations: [notes] });
    const pages = db.get((row) => number(row, 'page_count'), 'PRAGMA page_count') ?? 0;
    db.exec(`PRAGMA max_page_count = ${pages + 2}`);
    const fill = () => db.run('INSERT INTO notes (body) VALUES (?)', 'x'.repeat(20_000));
    expect(fill).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
    expect(() => db.durable(fill)).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
    db.exec('PRAGMA max_page_count = 10000');
    expect(fill().changes).toBe(1);
    db.close();
  });

  it('reads columns by type and says which one is wrong', () => {
    const db = openDatabase(':memory:', { migrations: [notes] });
    db.run('INSERT INTO notes (body) VALUES (NULL)');
    expect(db.get((row) => textOrNull(row, 'body'), 'SELECT body FROM notes')).toBeNull();
    expect(() => db.get((row) => text(row, 'body'), 'SELECT body FROM notes')).toThrow('column body');
    expect([...db.each((row) => number(row, 'id'), 'SELECT id FROM notes')]).toEqual([1]);
    db.close();
  });
});

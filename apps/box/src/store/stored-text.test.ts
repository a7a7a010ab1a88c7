import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import { openDatabase } from './database.ts';
import { defineMigration } from './migrations.ts';
import { text } from './row-columns.ts';
import { fromStored, toStored } from './stored-text.ts';

/** Plain text, the escape, the private-use range of the encoding, and lone surrogates, in any order. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\uFDD0', '\uE480', '\uE000', '\uE7FF', '😀', 'a/b', '\uFFFD'),
      fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code)),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

it('every text comes back from its stored form, which is well-formed and no other text’s', () => {
  fc.assert(
    fc.property(anyText, anyText, (one, other) => {
      const stored = toStored(one);
      expect(stored.isWellFormed()).toBe(true);
      expect(fromStored(stored)).toBe(one);
      if (one !== other) expect(stored).not.toBe(toStored(other));
      expect(toStored(`${one}/${other}`)).toBe(`${stored}/${toStored(other)}`);
    }),
    { numRuns: propertyRuns(2000) },
  );
});

it('a database keeps every text, finds it again and joins it', () => {
  const database = openDatabase(':memory:', {
    migrations: [defineMigration('names', 1, 'CREATE TABLE names (name TEXT PRIMARY KEY) STRICT')],
  });
  fc.assert(
    fc.property(anyText, (name) => {
      // SQL functions end a text at a NUL; no name contains one.
      fc.pre(!name.includes('\0'));
      database.run('INSERT OR IGNORE INTO names (name) VALUES (?)', name);
      const joined = (row: Parameters<typeof text>[0]) => [text(row, 'name'), text(row, 'path')];
      expect(
        database.get(joined, "SELECT name, ? || '/' || name AS path FROM names WHERE name = ?", name, name),
      ).toEqual([name, `${name}/${name}`]);
    }),
    { numRuns: propertyRuns(500) },
  );
  database.close();
});

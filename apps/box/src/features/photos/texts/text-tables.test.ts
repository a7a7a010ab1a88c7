import { afterEach, beforeEach, expect, it } from 'vitest';
import { Database } from '../../../store/database.ts';
import { number } from '../../../store/row-columns.ts';
import { IndexTables } from '../index-tables.ts';
import { photoIndexMigrations } from '../photo-migrations.ts';
import { TextTables } from './text-tables.ts';

let index: Database;
let texts: TextTables;
const storedTexts = (): number | undefined =>
  index.get((row) => number(row, 'n'), 'SELECT count(*) AS n FROM photo_texts');

beforeEach(() => {
  index = new Database(':memory:', { migrations: photoIndexMigrations });
  texts = new TextTables(index);
  index.run(
    `INSERT INTO photo_facts (id, hash, taken, zone, takenfrom, wall, width, height, kind, duration, camera, lens, exposure, aperture,
       iso, focal, country, placeholder, trouble) VALUES ('a', 'hash', 0, 0, '', 0, 1, 1, 'photo', 0, '', '', 0, 0, 0, 0, '', '', '')`,
  );
  texts.put('a', 'my password is tulip');
});
afterEach(() => index.close());

it('a content that is encrypted away leaves nothing of what was written in it', () => {
  expect([texts.of('a'), storedTexts()]).toEqual(['my password is tulip', 1]);
  new IndexTables(index).forgetContent('hash');
  expect([texts.of('a'), storedTexts()]).toEqual(['', 0]);
  // A result that arrives after the content was forgotten is discarded.
  texts.put('a', 'my password is tulip');
  expect(storedTexts()).toBe(0);
});

it('what is written is replaced by what is read later, and a picture without words has no row', () => {
  texts.put('a', 'tulips');
  expect(texts.of('a')).toBe('tulips');
  texts.put('a', '');
  expect([texts.of('a'), storedTexts()]).toEqual(['', 0]);
});

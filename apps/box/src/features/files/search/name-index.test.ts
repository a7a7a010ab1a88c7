import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../store/database.ts';
import { NameIndex } from './name-index.ts';
import { compileNameTest } from './name-pattern.ts';
import { nameIndexMigrations } from './name-index-tables.ts';

let root: string;
let database: Database;
let index: NameIndex;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'boxwood-index-'));
  database = new Database(':memory:', { migrations: nameIndexMigrations });
  index = new NameIndex(database, [{ mountDir: '/mnt/usb1', root }]);
});
afterEach(() => {
  database.close();
  rmSync(root, { recursive: true });
});

const write = (path: string): void => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), '');
};
const remove = (path: string): void => rmSync(join(root, path), { recursive: true });
/** All indexed names with their folders. */
const names = (): readonly string[] =>
  database.all(
    ({ path, name }) => `${String(path).slice('/mnt/usb1'.length)}/${String(name)}`,
    'SELECT d.path, n.name FROM names n JOIN dirs d ON d.id = n.dir ORDER BY 1, 2',
  );

it('a folder that was told of before the one that it is in, and is gone before that is read, leaves no names', async () => {
  write('ann/stays.txt');
  await index.crawl('/mnt/usb1');
  const before = [names(), index.count];
  for (const path of ['ann/new/deep/er/one.txt', 'ann/new!/two.txt', 'ann/new0/three.txt', 'ann/newer/four.txt'])
    write(path);
  // The crawl starts in the middle: `ann` itself was not reported.
  const deep = ['new/deep', 'new!', 'new0', 'newer'].map((name) => `/mnt/usb1/ann/${name}`);
  await index.refresh([], deep);
  expect(index.count).toBeGreaterThan(1 + 4);
  for (const name of ['new', 'new!', 'new0', 'newer']) remove(`ann/${name}`);
  await index.crawl('/mnt/usb1');
  expect([names(), index.count]).toEqual(before);
});

it('a file in the place of a folder leaves nothing of what the folder held', async () => {
  write('ann/trip/day/one.jpg');
  write('ann/trip!/kept.jpg');
  await index.crawl('/mnt/usb1');
  remove('ann/trip');
  write('ann/trip');
  await index.crawl('/mnt/usb1');
  expect(names()).toEqual(['/ann', '/ann/trip', '/ann/trip!', '/ann/trip!/kept.jpg']);
  expect(index.count).toBe(4);
});

describe('a search looks at what it finds, and at little else', () => {
  /** Hits below a folder of the volume, and the number of index rows read for them. */
  const look = (regex: string, below = '') => {
    let looked = 0;
    const each = database.each.bind(database);
    database.each = function* (read, sql, ...values) {
      for (const row of each(read, sql, ...values)) {
        looked += 1;
        yield row;
      }
    };
    const filter = { regex, folderonly: false, regonly: false, withhidden: false };
    const test = compileNameTest(regex) ?? (() => false);
    const hits = index.search([{ key: `/mnt/usb1${below}`, root: 1 }], filter, test, Infinity) ?? [];
    database.each = each;
    return { found: hits.length, looked };
  };
  const MANY = 3000;
  beforeEach(async () => {
    const at = (number: number): string => String(number).padStart(5, '0');
    for (const folder of ['ann', 'ann/few', 'bob']) mkdirSync(join(root, folder), { recursive: true });
    for (let number = 0; number < MANY; number += 1) writeFileSync(join(root, `ann/IMG_10000_${at(number)}.jpg`), '');
    for (const name of ['家庭照片.jpg', '照片 1.jpg', '妈妈.txt', 'ok ~.txt', 'Übung.txt', 'img_10000_02999.png'])
      writeFileSync(join(root, 'ann', name), '');
    writeFileSync(join(root, 'ann/few/of ann.jpg'), '');
    writeFileSync(join(root, 'bob/of bob.jpg'), '');
    await index.crawl('/mnt/usb1');
  });

  it('for the whole name of one file among thousands that differ from it in their number', () => {
    expect(look('IMG_10000_02999\\.jpg')).toEqual({ found: 1, looked: 1 });
    expect(look('^img_10000_02999')).toEqual({ found: 2, looked: 2 });
  });

  it('for two signs and for one: Chinese words, their first letters, signs that are rare, letters that have accents', () => {
    for (const [regex, found] of [
      ...([
        ['照片', 2],
        ['妈', 1],
        ['zp', 2],
        ['mm', 1],
        ['~', 1],
        ['übung', 1],
        ['ü', 1],
        ['q', 0],
      ] as const),
    ] as const)
      expect(look(regex), regex).toEqual({ found, looked: found });
  });

  it('for all that is asked for, and not for the longest part of it', () => {
    expect(look('^ok.*\\.txt$')).toEqual({ found: 1, looked: 1 });
  });

  it('in a folder that holds few of what there are many of', () => {
    for (const folder of ['/ann/few', '/bob']) {
      const { found, looked } = look('jpg', folder);
      expect(found).toBe(1);
      expect(looked).toBeLessThan(MANY / 4);
    }
    expect(look('jpg', '/ann').found).toBe(MANY + 3);
  });

  it('and the next page of an answer at nothing, until something changes', async () => {
    expect(look('img').looked).toBe(MANY + 1);
    expect(look('img')).toEqual({ found: MANY + 1, looked: 0 });
    remove('ann/img_10000_02999.png');
    await index.refresh(['/mnt/usb1/ann']);
    expect(look('img')).toEqual({ found: MANY, looked: MANY });
    expect(look('02999')).toEqual({ found: 1, looked: 1 });
  });
});

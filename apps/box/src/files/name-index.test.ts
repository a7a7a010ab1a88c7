import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Database } from '../store/database.ts';
import { indexMigrations, NameIndex } from './name-index.ts';

let root: string;
let database: Database;
let index: NameIndex;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'boxwood-index-'));
  database = new Database(':memory:', { migrations: indexMigrations });
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
/** Every name the index holds, with its folder. */
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
  // Told from the middle: nothing was said of `ann` itself.
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

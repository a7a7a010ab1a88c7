import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Database } from '../store/database.ts';
import { callerFor } from '../vault/index.ts';
import { testVault, type TestVault } from '../vault/testing.ts';
import { IndexTables } from './index-tables.ts';
import { sightOf } from './sight.ts';
import { photoIndexMigrations } from './tables.ts';

let box: TestVault;
let index: Database;
let tables: IndexTables;
const put = (key: string, name = 'a.jpg'): void => {
  tables.put(tables.begin(key), [{ name, dev: 1, ino: 0, size: 1, mtime: 1 }]);
};

beforeEach(() => {
  box = testVault();
  index = new Database(':memory:', { migrations: photoIndexMigrations });
  tables = new IndexTables(index);
});
afterEach(() => {
  index.close();
  box.remove();
});

it('folders without a picture, and those that are closed to somebody as a whole, are not asked for one by one', async () => {
  for (let at = 0; at < 300; at += 1) {
    put(`/mnt/usb1/bob/Pictures/${at}`);
    tables.begin(`/mnt/usb1/ann/programs/${at}`);
  }
  put('/mnt/usb1/ann/Trip');
  put('/mnt/usb1/shared-files/Party');
  const asked = vi.spyOn(box.vault, 'seenBy');
  const seen = async (user: string) => [...(await sightOf(box.vault, tables, callerFor(user))).folders.values()];
  expect(await seen('ann')).toEqual(['/mnt/usb1/ann/Trip', '/mnt/usb1/shared-files/Party']);
  expect(asked.mock.calls.length).toBeLessThan(10);
  expect(await seen('bob')).toHaveLength(301);
  // The next request sees a new file.
  put('/mnt/usb1/ann/programs/7');
  expect(await seen('ann')).toHaveLength(3);
});

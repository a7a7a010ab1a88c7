import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Database } from '../../store/database.ts';
import { callerFor } from '../../storage/vault/index.ts';
import { createTestVault, type TestVault } from '../../storage/vault/vault-test-helpers.ts';
import { IndexTables } from './index-tables.ts';
import { listReadableFolders } from './readable-folders.ts';
import { photoIndexMigrations } from './photo-migrations.ts';

let box: TestVault;
let index: Database;
let tables: IndexTables;
const put = (key: string, name = 'a.jpg'): void => {
  tables.putFiles(tables.beginFolder(key), [{ name, dev: 1, ino: 0, size: 1, mtime: 1 }]);
};

beforeEach(() => {
  box = createTestVault();
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
    tables.beginFolder(`/mnt/usb1/ann/programs/${at}`);
  }
  put('/mnt/usb1/ann/Trip');
  put('/mnt/usb1/shared-files/Party');
  const asked = vi.spyOn(box.vault, 'findReadable');
  const seen = async (user: string) => [
    ...(await listReadableFolders(box.vault, tables, callerFor(user))).folders.values(),
  ];
  expect(await seen('ann')).toEqual(['/mnt/usb1/ann/Trip', '/mnt/usb1/shared-files/Party']);
  expect(asked.mock.calls.length).toBeLessThan(10);
  expect(await seen('bob')).toHaveLength(301);
  // The next request sees a new file.
  put('/mnt/usb1/ann/programs/7');
  expect(await seen('ann')).toHaveLength(3);
});

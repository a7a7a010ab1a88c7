/** Shared folders that another program moved: where the box searches, how often, and what it finds. */
import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { identityMigrations } from '../../server/identity/identity-tables.ts';
import { Users } from '../../server/identity/users.ts';
import { stampOf } from '../../storage/journal/file-stamp.ts';
import type { TestVault } from '../../storage/vault/vault-test-helpers.ts';
import { createTestVault } from '../../storage/vault/vault-test-helpers.ts';
import { FamilyShares } from './family-shares.ts';
import { MovedFolderSearch } from './moved-folder-search.ts';
import { shareMigrations } from './share-migrations.ts';

const HOME = '/mnt/usb1/ann';
let box: TestVault;
let family: FamilyShares;
let lost: MovedFolderSearch;
let now: number;
let faults: unknown[];
/** Folders that were searched. */
let looked: () => number;
const disk = (path: string) => join(box.root, 'usb1/ann', path);

const share = (name: string, owner = 'ann'): string => {
  const path = join(box.root, 'usb1', owner, name);
  mkdirSync(path, { recursive: true });
  const thing = stampOf(statSync(path, { bigint: true }));
  return family.make({ owner, name, path: `/mnt/usb1/${owner}/${name}`, stamp: thing, members: ['bob'] });
};
const grantOf = (name: string) => {
  const grant = family.grantsFor('bob').find((each) => each.name === name);
  if (grant === undefined) throw new Error(name);
  return grant;
};
const look = async (name: string): Promise<number> => {
  const before = looked();
  lost.search(grantOf(name));
  await lost.settled();
  return looked() - before;
};

beforeEach(() => {
  [now, faults] = [1_700_000_000_000, []];
  box = createTestVault([...identityMigrations, ...shareMigrations]);
  const clock = { now: () => now };
  const users = new Users(box.database, clock);
  for (const name of ['ann', 'bob', 'eve']) users.create({ name, admin: false, owner: name === 'ann' }, 'x');
  family = new FamilyShares(box.database, clock);
  lost = new MovedFolderSearch({ vault: box.vault, family, clock, onFault: (fault) => faults.push(fault) });
  const folder = vi.spyOn(box.vault, 'folder');
  looked = () => folder.mock.calls.length;
});
afterEach(async () => {
  await lost.close();
  vi.restoreAllMocks();
  box.remove();
});

it('is found anywhere in the space of its creator, and the search ends there', async () => {
  const id = share('Trip');
  mkdirSync(disk('a/b/c'), { recursive: true });
  renameSync(disk('Trip'), disk('a/b/Journey'));
  // A different folder whose name sorts first.
  mkdirSync(disk('Trip'));
  await look('Trip');
  expect([family.get(id)?.path, faults]).toEqual([`${HOME}/a/b/Journey`, []]);
});

it('is looked for once in a minute in vain, at once again when it was found, and when the clock was set back', async () => {
  const id = share('Trip');
  renameSync(disk('Trip'), join(box.root, 'outside'));
  expect(await look('Trip')).toBeGreaterThan(0);
  now += 59_999;
  expect(await look('Trip')).toBe(0);
  now += 1;
  expect(await look('Trip')).toBeGreaterThan(0);
  now -= 1;
  expect(await look('Trip')).toBeGreaterThan(0);
  now += 60_000;
  renameSync(join(box.root, 'outside'), disk('Back'));
  await look('Trip');
  expect(family.get(id)?.path).toBe(`${HOME}/Back`);
  renameSync(disk('Back'), disk('Away'));
  await look('Trip');
  expect(family.get(id)?.path).toBe(`${HOME}/Away`);
  expect(faults).toEqual([]);
});

it('each share is looked for by itself, by its creator’s name and its own', async () => {
  const [one, walk, other] = [share('Trip'), share('Walk'), share('Trip', 'eve')];
  renameSync(disk('Trip'), disk('Here'));
  renameSync(disk('Walk'), disk('Stroll'));
  renameSync(join(box.root, 'usb1/eve/Trip'), join(box.root, 'usb1/eve/There'));
  for (const grant of family.grantsFor('bob')) lost.search(grant);
  await lost.settled();
  expect([one, walk, other].map((id) => family.get(id)?.path)).toEqual([
    `${HOME}/Here`,
    `${HOME}/Stroll`,
    '/mnt/usb1/eve/There',
  ]);
});

it('a folder that may not be read or goes away is passed over; what nobody foresaw is told, and the next search goes on', async () => {
  const id = share('Trip');
  renameSync(disk('Trip'), disk('Journey'));
  vi.spyOn(box.vault, 'folder').mockImplementationOnce(() => Promise.reject(new Error('a broken disk')));
  lost.search(grantOf('Trip'));
  await lost.settled();
  expect(faults).toMatchObject([{ message: 'a broken disk' }]);
  expect(family.get(id)?.path).toBe(`${HOME}/Trip`);
  now += 60_000;
  lost.search(grantOf('Trip'));
  await lost.settled();
  expect(family.get(id)?.path).toBe(`${HOME}/Journey`);
});

it('nothing is looked for in a box that stops, nor for a share that has ended', async () => {
  const id = share('Trip');
  const grant = grantOf('Trip');
  renameSync(disk('Trip'), disk('Journey'));
  family.remove(id);
  lost.search(grant);
  await lost.settled();
  expect(looked()).toBe(0);
  const again = share('Walk');
  const walk = grantOf('Walk');
  renameSync(disk('Walk'), disk('Stroll'));
  await lost.close();
  lost.search(walk);
  await lost.settled();
  expect([looked(), family.get(again)?.path]).toEqual([0, `${HOME}/Walk`]);
});

it('what an older box shared by its path becomes what stands there: a folder, and nothing else', async () => {
  const ids = ['Trip', 'Gone'].map((name) => share(name));
  box.database.run('update family_shares set dev = null, ino = null, born = null');
  renameSync(disk('Gone'), join(box.root, 'outside'));
  await lost.backfillFolderStamps();
  const marked = ids.map((id) =>
    box.database.get((row) => row['ino'] !== null, 'select ino from family_shares where id = ?', id),
  );
  expect(marked).toEqual([true, false]);
});

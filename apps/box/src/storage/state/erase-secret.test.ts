import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openAccountStore } from '@boxwood/account';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isIntact, listBackups, makeBackup } from './backup.ts';
import { backupsDirOf } from './state-paths.ts';
import { putAside } from './restore-backup.ts';
import { TestDataFolder, SECRET } from './state-test-helpers.ts';

let home: TestDataFolder;
let backups: string;
beforeEach(async () => {
  home = new TestDataFolder();
  backups = backupsDirOf(home.dataDir);
  await home.fill();
});
afterEach(() => {
  home.remove();
});

/** Files of the data folder that contain the secret in clear. */
const filesWithSecret = (): readonly string[] =>
  readdirSync(home.dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => {
    const path = join(home.dataDir, name);
    return statSync(path).isFile() && readFileSync(path).includes(SECRET);
  });
/** Reverts the account database to before the migration that removes the secret and the later ones. */
const beforeLinkKeys = (): void => {
  home.sql('account', `delete from kysely_migration where name >= '0009-link-keys'; drop table password_links`);
};
const backUp = (reason: 'asked' | 'rolling') =>
  makeBackup({ stateDir: home.stateDir, into: backups, reason, now: (home.now += 60_000), rowsDigest: 'm' });

it('a start takes the secret out of the database of the accounts, its unused pages and its log, and out of every backup', async () => {
  // A moved row leaves a copy in its old page.
  home.sql('account', `update boxes set title = hex(randomblob(3000)); update boxes set title = 'Home'`);
  const open = new DatabaseSync(home.file('account'));
  open.exec(`PRAGMA journal_mode = WAL; update boxes set title = 'Our home'`);
  await backUp('asked');
  cpSync(home.stateDir, join(home.root, 'state'), { recursive: true });
  open.close();
  putAside(home.dataDir, home.now);
  rmSync(home.stateDir, { recursive: true });
  renameSync(join(home.root, 'state'), home.stateDir);
  mkdirSync(join(backups, 'unfinished-1-x'));
  writeFileSync(join(backups, 'unfinished-1-x', 'account.sqlite'), SECRET);
  expect(filesWithSecret().length).toBeGreaterThanOrEqual(5);
  // The databases lack this step, so the start backs them up first.
  beforeLinkKeys();

  // A second connection keeps the WAL from being deleted.
  const reader = new DatabaseSync(home.file('account'), { readOnly: true });
  reader.exec('select count(*) from boxes');
  expect(await home.start()).toBe('started');
  expect(filesWithSecret()).toEqual([]);
  reader.close();
  const found = listBackups(backups);
  expect(found.map(({ manifest }) => manifest.reason).toSorted()).toEqual(['asked', 'update']);
  expect(await Promise.all(found.map(isIntact))).toEqual([true, true]);
  expect(home.rows('account', 'select box_id, secret, title from boxes')).toEqual([['bw1', '', 'Our home']]);
  await backUp('rolling');
  expect(filesWithSecret()).toEqual([]);
});

it('a damaged backup stays one, a damaged database is named in the log, and a cleaned folder is left alone', async () => {
  const { folder } = await backUp('asked');
  writeFileSync(join(folder, 'box.sqlite'), 'x');
  mkdirSync(join(backups, 'aside-1'));
  writeFileSync(join(backups, 'aside-1', 'account.sqlite'), SECRET);
  const warned: unknown[] = [];
  const { lock } = await home.open(true, { warn: (about: unknown) => warned.push(about) });
  lock.release();
  expect(filesWithSecret()).toEqual([join('.boxwood-backups', 'aside-1', 'account.sqlite')]);
  expect(warned).toEqual([expect.objectContaining({ file: join(backups, 'aside-1', 'account.sqlite') })]);
  expect(await Promise.all(listBackups(backups).map(isIntact))).toEqual([false]);
  const states = () =>
    readdirSync(home.dataDir, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.sqlite'))
      .map((name) => `${name} ${statSync(join(home.dataDir, name)).mtimeMs}`);
  const before = states();
  expect(await home.start()).toBe('started');
  expect(states()).toEqual(before);
});

it('an account service elsewhere keeps what is derived from the secret, and nothing of the secret', async () => {
  const file = home.file('account');
  beforeLinkKeys();
  home.sql('account', `update boxes set title = hex(randomblob(3000)); update boxes set title = 'Home'`);
  const killed = join(home.root, 'killed');
  const open = new DatabaseSync(file);
  open.exec(`PRAGMA journal_mode = WAL; update boxes set title = 'Our home'`);
  cpSync(home.stateDir, killed, { recursive: true });
  open.close();
  rmSync(home.stateDir, { recursive: true });
  renameSync(killed, home.stateDir);
  expect(filesWithSecret()).toHaveLength(2);
  const store = await openAccountStore(file, () => undefined);
  expect(filesWithSecret()).toEqual([]);
  expect(home.rows('account', 'select secret from boxes')).toEqual([[expect.stringMatching(/^[\w-]{43}$/)]]);
  await store.destroy();
});

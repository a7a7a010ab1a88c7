import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestVault } from '../../storage/vault/vault-test-helpers.ts';
import { identityMigrations } from './identity-tables.ts';
import { ScriptTokens } from './script-tokens.ts';
import { digest } from './secrets.ts';
import { bindOlderTokens, isTokenFolder } from './token-folders.ts';
import { Users } from './users.ts';

it('binds tokens of older versions to the folders that are there, but not on removable disks', async () => {
  const test = createTestVault(identityMigrations);
  const clock = { now: () => 1_700_000_000_000 };
  new Users(test.database, clock).create({ name: 'ann', admin: true, owner: true }, 'v');
  const tokens = new ScriptTokens(test.database, clock);
  const folders = ['usb1/ann/Photos', 'usb1/ann/None', 'usb1/ann', 'extdev/stick/Photos'];
  const hashes = folders.map((folder) =>
    digest(tokens.add('ann', { name: 'old', verb: 'read', path: `/mnt/${folder}`, days: 1, folder: null }).token),
  );
  for (const folder of folders) if (!folder.endsWith('None')) mkdirSync(join(test.root, folder), { recursive: true });
  await bindOlderTokens(test.vault, tokens);
  expect(hashes.map((hash) => tokens.verify(hash)?.scope.isFolder !== undefined)).toEqual([true, false, false, false]);
  const isOpen = async () => isTokenFolder(test.vault, { user: 'ann', scope: tokens.verify(hashes[0] ?? '')?.scope });
  expect(await isOpen()).toBe(true);
  renameSync(join(test.root, 'usb1/ann/Photos'), join(test.root, 'usb1/ann/Old'));
  mkdirSync(join(test.root, 'usb1/ann/Photos'));
  await bindOlderTokens(test.vault, tokens);
  expect(await isOpen()).toBe(false);
  test.remove();
});

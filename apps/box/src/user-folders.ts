import { mountDirectory, BOX_PATHS, userRoot } from '@boxwood/box-sdk/rules';
import { isPlainUserId } from '@boxwood/command-bus/rules';
import type { Vault } from './storage/vault/index.ts';
import { callerFor } from './storage/vault/index.ts';

/** Folders that every user has from the start (G-15). */
const USER_FOLDERS = ['', '/my-shares', '/My Images', '/Download'] as const;

/** Creates the public folder. */
export const makePublicFolder = async (vault: Vault): Promise<void> => {
  await vault.makeFolder(vault.resolve(callerFor('box'), `${mountDirectory(1)}/${BOX_PATHS.shared}`, 'write'));
};

/**
 * Creates the folders of a user on the main volume and leaves existing ones unchanged. Does nothing for a name that no
 * user may have.
 */
export const makeUserFolders = async (vault: Vault, user: string): Promise<void> => {
  if (!isPlainUserId(user)) return;
  const caller = callerFor(user);
  for (const name of USER_FOLDERS) await vault.makeFolder(vault.resolve(caller, `${userRoot(user)}${name}`, 'write'));
};

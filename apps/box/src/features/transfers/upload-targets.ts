import { isEncryptedName } from '@boxwood/box-sdk/rules';
import type { Caller, Location, Vault } from '../../storage/vault/index.ts';
import { GEN, Refusal } from '../../storage/vault/index.ts';

/** Folder for part files, in the scratch folder of the target's file system. */
export const PARTS = 'parts';

/**
 * Resolves the target of an upload and checks that the caller may write there. Every way to upload uses this rule.
 * @throws Refusal 5, 13, 15
 */
export const targetOf = (vault: Vault, caller: Caller, target: string): Location => {
  const location = vault.resolve(caller, target, 'write');
  if (location.isPlaceRoot) throw new Refusal(GEN.unsafe, 'path');
  // Checked before any byte is sent; the vault inspects the file content when it is renamed (P-10).
  if (location.place.kind === 'safe' && !isEncryptedName(location.name))
    throw new Refusal(GEN.noPrivilege, 'encrypted');
  return location;
};

/** Key of the folder that contains the entry with a key. */
export const parentKeyOf = (key: string): string => key.slice(0, key.lastIndexOf('/'));

/** Key of the deepest folder that contains all entries with these keys. */
export const commonFolderOf = ([first = '', ...others]: readonly string[]): string =>
  others.reduce((folder, key) => {
    let common = folder;
    while (!key.startsWith(`${common}/`)) common = parentKeyOf(common);
    return common;
  }, parentKeyOf(first));

/** The parent folder of an upload; it may not exist yet. */
export const parentOf = (vault: Vault, caller: Caller, location: Location): Location =>
  vault.resolve(caller, location.wire.slice(0, location.wire.lastIndexOf('/')), 'write');

/** Maximum number of folders one upload creates, as for MKDIR: nobody needs a thousand levels. */
const MAX_FOLDER_DEPTH = 64;
/** Maximum number of folders one request for several files creates; each is synced. */
export const MAX_FOLDERS = 1024;

/**
 * Creates the parent folder of an upload and its missing ancestors.
 * @param maxFolders folders that may still be created
 * @returns how many were created
 * @throws Refusal 2 if that exceeds `maxFolders`, 15 if they are nested too deeply
 */
export const makeParent = async (
  vault: Vault,
  caller: Caller,
  location: Location,
  maxFolders = MAX_FOLDERS,
): Promise<number> => {
  const parent = parentOf(vault, caller, location);
  let missing = 0;
  for (
    let at = parent;
    missing <= MAX_FOLDER_DEPTH && (await vault.lstat(at)) === undefined && !at.isPlaceRoot;
    at = parentOf(vault, caller, at)
  )
    missing += 1;
  if (missing > MAX_FOLDER_DEPTH) throw new Refusal(GEN.path, 'depth');
  if (missing > maxFolders) throw new Refusal(GEN.busy, 'folders');
  await vault.makeFolder(parent);
  return missing;
};

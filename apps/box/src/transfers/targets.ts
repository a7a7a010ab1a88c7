import { isEncryptedName } from '@boxwood/box-sdk/rules';
import type { Caller, Location, Vault } from '../vault/index.ts';
import { GEN, Refusal } from '../vault/index.ts';

/** Where the bytes of uploads are gathered, in the scratch folder of the target's file system. */
export const PARTS = 'parts';

/** Where an upload goes, if its caller may. The one rule for every way to upload. @throws Refusal 5, 13, 15 */
export const targetOf = (vault: Vault, caller: Caller, target: string): Location => {
  const location = vault.resolve(caller, target, 'write');
  if (location.isPlaceRoot) throw new Refusal(GEN.unsafe, 'path');
  // Before a byte is sent; the vault looks into the file when it gets its name (P-10).
  if (location.place.kind === 'safe' && !isEncryptedName(location.name))
    throw new Refusal(GEN.noPrivilege, 'encrypted');
  return location;
};

/** The folder an upload goes into; it may be missing yet. */
export const parentOf = (vault: Vault, caller: Caller, location: Location): Location =>
  vault.resolve(caller, location.wire.slice(0, location.wire.lastIndexOf('/')), 'write');

/** Folders that one upload makes at most, as MKDIR does: a program that asks for a thousand levels is not keeping files. */
const MAX_DEPTH = 64;
/** Folders that a question about several files makes at most; each is synced. */
export const MAX_FOLDERS = 1024;

/**
 * Makes the folder that an upload goes into, with the parents it lacks.
 * @param most folders that may still be made
 * @returns how many were made
 * @throws Refusal 2 when that are more than `most`, 15 when they are nested too deeply
 */
export const makeParent = async (
  vault: Vault,
  caller: Caller,
  location: Location,
  most = MAX_FOLDERS,
): Promise<number> => {
  const parent = parentOf(vault, caller, location);
  let missing = 0;
  for (
    let at = parent;
    missing <= MAX_DEPTH && (await vault.lstat(at)) === undefined && !at.isPlaceRoot;
    at = parentOf(vault, caller, at)
  )
    missing += 1;
  if (missing > MAX_DEPTH) throw new Refusal(GEN.path, 'depth');
  if (missing > most) throw new Refusal(GEN.busy, 'folders');
  await vault.makeFolder(parent);
  return missing;
};

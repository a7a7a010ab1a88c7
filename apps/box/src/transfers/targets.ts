import type { Caller, Location, Vault } from '../vault/index.ts';
import { GEN, Refusal } from '../vault/index.ts';

/** Where the bytes of uploads are gathered, in the scratch folder of the target's file system. */
export const PARTS = 'parts';
const ENCRYPTED = /\.hyencrypt_v[23]$/;

/** Where an upload goes, if its caller may. The one rule for every way to upload. @throws Refusal 5, 13, 15 */
export const targetOf = (vault: Vault, caller: Caller, target: string): Location => {
  const location = vault.resolve(caller, target, 'write');
  if (location.isPlaceRoot) throw new Refusal(GEN.unsafe, 'path');
  // The safe holds encrypted files only (P-10).
  if (location.place.kind === 'safe' && !ENCRYPTED.test(location.name)) throw new Refusal(GEN.noPrivilege, 'safe');
  return location;
};

/** The folder an upload goes into; it may be missing yet. */
export const parentOf = (vault: Vault, caller: Caller, location: Location): Location =>
  vault.resolve(caller, location.wire.slice(0, location.wire.lastIndexOf('/')), 'write');

import { TSK } from '@boxwood/command-bus';
import { typeOf } from '../files/file-type.ts';
import { type Caller, GEN, type AccessIntent, type Location, Refusal, type Vault } from '../../storage/vault/index.ts';
import type { TaskItem } from './operation.ts';

/** Resolves the source of a task, which must exist. @throws Refusal TSK 8 absent, 3 a whole place, 5, 13 */
export async function checkSource(
  vault: Vault,
  caller: Caller,
  path: string,
  intent: AccessIntent,
): Promise<{ location: Location; item: TaskItem; folder: boolean }> {
  const location = vault.resolve(caller, path, intent);
  const stat = await vault.lstat(location);
  if (stat === undefined) throw new Refusal(TSK.source);
  // A whole place would include its hidden folders: safe, private files, bin.
  if (location.isPlaceRoot && location.place.kind !== 'external' && location.place.kind !== 'network')
    throw new Refusal(TSK.badParameter, 'place');
  const folder = stat.isDirectory();
  return {
    location,
    folder,
    item: { name: location.name, type: typeOf(location.name, stat), total: stat.isFile() ? stat.size : 0 },
  };
}

/** Resolves the folder for the result of a task. @throws Refusal TSK 9 absent, not a folder or not writable; 5, 13 */
export async function checkTarget(vault: Vault, caller: Caller, path: string): Promise<Location> {
  try {
    const location = vault.resolve(caller, path, 'write');
    await (await vault.folder(location)).close();
    return location;
  } catch (failure) {
    if (failure instanceof Refusal && (failure.code === GEN.path || failure.code === GEN.wrongType))
      throw new Refusal(TSK.target);
    throw failure;
  }
}

/**
 * {@link checkTarget} for unencrypted content, which no safe accepts (P-10). @throws Refusal also 13 (info `encrypted`)
 */
export async function checkPlainTarget(vault: Vault, caller: Caller, path: string): Promise<Location> {
  const location = await checkTarget(vault, caller, path);
  if (location.place.kind === 'safe') throw new Refusal(GEN.noPrivilege, 'encrypted');
  return location;
}

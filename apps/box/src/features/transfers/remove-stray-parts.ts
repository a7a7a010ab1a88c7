import type { Vault } from '../../storage/vault/index.ts';
import { PARTS } from './upload-targets.ts';

/** Deletes part files that belong to no known upload. Returns how many there were. */
export const removeStrayParts = async (vault: Vault, isKnown: (uuid: string) => boolean): Promise<number> => {
  let removed = 0;
  for (const volume of vault.volumes) {
    if (volume.kind !== 'data' || volume.readonly) continue;
    const parts = vault.inside(vault.scratchOfVolume(volume), PARTS);
    if ((await vault.lstat(parts)) === undefined) continue;
    await using folder = await vault.folder(parts);
    for (const name of await folder.names())
      // Files of a bundle are stored as `uuid.0`, `uuid.1` … until they are renamed.
      if (!isKnown(name.split('.')[0] ?? '')) {
        await folder.unlink(name).catch(() => undefined);
        removed += 1;
      }
  }
  return removed;
};

import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Caller, Location, Vault } from '../../storage/vault/index.ts';
import type { IndexTables } from './index-tables.ts';

/** Folders with photos that a caller may read now, by index id, with the path that the caller sees for each. */
export interface ReadableFolders {
  readonly folders: ReadonlyMap<number, string>;
  /** Changes with the set of readable folders. */
  readonly fingerprint: string;
}

/** Folders checked before yielding to the event loop. */
const FOLDERS_PER_BATCH = 1000;

/**
 * Folders the caller may read, with the path they see for each. Checked against the vault on every request, with the
 * same rules as a listing. A folder shared by another user counts only while the same folder exists at that path.
 */
export const listReadableFolders = async (
  vault: Vault,
  tables: IndexTables,
  caller: Caller,
): Promise<ReadableFolders> => {
  const folders = new Map<number, string>();
  const fingerprint = createHash('sha256');
  const granted = new Map<string, Promise<boolean>>();
  /** Cache per top folder of whether the caller can see anything in it. Most folders of other users are closed. */
  const visibleTopFolders = new Map<string, boolean>();
  const isTopVisible = (top: string): boolean => {
    const known = visibleTopFolders.get(top) ?? vault.canReadWithin(caller, top);
    visibleTopFolders.set(top, known);
    return known;
  };
  let checked = 0;
  for (const { id, key } of tables.folders()) {
    const volume = vault.volumes.find(({ mountDir }) => key.startsWith(`${mountDir}/`));
    if (volume === undefined) continue;
    const below = key.indexOf('/', volume.mountDir.length + 1);
    if (!isTopVisible(below < 0 ? key : key.slice(0, below))) continue;
    checked += 1;
    if (checked % FOLDERS_PER_BATCH === 0) await setImmediate();
    const location = vault.findReadable(caller, key);
    if (location === undefined || !(await isReadable(vault, location, granted))) continue;
    folders.set(id, location.wire);
    fingerprint.update(`${id} ${location.wire}\n`);
  }
  return { folders, fingerprint: fingerprint.digest('hex').slice(0, 16) };
};

const isReadable = async (
  vault: Vault,
  location: Location,
  granted: Map<string, Promise<boolean>>,
): Promise<boolean> => {
  const { place } = location;
  switch (place.kind) {
    case 'personal':
    case 'public':
      return true;
    case 'friends': {
      const known = granted.get(place.grant.path) ?? canEnter(vault, location);
      granted.set(place.grant.path, known);
      return known;
    }
    // None of these is indexed. If one ever is, no caller may see it.
    case 'safe':
    case 'private':
    case 'trash':
    case 'external':
    case 'network':
    case 'scratch':
      return false;
  }
};

const canEnter = async (vault: Vault, location: Location): Promise<boolean> => {
  try {
    await (await vault.folder(location)).close();
    return true;
  } catch {
    return false;
  }
};

import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Caller, Location, Vault } from '../vault/index.ts';
import type { IndexTables } from './index-tables.ts';

/** Folders with photos that a caller may read now, by index id, with the path that the caller sees for each. */
export interface Sight {
  readonly folders: ReadonlyMap<number, string>;
  /** Changes with the set of readable folders. */
  readonly mark: string;
}

/** Folders checked before yielding to the event loop. */
const PIECE = 1000;

/**
 * Folders the caller may read, with the path they see for each. Checked against the vault on every request, with the
 * same rules as a listing. A folder shared by another user counts only while the same folder exists at that path.
 */
export const sightOf = async (vault: Vault, tables: IndexTables, caller: Caller): Promise<Sight> => {
  const folders = new Map<number, string>();
  const mark = createHash('sha256');
  const granted = new Map<string, Promise<boolean>>();
  /** Cache per top folder of whether the caller can see anything in it. Most folders of other users are closed. */
  const tops = new Map<string, boolean>();
  const mayHold = (top: string): boolean => {
    const known = tops.get(top) ?? vault.seesInto(caller, top);
    tops.set(top, known);
    return known;
  };
  let asked = 0;
  for (const { id, key } of tables.folders()) {
    const volume = vault.volumes.find(({ mountDir }) => key.startsWith(`${mountDir}/`));
    if (volume === undefined) continue;
    const below = key.indexOf('/', volume.mountDir.length + 1);
    if (!mayHold(below < 0 ? key : key.slice(0, below))) continue;
    asked += 1;
    if (asked % PIECE === 0) await setImmediate();
    const location = vault.seenBy(caller, key);
    if (location === undefined || !(await isOpen(vault, location, granted))) continue;
    folders.set(id, location.wire);
    mark.update(`${id} ${location.wire}\n`);
  }
  return { folders, mark: mark.digest('hex').slice(0, 16) };
};

const isOpen = async (vault: Vault, location: Location, granted: Map<string, Promise<boolean>>): Promise<boolean> => {
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

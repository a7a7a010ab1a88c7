import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Caller, Location, Vault } from '../vault/index.ts';
import type { IndexTables } from './index-tables.ts';

/** The folders with pictures that somebody may read now, by number, with the path under which they see each. */
export interface Sight {
  readonly folders: ReadonlyMap<number, string>;
  /** Another one when they may read others. */
  readonly mark: string;
}

/** Folders between two moments for others. */
const PIECE = 1000;

/**
 * What the caller may read, asked of the vault for every answer as a listing of each folder would ask it: what no rule allows is absent. A folder
 * that somebody else opened counts only while the very folder that was opened stands there.
 */
export const sightOf = async (vault: Vault, tables: IndexTables, caller: Caller): Promise<Sight> => {
  const folders = new Map<number, string>();
  const mark = createHash('sha256');
  const granted = new Map<string, Promise<boolean>>();
  /** Whether anything can be seen of what belongs to one person, or to all: a family has many folders that are closed to one of them. */
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
    // Nothing of these is in the tables; should it ever be, nobody sees it.
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

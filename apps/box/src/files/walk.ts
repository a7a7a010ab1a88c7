import { lstatSync } from 'node:fs';
import { Folder } from '../copy/folder.ts';
import { fromDisk } from '../vault/names.ts';
import { isOwnName } from '../vault/own-names.ts';
import { typeOf } from './file-type.ts';
import type { Hit, HitFilter } from './hits.ts';
import { fits, MAX_HITS } from './hits.ts';
import type { NameTest } from './regex.ts';
import { createdSeconds } from './scan.ts';
import { monotonicMs } from './thread.ts';

/** A folder to search: `path` leads into an open folder whose key is `key`. */
export interface WalkScope {
  readonly path: string;
  readonly key: string;
  readonly root: number;
  /** Lower-case names directly in the folder that are skipped. */
  readonly reserved: readonly string[];
}

class TimeOver extends Error {}

/** Searches a tree that is not indexed by reading it. Links are not followed. Null on timeout. */
export const walk = (
  { path, key, root, reserved }: WalkScope,
  filter: HitFilter,
  test: NameTest,
  deadline: number,
): Hit[] | null => {
  const hits: Hit[] = [];
  const visit = (folder: Folder, at: string, depth: number): void => {
    for (const bytes of folder.names()) {
      if (monotonicMs() > deadline) throw new TimeOver();
      const name = fromDisk(bytes);
      if (isOwnName(name) || (depth === 0 && reserved.includes(name.toLowerCase()))) continue;
      if (!filter.withhidden && name.startsWith('.')) continue;
      const stat = lstatSync(folder.at(bytes), { throwIfNoEntry: false });
      if (stat === undefined) continue;
      const type = typeOf(name, stat);
      const seen = {
        name,
        folder: at,
        root,
        type,
        size: type === 5 ? 0 : stat.size,
        mtime: Math.floor(stat.mtimeMs / 1000),
        ctime: createdSeconds(stat),
      };
      if (fits(filter, seen) && test(name)) hits.push(seen);
      if (hits.length >= MAX_HITS) return;
      if (type === 5) enter(folder, bytes, (inner) => visit(inner, `${at}/${name}`, depth + 1));
    }
  };
  try {
    Folder.within(`${path}/.`, (folder) => visit(folder, key, 0));
  } catch (failure) {
    if (failure instanceof TimeOver) return null;
    throw failure;
  }
  return hits;
};

/** Opens a subfolder for `work`; a folder that was deleted or cannot be read is skipped. */
const enter = (folder: Folder, name: Buffer, work: (inner: Folder) => void): void => {
  let inner: Folder;
  try {
    inner = folder.open(name);
  } catch {
    return;
  }
  try {
    work(inner);
  } finally {
    inner.close();
  }
};

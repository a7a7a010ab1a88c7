import { lstatSync } from 'node:fs';
import { OpenDirectory } from '../../../storage/copy/open-directory.ts';
import { fromDisk } from '../../../storage/vault/disk-names.ts';
import { isOwnName } from '../../../storage/vault/own-names.ts';
import { typeOf } from '../file-type.ts';
import type { Hit, HitFilter } from './search-hits.ts';
import { matchesFilter, MAX_HITS } from './search-hits.ts';
import type { NameTest } from './name-pattern.ts';
import { createdSeconds } from '../listing/scan-folder.ts';
import { monotonicMs } from '../background-worker.ts';

/** A folder to search: `path` leads into an open folder whose key is `key`. */
export interface WalkScope {
  readonly path: string;
  readonly key: string;
  readonly root: number;
  /** Lower-case names directly in the folder that are skipped. */
  readonly reserved: readonly string[];
}

class DeadlineExceeded extends Error {}

/** Searches a tree that is not indexed by reading it. Links are not followed. Null on timeout. */
export const searchTree = (
  { path, key, root, reserved }: WalkScope,
  filter: HitFilter,
  test: NameTest,
  deadline: number,
): Hit[] | null => {
  const hits: Hit[] = [];
  const visit = (folder: OpenDirectory, at: string, depth: number): void => {
    for (const bytes of folder.entryNames()) {
      if (monotonicMs() > deadline) throw new DeadlineExceeded();
      const name = fromDisk(bytes);
      if (isOwnName(name) || (depth === 0 && reserved.includes(name.toLowerCase()))) continue;
      if (!filter.withhidden && name.startsWith('.')) continue;
      const stat = lstatSync(folder.entryPath(bytes), { throwIfNoEntry: false });
      if (stat === undefined) continue;
      const type = typeOf(name, stat);
      const hit = {
        name,
        folder: at,
        root,
        type,
        size: type === 5 ? 0 : stat.size,
        mtime: Math.floor(stat.mtimeMs / 1000),
        ctime: createdSeconds(stat),
      };
      if (matchesFilter(filter, hit) && test(name)) hits.push(hit);
      if (hits.length >= MAX_HITS) return;
      if (type === 5) withSubfolder(folder, bytes, (inner) => visit(inner, `${at}/${name}`, depth + 1));
    }
  };
  try {
    OpenDirectory.withOpen(`${path}/.`, (folder) => visit(folder, key, 0));
  } catch (failure) {
    if (failure instanceof DeadlineExceeded) return null;
    throw failure;
  }
  return hits;
};

/** Opens a subfolder for `work`; a folder that was deleted or cannot be read is skipped. */
const withSubfolder = (folder: OpenDirectory, name: Buffer, work: (inner: OpenDirectory) => void): void => {
  let inner: OpenDirectory;
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

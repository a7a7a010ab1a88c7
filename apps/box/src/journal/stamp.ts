import { lstatSync, type BigIntStats } from 'node:fs';

/**
 * What a file or folder was when the journal saw it, so that undo can tell whether the world has changed since.
 * `size` in bytes and `mtime` in nanoseconds (text, it exceeds a double) are compared for files only: a folder's own time changes with every child.
 */
export interface Stamp {
  readonly dev: string;
  readonly ino: string;
  readonly folder: boolean;
  readonly size: number;
  readonly mtime: string;
}

/** The stamp of a `lstat` result; ask for it with `{ bigint: true }`, inode numbers may exceed a double. */
export const stampOf = (stat: BigIntStats): Stamp => ({
  dev: String(stat.dev),
  ino: String(stat.ino),
  folder: stat.isDirectory(),
  size: stat.isDirectory() ? 0 : Number(stat.size),
  mtime: stat.isDirectory() ? '0' : String(stat.mtimeNs),
});

/** The stamp of what stands at a real path (links are not followed), or null when nothing does. */
export function stampAt(realPath: string): Stamp | null {
  const stat = lstatSync(realPath, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : stampOf(stat);
}

/** The very same inode: renamed perhaps, edited perhaps, but not another thing under the old name. */
export const sameThing = (a: Stamp, b: Stamp): boolean => a.dev === b.dev && a.ino === b.ino && a.folder === b.folder;

/** The same inode and, for a file, the same content as far as size and time tell. */
export const unchanged = (a: Stamp, b: Stamp): boolean => sameThing(a, b) && a.size === b.size && a.mtime === b.mtime;

import { lstatSync, type BigIntStats } from 'node:fs';

/**
 * What a file or folder was when the journal saw it, so that undo can tell whether the world has changed since.
 * `size` in bytes and `mtime` in nanoseconds (text, it exceeds a double) are compared for files only: a folder's own time changes with every child.
 * `born` is when the inode was made, in nanoseconds: its number alone is given to the next file as soon as it is free. Absent where the
 * file system does not know it, and in what was recorded before we did.
 */
export interface Stamp {
  readonly dev: string;
  readonly ino: string;
  readonly folder: boolean;
  readonly size: number;
  readonly mtime: string;
  readonly born?: string;
}

/** The stamp of a `lstat` result; ask for it with `{ bigint: true }`, inode numbers may exceed a double. */
export const stampOf = (stat: BigIntStats): Stamp => ({
  dev: String(stat.dev),
  ino: String(stat.ino),
  folder: stat.isDirectory(),
  size: stat.isDirectory() ? 0 : Number(stat.size),
  mtime: stat.isDirectory() ? '0' : String(stat.mtimeNs),
  ...(stat.birthtimeNs > 0n ? { born: String(stat.birthtimeNs) } : {}),
});

/** The stamp of what stands at a real path (links are not followed), or null when nothing does. */
export function stampAt(realPath: string): Stamp | null {
  const stat = lstatSync(realPath, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : stampOf(stat);
}

/**
 * The very same inode: renamed perhaps, edited perhaps, but not another thing under the old name. Where both know when they were made, that and
 * the number say it, also when the disk has another device number after a restart.
 */
export const sameThing = (a: Stamp, b: Stamp): boolean =>
  a.ino === b.ino &&
  a.folder === b.folder &&
  (a.born === undefined || b.born === undefined ? a.dev === b.dev : a.born === b.born);

/** A stamp as it was, of what has become another inode. */
export const asInode = (stamp: Stamp, { dev, ino, born }: Stamp): Stamp => {
  const { born: _, ...rest } = stamp;
  return { ...rest, dev, ino, ...(born === undefined ? {} : { born }) };
};

/** The same inode and, for a file, the same content as far as size and time tell. */
export const unchanged = (a: Stamp, b: Stamp): boolean => sameThing(a, b) && a.size === b.size && a.mtime === b.mtime;

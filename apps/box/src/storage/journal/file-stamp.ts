import { lstatSync, type BigIntStats } from 'node:fs';

/**
 * Identity and state of a file or folder when the journal recorded it, so that undo can detect later changes. `size`
 * (bytes) and `mtime` (nanoseconds, as text because it exceeds a double) are compared for files only; a folder's mtime
 * changes with every child. `born` is the creation time of the inode in nanoseconds, needed because inode numbers are
 * reused. It is absent on file systems without it and in old records.
 */
export interface FileStamp {
  readonly dev: string;
  readonly ino: string;
  readonly folder: boolean;
  readonly size: number;
  readonly mtime: string;
  readonly born?: string;
}

/** Stamp of an `lstat` result with `{ bigint: true }`, because inode numbers may exceed a double. */
export const stampOf = (stat: BigIntStats): FileStamp => ({
  dev: String(stat.dev),
  ino: String(stat.ino),
  folder: stat.isDirectory(),
  size: stat.isDirectory() ? 0 : Number(stat.size),
  mtime: stat.isDirectory() ? '0' : String(stat.mtimeNs),
  ...(stat.birthtimeNs > 0n ? { born: String(stat.birthtimeNs) } : {}),
});

/** Stamp of the item at a real path (symbolic links are not followed), or null when it does not exist. */
export function stampAt(realPath: string): FileStamp | null {
  const stat = lstatSync(realPath, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : stampOf(stat);
}

/**
 * Whether both stamps belong to the same inode, even if it was renamed or edited. Compares the creation time where both
 * have it, because device numbers can change at a restart; otherwise the device.
 */
export const isSameInode = (a: FileStamp, b: FileStamp): boolean =>
  a.ino === b.ino &&
  a.folder === b.folder &&
  (a.born === undefined || b.born === undefined ? a.dev === b.dev : a.born === b.born);

/** Copies a stamp with the inode of another one. */
export const withInode = (stamp: FileStamp, { dev, ino, born }: FileStamp): FileStamp => {
  const { born: _, ...rest } = stamp;
  return { ...rest, dev, ino, ...(born === undefined ? {} : { born }) };
};

/** Whether it is the same inode and, for a file, has the same size and modification time. */
export const isUnchanged = (a: FileStamp, b: FileStamp): boolean =>
  isSameInode(a, b) && a.size === b.size && a.mtime === b.mtime;

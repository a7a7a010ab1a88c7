import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Mounts a small disk of memory; null without the rights to. */
export const mountSmallDisk = (options: string): string | null => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-disk-'));
  if (process.getuid?.() === 0 && spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0)
    return folder;
  rmSync(folder, { recursive: true });
  return null;
};

export const unmount = (folder: string): void => {
  spawnSync('umount', ['-l', folder]);
  rmSync(folder, { recursive: true, force: true });
};

/** Puts a disk in at a place, as often as wanted: what is on it stays. @param options as of mount(8): `ro` */
export const bind = (disk: string, place: string, ...options: readonly string[]): void => {
  const mount = (...args: readonly string[]): void => {
    const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  mount('--bind', disk, place);
  if (options.length > 0) mount('-o', ['remount', 'bind', ...options].join(','), place);
};

/** Pulls it: whoever has a file of it open keeps that file, and nobody finds another. */
export const unbind = (place: string): void => {
  spawnSync('umount', ['-l', place], { stdio: 'ignore' });
};

export const canMount = (): boolean => {
  const folder = mountSmallDisk('size=1m');
  if (folder !== null) unmount(folder);
  return folder !== null;
};

/** Another program, which leaves so many bytes of a disk free. */
export const leaveFree = (disk: string, bytes: number): void => {
  const filler = join(disk, 'filler');
  const free = (): number => {
    const { bavail, bsize } = statfsSync(disk);
    return bavail * bsize;
  };
  try {
    // In steps: the box writes and deletes meanwhile.
    writeFileSync(filler, '', { flag: 'a' });
    for (let over = free() - bytes; over > 0; over = free() - bytes)
      writeFileSync(filler, Buffer.alloc(Math.min(over, 16 * 1024 * 1024)), { flag: 'a' });
  } catch (failure) {
    // The box was quicker: the disk is full, as was wanted.
    if (!(failure instanceof Error && 'code' in failure && failure.code === 'ENOSPC')) throw failure;
  }
  const { size } = statSync(filler);
  if (free() < bytes) truncateSync(filler, Math.max(0, size - (bytes - free())));
};

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Mounts a small disk in memory; null without the rights to mount. */
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

/**
 * Mounts a disk at a path. It can be repeated; the content of the disk stays.
 * @param options as of mount(8): `ro`
 */
export const bind = (disk: string, place: string, ...options: readonly string[]): void => {
  const mount = (...args: readonly string[]): void => {
    const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  mount('--bind', disk, place);
  if (options.length > 0) mount('-o', ['remount', 'bind', ...options].join(','), place);
};

/** Detaches it: a process with an open file keeps that file, and nothing else is accessible. */
export const unbind = (place: string): void => {
  spawnSync('umount', ['-l', place], { stdio: 'ignore' });
};

/** A disk that can be plugged and pulled repeatedly; its content stays. */
export interface RemovableDisk {
  readonly plug: (place: string) => void;
  readonly pull: (place: string) => void;
  readonly remove: () => void;
}

/**
 * A separate file system in a file, like a USB stick (ext4 on a loop device), or in memory where there are no loop
 * devices. Null without the rights to mount.
 */
export const makeRemovableDisk = (megabytes: number): RemovableDisk | null => {
  if (!canMount()) return null;
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-stick-'));
  const image = join(folder, 'image');
  writeFileSync(image, '');
  truncateSync(image, megabytes * 1024 * 1024);
  const made = spawnSync('mkfs.ext4', ['-q', image]).status === 0;
  const { status, stdout } = spawnSync('losetup', ['--find', '--show', image], { encoding: 'utf8' });
  // One device for its whole life: a lazy unmount keeps the file system until its last file is closed.
  const device = stdout.trim();
  if (made && status === 0)
    return {
      plug: (place) => {
        const { status: mounted, stderr } = spawnSync('mount', [device, place], { encoding: 'utf8' });
        if (mounted !== 0) throw new Error(stderr);
      },
      pull: unbind,
      remove: () => {
        spawnSync('losetup', ['--detach', device]);
        rmSync(folder, { recursive: true });
      },
    };
  rmSync(folder, { recursive: true });
  const memory = mountSmallDisk(`size=${megabytes}m`) ?? '';
  return { plug: (place) => bind(memory, place), pull: unbind, remove: () => unmount(memory) };
};

export const canMount = (): boolean => {
  const folder = mountSmallDisk('size=1m');
  if (folder !== null) unmount(folder);
  return folder !== null;
};

/** Simulates another program that leaves this many bytes of a disk free. */
export const fillUntilFree = (disk: string, bytes: number): void => {
  const filler = join(disk, 'filler');
  const free = (): number => {
    const { bavail, bsize } = statfsSync(disk);
    return bavail * bsize;
  };
  try {
    // In steps, because the box writes and deletes meanwhile.
    writeFileSync(filler, '', { flag: 'a' });
    for (let over = free() - bytes; over > 0; over = free() - bytes)
      writeFileSync(filler, Buffer.alloc(Math.min(over, 16 * 1024 * 1024)), { flag: 'a' });
  } catch (failure) {
    // The box was faster: the disk is full, as intended.
    if (!(failure instanceof Error && 'code' in failure && failure.code === 'ENOSPC')) throw failure;
  }
  const { size } = statSync(filler);
  if (free() < bytes) truncateSync(filler, Math.max(0, size - (bytes - free())));
};

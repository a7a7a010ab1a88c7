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

/** A disk that is put in and pulled again and again; what is on it stays. */
export interface Stick {
  readonly plug: (place: string) => void;
  readonly pull: (place: string) => void;
  readonly remove: () => void;
}

/** A file system of its own in a file, as a stick has one (ext4 on a loop device); of memory where there are no loop devices. Null without the rights to mount. */
export const makeStick = (megabytes: number): Stick | null => {
  if (!canMount()) return null;
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-stick-'));
  const image = join(folder, 'image');
  writeFileSync(image, '');
  truncateSync(image, megabytes * 1024 * 1024);
  const made = spawnSync('mkfs.ext4', ['-q', image]).status === 0;
  const { status, stdout } = spawnSync('losetup', ['--find', '--show', image], { encoding: 'utf8' });
  // One device for its whole life: a lazy unmount leaves the file system as it is until the last file of it is closed.
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

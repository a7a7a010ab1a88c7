/** The kernel's mount table as the vault sees it: a file in its format, and real folders. */
import { mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callerFor, refusalCodeOf, Vault } from '../../storage/vault/index.ts';
import type { VolumeChange } from '../../storage/vault/index.ts';
import type { TestVault } from '../../storage/vault/vault-test-helpers.ts';
import { createTestVault } from '../../storage/vault/vault-test-helpers.ts';
import { mountMigrations, MountWatcher } from './mount-watcher.ts';

const ann = callerFor('ann');
let box: TestVault;
let vault: Vault;
let watch: MountWatcher;
let told: string[];
const mountinfo = () => join(box.root, 'mountinfo');
const folder = (name: string): string => {
  const path = join(box.root, name);
  mkdirSync(path, { recursive: true });
  return path;
};
/** Lines as in proc_pid_mountinfo(5): a path's space is written as `\040`. */
const mounted = async (...places: readonly (readonly [id: number, place: string, options?: string])[]) => {
  const lines = places.map(([id, place, options = 'rw']) => {
    const point = folder(place).replaceAll(' ', '\\040');
    return `${id} 28 8:${id} / ${point} ${options},noatime shared:1 - ext4 /dev/sd${id} ${options}`;
  });
  writeFileSync(mountinfo(), ['1 0 8:1 / / rw - ext4 /dev/sda1 rw', ...lines, ''].join('\n'));
  await watch.refresh();
};
const make = (path: string): Promise<unknown> =>
  (async () => vault.makeFolder(vault.resolve(ann, path, 'write')))().catch(refusalCodeOf);
const newWatch = () =>
  new MountWatcher({
    dataDir: box.root,
    vault,
    database: box.database,
    mountinfo: mountinfo(),
  });

beforeEach(() => {
  box = createTestVault(mountMigrations);
  ({ vault } = box);
  told = [];
  vault.onVolumeChange(({ kind, mountDir }: VolumeChange) => told.push(`${kind} ${mountDir}`));
  watch = newWatch();
});
afterEach(async () => {
  await watch.close();
  box.remove();
});

describe('mounts', () => {
  it('a disk at usb{n} is a data volume while it is mounted, and a bare folder is none', async () => {
    await mounted([40, 'usb7']);
    expect(told).toEqual(['came /mnt/usb7']);
    expect(await make('/mnt/usb7/ann/a')).toBe(true);
    await mounted();
    expect(told).toEqual(['came /mnt/usb7', 'gone /mnt/usb7']);
    expect(await make('/mnt/usb7/ann/b')).toBe(15);
    expect(readdirSync(join(box.root, 'usb7/ann'))).toEqual(['a']);
    await mounted([41, 'usb7']);
    expect(await make('/mnt/usb7/ann/b')).toBe(true);
  });

  it('a stick’s name is read as the kernel writes it; places that are nobody’s volume are left alone', async () => {
    await mounted(
      [40, 'extdev/My stick'],
      [41, 'usb7/inner'],
      [42, 'extdev/a/b'],
      [43, 'other'],
      [44, 'usb0'],
      [45, 'usb100'],
    );
    expect(told).toEqual(['came /mnt/extdev/My stick']);
    expect(await make('/mnt/extdev/My stick/new')).toBe(true);
  });

  it('another file system at the same place went and came, also between two looks', async () => {
    await mounted([40, 'usb7']);
    renameSync(join(box.root, 'usb7'), join(box.root, 'pulled'));
    folder('usb7');
    // The vault checks the folder before the first poll.
    expect(await make('/mnt/usb7/ann')).toBe(15);
    await mounted([41, 'usb7']);
    expect(told).toEqual(['came /mnt/usb7', 'gone /mnt/usb7', 'came /mnt/usb7']);
    expect(await make('/mnt/usb7/ann')).toBe(true);
  });

  it('one that becomes read-only takes nothing, and what did not change is not told again', async () => {
    await mounted([40, 'usb7']);
    await mounted([40, 'usb7'], [50, 'other']);
    expect(told).toEqual(['came /mnt/usb7']);
    await mounted([40, 'usb7', 'ro']);
    expect(await make('/mnt/usb7/ann')).toBe(13);
  });

  it('where something was mounted once nothing is written after a restart, until it is mounted again', async () => {
    await mounted([40, 'usb1'], [41, 'extdev/STICK']);
    await watch.close();
    vault = new Vault({
      database: box.database,
      volumes: [
        { mountDir: '/mnt/usb1', root: join(box.root, 'usb1'), kind: 'data' },
        { mountDir: '/mnt/extdev', root: join(box.root, 'extdev'), kind: 'external' },
      ],
    });
    watch = newWatch();
    await mounted();
    expect(vault.main.isAvailable).toBe(false);
    expect(await make('/mnt/usb1/ann')).toBe(15);
    expect(await make('/mnt/extdev/STICK/new')).toBe(15);
    await mounted([42, 'extdev/STICK']);
    expect(await make('/mnt/extdev/STICK/new')).toBe(true);
  });
});

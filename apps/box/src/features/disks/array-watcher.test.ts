import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ArrayWatcher } from './array-watcher.ts';

const whole = `Personalities : [raid1]
md0 : active raid1 sdb[1] sda[0]
      64448 blocks super 1.2 [2/2] [UU]

unused devices: <none>
`;
const failed = whole.replace('sda[0]', 'sda[0](F)').replace('[2/2] [UU]', '[2/1] [_U]');
const restored = (percent: string): string =>
  failed.replace(
    '\n\nunused',
    `\n      [===>.....]  recovery = ${percent}% (16000/64448) finish=0.1min speed=8000K/sec\n\nunused`,
  );

it('STATE-19: an array that comes, loses a disk or is whole again is told of once, and how far it is never', () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-mdstat-'));
  const file = join(folder, 'mdstat');
  let told = 0;
  const watch = new ArrayWatcher(() => (told += 1), file);
  const after = (mdstat: string): number => {
    writeFileSync(file, mdstat);
    watch.poll();
    watch.poll();
    return told;
  };
  try {
    expect(after(whole)).toBe(1);
    expect(watch.failing).toEqual([]);
    expect(after(failed)).toBe(2);
    expect(watch.failing).toEqual(['/dev/md0']);
    expect(after(restored('24.8'))).toBe(3);
    expect(after(restored('51.0'))).toBe(3);
    expect(after(whole)).toBe(4);
    expect(after('Personalities : [raid1]\n')).toBe(5);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('a btrfs that keeps things twice is told of when a disk of it goes or comes, and what it keeps once meanwhile is known', () => {
  const folder = mkdtempSync(join(tmpdir(), 'boxwood-btrfs-'));
  const mirror = join(folder, '6b1a0a3e-0000-4000-8000-000000000001');
  const make = (...path: readonly string[]): string => mkdirSync(join(mirror, ...path), { recursive: true }) ?? '';
  const work = (what: string): void => writeFileSync(join(mirror, 'exclusive_operation'), `${what}\n`);
  const disk = (name: string): void => {
    make('disks', name);
    symlinkSync(join(mirror, 'disks', name), join(mirror, 'devices', name));
  };
  let told = 0;
  const watch = new ArrayWatcher(() => (told += 1), join(folder, 'none'), folder);
  const looked = (): readonly unknown[] => {
    watch.poll();
    watch.poll();
    return [told, watch.failing, watch.unmirroredFileSystems.length];
  };
  try {
    for (const path of ['devices', 'devinfo/1', 'devinfo/2', 'allocation/data/raid1', 'allocation/metadata/raid1'])
      make(path);
    // A btrfs on a single disk, which stores its metadata twice.
    mkdirSync(join(folder, '6b1a0a3e-0000-4000-8000-000000000002', 'devinfo', '1'), { recursive: true });
    for (const name of ['sda', 'sdb']) disk(name);
    work('none');
    expect(looked()).toEqual([1, [], 0]);
    // The kernel keeps the link of a disk that was unplugged.
    rmSync(join(mirror, 'disks', 'sdb'), { recursive: true });
    expect(looked()).toEqual([2, ['/dev/sda'], 0]);
    make('allocation/data/single');
    disk('sdc');
    make('devinfo', '0');
    work('device replace');
    expect(looked()).toEqual([3, ['/dev/sda'], 0]);
    rmSync(join(mirror, 'devices', 'sdb'));
    rmSync(join(mirror, 'devinfo', '0'), { recursive: true });
    work('none');
    expect(looked()).toEqual([4, [], 1]);
    work('balance');
    expect(looked()).toEqual([5, [], 0]);
    rmSync(join(mirror, 'allocation/data/single'), { recursive: true });
    work('none');
    expect(looked()).toEqual([6, [], 0]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

import type { Partition } from '@boxwood/domain';
import { describe, expect, it } from 'vitest';
import { displayPath, placeOf, rootOf, rootsFor, breadcrumbSteps } from './file-places.ts';

const volume = (mntdir: string, more: Partial<Partition> = {}): Partition => ({
  dev: 'sda1',
  bus: 'sata',
  master: 1,
  mntdir,
  uuid: mntdir,
  type: 'ext4',
  f_blocks: 1,
  f_bsize: 4096,
  f_bavail: 1,
  ...more,
});

describe('roots of the file browser', () => {
  const roots = rootsFor('ann', [
    volume('/mnt/usb1'),
    volume('/mnt/usb2', { label: 'Archive' }),
    volume('/mnt/extdev/stick', { master: 0, readonly: 1 }),
    volume('/mnt/netdev/nas', { master: 0 }),
    volume(''),
  ]);

  it('FILES-02 FILES-69 FILES-70: every place with its root type and path, further volumes, devices and mounts', () => {
    expect(roots.map(({ place, path, volume: name }) => [place, path, name])).toEqual([
      [1, '/mnt/usb1/ann', null],
      [1, '/mnt/usb2/ann', 'Archive'],
      [2, '/mnt/usb1/shared-files', null],
      [2, '/mnt/usb2/shared-files', 'Archive'],
      [3, '/mnt/usb1/ann/.safebox', null],
      [8, '/mnt/usb1/ann/.safe_home', null],
      [4, '/mnt/usb1/ann/.share2me', null],
      [5, '/mnt/extdev/stick', 'stick'],
      [9, '/mnt/netdev/nas', 'nas'],
    ]);
    expect(new Set(roots.map(({ id }) => id)).size).toBe(roots.length);
  });

  it('knows a read-only device', () => {
    expect(roots.filter(({ readOnly }) => readOnly).map(({ path }) => path)).toEqual(['/mnt/extdev/stick']);
  });

  it('finds the root of a location, and the way to it', () => {
    expect(rootOf({ place: 1, path: '/mnt/usb2/ann/a/b' }, roots)?.path).toBe('/mnt/usb2/ann');
    expect(rootOf({ place: 1, path: '/mnt/usb2/annabel' }, roots)).toBeNull();
    expect(breadcrumbSteps('/mnt/usb2/ann/a/b', '/mnt/usb2/ann')).toEqual([
      { path: '/mnt/usb2/ann', name: null },
      { path: '/mnt/usb2/ann/a', name: 'a' },
      { path: '/mnt/usb2/ann/a/b', name: 'b' },
    ]);
    expect(breadcrumbSteps('/elsewhere', '/mnt/usb1/ann')).toHaveLength(1);
  });

  it('SAFE-08: reads the place out of a path typed by hand', () => {
    expect(placeOf('/mnt/usb1/ann/Photos', 'ann')).toBe(1);
    expect(placeOf('/mnt/usb3/shared-files', 'ann')).toBe(2);
    expect(placeOf('/mnt/usb1/ann/.safebox/x', 'ann')).toBe(3);
    expect(placeOf('/mnt/usb1/ann/.share2me', 'ann')).toBe(4);
    expect(placeOf('/mnt/extdev/stick', 'ann')).toBe(5);
    expect(placeOf('/mnt/usb1/ann/.safe_home', 'ann')).toBe(8);
    expect(placeOf('/mnt/netdev/nas/x', 'ann')).toBe(9);
    expect(placeOf('/mnt/usb1/robert/Photos', 'ann')).toBeNull();
    expect(placeOf('/etc', 'ann')).toBeNull();
  });

  it('P-18: a path in words begins with the name of its place', () => {
    const words = (path: string) => displayPath(path, 'ann', (place) => `place ${place}`);
    expect(words('/mnt/usb1/ann/Trips/Beach')).toBe('place 1 › Trips › Beach');
    expect(words('/mnt/usb1/shared-files')).toBe('place 2');
    expect(words('/mnt/usb1/ann/.safe_home/a')).toBe('place 8 › a');
    expect(words('/mnt/usb7/ann/x')).toBe('place 1 (7) › x');
    expect(words('/mnt/extdev/stick/a')).toBe('place 5 › stick › a');
    expect(words('/mnt/netdev/nas')).toBe('place 9 › nas');
    expect(words('/mnt/usb1/robert/x')).toBe('/mnt/usb1/robert/x');
    expect(words('/etc')).toBe('/etc');
  });
});

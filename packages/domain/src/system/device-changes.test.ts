import { describe, expect, it } from 'vitest';
import { deviceChanges } from './device-changes.ts';
import type { DiskList } from './disks.ts';

const device = (name: string, uuid = name, bus = 'usb'): DiskList['disks'][number] => ({
  dev: `/dev/${name}`,
  bus,
  master: 0,
  mntdir: `/mnt/extdev/${name}`,
  uuid,
  type: 'exfat',
  f_blocks: 1,
  f_bsize: 1,
  f_bavail: 1,
});
const main = { ...device('sda1'), master: 1, mntdir: '/mnt/usb1' } as const;
const list = (disks: DiskList['disks'], gone?: NonNullable<DiskList['gone']>): DiskList => ({
  disks: [main, ...disks],
  ...(gone === undefined ? {} : { gone }),
});
const kindsOfChange = (before: DiskList, now: DiskList) =>
  deviceChanges(before, now).map(({ kind, device: { mntdir } }) => `${kind} ${mntdir.slice('/mnt/extdev/'.length)}`);

describe('what is told of devices', () => {
  it('one that came, was ejected, was pulled; nothing of those that stayed and of the disks of the box', () => {
    const both = list([device('one'), device('two')]);
    expect(kindsOfChange(list([]), both)).toEqual(['came one', 'came two']);
    expect(kindsOfChange(both, both)).toEqual([]);
    expect(kindsOfChange(both, list([device('two')], [{ mntdir: '/mnt/extdev/one', ejected: 1 }]))).toEqual([
      'ejected one',
    ]);
    expect(kindsOfChange(both, list([device('one')], [{ mntdir: '/mnt/extdev/two', ejected: 0 }]))).toEqual([
      'pulled two',
    ]);
    expect(kindsOfChange(both, { ...both, disks: both.disks.slice(1) })).toEqual([]);
  });

  it('another one at the place of one that went', () => {
    expect(kindsOfChange(list([device('one')]), list([device('one', 'other')]))).toEqual(['came one']);
  });

  it('nothing of a drive of a container, and nothing of how one went where the box does not say it', () => {
    expect(kindsOfChange(list([]), list([device('drive', 'u', 'clouddrive2')]))).toEqual([]);
    expect(kindsOfChange(list([device('one')]), list([]))).toEqual([]);
  });
});

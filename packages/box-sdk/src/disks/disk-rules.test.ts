import { describe, expect, it } from 'vitest';
import { RAID_LEVELS, RAID_STATES } from './disk-model.ts';
import { BUSES } from './partition.ts';
import {
  busOf,
  checkDiskAction,
  checkDiskPassword,
  checkPrimarySize,
  checkRaidMembers,
  DISK_ACTIONS,
  ext4ReservedBytes,
  isContainerDrive,
  isRaidBusy,
  maxPrimaryBytes,
  raidStateOf,
  usageOf,
} from './disk-rules.ts';

const GB = 1024 ** 3;
const part = (more: object = {}) => ({ dev: 'sda1', type: 'ext4', mntdir: '', ...more });

describe('disks', () => {
  it('DISK-04: sizes and share', () => {
    expect(usageOf({ f_blocks: 1000, f_bsize: 4096, f_bavail: 250 })).toEqual({
      total: 4_096_000,
      free: 1_024_000,
      used: 3_072_000,
      percent: 75,
    });
    expect(usageOf({ f_blocks: 3, f_bsize: 1, f_bavail: 2 }).percent).toBe(33.3);
    expect(usageOf({ f_blocks: 0, f_bsize: 0, f_bavail: 0 }).percent).toBe(0);
  });

  it('SHELL-34, G-40: what a container mounts is a container drive, nothing else is', () => {
    expect([...BUSES, 'floppy'].filter((bus) => isContainerDrive({ bus }))).toEqual(['clouddrive2']);
  });

  it('DISK-02: an unknown bus is external', () => {
    for (const bus of ['sata', 'sata1', 'emmc', 'nvme0', 'sdc', 'raid', 'usb', 'clouddrive2'])
      expect(busOf(bus)).toBe(bus);
    expect(busOf('floppy')).toBe('external');
  });

  it('DISK-05: the primary partition is neither initialized, unmounted nor deactivated', () => {
    for (const action of ['initialize', 'unmount', 'deactivate'] as const)
      for (const mntdir of ['', '/mnt/usb1'])
        expect(checkDiskAction(action, part({ primary: 1, mntdir }))).toEqual({ ok: false, issue: 'disk.primary' });
  });

  it('DISK-06: members of an array are left alone', () => {
    for (const action of DISK_ACTIONS)
      expect(checkDiskAction(action, part({ type: 'linux_raid_member' }))).toEqual({
        ok: false,
        issue: 'disk.raidMember',
      });
  });

  it('STATE-20: initialize, mount, use; unmount comes before another initialize', () => {
    const offered = (mntdir: string) => DISK_ACTIONS.filter((action) => checkDiskAction(action, part({ mntdir })).ok);
    expect(offered('')).toEqual(['initialize', 'mount']);
    expect(offered('/mnt/usb2')).toEqual(['unmount', 'deactivate']);
  });

  it('VALID-85 DISK-07: at least 10 GB', () => {
    expect(checkPrimarySize({ size: 10 * GB, total: 100 * GB }).ok).toBe(true);
    expect(checkPrimarySize({ size: 10 * GB - 1, total: 100 * GB })).toEqual({
      ok: false,
      issue: 'disk.primaryTooSmall',
      gb: 10,
    });
    expect(checkPrimarySize({ size: 9 * GB, total: 9 * GB }).ok).toBe(false);
  });

  it('VALID-86 DISK-08: a fifth stays free', () => {
    expect(checkPrimarySize({ size: 80 * GB, total: 100 * GB }).ok).toBe(true);
    expect(checkPrimarySize({ size: 80 * GB + 1, total: 100 * GB })).toEqual({
      ok: false,
      issue: 'disk.keepFree',
      percent: 20,
    });
    expect(checkPrimarySize({ size: maxPrimaryBytes(123 * GB), total: 123 * GB }).ok).toBe(true);
    expect(checkPrimarySize({ size: maxPrimaryBytes(123 * GB) + 1, total: 123 * GB }).ok).toBe(false);
  });

  it('VALID-87 DISK-09: initializing asks for a password', () => {
    expect(checkDiskPassword('')).toEqual({ ok: false, issue: 'disk.passwordRequired' });
    expect(checkDiskPassword('x').ok).toBe(true);
  });

  it('VALID-88 DISK-10: 2 members, 3 for level 5, 4 for 6 and 10', () => {
    const members = (n: number) => Array.from({ length: n }, (_, i) => part({ dev: `sd${i}` }));
    const least = RAID_LEVELS.map((level) => [1, 2, 3, 4].find((n) => checkRaidMembers(level, members(n)).ok));
    expect(least).toEqual([2, 2, 3, 4, 4, 2, 2]);
    expect(checkRaidMembers('5', members(2))).toEqual({ ok: false, issue: 'disk.raidMembers', min: 3 });
    expect(checkRaidMembers('1', [part(), part()])).toEqual({ ok: false, issue: 'disk.memberTwice' });
    expect(checkRaidMembers('1', [part(), part({ dev: 'b', mntdir: '/mnt/usb2' })])).toEqual({
      ok: false,
      issue: 'disk.mounted',
    });
  });

  it('STATE-19: six states, anything else is abnormal', () => {
    for (const state of RAID_STATES) expect(raidStateOf(state)).toBe(state);
    expect(raidStateOf('exploded')).toBe('abnormal');
    expect(RAID_STATES.filter(isRaidBusy)).toEqual(['recovering', 'syncing', 'working']);
  });

  it('CONST-55 DISK-13: ext4 keeps 5 %', () => {
    expect(ext4ReservedBytes(1000)).toBe(50);
  });
});

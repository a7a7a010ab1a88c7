import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { HostArray as HostArray, HostDisk } from '@boxwood/host';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TestVault } from '../../storage/vault/vault-test-helpers.ts';
import { createTestVault } from '../../storage/vault/vault-test-helpers.ts';
import { DataLossEstimator, splitByLoss, survivesWithout } from './data-loss-estimator.ts';

const part = (name: string, held: 0 | 1 = 0): HostDisk['parts'][number] => ({
  name,
  number: 1,
  size: 1,
  type: 'ext4',
  uuid: name,
  label: '',
  use: held === 1 ? 'member' : 'system',
  place: '',
  held,
});
const disk = (name: string, parts: HostDisk['parts']): HostDisk => ({
  name,
  serial: name,
  model: name,
  bus: 'sata',
  size: 1,
  unplugs: 0,
  rotates: 0,
  parts,
});
const array = (level: string, disks: number, states: readonly HostArray['members'][number]['state'][]): HostArray => ({
  name: 'md0',
  uuid: 'u',
  level,
  size: 1,
  runs: 1,
  disks,
  degraded: 0,
  action: 'idle',
  progress: 0,
  speed: 0,
  members: states.map((state, at) => ({ name: `sd${'bcdef'[at]}`, serial: '', size: 1, state })),
});
const gone = (...names: readonly string[]): ReadonlySet<string> => new Set(names);

it('an array survives what its level says, and no more: what it lacks already counts', () => {
  const active = (count: number) => Array.from({ length: count }, () => 'active' as const);
  const table = [
    ['1', 2, active(2), true],
    ['1', 2, ['active', 'faulty'], false],
    // A disk that is being rebuilt holds no complete data yet.
    ['1', 2, ['active', 'syncing'], false],
    ['5', 3, active(3), true],
    ['5', 3, ['active', 'active', 'faulty'], false],
    ['6', 4, active(4), true],
    ['6', 4, ['active', 'active', 'active', 'faulty'], true],
    ['6', 4, ['active', 'active', 'faulty', 'faulty'], false],
    ['10', 4, active(4), true],
    ['10', 4, ['active', 'active', 'active', 'faulty'], false],
    ['btrfs', 2, active(2), true],
    ['btrfs', 3, active(3), true],
    ['btrfs', 3, ['active', 'active', 'faulty'], false],
    ['0', 2, active(2), false],
    ['linear', 2, active(2), false],
    ['of a newer kernel', 2, active(2), false],
  ] as const;
  for (const [level, disks, states, survived] of table)
    expect(survivesWithout(array(level, disks, states), gone('sdb')), `${level} ${states.join()}`).toBe(survived);
  // The failed disk can be removed.
  expect(survivesWithout(array('1', 2, ['active', 'faulty']), gone('sdc'))).toBe(true);
});

it('a disk takes what lies on it, and an array that cannot do without it; what nobody here knows counts as gone', () => {
  const [system, one, two] = [
    disk('sda', [part('sda1')]),
    disk('sdb', [part('sdb', 1)]),
    disk('sdc', [part('sdc', 1)]),
  ];
  const volumes = [{ dev: '/dev/sda1' }, { dev: '/dev/md0' }, { dev: 'boxwood-nas' }];
  const devs = (lost: HostDisk, arrays: readonly HostArray[], more = volumes) => {
    const all = splitByLoss(lost, { disks: [system, one, two], arrays: [...arrays] }, more);
    return [all.lost.map(({ dev }) => dev), all.remaining.map(({ dev }) => dev)];
  };
  const mirror = array('1', 2, ['active', 'active']);
  expect(devs(system, [mirror])).toEqual([['/dev/sda1'], ['/dev/md0']]);
  expect(devs(one, [mirror])).toEqual([[], ['/dev/sda1', '/dev/md0']]);
  expect(devs(one, [array('0', 2, ['active', 'active'])])).toEqual([['/dev/md0'], ['/dev/sda1']]);
  // A btrfs is named after one of its own disks.
  const both = { ...array('btrfs', 2, ['active', 'active']), name: 'sdb' };
  expect(devs(one, [both], [{ dev: '/dev/sdb' }])).toEqual([[], ['/dev/sdb']]);
  expect(devs(one, [{ ...both, disks: 3 }], [{ dev: '/dev/sdb' }])).toEqual([['/dev/sdb'], []]);
  expect(devs(one, [], [{ dev: '/dev/mapper/vault' }, { dev: '/dev/sda1' }])).toEqual([
    ['/dev/mapper/vault'],
    ['/dev/sda1'],
  ]);
});

let box: TestVault;
beforeEach(() => {
  box = createTestVault();
});
afterEach(() => box.remove());

it('what would be gone is said in the names of the family', async () => {
  for (const folder of ['usb2/ann', 'usb2/stranger', 'usb2/shared-files'])
    mkdirSync(join(box.root, folder), { recursive: true });
  const losses = new DataLossEstimator({
    vault: box.vault,
    users: { all: () => ['ann', 'bob'].map((name) => ({ name, admin: false, owner: false })) },
    albums: { namesBoundBelow: (key) => (key === '/mnt/usb2' ? ['Summer'] : []) },
  });
  const known = [
    { dev: '/dev/sda1', mntdir: '/mnt/usb1', master: 1 as const },
    { dev: '/dev/sdb', mntdir: '/mnt/usb2', master: 1 as const },
  ];
  const disks = [disk('sda', [part('sda1')]), disk('sdb', [part('sdb')])];
  const [, second = disk('', [])] = disks;
  expect(await losses.estimate(second, { answer: 'disks', disks, arrays: [], gone: [] }, known)).toEqual({
    lost: [{ mntdir: '/mnt/usb2', people: ['ann'], shared: 1, albums: ['Summer'] }],
    kept: ['/mnt/usb1'],
  });
});

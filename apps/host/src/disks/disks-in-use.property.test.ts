/** Thousands of random sequences on a machine with disks: the helper never makes a plan for a disk in use. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '@boxwood/command-bus/testing';
import type { Machine } from '../machine.ts';
import type { OperationPlan, RefusedResponse } from '../host-responses.ts';
import { adoptArray } from '../verbs/array-checks.ts';
import { addMember, createArray, deleteArray, removeMember, stopArray } from '../verbs/array-operations.ts';
import { format } from '../verbs/format-disk.ts';
import { mount } from '../verbs/mount-stick.ts';
import { primary } from '../verbs/format-primary.ts';
import { unmount } from '../verbs/unmount-stick.ts';
import { mountVolume, unmountVolume } from '../verbs/mount-volume.ts';
import { probeDisks } from './probe-disks.ts';

const DATA = '/srv/box';
/** Size of every disk: room for 16 GB, with a fifth of it free. */
const SIZE = 20 * 1024 ** 3;
/** UUIDs of file systems and arrays. */
const U = [0, 1, 2, 3].map((at) => `${at}0000000-0000-0000-0000-000000000000`) as [string, string, string, string];

/** A disk of the model: its content, whether it is removable, and where it is mounted. */
interface ModelDisk {
  readonly serial: string;
  uuid: string;
  type: string;
  /** The system does not know its content yet; only the disk itself does. */
  hidden: boolean;
  readonly unplugs: boolean;
  readonly label: string;
  /** Used by another block device: an array, a volume group. */
  readonly held: boolean;
  /** That device is not mounted. */
  readonly idle: boolean;
  point: string | null;
  there: boolean;
}

/** The first is the disk of the box, the second that of the system. */
const disksOf = (others: readonly Omit<ModelDisk, 'point' | 'there'>[]): readonly ModelDisk[] => [
  {
    serial: 'S0',
    uuid: U[0],
    type: 'ext4',
    unplugs: false,
    label: '',
    held: false,
    idle: false,
    hidden: false,
    point: DATA,
    there: true,
  },
  {
    serial: 'S1',
    uuid: U[1],
    type: 'ext4',
    unplugs: true,
    label: 'root',
    held: false,
    idle: false,
    hidden: false,
    point: '/',
    there: true,
  },
  ...others.map((disk) => ({ ...disk, point: null, there: true })),
];

/** Names are assigned anew each time, as after a restart. */
const namesOf = (disks: readonly ModelDisk[], renameRound: number): ReadonlyMap<ModelDisk, string> => {
  const there = disks.filter((disk) => disk.there);
  return new Map(there.map((disk, at) => [disk, `sd${String.fromCharCode(97 + ((at + renameRound) % there.length))}`]));
};

/** A machine that answers for the model as `lsblk` and the kernel would. */
const machineOf = (disks: readonly ModelDisk[], renameRound: number): Machine => {
  const there = disks.filter((disk) => disk.there);
  const names = namesOf(disks, renameRound);
  const block = (disk: ModelDisk) => ({
    kname: names.get(disk),
    pkname: null,
    type: 'disk',
    size: SIZE,
    hotplug: disk.unplugs,
    rota: false,
    tran: 'usb',
    model: 'Disk',
    serial: disk.serial,
    fstype: disk.hidden ? null : disk.type,
    uuid: disk.uuid,
    label: disk.label,
    mountpoints: [disk.point],
  });
  const array = (disk: ModelDisk) => ({
    ...block(disk),
    kname: `md${disks.indexOf(disk)}`,
    pkname: names.get(disk),
    type: 'raid1',
    hotplug: false,
    fstype: 'ext4',
    serial: null,
    mountpoints: [disk.idle ? null : '/mnt/array'],
  });
  const saidBy = (program: string, device: string): string => {
    if (program.endsWith('lsblk'))
      return JSON.stringify({
        blockdevices: there.flatMap((disk) => (disk.held ? [block(disk), array(disk)] : [block(disk)])),
      });
    const asked = there.find((disk) => `/dev/${names.get(disk) ?? ''}` === device);
    if (!program.endsWith('wipefs') || asked === undefined || asked.type === '') return '';
    return JSON.stringify({ signatures: [{ type: asked.type, offset: '0x0' }] });
  };
  return {
    box: { dataDir: DATA, uid: 33 },
    privateDir: null,
    sys: '/sys',
    names: () => [],
    write: () => false,
    find: (program) => `/bin/${program}`,
    read: (file) => {
      if (file === '/proc/self/mountinfo')
        return disks
          .filter(({ point }) => point !== null)
          .map(
            (disk) =>
              `1 1 8:1 / ${(disk.point ?? '').replaceAll(' ', '\\040')} rw - ext4 /dev/${names.get(disk) ?? 'gone'} rw`,
          )
          .join('\n');
      const [, array, member, said] = /\/block\/md(\d+)\/md\/(?:dev-(\w+)\/)?(\w+)$/.exec(file) ?? [];
      const first = disks[Number(array)];
      if (member !== undefined && (first === undefined || names.get(first) !== member)) return '';
      if (said !== undefined)
        return { level: 'raid1', raid_disks: '2', array_state: 'clean', degraded: '1', state: 'in_sync' }[said] ?? '';
      return [...names.values()].some((name) => file === `/sys/class/block/${name}/dev`) ? '8:1' : '';
    },
    run: (program, args) => Promise.resolve({ code: 0, errors: '', output: saidBy(program, args.at(-1) ?? '') }),
  };
};

const stick = fc.record({
  // Cheap sticks share a serial number, and copies of a disk a UUID.
  serial: fc.constantFrom('S0', 'S1', 'S2', 'S3', ''),
  uuid: fc.constantFrom(U[0], U[1], U[2], U[3]),
  type: fc.constantFrom(
    'ext4',
    'vfat',
    'exfat',
    'ntfs',
    'btrfs',
    'swap',
    'linux_raid_member',
    'LVM2_member',
    'crypto_LUKS',
  ),
  unplugs: fc.boolean(),
  label: fc.constantFrom('', 'PHOTOS', '../../etc', '-o suid', '\u0000', 'a/b', '.boxwood'),
  held: fc.boolean(),
  idle: fc.boolean(),
  hidden: fc.boolean(),
});
const operation = fc.oneof(
  fc.record({
    kind: fc.constant('mount' as const),
    serial: fc.constantFrom('S0', 'S1', 'S2', 'S3', ''),
    uuid: fc.constantFrom(U[0], U[1], U[2], U[3]),
  }),
  fc.record({
    kind: fc.constant('unmount' as const),
    place: fc.constantFrom('PHOTOS', 'Disk', 'etc', '..', '../usb1', '-l', ''),
  }),
  fc.record({
    kind: fc.constant('format' as const),
    serial: fc.constantFrom('S0', 'S1', 'S2', 'S3'),
    gb: fc.option(fc.constantFrom(9, 10, 16, 17)),
  }),
  fc.record({
    kind: fc.constant('create' as const),
    level: fc.constantFrom('0', '1', '5', 'linear'),
    members: fc.array(fc.constantFrom('S0', 'S1', 'S2', 'S3'), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constantFrom(...(['stop', 'delete', 'add', 'remove', 'volume', 'adopt'] as const)),
    uuid: fc.constantFrom(...U),
    serial: fc.constantFrom('S0', 'S1', 'S2', 'S3'),
  }),
  fc.record({ kind: fc.constantFrom('pull' as const, 'plug' as const), at: fc.nat(6) }),
);

/** File systems of an unused disk. */
const FREE_TYPES: readonly string[] = ['ext4', 'vfat', 'exfat', 'ntfs', 'btrfs'];

const stepOf = (plan: OperationPlan): { readonly device: string; readonly place: string } => {
  const args = plan.steps[0]?.args ?? [];
  return { device: args.at(-2) ?? '', place: (args.at(-1) ?? '').replace(/^(free|taken)-place:/, '') };
};

type ArrayInput =
  | { readonly kind: 'create'; readonly level: string; readonly members: readonly string[] }
  | {
      readonly kind: 'stop' | 'delete' | 'add' | 'remove' | 'volume' | 'adopt';
      readonly uuid: string;
      readonly serial: string;
    };

const planOf = (input: ArrayInput, machine: Machine): Promise<OperationPlan | RefusedResponse> => {
  if (input.kind === 'create')
    return createArray.plan({ level: input.level, members: input.members, label: 'Box' }, machine);
  const { kind, uuid, serial } = input;
  switch (kind) {
    case 'stop':
      return stopArray.plan({ uuid }, machine);
    case 'delete':
      return deleteArray.plan({ uuid }, machine);
    case 'add':
      return addMember.plan({ uuid, serial }, machine);
    case 'remove':
      return removeMember.plan({ uuid, name: 'sda' }, machine);
    case 'adopt':
      return adoptArray.plan({ uuid }, machine);
    case 'volume':
      return mountVolume.plan({ serial, number: 0, uuid }, machine);
  }
};

/**
 * Checks a plan for arrays and volumes: no device of its steps is in use, except when an array without mounts is
 * stopped.
 */
const neverInUse = async (
  disks: readonly ModelDisk[],
  machine: Machine,
  renameRound: number,
  input: ArrayInput,
): Promise<void> => {
  const plan = await planOf(input, machine);
  if ('answer' in plan) return;
  const devices = new Set(plan.steps.flatMap(({ args }) => args.filter((arg) => arg.startsWith('/dev/sd'))));
  if (input.kind === 'stop') {
    expect(disks[Number(/^stop md(\d+)/.exec(plan.words)?.[1])]).toMatchObject({
      uuid: input.uuid,
      held: true,
      idle: true,
    });
    return;
  }
  if (input.kind === 'adopt') {
    expect(devices.size).toBe(0);
    expect(disks[Number(/ of md(\d+)/.exec(plan.words)?.[1])]).toMatchObject({
      uuid: input.uuid,
      held: true,
      idle: true,
    });
    expect(plan.steps.map(({ args }) => args.join(' '))).toEqual([
      expect.stringMatching(/^--setro \/dev\/md\d+$/),
      expect.stringMatching(/^-c -t ext4 -o ro,nosuid,nodev,noexec,noload \/dev\/md\d+ free-place:/),
    ]);
    return;
  }
  // Each of them is already degraded.
  if (input.kind === 'remove') throw new Error(plan.words);
  expect(devices.size).toBeGreaterThan(0);
  for (const device of devices) {
    const [disk] = [...namesOf(disks, renameRound)].find(([, name]) => `/dev/${name}` === device) ?? [];
    if (disk === undefined) throw new Error(`nothing is ${device}`);
    const { point, held, idle, type, uuid, unplugs, serial } = disk;
    const alike = disks.filter((other) => other.there && other.serial === serial);
    expect(point).toBeNull();
    switch (input.kind) {
      case 'volume':
        expect([held, FREE_TYPES.includes(type), unplugs, uuid]).toEqual([false, true, false, input.uuid]);
        break;
      case 'create':
        expect([held, FREE_TYPES.includes(type), alike.length]).toEqual([false, true, 1]);
        break;
      case 'add':
        expect([held, alike.length]).toEqual([false, 1]);
        expect(FREE_TYPES.includes(type) || (type === 'linux_raid_member' && uuid === input.uuid)).toBe(true);
        break;
      case 'delete':
        expect([type, uuid, held && !idle]).toEqual(['linux_raid_member', input.uuid, false]);
    }
  }
};

it('the first volume and folders that are none are never a volume that is let go of', async () => {
  const machine = machineOf(disksOf([]), 0);
  for (const volume of ['usb1', 'usb0', 'usb100', 'extdev', '..', '', 'usb2/../usb1'])
    expect(await unmountVolume.plan({ volume }, machine)).toMatchObject({ why: 'unreadable' });
  expect(await unmountVolume.plan({ volume: 'usb2' }, machine)).toMatchObject({ why: 'barred' });
});

it('in 2,000 sequences of plugging, pulling, mounting, unmounting, erasing and making arrays no disk is touched that is in use, a member, or not the only one that is meant', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(stick, { maxLength: 5 }),
      fc.array(operation, { minLength: 1, maxLength: 12 }),
      async (sticks, acts) => {
        const disks = disksOf(sticks);
        for (const [renameRound, each] of acts.entries()) {
          const machine = machineOf(disks, renameRound);
          if ('at' in each) {
            // The disks of the box and the system stay plugged in.
            const disk = each.at < 2 ? undefined : disks[each.at];
            if (disk !== undefined) disk.there = each.kind === 'plug';
            continue;
          }
          const found = await probeDisks(machine);
          if (each.kind === 'create' || ('serial' in each && 'uuid' in each && each.kind !== 'mount')) {
            await neverInUse(disks, machine, renameRound, each);
            continue;
          }
          if ('place' in each) {
            const plan = await unmount.plan({ place: each.place }, machine);
            const meant = disks.filter(({ point }) => point === `${DATA}/extdev/${each.place}`);
            if ('answer' in plan) {
              expect(meant.filter(() => each.place !== '' && !/^[.-]/.test(each.place))).toEqual([]);
              continue;
            }
            expect(meant).toHaveLength(1);
            // Only a pulled disk is unmounted while it may be in use.
            expect(plan.steps[0]?.args.includes('-l')).toBe(meant[0]?.there === false);
            for (const disk of meant) disk.point = null;
            continue;
          }
          if (each.kind === 'format') {
            const { serial, gb } = each;
            const plan =
              gb === null
                ? await format.plan({ serial, label: 'Box' }, machine)
                : await primary.plan({ serial, label: 'Box', gb }, machine);
            const meant = disks.filter((disk) => disk.there && disk.serial === serial);
            const [disk] = meant;
            const harmless = disk?.point === null && !disk.held && FREE_TYPES.includes(disk.type);
            const fits = gb === null || (!disk?.unplugs && gb >= 10 && gb <= 16);
            expect('answer' in plan, JSON.stringify(meant)).toBe(!(meant.length === 1 && harmless && fits));
            if ('answer' in plan || disk === undefined) continue;
            const named = found.disks.filter((one) => one.serial === serial).map(({ name }) => `/dev/${name}`);
            const sized = gb === null ? named : [`${gb}G`];
            expect(plan.steps.map(({ args }) => args.at(-1))).toEqual([...named, ...sized]);
            expect(plan.steps[1]?.args).toContain(named[0]);
            [disk.type, disk.uuid, disk.hidden] = ['ext4', `${renameRound}-made`, false];
            continue;
          }
          const plan = await mount.plan({ serial: each.serial, number: 0, uuid: each.uuid }, machine);
          if ('answer' in plan) continue;
          const { device, place } = stepOf(plan);
          const named = found.disks.find(({ name }) => `/dev/${name}` === device);
          const meant = disks.filter((disk) => disk.there && disk.serial === each.serial && disk.uuid === each.uuid);
          expect(meant).toHaveLength(1);
          const [disk] = meant;
          if (disk === undefined) continue;
          expect([named?.serial, named?.parts[0]?.uuid]).toEqual([each.serial, each.uuid]);
          expect([disk.point, disk.held, disk.unplugs]).toEqual([null, false, true]);
          expect(disk.type).toMatch(/^(ext4|vfat|exfat|ntfs|btrfs)$/);
          expect(plan.steps[0]?.args.join(' ')).toContain('nosuid,nodev,noexec');
          // A single folder of `extdev`, not occupied by another disk.
          expect(place).toMatch(/^[^/.-][^/]*$/);
          expect(disks.some(({ point }) => point === `${DATA}/extdev/${place}`)).toBe(false);
          disk.point = `${DATA}/extdev/${place}`;
        }
        expect([disks[0]?.point, disks[1]?.point]).toEqual([DATA, '/']);
      },
    ),
    {
      numRuns: propertyRuns(2000),
      examples: [
        // Two copies of a member, each a running array, of which one is mounted.
        [
          [true, false].map((idle) => ({
            ...({ serial: 'S2', uuid: U[1], type: 'linux_raid_member', label: '' } as const),
            unplugs: false,
            held: true,
            idle,
            hidden: false,
          })),
          [{ kind: 'delete', uuid: U[1], serial: 'S2' }],
        ],
      ],
    },
  );
}, 120_000);

/** Rules of disks, volumes and arrays (area DISK, VALID-85 to VALID-88, STATE-19, STATE-20, G-40). */
import { failed, passed } from '@boxwood/command-bus/rules';
import { CONTAINER_SPACE, EXT4_RESERVED_FRACTION } from '../constants.ts';
import type { RaidLevel } from './disk-model.ts';
import { RAID_STATES } from './disk-model.ts';
import type { Bus, Partition } from './partition.ts';
import { BUSES } from './partition.ts';

/** DISK-04: sizes in bytes, and the used space in percent with one decimal, 0 for an empty partition. */
export const usageOf = ({ f_blocks, f_bsize, f_bavail }: Pick<Partition, 'f_blocks' | 'f_bsize' | 'f_bavail'>) => {
  const total = f_blocks * f_bsize;
  const free = f_bavail * f_bsize;
  const used = total - free;
  return { total, free, used, percent: total === 0 ? 0 : Math.round((used / total) * 1000) / 10 };
};

const knownBuses: ReadonlySet<string> = new Set(BUSES);
/** DISK-02: the bus, or `external` for anything unknown. */
export const busOf = (bus: string): Bus | 'external' => (isBus(bus) ? bus : 'external');
const isBus = (bus: string): bus is Bus => knownBuses.has(bus);

/** G-40, DIALOG-17: a drive mounted by a container; users manage it with the containers and cannot eject it. */
export const isContainerDrive = ({ bus }: Pick<Partition, 'bus'>): boolean => busOf(bus) === 'clouddrive2';

/** DISK-03: whether a partition is a member of an array. */
export const isRaidMember = ({ type }: Pick<Partition, 'type'>): boolean => type === 'linux_raid_member';

/** Actions on a partition. */
export const DISK_ACTIONS = ['initialize', 'mount', 'unmount', 'deactivate'] as const;
export type DiskAction = (typeof DISK_ACTIONS)[number];

/**
 * DISK-05, DISK-06, STATE-20: a primary partition and members of an array cannot be changed; a mounted partition must
 * be unmounted first.
 */
export const checkDiskAction = (action: DiskAction, partition: Pick<Partition, 'primary' | 'type' | 'mntdir'>) => {
  if (partition.primary === 1 && action !== 'mount') return failed('disk.primary');
  if (isRaidMember(partition)) return failed('disk.raidMember');
  const mounted = partition.mntdir !== '';
  switch (action) {
    case 'initialize':
      return mounted ? failed('disk.mounted') : passed;
    case 'mount':
      return mounted ? failed('disk.mounted') : passed;
    case 'unmount':
    case 'deactivate':
      return mounted ? passed : failed('disk.notMounted');
  }
};

/** VALID-87, DISK-09: initializing needs the password. */
export const checkDiskPassword = (password: string) => (password === '' ? failed('disk.passwordRequired') : passed);

/** VALID-85, VALID-86, DISK-07, DISK-08: at least 10 GB, and a fifth of the disk stays free. All in bytes. */
export const checkPrimarySize = ({ size, total }: { readonly size: number; readonly total: number }) => {
  if (size < CONTAINER_SPACE.bytes || total < CONTAINER_SPACE.bytes) return failed('disk.primaryTooSmall', { gb: 10 });
  return total - size < total * CONTAINER_SPACE.keepFree ? failed('disk.keepFree', { percent: 20 }) : passed;
};

/** The largest primary size of a disk, in bytes: 80 % of it. */
export const maxPrimaryBytes = (total: number): number => Math.floor(total * (1 - CONTAINER_SPACE.keepFree));

/** CONST-55: reserved bytes of an ext4 volume. */
export const ext4ReservedBytes = (total: number): number => Math.floor(total * EXT4_RESERVED_FRACTION);

/** DISK-10, G-40: minimum number of members by level. */
export const MIN_RAID_MEMBERS: Readonly<Record<RaidLevel, number>> = {
  '0': 2,
  '1': 2,
  '5': 3,
  '6': 4,
  '10': 4,
  linear: 2,
  btrfs: 2,
};

/** VALID-88: enough members, no duplicates, none in use. */
export const checkRaidMembers = (
  level: RaidLevel,
  members: readonly Pick<Partition, 'dev' | 'primary' | 'type' | 'mntdir'>[],
) => {
  const min = MIN_RAID_MEMBERS[level];
  if (new Set(members.map(({ dev }) => dev)).size < members.length) return failed('disk.memberTwice');
  if (members.length < min) return failed('disk.raidMembers', { min });
  for (const member of members) {
    const verdict = checkDiskAction('initialize', member);
    if (!verdict.ok) return verdict;
  }
  return passed;
};

const raidStates: ReadonlySet<string> = new Set(RAID_STATES);
type RaidState = (typeof RAID_STATES)[number];
const isRaidState = (state: string): state is RaidState => raidStates.has(state);
/** STATE-19: the state of an array; an unknown one counts as abnormal. */
export const raidStateOf = (state: string): RaidState => (isRaidState(state) ? state : 'abnormal');
/** Whether an array is being rebuilt or checked, in which case the page refreshes every 5 s (P-23). */
export const isRaidBusy = (state: string): boolean =>
  state === 'recovering' || state === 'syncing' || state === 'working';

import { stateOfBox } from '../box-state.ts';

/** A partition; `mntdir` is empty while it is not mounted. */
export interface Partition {
  readonly dev: string;
  readonly bus: string;
  readonly master: boolean;
  mntdir: string;
  type: string;
  readonly bytes: number;
}
/** A RAID array; it is busy after a change until `busyUntil` (milliseconds). */
export interface RaidArray {
  readonly dev: string;
  readonly level: string;
  members: string[];
  stopped: boolean;
  busyUntil: number;
}

const TB = 1024 ** 4;

export const disks = stateOfBox(() => ({
  partitions: [
    { dev: 'sda1', bus: 'sata', master: true, mntdir: '/mnt/usb1', type: 'ext4', bytes: 4 * TB },
    { dev: 'sdb1', bus: 'sata1', master: false, mntdir: '', type: '', bytes: 4 * TB },
    { dev: 'sdc1', bus: 'sata1', master: false, mntdir: '', type: '', bytes: 4 * TB },
    { dev: 'sdd1', bus: 'usb', master: false, mntdir: '/mnt/extdev/stick', type: 'vfat', bytes: TB / 32 },
  ] as Partition[],
  arrays: [] as RaidArray[],
  /** Disk and end time of its self-test, in milliseconds. */
  tests: new Map<string, number>(),
}));

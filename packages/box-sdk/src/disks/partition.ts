import type { TypeOf } from '@boxwood/command-bus/codecs';
import { bytes, essential, flag, oneOf, str, struct } from '@boxwood/command-bus/codecs';

/** Connection of a disk (DISK-02); any other text counts as external. */
export const BUSES = ['sata', 'sata1', 'emmc', 'nvme0', 'sdc', 'raid', 'usb', 'clouddrive2'] as const;
export type Bus = (typeof BUSES)[number];
export const Bus = oneOf(BUSES);

/**
 * A disk or partition (DISK-01, SDK-E21): blocks of `f_bsize` bytes, `f_blocks` in total, `f_bavail` free; `master` 1
 * for the volumes with users' files, `primary` 1 for the partition with the system's data, `parent` the physical disk,
 * `type` the file system (`linux_raid_member` for members of an array).
 */
export const Partition = struct(
  {
    /** The device, such as `/dev/sda1`. */
    dev: essential(str),
    /** Its connection, as `BUSES`. */
    bus: str,
    /** 1: it holds users' files. */
    master: flag,
    /** Mount point, such as `/mnt/usb1`; empty when it is not mounted. */
    mntdir: str,
    /** UUID of the file system. */
    uuid: str,
    /** The file system, such as `ext4`. */
    type: str,
    /** Total number of blocks. */
    f_blocks: bytes,
    /** Size of a block in bytes. */
    f_bsize: bytes,
    /** Number of free blocks. */
    f_bavail: bytes,
  },
  {
    /** Label of the file system. */
    label: str,
    /** Model name of the manufacturer. */
    model: str,
    /** 1: it is read-only. */
    readonly: flag,
    /** 1: it holds the data of the system. */
    primary: flag,
    /** The physical disk that contains it. */
    parent: str,
  },
  'Partition',
);
export type Partition = TypeOf<typeof Partition>;

import type { TypeOf } from '@boxwood/command-bus/codecs';
import { bytes, essential, flag, oneOf, str, struct } from '@boxwood/command-bus/codecs';

/** Where a disk sits (DISK-02); any other text counts as external. */
export const BUSES = ['sata', 'sata1', 'emmc', 'nvme0', 'sdc', 'raid', 'usb', 'clouddrive2'] as const;
export type Bus = (typeof BUSES)[number];
export const Bus = oneOf(BUSES);

/**
 * A disk or partition (DISK-01, SDK-E21): blocks of `f_bsize` bytes, `f_blocks` in all, `f_bavail` free; `master` 1 for the
 * volumes that hold the places of users, `primary` 1 for the partition that holds the system's data, `parent` the physical disk,
 * `type` the file system (`linux_raid_member` for members of an array).
 */
export const Partition = struct(
  {
    /** The device, as `/dev/sda1`. */
    dev: essential(str),
    /** Where it sits, as `BUSES`. */
    bus: str,
    /** 1: it holds places of users. */
    master: flag,
    /** Where it is mounted, as `/mnt/usb1`; empty when it is not. */
    mntdir: str,
    /** Of the file system. */
    uuid: str,
    /** The file system, as `ext4`. */
    type: str,
    /** Blocks in all. */
    f_blocks: bytes,
    /** Bytes of a block. */
    f_bsize: bytes,
    /** Blocks that are free. */
    f_bavail: bytes,
  },
  {
    /** What the file system is called. */
    label: str,
    /** As the maker of the disk calls it. */
    model: str,
    /** 1: nothing can be written to it. */
    readonly: flag,
    /** 1: it holds the data of the system. */
    primary: flag,
    /** The disk that it is a part of. */
    parent: str,
  },
  'Partition',
);
export type Partition = TypeOf<typeof Partition>;

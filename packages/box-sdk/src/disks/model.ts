import type { TypeOf } from '@boxwood/command-bus/codecs';
import {
  bytes,
  epochSeconds,
  flag,
  int,
  list,
  num,
  oneOf,
  str,
  struct,
  diskText,
  essential,
} from '@boxwood/command-bus/codecs';

/** A device that is no longer there: `ejected` 0 when it was pulled out, or let go of by somebody else, without Eject. */
export const GoneDevice = struct(
  {
    /** Where it was mounted. */
    mntdir: essential(str),
    /** 0: it was pulled out, or let go of by somebody else. */
    ejected: flag,
  },
  {},
  'GoneDevice',
);
export type GoneDevice = TypeOf<typeof GoneDevice>;

/** One SMART attribute; `ok` 0 when the value is not above its threshold. */
export const SmartAttribute = struct(
  {
    /** Number of the attribute, as the maker of the disk counts. */
    id: int,
    /** As `Reallocated_Sector_Ct`. */
    name: str,
    /** How it is, on a scale of the maker; less is worse. */
    value: num,
    /** The worst `value` so far. */
    worst: num,
    /** At this `value` and below the disk counts as failing; 0: it says nothing. */
    thresh: num,
    /** What was counted, in the form of the maker. */
    raw: str,
    /** 0: `value` is at its threshold, or below. */
    ok: flag,
  },
  {},
  'SmartAttribute',
);
export type SmartAttribute = TypeOf<typeof SmartAttribute>;

/** What a partition is used for: `primary` the family's files, `data` another volume of the box, `stick` a device, `system` the machine itself, `member` a part of an array or of another volume, `free` nothing. */
export const DISK_USES = ['primary', 'data', 'stick', 'system', 'member', 'free'] as const;
export type DiskUse = (typeof DISK_USES)[number];

/** A partition of a physical disk, or the disk as a whole where it has none: bytes; `mntdir` is empty when it is no volume of the box. */
export const DiskPart = struct(
  {
    /** The device, as `/dev/sda1`. */
    dev: essential(str),
    /** Bytes. */
    size: bytes,
    /** The file system, as `ext4`; empty: none that is known. */
    type: str,
    /** Of the file system. */
    uuid: str,
    /** What the file system is called. */
    label: str,
    /** What it is used for, as `DISK_USES`. */
    use: str,
    /** Where it is mounted as a volume of the box; else empty. */
    mntdir: str,
  },
  {},
  'DiskPart',
);
export type DiskPart = TypeOf<typeof DiskPart>;

/** What would happen if one disk died now: Boxwood alone says it. */
export const DiskLoss = struct(
  {
    /** Volumes that would be gone. */
    lost: list(
      struct({
        /** Where it is mounted. */
        mntdir: str,
        /** Whose files are on it. */
        people: list(str, 1000),
        /** 1: what everybody shares is on it. */
        shared: flag,
        /** Names of the albums that are fed by a folder on it. */
        albums: list(str, 1000),
      }),
      128,
    ),
    /** Where the volumes are mounted that would stay. */
    kept: list(str, 128),
  },
  {},
  'DiskLoss',
);
export type DiskLoss = TypeOf<typeof DiskLoss>;

/** How a disk was on one day; what it does not say is missing. */
export const DiskReading = struct(
  {
    /** When that day began. */
    time: epochSeconds,
  },
  {
    /** Celsius. */
    temp: int,
    /** Sectors that it replaced, or that it could not read. */
    reallocated: bytes,
    /** Percent of its life that an SSD has used. */
    wear: int,
  },
  'DiskReading',
);
export type DiskReading = TypeOf<typeof DiskReading>;

/** A physical disk (B23): capacity in bytes, temperature in Celsius, power-on hours, `health` PASSED, FAILED or UNKNOWN, rotation 0 = SSD. */
export const HddInfo = struct(
  {
    /** The device, as `/dev/sda`. */
    dev: essential(str),
    /** As its maker calls it. */
    model: str,
    /** Its own number. */
    serial: str,
    /** Version of its program. */
    firmware: str,
    /** Where it sits, as `BUSES`. */
    bus: str,
    /** Bytes. */
    capacity: bytes,
    /** Celsius. */
    temp: int,
    /** Hours that it has run. */
    hours: int,
    /** `PASSED`, `FAILED` or `UNKNOWN`. */
    health: str,
    /** Turns a minute; 0 for an SSD. */
    rotation: int,
    /** What it tells of itself (SMART). */
    attrs: list(SmartAttribute, 256),
  },
  {
    /** What is on it. */
    parts: list(DiskPart, 256),
    /** 1: people plug and unplug it. */
    unplugs: flag,
    /** Names what would be erased with it, for `InitDisk`: where one disk was asked for and nothing uses it. */
    plan: str,
    /** What would be gone if it died now, where one disk was asked for. */
    loss: DiskLoss,
    /** How it was, one reading a day, the oldest first; where one disk was asked for. */
    trend: list(DiskReading, 366),
  },
  'HddInfo',
);
export type HddInfo = TypeOf<typeof HddInfo>;

/** States of an array (STATE-19). */
export const RAID_STATES = ['active', 'abnormal', 'recovering', 'degraded', 'syncing', 'working'] as const;

/** A member of an array; `state` is active, spare, faulty or syncing. */
export const RaidMember = struct(
  {
    /** The device, as `/dev/sda`. */
    dev: essential(str),
    /** `active`, `spare`, `faulty` or `syncing`. */
    state: str,
    /** Bytes. */
    size: bytes,
  },
  {},
  'RaidMember',
);
/** An array (B24): size in bytes, progress in percent, speed in bytes per second, state one of {@link RAID_STATES}. */
export const RaidArray = struct(
  {
    /** The device, as `/dev/md0`. */
    dev: essential(str),
    /** Of the array. */
    uuid: str,
    /** As it was called. */
    name: str,
    /** As `RAID_LEVELS`. */
    level: str,
    /** As `RAID_STATES`. */
    state: str,
    /** Bytes. */
    size: bytes,
    /** Where it is mounted; empty when it is not. */
    mntdir: str,
    /** Percent of what it is doing. */
    progress: int,
    /** Bytes per second of that. */
    speed: bytes,
    /** Its disks. */
    members: list(RaidMember, 64),
  },
  {
    /** When what its disks hold was last compared; missing where it never was. */
    checked: epochSeconds,
    /** In how many places (sectors) that was not the same; 0 is good. */
    mismatches: bytes,
  },
  'RaidArray',
);
export type RaidArray = TypeOf<typeof RaidArray>;

/** Levels a new array may have. */
export const RAID_LEVELS = ['0', '1', '5', '6', '10', 'linear', 'btrfs'] as const;
export type RaidLevel = (typeof RAID_LEVELS)[number];
export const RaidLevel = oneOf(RAID_LEVELS);

/** A finished self-test of a disk. */
export const SmartTest = struct(
  {
    /** What was tested, in words of the disk. */
    type: str,
    /** How it went, in words of the disk. */
    result: str,
    /** Hours that the disk had run by then. */
    hours: int,
    time: epochSeconds,
  },
  {},
  'SmartTest',
);
export type SmartTest = TypeOf<typeof SmartTest>;

/** What a usage scan found about one folder: bytes, files, folders. */
export const UsageRow = struct(
  {
    /** The folder. */
    path: essential(diskText),
    /** Bytes of everything below it. */
    size: bytes,
    /** Files below it. */
    count: bytes,
    /** Folders below it. */
    dirs: bytes,
  },
  {},
  'UsageRow',
);
export type UsageRow = TypeOf<typeof UsageRow>;

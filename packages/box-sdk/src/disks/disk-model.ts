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

/**
 * A device that is no longer connected: `ejected` 0 when it was pulled out, or unmounted by another program, without
 * Eject.
 */
export const RemovedDevice = struct(
  {
    /** Its mount point. */
    mntdir: essential(str),
    /** 0: it was pulled out, or unmounted by another program. */
    ejected: flag,
  },
  {},
  'GoneDevice',
);
export type RemovedDevice = TypeOf<typeof RemovedDevice>;

/** One SMART attribute; `ok` 0 when the value is not above its threshold. */
export const SmartAttribute = struct(
  {
    /** Number of the attribute, defined by the manufacturer. */
    id: int,
    /** Name, such as `Reallocated_Sector_Ct`. */
    name: str,
    /** Current value, on a scale of the manufacturer; lower is worse. */
    value: num,
    /** The lowest `value` so far. */
    worst: num,
    /** At or below this `value` the disk counts as failing; 0: no threshold. */
    thresh: num,
    /** Raw value, in the manufacturer's format. */
    raw: str,
    /** 0: `value` is at or below its threshold. */
    ok: flag,
  },
  {},
  'SmartAttribute',
);
export type SmartAttribute = TypeOf<typeof SmartAttribute>;

/**
 * Use of a partition: `primary` the family's files, `data` another volume of the box, `stick` an external device,
 * `system` the machine itself, `member` part of an array or of another volume, `free` none.
 */
export const DISK_USES = ['primary', 'data', 'stick', 'system', 'member', 'free'] as const;
export type DiskUse = (typeof DISK_USES)[number];

/**
 * A partition of a physical disk, or the whole disk when it has none: size in bytes; `mntdir` is empty when it is not a
 * volume of the box.
 */
export const DiskPart = struct(
  {
    /** The device, such as `/dev/sda1`. */
    dev: essential(str),
    /** Bytes. */
    size: bytes,
    /** The file system, such as `ext4`; empty when unknown. */
    type: str,
    /** UUID of the file system. */
    uuid: str,
    /** Label of the file system. */
    label: str,
    /** Its use, as `DISK_USES`. */
    use: str,
    /** Mount point as a volume of the box; otherwise empty. */
    mntdir: str,
  },
  {},
  'DiskPart',
);
export type DiskPart = TypeOf<typeof DiskPart>;

/** Consequences if one disk failed now; only Boxwood reports this. */
export const DiskLoss = struct(
  {
    /** Volumes that would be lost. */
    lost: list(
      struct({
        /** Its mount point. */
        mntdir: str,
        /** User ids with files on it. */
        people: list(str, 1000),
        /** 1: it holds the shared files. */
        shared: flag,
        /** Names of the albums with a folder on it. */
        albums: list(str, 1000),
      }),
      128,
    ),
    /** Mount points of the volumes that would survive. */
    kept: list(str, 128),
  },
  {},
  'DiskLoss',
);
export type DiskLoss = TypeOf<typeof DiskLoss>;

/** Readings of a disk on one day; values that it does not report are absent. */
export const DiskReading = struct(
  {
    /** Start of that day. */
    time: epochSeconds,
  },
  {
    /** Celsius. */
    temp: int,
    /** Sectors that it has replaced or could not read. */
    reallocated: bytes,
    /** Percent of its lifetime that an SSD has used. */
    wear: int,
  },
  'DiskReading',
);
export type DiskReading = TypeOf<typeof DiskReading>;

/**
 * A physical disk (B23): capacity in bytes, temperature in Celsius, power-on hours, `health` PASSED, FAILED or UNKNOWN,
 * rotation 0 = SSD.
 */
export const HddInfo = struct(
  {
    /** The device, such as `/dev/sda`. */
    dev: essential(str),
    /** Model name of the manufacturer. */
    model: str,
    /** Serial number. */
    serial: str,
    /** Firmware version. */
    firmware: str,
    /** Its connection, as `BUSES`. */
    bus: str,
    /** Bytes. */
    capacity: bytes,
    /** Celsius. */
    temp: int,
    /** Power-on hours. */
    hours: int,
    /** `PASSED`, `FAILED` or `UNKNOWN`. */
    health: str,
    /** Rotations per minute; 0 for an SSD. */
    rotation: int,
    /** SMART attributes. */
    attrs: list(SmartAttribute, 256),
  },
  {
    /** Its partitions. */
    parts: list(DiskPart, 256),
    /** 1: it is a removable disk. */
    unplugs: flag,
    /** Identifies the contents that `InitDisk` would erase; only in a request for one disk that is not in use. */
    plan: str,
    /** Consequences if it failed now; only in a request for one disk. */
    loss: DiskLoss,
    /** One reading per day, oldest first; only in a request for one disk. */
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
    /** The device, such as `/dev/sda`. */
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
    /** The device, such as `/dev/md0`. */
    dev: essential(str),
    /** UUID of the array. */
    uuid: str,
    /** Name of the array. */
    name: str,
    /** As `RAID_LEVELS`. */
    level: str,
    /** As `RAID_STATES`. */
    state: str,
    /** Bytes. */
    size: bytes,
    /** Mount point; empty when it is not mounted. */
    mntdir: str,
    /** Progress of the current operation in percent. */
    progress: int,
    /** Speed of the current operation, bytes per second. */
    speed: bytes,
    /** Its disks. */
    members: list(RaidMember, 64),
  },
  {
    /** Time of the last consistency check of its disks; absent when there was none. */
    checked: epochSeconds,
    /** Number of sectors that differed in that check; 0 is good. */
    mismatches: bytes,
  },
  'RaidArray',
);
export type RaidArray = TypeOf<typeof RaidArray>;

/** Levels of a new array. */
export const RAID_LEVELS = ['0', '1', '5', '6', '10', 'linear', 'btrfs'] as const;
export type RaidLevel = (typeof RAID_LEVELS)[number];
export const RaidLevel = oneOf(RAID_LEVELS);

/** A finished self-test of a disk. */
export const SmartTest = struct(
  {
    /** Kind of test, as the disk reports it. */
    type: str,
    /** Result, as the disk reports it. */
    result: str,
    /** Power-on hours at the time of the test. */
    hours: int,
    time: epochSeconds,
  },
  {},
  'SmartTest',
);
export type SmartTest = TypeOf<typeof SmartTest>;

/** Result of a usage scan for one folder: bytes, files, folders. */
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

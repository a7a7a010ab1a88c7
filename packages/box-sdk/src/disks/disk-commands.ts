import {
  epochSeconds,
  flag,
  int,
  intBetween,
  intText,
  list,
  oneOf,
  positional,
  shortList,
  str,
  struct,
  text,
  wirePath,
} from '@boxwood/command-bus/codecs';
import { DISK_TIMEOUT_MS, shellCommand, SLOW_HARDWARE_TIMEOUT_MS, taskCommand } from '../define-commands.ts';
import { HddInfo, SmartTest, UsageRow } from './disk-model.ts';

export * from './mounted-disk-commands.ts';
export * from './disk-array-commands.ts';

/** A disk or partition, such as `sda` or `sdb1`. */
const dev = text(1, 64);
/** The caller's sign-in password. */
const password = text(1, 256);
/** Timeout in ms; formatting a large disk takes minutes. */
const FORMAT_TIMEOUT_MS = 300_000;

/**
 * Reads the SMART data of one disk or of all. Administrator only.
 *
 * `POST /eshell` `GETHDDINFO [dev]` or `[]` (B23). `parts` lists its partitions and their use; for a single disk,
 * `trend` has its daily readings. Refusals: 3 failed, 11 no such disk.
 *
 * @example
 * ```ts
 * const { list } = await box.send(GetDiskHealth, { devs: ['sda'] });
 * ```
 */
export const GetDiskHealth = shellCommand({
  name: 'GetDiskHealth',
  cmd: 'GETHDDINFO',
  params: positional(
    {},
    {
      /** One disk, or empty for all. */
      key: 'devs',
      codec: shortList(dev, 0, 1),
    },
  ),
  result: struct({
    /** The requested disks. */
    list: list(HddInfo, 500),
  }),
  refusals: [3, 11],
  access: 'admin',
  idempotent: true,
  timeoutMs: SLOW_HARDWARE_TIMEOUT_MS,
});

/**
 * Starts a self-test of a disk; one at a time. Administrator only.
 *
 * `POST /eshell` `SMARTTEST [dev, "short" | "long"]` (X55). `minutes` is its expected duration. Refusals: 2 one is
 * running, 3 failed, 11 no such disk or no SMART.
 *
 * @example
 * ```ts
 * const { minutes } = await box.send(StartSmartTest, { dev: 'sda', kind: 'short' });
 * ```
 */
export const StartSmartTest = shellCommand({
  name: 'StartSmartTest',
  cmd: 'SMARTTEST',
  params: positional({
    dev,
    /** `short` takes minutes, `long` hours. */
    kind: oneOf(['short', 'long']),
  }),
  result: struct({
    /** Expected duration. */
    minutes: int,
  }),
  refusals: [2, 3, 11, 13],
  access: 'admin',
  idempotent: false,
});

/**
 * Reads the running self-test and the past ones. Administrator only.
 *
 * `POST /eshell` `SMARTLOG [dev]` (X56); progress in percent. Refusals: 3 failed, 11 no such disk.
 *
 * @example
 * ```ts
 * const { running, progress } = await box.send(GetSmartLog, { dev: 'sda' });
 * ```
 */
export const GetSmartLog = shellCommand({
  name: 'GetSmartLog',
  cmd: 'SMARTLOG',
  params: positional({ dev }),
  result: struct({
    /** 1: a test is running. */
    running: flag,
    /** Percent of the running test. */
    progress: int,
    /** Finished tests. */
    list: list(SmartTest, 100),
  }),
  refusals: [3, 11, 13],
  access: 'admin',
  idempotent: true,
});

/**
 * Creates a file system on a disk: all data on it is lost. Administrator only, with the sign-in password.
 *
 * `POST /eshell` `DISKINIT [dev, password, "ext4", serial, plan]` (X45). `confirm` is the serial number of the disk and
 * its `plan` from `GetDiskHealth`, so that the box erases only what the user has seen. `id` is the task, empty when it
 * is already finished. Refusals: 3 failed, 6 wrong password, 11 no such disk, or not confirmed, 13 primary, 14 member
 * of an array or in use, 15 the contents of the disk have changed since.
 *
 * @example
 * ```ts
 * const { list } = await box.send(GetDiskHealth, { devs: ['sdb'] });
 * for (const { serial, plan = '' } of list)
 *   await box.send(InitDisk, { dev: 'sdb', password, type: 'ext4', confirm: [serial, plan] });
 * ```
 */
export const InitDisk = shellCommand({
  name: 'InitDisk',
  cmd: 'DISKINIT',
  params: positional(
    {
      dev,
      password,
      /** The file system. */
      type: oneOf(['ext4']),
    },
    {
      /** Its serial number, then its `plan` from `disks.health`. */
      key: 'confirm',
      codec: shortList(text(0, 128), 0, 2),
    },
  ),
  result: struct({
    /** Id of the task that continues; empty: finished. */
    id: str,
  }),
  refusals: [3, 6, 11, 13, 14, 15],
  access: 'admin',
  idempotent: false,
  timeoutMs: FORMAT_TIMEOUT_MS,
  secrets: ['password'],
});

/**
 * Mounts a volume; an empty `mntdir` uses the next free `/mnt/usb{n}`. `/mnt/extdev` mounts the contents of an array as
 * a device, which writes nothing. Administrator only.
 *
 * `POST /eshell` `DISKMOUNT [dev, mntdir]` (X46). Refusals: 3 failed, 11 no such disk, or not a volume, 14 in use, 15
 * mount point occupied.
 *
 * @example
 * ```ts
 * const { mntdir } = await box.send(MountDisk, { dev: 'sdb1', mntdir: '' });
 * ```
 */
export const MountDisk = shellCommand({
  name: 'MountDisk',
  cmd: 'DISKMOUNT',
  params: positional({
    dev,
    /** Mount point, such as `/mnt/usb2`; empty: the next free one. */
    mntdir: text(0, 254),
  }),
  result: struct({
    /** Current mount point. */
    mntdir: str,
  }),
  refusals: [3, 11, 13, 14, 15],
  access: 'admin',
  idempotent: false,
  timeoutMs: DISK_TIMEOUT_MS,
});

/**
 * Deactivates a volume; its data stays, and it stays unmounted until it is mounted again. Administrator only.
 *
 * `POST /eshell` `DISKDEACTIVATE [dev]` (X47). Refusals: 3 failed, 11 no such volume, 13 primary, 14 in use.
 *
 * @example
 * ```ts
 * await box.send(DeactivateDisk, { dev: 'sdb1' });
 * ```
 */
export const DeactivateDisk = shellCommand({
  name: 'DeactivateDisk',
  cmd: 'DISKDEACTIVATE',
  params: positional({ dev }),
  result: struct({}),
  refusals: [3, 11, 13, 14],
  access: 'admin',
  idempotent: false,
  timeoutMs: DISK_TIMEOUT_MS,
});

/**
 * Makes a disk a primary one, with `size` GB for containers and plugins. Administrator only.
 *
 * `POST /eshell` `DISKPRIMARY [dev, size in GB, serial, plan]` (X48). It is mounted as a volume that can no longer be
 * deactivated. A disk with data on it needs the same confirmation as for `InitDisk`. Refusals: 3 failed, 11 below 10
 * GB, or under 20 % would stay free, with the key of that rule as info, no such disk, or not confirmed, 13 the family's
 * files or the system are on it, 14 in use, 15 the contents of the disk have changed since.
 *
 * @example
 * ```ts
 * await box.send(SetPrimaryDisk, { dev: 'sdc', size: 40, confirm: [] });
 * ```
 */
export const SetPrimaryDisk = shellCommand({
  name: 'SetPrimaryDisk',
  cmd: 'DISKPRIMARY',
  params: positional(
    {
      dev,
      /** GB for containers and plugins, at least 10. */
      size: intText(intBetween(1, 1_000_000)),
    },
    {
      /** For a disk with data on it: its serial number, then its `plan` from `disks.health`. */
      key: 'confirm',
      codec: shortList(text(0, 128), 0, 2),
    },
  ),
  result: struct({}),
  refusals: [3, 11, 13, 14, 15],
  access: 'admin',
  idempotent: false,
  timeoutMs: FORMAT_TIMEOUT_MS,
});

/**
 * Starts measuring every folder of a mount, in the background.
 *
 * `POST /offlinetask` `DUSTART` (B50). Refusals (task codes): 2 a scan is running, 8 no such mount.
 *
 * @example
 * ```ts
 * const { id } = await box.send(StartUsageScan, { mount: '/mnt/usb1' });
 * ```
 */
export const StartUsageScan = taskCommand({
  name: 'StartUsageScan',
  cmd: 'DUSTART',
  params: struct({ mount: wirePath }),
  result: struct({
    /** Identifies the scan. */
    id: str,
  }),
  refusals: [2, 8],
  access: 'user',
  idempotent: false,
  paths: { mount: 'read' },
  cost: 'heavy',
});

/**
 * Reads the results of the last usage scan of a mount, below `path` when given; `time` is when it ran (epoch seconds).
 *
 * `POST /offlinetask` `DULIST` (B49). Refusals (task codes): 4 service, 8 no such mount.
 *
 * @example
 * ```ts
 * const { scanning, list } = await box.send(ListUsage, { mount: '/mnt/usb1', path: '/mnt/usb1/ann' });
 * ```
 */
export const ListUsage = taskCommand({
  name: 'ListUsage',
  cmd: 'DULIST',
  params: struct({ mount: wirePath }, { path: wirePath }),
  result: struct({
    /** 1: a scan is running, and the answer is from the previous one. */
    scanning: flag,
    time: epochSeconds,
    /** One row per place of the mount that the caller may read, and one per folder directly in it. */
    list: list(UsageRow, 100_000),
  }),
  refusals: [4, 8],
  access: 'user',
  idempotent: true,
  paths: { mount: 'read', path: 'read' },
});

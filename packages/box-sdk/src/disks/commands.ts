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
import { DISK_TIMEOUT_MS, shellCommand, SLOW_TIMEOUT_MS, taskCommand } from '../define.ts';
import { HddInfo, SmartTest, UsageRow } from './model.ts';

export * from './mounted.ts';
export * from './arrays.ts';

/** A disk or partition, as `sda` or `sdb1`. */
const dev = text(1, 64);
/** What the caller signs in with. */
const password = text(1, 256);
/** A large disk takes minutes. */
const FORMAT_TIMEOUT_MS = 300_000;

/**
 * Reads the SMART data of one disk or of all. Administrator only.
 *
 * `POST /eshell` `GETHDDINFO [dev]` or `[]` (B23). `parts` says what is on it and what that is used for; of one disk,
 * `trend` says how it was day by day. Refusals: 3 failed, 11 no such disk.
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
      /** One disk, or none: all of them. */
      key: 'devs',
      codec: shortList(dev, 0, 1),
    },
  ),
  result: struct({
    /** The disks that were asked about. */
    list: list(HddInfo, 500),
  }),
  refusals: [3, 11],
  access: 'admin',
  idempotent: true,
  timeoutMs: SLOW_TIMEOUT_MS,
});

/**
 * Starts a self-test of a disk; one at a time. Administrator only.
 *
 * `POST /eshell` `SMARTTEST [dev, "short" | "long"]` (X55). `minutes` is the time it takes. Refusals: 2 one is running, 3 failed, 11 no such
 * disk or no SMART.
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
    /** How long it will take. */
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
    /** 1: a test goes on. */
    running: flag,
    /** Percent of the test that goes on. */
    progress: int,
    /** Those that ended. */
    list: list(SmartTest, 100),
  }),
  refusals: [3, 11, 13],
  access: 'admin',
  idempotent: true,
});

/**
 * Makes a file system of a disk: everything on it is lost. Administrator only, with the sign-in password.
 *
 * `POST /eshell` `DISKINIT [dev, password, "ext4", serial, plan]` (X45). `confirm` is the serial number of the disk and the `plan` that
 * `GetDiskHealth` gave for it: what was shown is erased, and nothing else. `id` is the task, empty when it is done already.
 * Refusals: 3 failed, 6 wrong password, 11 no such disk, or not confirmed, 13 primary, 14 member of an array or in use, 15 something else is on it by now.
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
      /** Its serial number, then the `plan` that `disks.health` gave for it. */
      key: 'confirm',
      codec: shortList(text(0, 128), 0, 2),
    },
  ),
  result: struct({
    /** The task that goes on with it; empty: it is done. */
    id: str,
  }),
  refusals: [3, 6, 11, 13, 14, 15],
  access: 'admin',
  idempotent: false,
  timeoutMs: FORMAT_TIMEOUT_MS,
  secrets: ['password'],
});

/**
 * Mounts a volume; an empty `mntdir` takes the next free `/mnt/usb{n}`. `/mnt/extdev` mounts what is on an array as a device, for which nothing is written. Administrator only.
 *
 * `POST /eshell` `DISKMOUNT [dev, mntdir]` (X46). Refusals: 3 failed, 11 no such disk, or none that is a volume, 14 in use, 15 place taken.
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
    /** Where, as `/mnt/usb2`; empty: the next that is free. */
    mntdir: text(0, 254),
  }),
  result: struct({
    /** Where it is mounted now. */
    mntdir: str,
  }),
  refusals: [3, 11, 13, 14, 15],
  access: 'admin',
  idempotent: false,
  timeoutMs: DISK_TIMEOUT_MS,
});

/**
 * Takes a volume out of use; its data stays, and it stays unmounted until it is mounted again. Administrator only.
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
 * Makes a disk a primary one, with room of `size` GB for containers and plugins. Administrator only.
 *
 * `POST /eshell` `DISKPRIMARY [dev, size in GB, serial, plan]` (X48). It is mounted as a volume that is not taken out of use any more. A disk with something
 * on it is confirmed as for `InitDisk`. Refusals: 3 failed, 11 below 10 GB, or under 20 % would stay free, with the word of that rule beside it, no such disk, or
 * not confirmed, 13 the family's files or the system are on it, 14 in use, 15 something else is on it by now.
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
      /** Of a disk with something on it: its serial number, then the `plan` that `disks.health` gave for it. */
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
    /** Names the scan. */
    id: str,
  }),
  refusals: [2, 8],
  access: 'user',
  idempotent: false,
  paths: { mount: 'read' },
  cost: 'heavy',
});

/**
 * Reads what the last usage scan of a mount found, below `path` when given; `time` is when (epoch seconds).
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
    /** 1: one goes on, and what is answered is of the one before. */
    scanning: flag,
    time: epochSeconds,
    /** A row for each place of the mount that the caller may read, and for each folder directly in it. */
    list: list(UsageRow, 100_000),
  }),
  refusals: [4, 8],
  access: 'user',
  idempotent: true,
  paths: { mount: 'read', path: 'read' },
});

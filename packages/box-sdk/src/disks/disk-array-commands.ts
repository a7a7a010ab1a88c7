/** Arrays of disks (B24, X49 to X54): administrator only. */
import { list, noArguments, positional, shortList, str, struct, text } from '@boxwood/command-bus/codecs';
import { shellCommand, DISK_TIMEOUT_MS } from '../define-commands.ts';
import { RaidArray, RaidLevel } from './disk-model.ts';

/** A whole disk, such as `sda`. */
const dev = text(1, 64);
/** The array, such as `md0`. */
const md = text(1, 64);
/** The caller's sign-in password. */
const password = text(1, 256);
/** A disk, or a disk with a confirmation to erase its contents: `sdb PLAN SERIAL`. */
const member = text(1, 280);
/** Timeout in ms; creating an array of large disks takes minutes. */
const CREATE_TIMEOUT_MS = 300_000;

/**
 * Lists the arrays. Administrator only.
 *
 * `POST /eshell` `MDLIST []` (B24). Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { list } = await box.send(ListArrays, {});
 * ```
 */
export const ListArrays = shellCommand({
  name: 'ListArrays',
  cmd: 'MDLIST',
  params: noArguments,
  result: struct({
    /** All arrays, including stopped ones. */
    list: list(RaidArray, 64),
  }),
  refusals: [3, 13],
  access: 'admin',
  idempotent: true,
});

/**
 * Creates an array of whole disks, with one ext4 file system; all data on its members is lost. Administrator only, with
 * the sign-in password.
 *
 * `POST /eshell` `MDCREATE [level, password, dev1, dev2, ...]` (X49). A disk with data on it is `dev PLAN SERIAL`: the
 * plan from `GetDiskHealth`, and its serial number. Refusals: 3 failed, 6 wrong password, 11 too few members, no such
 * disk, or not confirmed, 13 primary, 14 a member is in use, 15 the contents of a disk have changed since.
 *
 * @example
 * ```ts
 * const { dev } = await box.send(CreateArray, { level: '1', password, devs: ['sda', 'sdb'] });
 * ```
 */
export const CreateArray = shellCommand({
  name: 'CreateArray',
  cmd: 'MDCREATE',
  params: positional(
    {
      /** RAID level, as `RAID_LEVELS`. */
      level: RaidLevel,
      password,
    },
    {
      /** Whole disks, such as `sda`; a disk with data on it as `sda PLAN SERIAL`. */
      key: 'devs',
      codec: shortList(member, 1, 16),
    },
  ),
  result: struct({
    /** Device of the array, such as `/dev/md0`; for btrfs the first of its disks. */
    dev: str,
  }),
  refusals: [3, 6, 11, 13, 14, 15],
  access: 'admin',
  idempotent: false,
  timeoutMs: CREATE_TIMEOUT_MS,
  secrets: ['password'],
});

/**
 * Stops an array and releases its members. Administrator only.
 *
 * `POST /eshell` `MDSTOP [md]` (X50). Refusals: 3 failed, 11 no such array, 14 in use.
 *
 * @example
 * ```ts
 * await box.send(StopArray, { md: 'md0' });
 * ```
 */
export const StopArray = shellCommand({
  name: 'StopArray',
  cmd: 'MDSTOP',
  params: positional({ md }),
  result: struct({}),
  refusals: [3, 11, 13, 14],
  access: 'admin',
  idempotent: false,
  timeoutMs: DISK_TIMEOUT_MS,
});

/**
 * Starts a stopped array. Administrator only.
 *
 * `POST /eshell` `MDSTART [md]` (X51). Refusals: 3 failed, 11 no such array, 14 not stopped.
 *
 * @example
 * ```ts
 * await box.send(StartArray, { md: 'md0' });
 * ```
 */
export const StartArray = shellCommand({
  name: 'StartArray',
  cmd: 'MDSTART',
  params: positional({ md }),
  result: struct({}),
  refusals: [3, 11, 13, 14],
  access: 'admin',
  idempotent: false,
  timeoutMs: DISK_TIMEOUT_MS,
});

/**
 * Deletes an array and its data, and releases the members. Administrator only, with the sign-in password.
 *
 * `POST /eshell` `MDDELETE [md, password]` (X52). Refusals: 3 failed, 6 wrong password, 11 no such array, 14 in use.
 *
 * @example
 * ```ts
 * await box.send(DeleteArray, { md: 'md0', password });
 * ```
 */
export const DeleteArray = shellCommand({
  name: 'DeleteArray',
  cmd: 'MDDELETE',
  params: positional({ md, password }),
  result: struct({}),
  refusals: [3, 6, 11, 13, 14],
  access: 'admin',
  idempotent: false,
  timeoutMs: DISK_TIMEOUT_MS,
  secrets: ['password'],
});

/**
 * Adds a member to an array. Administrator only.
 *
 * `POST /eshell` `MDADD [md, dev, serial, plan]` (X53). A disk with data on it needs the same confirmation as for
 * `InitDisk`. Refusals: 3 failed, 11 no such array or disk, or not confirmed, 14 the disk is in use, 15 the contents of
 * the disk have changed since.
 *
 * @example
 * ```ts
 * await box.send(AddArrayMember, { md: 'md0', dev: 'sdc', confirm: [] });
 * ```
 */
export const AddArrayMember = shellCommand({
  name: 'AddArrayMember',
  cmd: 'MDADD',
  params: positional(
    { md, dev },
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
  timeoutMs: DISK_TIMEOUT_MS,
});

/**
 * Removes a member from an array. Administrator only.
 *
 * `POST /eshell` `MDREMOVE [md, dev]` (X54). Refusals: 3 failed, 11 no such member, 14 the array cannot lose it.
 *
 * @example
 * ```ts
 * await box.send(RemoveArrayMember, { md: 'md0', dev: 'sdc' });
 * ```
 */
export const RemoveArrayMember = shellCommand({
  name: 'RemoveArrayMember',
  cmd: 'MDREMOVE',
  params: positional({ md, dev }),
  result: struct({}),
  refusals: [3, 11, 13, 14],
  access: 'admin',
  idempotent: false,
  timeoutMs: DISK_TIMEOUT_MS,
});

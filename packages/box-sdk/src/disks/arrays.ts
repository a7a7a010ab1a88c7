/** Arrays of disks (B24, X49 to X54): administrator only. */
import { list, noArguments, positional, shortList, str, struct, text } from '@boxwood/command-bus/codecs';
import { shellCommand, SLOW_TIMEOUT_MS } from '../define.ts';
import { RaidArray, RaidLevel } from './model.ts';

const dev = text(1, 64);
const md = text(1, 64);
const password = text(1, 256);

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
  result: struct({ list: list(RaidArray, 64) }),
  refusals: [3, 13],
  access: 'admin',
  idempotent: true,
});

/**
 * Makes an array; everything on its members is lost. Administrator only, with the sign-in password.
 *
 * `POST /eshell` `MDCREATE [level, password, dev1, dev2, ...]` (X49). Refusals: 6 wrong password, 11 too few members, 14 a member is in
 * use.
 *
 * @example
 * ```ts
 * const { dev } = await box.send(CreateArray, { level: '1', password, devs: ['sda', 'sdb'] });
 * ```
 */
export const CreateArray = shellCommand({
  name: 'CreateArray',
  cmd: 'MDCREATE',
  params: positional({ level: RaidLevel, password }, { key: 'devs', codec: shortList(dev, 1, 64) }),
  result: struct({ dev: str }),
  refusals: [6, 11, 13, 14],
  access: 'admin',
  idempotent: false,
  timeoutMs: SLOW_TIMEOUT_MS,
  secrets: ['password'],
});

/**
 * Stops an array: its members are released. Administrator only.
 *
 * `POST /eshell` `MDSTOP [md]` (X50). Refusals: 11 no such array, 14 in use.
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
  refusals: [11, 13, 14],
  access: 'admin',
  idempotent: false,
  timeoutMs: SLOW_TIMEOUT_MS,
});

/**
 * Starts a stopped array. Administrator only.
 *
 * `POST /eshell` `MDSTART [md]` (X51). Refusals: 11 no such array, 14 not stopped.
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
  refusals: [11, 13, 14],
  access: 'admin',
  idempotent: false,
  timeoutMs: SLOW_TIMEOUT_MS,
});

/**
 * Deletes an array and what is on it; releases the members. Administrator only, with the sign-in password.
 *
 * `POST /eshell` `MDDELETE [md, password]` (X52). Refusals: 6 wrong password, 11 no such array, 14 in use.
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
  refusals: [6, 11, 13, 14],
  access: 'admin',
  idempotent: false,
  timeoutMs: SLOW_TIMEOUT_MS,
  secrets: ['password'],
});

/**
 * Adds a member to an array. Administrator only.
 *
 * `POST /eshell` `MDADD [md, dev]` (X53). Refusals: 11 no such array or disk, 14 the disk is in use.
 *
 * @example
 * ```ts
 * await box.send(AddArrayMember, { md: 'md0', dev: 'sdc' });
 * ```
 */
export const AddArrayMember = shellCommand({
  name: 'AddArrayMember',
  cmd: 'MDADD',
  params: positional({ md, dev }),
  result: struct({}),
  refusals: [11, 13, 14],
  access: 'admin',
  idempotent: false,
});

/**
 * Takes a member out of an array. Administrator only.
 *
 * `POST /eshell` `MDREMOVE [md, dev]` (X54). Refusals: 11 no such member, 14 the array cannot lose it.
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
  refusals: [11, 13, 14],
  access: 'admin',
  idempotent: false,
});

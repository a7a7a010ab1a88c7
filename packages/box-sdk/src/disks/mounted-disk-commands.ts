/**
 * Commands of the first page of the desktop, in a file of their own, so that this page does not load the commands of
 * other pages.
 */
import { list, noArguments, positional, str, struct, wirePath } from '@boxwood/command-bus/codecs';
import { shellCommand, SLOW_HARDWARE_TIMEOUT_MS } from '../define-commands.ts';
import { RemovedDevice } from './disk-model.ts';
import { Partition } from './partition.ts';

/**
 * Lists disks and partitions with their use.
 *
 * `POST /eshell` `LISTDISKS []` (B07). `gone` lists the devices that were disconnected since the box started, and
 * whether they were ejected, `failing` the arrays that lack a disk, `ailing` the names of disks that report a failure.
 * Refusals: 3 failed.
 *
 * @example
 * ```ts
 * const { disks } = await box.send(ListDisks, {});
 * ```
 */
export const ListDisks = shellCommand({
  name: 'ListDisks',
  cmd: 'LISTDISKS',
  params: noArguments,
  result: struct(
    {
      /** Disks and partitions, mounted ones and others. */
      disks: list(Partition, 500),
    },
    {
      /** Devices disconnected since the box started; absent when the box does not report it. */
      gone: list(RemovedDevice, 64),
      /** Arrays that lack a disk, such as `/dev/md0`. */
      failing: list(str, 64),
      /** Names of disks that report a failure: model, or serial number when there is none. */
      ailing: list(str, 64),
    },
  ),
  refusals: [3],
  access: 'user',
  idempotent: true,
  timeoutMs: SLOW_HARDWARE_TIMEOUT_MS,
});

/**
 * Ejects a device: flushes and unmounts it.
 *
 * `POST /eshell` `UMOUNT [mntdir]` (B08, B109). Refusals: 3 failed (`info` has the output of the shell, such as a file
 * in use), 13 a master volume, 15 not mounted.
 *
 * @example
 * ```ts
 * await box.send(EjectDisk, { mntdir: '/mnt/extdev/stick' });
 * ```
 */
export const EjectDisk = shellCommand({
  name: 'EjectDisk',
  cmd: 'UMOUNT',
  params: positional({ mntdir: wirePath }),
  result: struct(
    {},
    {
      /** Output of the machine. */
      info: str,
    },
  ),
  refusals: [3, 13, 15],
  access: 'user',
  idempotent: false,
  timeoutMs: SLOW_HARDWARE_TIMEOUT_MS,
});

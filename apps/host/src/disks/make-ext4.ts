import type { BoxLocation, Machine } from '../machine.ts';
import type { OperationStep } from '../host-responses.ts';
import { requireProgram } from '../verbs/planner.ts';

/** Percent of ext4 reserved for root (DISK-13). */
const RESERVED_PERCENT = '5';

/** Creates an ext4 owned by the box on a device; with `gb` only of that size, and the rest of the device stays free. */
export const makeExt4Step = (
  machine: Machine,
  { uid }: BoxLocation,
  label: string,
  device: string,
  gb?: number,
): OperationStep => ({
  program: requireProgram(machine, 'mkfs.ext4'),
  args: [
    '-q',
    '-F',
    '-m',
    RESERVED_PERCENT,
    '-E',
    `root_owner=${uid}:${uid},lazy_itable_init=1,nodiscard`,
    '-L',
    label,
    device,
    ...(gb === undefined ? [] : [`${gb}G`]),
  ],
});

import type { BoxHere, Machine } from '../machine.ts';
import type { Step } from '../protocol.ts';
import { needed } from '../verbs/planner.ts';

/** Percent of ext4 reserved for root (DISK-13). */
const RESERVE = '5';

/** Creates an ext4 owned by the box on a device; with `gb` only of that size, and the rest of the device stays free. */
export const ext4Of = (machine: Machine, { uid }: BoxHere, label: string, device: string, gb?: number): Step => ({
  program: needed(machine, 'mkfs.ext4'),
  args: [
    '-q',
    '-F',
    '-m',
    RESERVE,
    '-E',
    `root_owner=${uid}:${uid},lazy_itable_init=1,nodiscard`,
    '-L',
    label,
    device,
    ...(gb === undefined ? [] : [`${gb}G`]),
  ],
});

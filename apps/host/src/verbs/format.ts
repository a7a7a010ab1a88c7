import { erasable } from '../disks/erasable.ts';
import { findDisk } from '../disks/find.ts';
import { lookAtDisks } from '../disks/look.ts';
import { ext4Of } from '../disks/ext4.ts';
import type { Machine } from '../machine.ts';
import { VERBS } from '../protocol.ts';
import { Barred, needed, planner } from './planner.ts';

export const lacking = (machine: Machine): readonly string[] =>
  ['lsblk', 'wipefs', 'mkfs.ext4'].filter((program) => machine.find(program) === undefined);

/** Creates one file system on a whole disk. A disk with any part in use is refused. */
export const format = planner(VERBS.format.params, {
  draft: async ({ serial, label }, machine) => {
    const { box } = machine;
    if (box === null) throw new Barred('no folder of a box');
    const { device, words, facts } = await erasable(machine, findDisk((await lookAtDisks(machine)).disks, serial));
    return {
      words: `erase ${words}, and make ext4 of it`,
      steps: [{ program: needed(machine, 'wipefs'), args: ['--all', device] }, ext4Of(machine, box, label, device)],
      facts,
    };
  },
  lacking,
});

import { erasable } from '../disks/erasable.ts';
import { ext4Of } from '../disks/ext4.ts';
import { findDisk } from '../disks/find.ts';
import { lookAtDisks } from '../disks/look.ts';
import { VERBS } from '../protocol.ts';
import { lacking as formatLacking } from './format.ts';
import { Barred, needed, planner } from './planner.ts';

const GB = 1024 ** 3;
/** So much room it has at least (DISK-07). */
const LEAST_GB = 10;
/** This part of the disk stays free (DISK-08). */
const FREE = 0.2;

/** Makes room for what the box runs of a whole disk that nothing is used of. The box has looked at its size already; it may be wrong, or taken. */
export const primary = planner(VERBS.primary.params, {
  draft: async ({ serial, label, gb }, machine) => {
    const { box } = machine;
    if (box === null) throw new Barred('no folder of a box');
    const disk = findDisk((await lookAtDisks(machine)).disks, serial);
    if (disk.unplugs === 1) throw new Barred('a disk that can be unplugged');
    if (gb < LEAST_GB) throw new Barred('too little room');
    if (gb * GB > disk.size * (1 - FREE)) throw new Barred('too little stays free');
    const { device, words, facts } = await erasable(machine, disk);
    return {
      words: `erase ${words}, and make ext4 of ${gb} GB on it`,
      steps: [{ program: needed(machine, 'wipefs'), args: ['--all', device] }, ext4Of(machine, box, label, device, gb)],
      facts,
    };
  },
  lacking: formatLacking,
});

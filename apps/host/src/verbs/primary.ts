import { erasable } from '../disks/erasable.ts';
import { ext4Of } from '../disks/ext4.ts';
import { findDisk } from '../disks/find.ts';
import { lookAtDisks } from '../disks/look.ts';
import { VERBS } from '../protocol.ts';
import { lacking as formatLacking } from './format.ts';
import { Barred, needed, planner } from './planner.ts';

const GB = 1024 ** 3;
/** Minimum size, in GB (DISK-07). */
const LEAST_GB = 10;
/** Share of the disk that stays free (DISK-08). */
const FREE = 0.2;

/**
 * Creates the volume for the box's own programs on an unused whole disk. The helper checks the size again, because the
 * box may be compromised.
 */
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

import { requireErasable } from '../disks/erasable-disk.ts';
import { makeExt4Step } from '../disks/make-ext4.ts';
import { findDisk } from '../disks/find-disk.ts';
import { probeDisks } from '../disks/probe-disks.ts';
import { VERBS } from '../protocol.ts';
import { lacking as formatLacking } from './format-disk.ts';
import { Barred, requireProgram, definePlanner } from './planner.ts';

const GIB = 1024 ** 3;
/** Minimum size, in GB (DISK-07). */
const MIN_GB = 10;
/** Share of the disk that stays free (DISK-08). */
const MIN_FREE_SHARE = 0.2;

/**
 * Creates the volume for the box's own programs on an unused whole disk. The helper checks the size again, because the
 * box may be compromised.
 */
export const primary = definePlanner(VERBS.primary.params, {
  draft: async ({ serial, label, gb }, machine) => {
    const { box } = machine;
    if (box === null) throw new Barred('not a folder of a box');
    const disk = findDisk((await probeDisks(machine)).disks, serial);
    if (disk.unplugs === 1) throw new Barred('a removable disk');
    if (gb < MIN_GB) throw new Barred('too little room');
    if (gb * GIB > disk.size * (1 - MIN_FREE_SHARE)) throw new Barred('too little space stays free');
    const { device, words, facts } = await requireErasable(machine, disk);
    return {
      words: `erase ${words} and create an ext4 partition of ${gb} GB on it`,
      steps: [
        { program: requireProgram(machine, 'wipefs'), args: ['--all', device] },
        makeExt4Step(machine, box, label, device, gb),
      ],
      facts,
    };
  },
  lacking: formatLacking,
});

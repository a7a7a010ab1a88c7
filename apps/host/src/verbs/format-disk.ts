import { requireErasable } from '../disks/erasable-disk.ts';
import { findDisk } from '../disks/find-disk.ts';
import { probeDisks } from '../disks/probe-disks.ts';
import { makeExt4Step } from '../disks/make-ext4.ts';
import type { Machine } from '../machine.ts';
import { VERBS } from '../protocol.ts';
import { Barred, requireProgram, definePlanner } from './planner.ts';

export const lacking = (machine: Machine): readonly string[] =>
  ['lsblk', 'wipefs', 'mkfs.ext4'].filter((program) => machine.find(program) === undefined);

/** Creates one file system on a whole disk. A disk with any part in use is refused. */
export const format = definePlanner(VERBS.format.params, {
  draft: async ({ serial, label }, machine) => {
    const { box } = machine;
    if (box === null) throw new Barred('not a folder of a box');
    const { device, words, facts } = await requireErasable(
      machine,
      findDisk((await probeDisks(machine)).disks, serial),
    );
    return {
      words: `erase ${words} and format it as ext4`,
      steps: [
        { program: requireProgram(machine, 'wipefs'), args: ['--all', device] },
        makeExt4Step(machine, box, label, device),
      ],
      facts,
    };
  },
  lacking,
});

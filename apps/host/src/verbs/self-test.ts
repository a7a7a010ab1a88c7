import { readDiskHealth } from '../disks/disk-health.ts';
import { probeDisks } from '../disks/probe-disks.ts';
import { VERBS } from '../protocol.ts';
import { Barred, requireProgram, definePlanner } from './planner.ts';

/** Starts a self-test of a disk, which changes no data, whatever the disk is used for. */
export const selfTest = definePlanner(VERBS.selfTest.params, {
  draft: async ({ name, serial, kind }, machine) => {
    const { disks } = await probeDisks(machine);
    const disk = disks.find((each) => each.name === name && each.serial === serial);
    if (disk === undefined) throw new Barred('no such disk');
    const health = await readDiskHealth(machine, name);
    if (health[kind] === 0) throw new Barred('no test');
    if (health.running === 1) throw new Barred('a test is running');
    return {
      words: `start a self-test of ${disk.model} ${serial} (${kind})`,
      steps: [{ program: requireProgram(machine, 'smartctl'), args: ['-t', kind, `/dev/${name}`] }],
      facts: { serial, kind, minutes: String(health[kind]) },
    };
  },
  lacking: (machine) => ['lsblk', 'smartctl'].filter((program) => machine.find(program) === undefined),
});

import { MOUNTED_PLACE } from '../disks/step-folders.ts';
import { probeDisks, mountedPlaces } from '../disks/probe-disks.ts';
import { VERBS } from '../protocol.ts';
import { Barred, requireProgram, definePlanner } from './planner.ts';

export const unmount = definePlanner(VERBS.unmount.params, {
  draft: async ({ place }, machine) => {
    const mounted = mountedPlaces(machine).filter((each) => each.place === place);
    if (mounted.length === 0) throw new Barred('nothing is mounted there');
    const { gone } = await probeDisks(machine);
    const pulled = gone.includes(place);
    return {
      words: pulled ? `forget ${place}: its disk was removed` : `unmount ${place}`,
      steps: [
        {
          program: requireProgram(machine, 'umount'),
          args: ['-c', ...(pulled ? ['-l'] : []), `${MOUNTED_PLACE}${place}`],
        },
      ],
      facts: { source: mounted.map(({ source }) => source).join(' '), pulled: String(pulled) },
    };
  },
  lacking: (machine) => ['lsblk', 'umount'].filter((program) => machine.find(program) === undefined),
});

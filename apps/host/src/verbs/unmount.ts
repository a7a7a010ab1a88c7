import { TAKEN } from '../disks/hold.ts';
import { lookAtDisks, placesOf } from '../disks/look.ts';
import { VERBS } from '../protocol.ts';
import { Barred, needed, planner } from './planner.ts';

export const unmount = planner(VERBS.unmount.params, {
  draft: async ({ place }, machine) => {
    const mounted = placesOf(machine).filter((each) => each.place === place);
    if (mounted.length === 0) throw new Barred('nothing is mounted there');
    const { gone } = await lookAtDisks(machine);
    const pulled = gone.includes(place);
    return {
      words: pulled ? `forget ${place}, whose disk was pulled` : `unmount ${place}`,
      steps: [{ program: needed(machine, 'umount'), args: ['-c', ...(pulled ? ['-l'] : []), `${TAKEN}${place}`] }],
      facts: { source: mounted.map(({ source }) => source).join(' '), pulled: String(pulled) },
    };
  },
  lacking: (machine) => ['lsblk', 'umount'].filter((program) => machine.find(program) === undefined),
});

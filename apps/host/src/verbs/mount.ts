import { findPart } from '../disks/find.ts';
import { FREE } from '../disks/hold.ts';
import { lookAtDisks, placesOf } from '../disks/look.ts';
import { placeName } from '../disks/places.ts';
import { STICK_TYPES } from '../disks/types.ts';
import { VERBS } from '../protocol.ts';
import { Barred, needed, planner } from './planner.ts';

export const mount = planner(VERBS.mount.params, {
  draft: async (id, machine) => {
    const { box } = machine;
    if (box === null) throw new Barred('no folder of a box');
    const { disks } = await lookAtDisks(machine);
    const { disk, part } = findPart(disks, id);
    if (disk.unplugs === 0) throw new Barred('no disk that can be unplugged');
    if (part.use !== 'free') throw new Barred(part.use);
    const system = STICK_TYPES.get(part.type);
    if (system === undefined) throw new Barred('no file system of a stick');
    const taken = new Set(placesOf(machine).map(({ place }) => place));
    const place = placeName(part.label, disk.model, (name) => taken.has(name));
    const owner = system.owned ? [] : [`uid=${box.uid}`, 'umask=0077', 'iocharset=utf8'];
    const options = ['nosuid', 'nodev', 'noexec', ...owner].join(',');
    return {
      words: `mount ${part.type} "${part.label}" of ${disk.model} ${disk.serial} as ${place}`,
      steps: [
        {
          program: needed(machine, 'mount'),
          args: ['-c', '-t', system.type, '-o', options, `/dev/${part.name}`, `${FREE}${place}`],
        },
      ],
      facts: { ...id, number: String(id.number), size: String(disk.size), type: part.type, place },
    };
  },
  lacking: (machine) => ['lsblk', 'blkid', 'mount'].filter((program) => machine.find(program) === undefined),
});

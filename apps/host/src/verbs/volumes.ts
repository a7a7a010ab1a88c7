/** Volumes of the box other than the first: file systems of fixed disks. */
import { findPart } from '../disks/find.ts';
import { FREE_VOLUME, TAKEN_VOLUME } from '../disks/hold.ts';
import { lookAtDisks, volumesOf } from '../disks/look.ts';
import { wholeness } from '../disks/mirrors.ts';
import { VERBS } from '../protocol.ts';
import { Barred, needed, planner } from './planner.ts';

/** File systems that store the owner of a file. */
const TYPES: readonly string[] = ['ext4', 'btrfs'];

/** Mount options for a complete file system, one with a missing disk, and one with an interrupted disk replacement. */
const OPTIONS = { whole: '', half: ',degraded,ro', replacing: ',degraded' } as const;
const SAID = {
  whole: '',
  half: ', read only: a disk of it is not there',
  replacing: ', where another disk goes on taking the place of one',
} as const;

/** Limit of volumes. */
const MOST = 99;

export const mountVolume = planner(VERBS.mountVolume.params, {
  draft: async ({ volume: wanted, ...id }, machine) => {
    if (machine.box === null) throw new Barred('no folder of a box');
    const { disks } = await lookAtDisks(machine);
    const { disk, part } = findPart(disks, id);
    if (disk.unplugs === 1) throw new Barred('a disk that can be unplugged');
    if (part.use !== 'free') throw new Barred(part.use);
    if (!TYPES.includes(part.type)) throw new Barred('no file system of a volume');
    const taken = new Set(volumesOf(machine).map(({ volume }) => volume));
    const names = Array.from({ length: MOST - 1 }, (_, at) => `usb${at + 2}`);
    const volume = wanted ?? names.find((name) => !taken.has(name));
    if (volume === undefined || taken.has(volume)) throw new Barred('taken');
    // A degraded mirror is mounted read-only: later writes would be missing on the other disk.
    const how = await wholeness(machine, disks, part);
    return {
      words: `mount ${part.type} "${part.label}" of ${disk.model} ${disk.serial} as ${volume}${SAID[how]}`,
      steps: [
        // An array that was adopted read-only before.
        ...(machine.read(`/sys/class/block/${part.name}/ro`) === '1'
          ? [{ program: needed(machine, 'blockdev'), args: ['--setrw', `/dev/${part.name}`] }]
          : []),
        {
          program: needed(machine, 'mount'),
          args: [
            '-c',
            '-t',
            part.type,
            '-o',
            `nosuid,nodev,noexec${OPTIONS[how]}`,
            `/dev/${part.name}`,
            `${FREE_VOLUME}${volume}`,
          ],
        },
      ],
      facts: { ...id, number: String(id.number), size: String(disk.size), type: part.type, volume },
    };
  },
  lacking: (machine) => ['lsblk', 'blkid', 'mount'].filter((program) => machine.find(program) === undefined),
});

export const unmountVolume = planner(VERBS.unmountVolume.params, {
  draft: ({ volume }, machine) => {
    const mounted = volumesOf(machine).filter((each) => each.volume === volume);
    if (mounted.length === 0) return Promise.reject(new Barred('nothing is mounted there'));
    return Promise.resolve({
      words: `unmount ${volume}`,
      steps: [{ program: needed(machine, 'umount'), args: ['-c', `${TAKEN_VOLUME}${volume}`] }],
      facts: { source: mounted.map(({ source }) => source).join(' ') },
    });
  },
  lacking: (machine) => ['umount'].filter((program) => machine.find(program) === undefined),
});

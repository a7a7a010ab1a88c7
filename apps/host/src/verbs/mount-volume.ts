/** Volumes of the box other than the first: file systems of fixed disks. */
import { findPartition } from '../disks/find-disk.ts';
import { FREE_VOLUME, MOUNTED_VOLUME } from '../disks/step-folders.ts';
import { probeDisks, mountedVolumes } from '../disks/probe-disks.ts';
import { mirrorCompleteness } from '../disks/btrfs-mirrors.ts';
import { VERBS } from '../protocol.ts';
import { Barred, requireProgram, definePlanner } from './planner.ts';

/** File systems that store the owner of a file. */
const VOLUME_TYPES: readonly string[] = ['ext4', 'btrfs'];

/** Mount options for a complete file system, one with a missing disk, and one with an interrupted disk replacement. */
const MOUNT_OPTIONS = { whole: '', half: ',degraded,ro', replacing: ',degraded' } as const;
const LABELS = {
  whole: '',
  half: ', read only: a disk is missing',
  replacing: ', while a disk is being replaced',
} as const;

/** Limit of volumes. */
const MAX_VOLUMES = 99;

export const mountVolume = definePlanner(VERBS.mountVolume.params, {
  draft: async ({ volume: requested, ...id }, machine) => {
    if (machine.box === null) throw new Barred('not a folder of a box');
    const { disks } = await probeDisks(machine);
    const { disk, part } = findPartition(disks, id);
    if (disk.unplugs === 1) throw new Barred('a removable disk');
    if (part.use !== 'free') throw new Barred(part.use);
    if (!VOLUME_TYPES.includes(part.type)) throw new Barred('no file system of a volume');
    const occupied = new Set(mountedVolumes(machine).map(({ volume }) => volume));
    const names = Array.from({ length: MAX_VOLUMES - 1 }, (_, index) => `usb${index + 2}`);
    const volume = requested ?? names.find((name) => !occupied.has(name));
    if (volume === undefined || occupied.has(volume)) throw new Barred('taken');
    // A degraded mirror is mounted read-only: later writes would be missing on the other disk.
    const completeness = await mirrorCompleteness(machine, disks, part);
    return {
      words: `mount ${part.type} "${part.label}" of ${disk.model} ${disk.serial} as ${volume}${LABELS[completeness]}`,
      steps: [
        // An array that was adopted read-only before.
        ...(machine.read(`/sys/class/block/${part.name}/ro`) === '1'
          ? [{ program: requireProgram(machine, 'blockdev'), args: ['--setrw', `/dev/${part.name}`] }]
          : []),
        {
          program: requireProgram(machine, 'mount'),
          args: [
            '-c',
            '-t',
            part.type,
            '-o',
            `nosuid,nodev,noexec${MOUNT_OPTIONS[completeness]}`,
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

export const unmountVolume = definePlanner(VERBS.unmountVolume.params, {
  draft: ({ volume }, machine) => {
    const mounted = mountedVolumes(machine).filter((each) => each.volume === volume);
    if (mounted.length === 0) return Promise.reject(new Barred('nothing is mounted there'));
    return Promise.resolve({
      words: `unmount ${volume}`,
      steps: [{ program: requireProgram(machine, 'umount'), args: ['-c', `${MOUNTED_VOLUME}${volume}`] }],
      facts: { source: mounted.map(({ source }) => source).join(' ') },
    });
  },
  lacking: (machine) => ['umount'].filter((program) => machine.find(program) === undefined),
});

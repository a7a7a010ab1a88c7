import { findPart } from '../disks/find.ts';
import { FREE } from '../disks/hold.ts';
import { lookAtDisks, placesOf } from '../disks/look.ts';
import { placeName } from '../disks/places.ts';
import { STICK_TYPES } from '../disks/types.ts';
import type { Machine } from '../machine.ts';
import type { Step } from '../protocol.ts';
import { PLAN_MS, VERBS } from '../protocol.ts';
import { Barred, needed, planner } from './planner.ts';

/** Intermediate mount folder for NTFS without kernel support; only root can write there. */
const ASIDE = '/run/boxwood-ntfs';

/** Whether the kernel supports a file system, or has a module for it. */
const isKnown = async (machine: Machine, type: string): Promise<boolean> => {
  if (machine.read('/proc/filesystems').split(/\s+/).includes(type)) return true;
  const modprobe = machine.find('modprobe');
  return modprobe !== undefined && (await machine.run(modprobe, ['-n', '-q', type], PLAN_MS / 4)).code === 0;
};

/**
 * The steps that mount a device. Debian's kernel has no NTFS, and `ntfs-3g` resolves its mount path, which the box
 * could replace meanwhile. So it mounts in a separate folder, which is then bound to the target.
 */
const stepsOf = async (
  machine: Machine,
  type: string,
  options: string,
  device: string,
  place: string,
): Promise<readonly Step[]> => {
  const program = needed(machine, 'mount');
  if (type !== 'ntfs3' || (await isKnown(machine, type)))
    return [{ program, args: ['-c', '-t', type, '-o', options, device, place] }];
  needed(machine, 'mount.ntfs-3g');
  return [
    { program: needed(machine, 'mkdir'), args: ['-p', '-m', '0700', ASIDE] },
    { program, args: ['-c', '-t', 'ntfs-3g', '-o', options, device, ASIDE] },
    { program, args: ['-c', '--bind', ASIDE, place] },
    { program: needed(machine, 'umount'), args: ['-c', ASIDE] },
  ];
};

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
      steps: await stepsOf(machine, system.type, options, `/dev/${part.name}`, `${FREE}${place}`),
      facts: { ...id, number: String(id.number), size: String(disk.size), type: part.type, place },
    };
  },
  lacking: (machine) => ['lsblk', 'blkid', 'mount'].filter((program) => machine.find(program) === undefined),
});

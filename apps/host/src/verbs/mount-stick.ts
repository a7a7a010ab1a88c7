import { findPartition } from '../disks/find-disk.ts';
import { FREE_PLACE } from '../disks/step-folders.ts';
import { probeDisks, mountedPlaces } from '../disks/probe-disks.ts';
import { createPlaceName } from '../disks/folder-names.ts';
import { STICK_TYPES } from '../disks/stick-filesystems.ts';
import type { Machine } from '../machine.ts';
import type { OperationStep } from '../host-responses.ts';
import { PLAN_TIMEOUT_MS, VERBS } from '../protocol.ts';
import { Barred, requireProgram, definePlanner } from './planner.ts';

/** Intermediate mount folder for NTFS without kernel support; only root can write there. */
const NTFS_STAGING_FOLDER = '/run/boxwood-ntfs';

/** Whether the kernel supports a file system, or has a module for it. */
const isSupported = async (machine: Machine, type: string): Promise<boolean> => {
  if (machine.read('/proc/filesystems').split(/\s+/).includes(type)) return true;
  const modprobe = machine.find('modprobe');
  return modprobe !== undefined && (await machine.run(modprobe, ['-n', '-q', type], PLAN_TIMEOUT_MS / 4)).code === 0;
};

/**
 * The steps that mount a device. Debian's kernel has no NTFS, and `ntfs-3g` resolves its mount path, which the box
 * could replace meanwhile. So it mounts in a separate folder, which is then bound to the target.
 */
const mountSteps = async (
  machine: Machine,
  type: string,
  options: string,
  device: string,
  place: string,
): Promise<readonly OperationStep[]> => {
  const program = requireProgram(machine, 'mount');
  if (type !== 'ntfs3' || (await isSupported(machine, type)))
    return [{ program, args: ['-c', '-t', type, '-o', options, device, place] }];
  requireProgram(machine, 'mount.ntfs-3g');
  return [
    { program: requireProgram(machine, 'mkdir'), args: ['-p', '-m', '0700', NTFS_STAGING_FOLDER] },
    { program, args: ['-c', '-t', 'ntfs-3g', '-o', options, device, NTFS_STAGING_FOLDER] },
    { program, args: ['-c', '--bind', NTFS_STAGING_FOLDER, place] },
    { program: requireProgram(machine, 'umount'), args: ['-c', NTFS_STAGING_FOLDER] },
  ];
};

export const mount = definePlanner(VERBS.mount.params, {
  draft: async (id, machine) => {
    const { box } = machine;
    if (box === null) throw new Barred('not a folder of a box');
    const { disks } = await probeDisks(machine);
    const { disk, part } = findPartition(disks, id);
    if (disk.unplugs === 0) throw new Barred('not a removable disk');
    if (part.use !== 'free') throw new Barred(part.use);
    const system = STICK_TYPES.get(part.type);
    if (system === undefined) throw new Barred('not a file system of a removable disk');
    const occupied = new Set(mountedPlaces(machine).map(({ place }) => place));
    const place = createPlaceName(part.label, disk.model, (name) => occupied.has(name));
    const owner = system.owned ? [] : [`uid=${box.uid}`, 'umask=0077', 'iocharset=utf8'];
    const options = ['nosuid', 'nodev', 'noexec', ...owner].join(',');
    return {
      words: `mount ${part.type} "${part.label}" of ${disk.model} ${disk.serial} as ${place}`,
      steps: await mountSteps(machine, system.type, options, `/dev/${part.name}`, `${FREE_PLACE}${place}`),
      facts: { ...id, number: String(id.number), size: String(disk.size), type: part.type, place },
    };
  },
  lacking: (machine) => ['lsblk', 'blkid', 'mount'].filter((program) => machine.find(program) === undefined),
});

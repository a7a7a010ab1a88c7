/** Array operations that do not change the content. */
import { FREE_PLACE, IN_VOLUME } from '../disks/step-folders.ts';
import { probeDisks, mountedPlaces, mountedVolumes } from '../disks/probe-disks.ts';
import { isMixed, MIRROR_LEVEL, exclusiveOperationOf } from '../disks/btrfs-mirrors.ts';
import { createPlaceName } from '../disks/folder-names.ts';
import { STICK_TYPES } from '../disks/stick-filesystems.ts';
import type { Machine } from '../machine.ts';
import type { HostArray } from '../host-responses.ts';
import { VERBS } from '../protocol.ts';
import { describeArray, factsOf, findMdArray, lacking, maxMissingMembers } from './array-operations.ts';
import { Barred, type PlanDraft, requireProgram, definePlanner } from './planner.ts';

/** Scrubs a btrfs: it reads everything on all disks and repairs what one of them reads wrong from the other. */
const draftScrub = (mirror: HostArray, machine: Machine): PlanDraft => {
  if (mirror.degraded > 0) throw new Barred('a member is missing');
  // Data written while a disk was missing exists once; a balance mirrors it again.
  const mustRebalance = isMixed(machine, mirror.uuid) && exclusiveOperationOf(machine, mirror.uuid) === 'none';
  if (!mustRebalance && mirror.action !== 'idle') throw new Barred(mirror.action);
  const volume = mountedVolumes(machine).find(({ source }) => source === `/dev/${mirror.name}`);
  if (volume === undefined || machine.box === null) throw new Barred('not a volume of the box');
  const rebalanceArgs = ['balance', 'start', '--background', '-dconvert=raid1,soft', '-mconvert=raid1,soft'];
  return {
    words: `${mustRebalance ? 'rebalance to two copies on' : 'scrub'} ${describeArray(mirror)}`,
    steps: [
      {
        program: requireProgram(machine, 'btrfs'),
        args: [...(mustRebalance ? rebalanceArgs : ['scrub', 'start']), `${IN_VOLUME}${volume.volume}`],
      },
    ],
    facts: factsOf(mirror),
  };
};

/** Starts a check of an array, which compares its members. Refused for a degraded or busy array. */
export const checkArray = definePlanner(VERBS.checkArray.params, {
  draft: async ({ uuid }, machine) => {
    const mirror = (await probeDisks(machine)).arrays.find((each) => each.uuid === uuid && each.level === MIRROR_LEVEL);
    if (mirror !== undefined) return draftScrub(mirror, machine);
    const { array } = await findMdArray(machine, uuid);
    if (array.runs === 0) throw new Barred('not running');
    if (maxMissingMembers(array) === 0) throw new Barred('this RAID level has no copies to compare');
    if (array.degraded > 0) throw new Barred('a member is missing');
    if (!['', 'idle'].includes(array.action)) throw new Barred(array.action);
    return {
      words: `check ${describeArray(array)}`,
      steps: [{ program: requireProgram(machine, 'mdadm'), args: ['--misc', '--action=check', `/dev/${array.name}`] }],
      facts: factsOf(array),
    };
  },
  lacking,
});

/** Mount options that prevent journal recovery, which would write to the disk. */
const NO_RECOVERY_OPTIONS = new Map([
  ['ext4', ',noload'],
  ['btrfs', ',rescue=nologreplay'],
]);

/**
 * Mounts an array read-only without writing to its members: it may come from another system that needs it unchanged.
 */
export const adoptArray = definePlanner(VERBS.adoptArray.params, {
  draft: async ({ uuid }, machine: Machine) => {
    if (machine.box === null) throw new Barred('not a folder of a box');
    const { array, all } = await findMdArray(machine, uuid);
    if (array.runs === 0) throw new Barred('not running');
    const [part, another] = all.disks.find(({ name }) => name === array.name)?.parts ?? [];
    if (part === undefined || another !== undefined) throw new Barred('several file systems, or none');
    if (part.use !== 'free') throw new Barred(part.use);
    const system = STICK_TYPES.get(part.type);
    if (system === undefined) throw new Barred('no readable file system');
    const occupied = new Set(mountedPlaces(machine).map(({ place }) => place));
    const place = createPlaceName(part.label, describeArray(array), (name) => occupied.has(name));
    const options = `ro,nosuid,nodev,noexec${NO_RECOVERY_OPTIONS.get(system.type) ?? ''}`;
    return {
      words: `mount ${part.type} "${part.label}" of ${describeArray(array)} as ${place}, read only`,
      steps: [
        { program: requireProgram(machine, 'blockdev'), args: ['--setro', `/dev/${part.name}`] },
        {
          program: requireProgram(machine, 'mount'),
          args: ['-c', '-t', system.type, '-o', options, `/dev/${part.name}`, `${FREE_PLACE}${place}`],
        },
      ],
      facts: { ...factsOf(array), type: part.type, fs: part.uuid, place },
    };
  },
  lacking: (machine) => [
    ...lacking(machine),
    ...['blockdev', 'mount'].filter((program) => machine.find(program) === undefined),
  ],
});

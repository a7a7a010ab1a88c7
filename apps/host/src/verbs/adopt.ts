/** Array operations that do not change the content. */
import { FREE, IN_VOLUME } from '../disks/hold.ts';
import { lookAtDisks, placesOf, volumesOf } from '../disks/look.ts';
import { isMixed, MIRROR, workOf } from '../disks/mirrors.ts';
import { placeName } from '../disks/places.ts';
import { STICK_TYPES } from '../disks/types.ts';
import type { Machine } from '../machine.ts';
import { type Array, VERBS } from '../protocol.ts';
import { called, factsOf, found, lacking, mayLack } from './arrays.ts';
import { Barred, type Draft, needed, planner } from './planner.ts';

/** Scrubs a btrfs: it reads everything on all disks and repairs what one of them reads wrong from the other. */
const scrub = (mirror: Array, machine: Machine): Draft => {
  if (mirror.degraded > 0) throw new Barred('lacks a member');
  // Data written while a disk was missing exists once; a balance mirrors it again.
  const again = isMixed(machine, mirror.uuid) && workOf(machine, mirror.uuid) === 'none';
  if (!again && mirror.action !== 'idle') throw new Barred(mirror.action);
  const volume = volumesOf(machine).find(({ source }) => source === `/dev/${mirror.name}`);
  if (volume === undefined || machine.box === null) throw new Barred('no volume of the box');
  const twice = ['balance', 'start', '--background', '-dconvert=raid1,soft', '-mconvert=raid1,soft'];
  return {
    words: `${again ? 'keep twice what is on' : 'scrub'} ${called(mirror)}`,
    steps: [
      {
        program: needed(machine, 'btrfs'),
        args: [...(again ? twice : ['scrub', 'start']), `${IN_VOLUME}${volume.volume}`],
      },
    ],
    facts: factsOf(mirror),
  };
};

/** Starts a check of an array, which compares its members. Refused for a degraded or busy array. */
export const checkArray = planner(VERBS.checkArray.params, {
  draft: async ({ uuid }, machine) => {
    const mirror = (await lookAtDisks(machine)).arrays.find((each) => each.uuid === uuid && each.level === MIRROR);
    if (mirror !== undefined) return scrub(mirror, machine);
    const { array } = await found(machine, uuid);
    if (array.runs === 0) throw new Barred('not running');
    if (mayLack(array) === 0) throw new Barred('a level with nothing to compare');
    if (array.degraded > 0) throw new Barred('lacks a member');
    if (!['', 'idle'].includes(array.action)) throw new Barred(array.action);
    return {
      words: `check ${called(array)}`,
      steps: [{ program: needed(machine, 'mdadm'), args: ['--misc', '--action=check', `/dev/${array.name}`] }],
      facts: factsOf(array),
    };
  },
  lacking,
});

/** Mount options that prevent journal recovery, which would write to the disk. */
const AS_IT_IS = new Map([
  ['ext4', ',noload'],
  ['btrfs', ',rescue=nologreplay'],
]);

/**
 * Mounts an array read-only without writing to its members: it may come from another system that needs it unchanged.
 */
export const adoptArray = planner(VERBS.adoptArray.params, {
  draft: async ({ uuid }, machine: Machine) => {
    if (machine.box === null) throw new Barred('no folder of a box');
    const { array, all } = await found(machine, uuid);
    if (array.runs === 0) throw new Barred('not running');
    const [part, another] = all.disks.find(({ name }) => name === array.name)?.parts ?? [];
    if (part === undefined || another !== undefined) throw new Barred('several file systems, or none');
    if (part.use !== 'free') throw new Barred(part.use);
    const system = STICK_TYPES.get(part.type);
    if (system === undefined) throw new Barred('no file system that can be looked at');
    const taken = new Set(placesOf(machine).map(({ place }) => place));
    const place = placeName(part.label, called(array), (name) => taken.has(name));
    const options = `ro,nosuid,nodev,noexec${AS_IT_IS.get(system.type) ?? ''}`;
    return {
      words: `mount ${part.type} "${part.label}" of ${called(array)} as ${place}, read only`,
      steps: [
        { program: needed(machine, 'blockdev'), args: ['--setro', `/dev/${part.name}`] },
        {
          program: needed(machine, 'mount'),
          args: ['-c', '-t', system.type, '-o', options, `/dev/${part.name}`, `${FREE}${place}`],
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

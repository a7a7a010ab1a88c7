/**
 * Arrays of whole disks, with `mdadm`. A disk in use is never part of a plan, and a plan lists what is on the other
 * disks.
 */
import { type ErasableDisk, requireErasable } from '../disks/erasable-disk.ts';
import { makeExt4Step } from '../disks/make-ext4.ts';
import { findArray, findDisk } from '../disks/find-disk.ts';
import { probeDisks, mountedVolumes } from '../disks/probe-disks.ts';
import { IN_VOLUME } from '../disks/step-folders.ts';
import { missingDeviceNumber, MIRROR_LEVEL } from '../disks/btrfs-mirrors.ts';
import type { BoxLocation, Machine } from '../machine.ts';
import type { HostArray, HostDiskList, OperationStep } from '../host-responses.ts';
import { VERBS } from '../protocol.ts';
import { Barred, type PlanDraft, requireProgram, definePlanner } from './planner.ts';

export const lacking = (machine: Machine): readonly string[] =>
  ['lsblk', 'wipefs', 'mkfs.ext4', 'mdadm'].filter((program) => machine.find(program) === undefined);

/** Minimum number of members for each level (DISK-10). */
const MIN_MEMBERS = { '0': 2, '1': 2, '5': 3, '6': 4, '10': 4, linear: 2, btrfs: 2 } as const;

/** How many members may be missing before data is lost. */
export const maxMissingMembers = ({ level, disks }: HostArray): number => {
  switch (level) {
    case '1':
      return disks - 1;
    case '6':
      return 2;
    case '5':
    case '10':
      return 1;
    default:
      return 0;
  }
};

export const findMdArray = async (
  machine: Machine,
  uuid: string,
): Promise<{ readonly array: HostArray; readonly all: HostDiskList }> => {
  const all = await probeDisks(machine);
  const array = findArray(all.arrays, uuid);
  // A btrfs mirror is managed by its file system; the md operations do not apply to it.
  if (array.level === MIRROR_LEVEL) throw new Barred('a btrfs');
  return { array, all };
};

/** @throws Barred when it does not run, or anything on it is in use */
const requireIdle = ({ array, all }: Awaited<ReturnType<typeof findMdArray>>): HostArray => {
  if (array.name === '') throw new Barred('not running');
  const used = all.disks.find(({ name }) => name === array.name)?.parts.find(({ use }) => use !== 'free');
  if (used !== undefined) throw new Barred(used.use);
  return array;
};

export const factsOf = (array: HostArray): Readonly<Record<string, string>> => ({
  uuid: array.uuid,
  name: array.name,
  level: array.level,
  degraded: String(array.degraded),
  ...Object.fromEntries(array.members.map(({ name, serial, state }) => [`member ${name}`, `${serial} ${state}`])),
});
export const describeArray = ({ name, level, uuid }: HostArray): string => `${name} (RAID ${level}, ${uuid})`;
const devicePathsOf = ({ members }: HostArray): readonly string[] => members.map(({ name }) => `/dev/${name}`);

const nextName = ({ disks, arrays }: HostDiskList): string => {
  const occupied = new Set([...disks, ...arrays].map(({ name }) => name));
  for (let at = 0; ; at += 1) if (!occupied.has(`md${at}`)) return `md${at}`;
};

const erasedFacts = (erased: readonly ErasableDisk[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    erased.flatMap(({ facts }, index) => Object.entries(facts).map(([name, value]) => [`${index} ${name}`, value])),
  );

/**
 * One btrfs mirror of several disks. Its owner can only be set while it is mounted, so it is mounted in a folder that
 * the box cannot reach.
 */
const mirrorSteps = (
  machine: Machine,
  { uid }: BoxLocation,
  label: string,
  parts: readonly [string, ...string[]],
): readonly OperationStep[] => {
  if (machine.privateDir === null) throw new Barred('no folder to keep');
  const staging = `${machine.privateDir}/new`;
  const step = (program: string, ...args: readonly string[]): OperationStep => ({
    program: requireProgram(machine, program),
    args,
  });
  return [
    step('mkfs.btrfs', '-q', '-f', '-d', 'raid1', '-m', 'raid1', '-L', label, ...parts),
    step('mkdir', '-p', '-m', '0700', staging),
    step(
      'mount',
      '-c',
      '-t',
      'btrfs',
      '-o',
      ['nosuid', 'nodev', 'noexec', ...parts.map((part) => `device=${part}`)].join(','),
      parts[0],
      staging,
    ),
    step('chown', `${uid}:${uid}`, staging),
    step('umount', '-c', staging),
  ];
};

/** Creates an array with one ext4 on it, or one btrfs of the disks. */
export const createArray = definePlanner(VERBS.createArray.params, {
  draft: async ({ level, members, label }, machine) => {
    const { box } = machine;
    if (box === null) throw new Barred('not a folder of a box');
    if (new Set(members).size < members.length) throw new Barred('twice');
    if (members.length < MIN_MEMBERS[level]) throw new Barred('too few');
    const all = await probeDisks(machine);
    const disks = members.map((serial) => findDisk(all.disks, serial));
    const erased = await Promise.all(disks.map((disk) => requireErasable(machine, disk)));
    const parts = erased.map(({ device }) => device);
    const [first, ...others] = parts;
    if (level === MIRROR_LEVEL && first !== undefined)
      return {
        words: `erase ${erased.map(({ words }) => words).join('; ')} and create a mirrored btrfs on them`,
        steps: [
          { program: requireProgram(machine, 'wipefs'), args: ['--all', ...parts] },
          ...mirrorSteps(machine, box, label, [first, ...others]),
        ],
        facts: { ...erasedFacts(erased), device: first },
      };
    const mdadm = requireProgram(machine, 'mdadm');
    const device = `/dev/${nextName(all)}`;
    return {
      words: `erase ${erased.map(({ words }) => words).join('; ')} and create RAID ${level} on them as ${device}`,
      steps: [
        { program: requireProgram(machine, 'wipefs'), args: ['--all', ...parts] },
        {
          program: mdadm,
          args: [
            '--create',
            device,
            '--run',
            '--metadata=1.2',
            '--homehost=any',
            `--name=${label}`,
            `--level=${level}`,
            `--raid-devices=${parts.length}`,
            ...parts,
          ],
        },
        makeExt4Step(machine, box, label, device),
      ],
      facts: { ...erasedFacts(erased), device },
    };
  },
  lacking,
});

/** Stops an array; its content stays on the members. */
export const stopArray = definePlanner(VERBS.stopArray.params, {
  draft: async ({ uuid }, machine) => {
    const array = requireIdle(await findMdArray(machine, uuid));
    return {
      words: `stop ${describeArray(array)}`,
      // By name, not by device path: the dispatcher opens device paths, and an open array does not stop.
      steps: [{ program: requireProgram(machine, 'mdadm'), args: ['--stop', array.name] }],
      facts: factsOf(array),
    };
  },
  lacking,
});

/** Assembles an array from its members. */
export const startArray = definePlanner(VERBS.startArray.params, {
  draft: async ({ uuid, readonly }, machine) => {
    const { array, all } = await findMdArray(machine, uuid);
    if (array.name !== '') throw new Barred('running');
    const device = `/dev/${nextName(all)}`;
    const readonlyArgs = readonly === 1 ? ['--readonly'] : [];
    return {
      words: `start ${uuid} as ${device}${readonlyArgs.join('')}`,
      steps: [
        {
          program: requireProgram(machine, 'mdadm'),
          args: ['--assemble', device, '--run', ...readonlyArgs, `--uuid=${uuid}`, ...devicePathsOf(array)],
        },
      ],
      facts: { ...factsOf(array), device },
    };
  },
  lacking,
});

/** Deletes an array: its members become unused, and its content is lost. */
export const deleteArray = definePlanner(VERBS.deleteArray.params, {
  draft: async ({ uuid }, machine) => {
    const target = await findMdArray(machine, uuid);
    const array = target.array.name === '' ? target.array : requireIdle(target);
    const mdadm = requireProgram(machine, 'mdadm');
    return {
      words: `delete ${describeArray(array)} with its data, on ${devicePathsOf(array).join(', ')}`,
      steps: [
        ...(array.name === '' ? [] : [{ program: mdadm, args: ['--stop', array.name] }]),
        { program: mdadm, args: ['--zero-superblock', ...devicePathsOf(array)] },
      ],
      facts: factsOf(array),
    };
  },
  lacking,
});

/** Replaces the missing disk of a btrfs mirror. A degraded mirror is mounted read-only, and becomes writable here. */
const replaceInMirror = async (
  machine: Machine,
  mirror: HostArray,
  { device, words, facts }: ErasableDisk,
): Promise<PlanDraft> => {
  if (mirror.degraded === 0) throw new Barred('no member is missing');
  if (mirror.action !== 'idle') throw new Barred(mirror.action);
  const volume = mountedVolumes(machine).find(({ source }) => source === `/dev/${mirror.name}`)?.volume;
  if (volume === undefined) throw new Barred('not a volume of the box');
  const number = await missingDeviceNumber(machine, mirror);
  if (number === undefined) throw new Barred('several members are missing');
  const place = `${IN_VOLUME}${volume}`;
  return {
    words: `erase ${words} and use it to replace the missing disk of ${describeArray(mirror)}`,
    steps: [
      { program: requireProgram(machine, 'wipefs'), args: ['--all', device] },
      {
        program: requireProgram(machine, 'mount'),
        args: ['-c', '-t', 'btrfs', '-o', 'remount,rw,degraded', `/dev/${mirror.name}`, place],
      },
      // Runs in the background and resumes after a restart. `-r` reads the old disk only when no other copy exists.
      {
        program: requireProgram(machine, 'btrfs'),
        args: ['replace', 'start', '-f', '-r', String(number), device, place],
      },
    ],
    facts: { ...factsOf(mirror), ...facts, number: String(number) },
  };
};

/** Adds a disk to an array, which then rebuilds; the content of the disk is lost. */
export const addMember = definePlanner(VERBS.addMember.params, {
  draft: async ({ uuid, serial }, machine) => {
    const all = await probeDisks(machine);
    const array = findArray(all.arrays, uuid);
    if (array.runs === 0) throw new Barred('not running');
    if (array.level !== MIRROR_LEVEL && maxMissingMembers(array) === 0)
      throw new Barred('this RAID level has no spare members');
    const disk = findDisk(all.disks, serial);
    const erased = await requireErasable(machine, disk, uuid);
    const { device, words, facts } = erased;
    const minSize = Math.min(...array.members.map(({ size }) => size));
    if (disk.size < minSize) throw new Barred('too small');
    if (array.level === MIRROR_LEVEL) return replaceInMirror(machine, array, erased);
    return {
      words: `erase ${words} and add it to ${describeArray(array)}`,
      steps: [
        { program: requireProgram(machine, 'wipefs'), args: ['--all', device] },
        { program: requireProgram(machine, 'mdadm'), args: [`/dev/${array.name}`, '--add', device] },
      ],
      facts: { ...factsOf(array), ...facts },
    };
  },
  lacking,
});

/** Removes a member if no data is lost with it. */
export const removeMember = definePlanner(VERBS.removeMember.params, {
  draft: async ({ uuid, name }, machine) => {
    const { array } = await findMdArray(machine, uuid);
    if (array.runs === 0) throw new Barred('not running');
    const member = array.members.find((each) => each.name === name && each.state !== 'left');
    if (member === undefined) throw new Barred('no such member');
    if (
      member.state === 'active' &&
      (array.degraded >= maxMissingMembers(array) || !['', 'idle'].includes(array.action))
    )
      throw new Barred('the array cannot lose it');
    const [mdadm, device] = [requireProgram(machine, 'mdadm'), `/dev/${member.name}`];
    return {
      words: `remove ${member.name} ${member.serial} (${member.state}) from ${describeArray(array)}`,
      steps: [
        ...(member.state === 'faulty' ? [] : [{ program: mdadm, args: [`/dev/${array.name}`, '--fail', device] }]),
        { program: mdadm, args: [`/dev/${array.name}`, '--remove', device] },
      ],
      facts: factsOf(array),
    };
  },
  lacking,
});

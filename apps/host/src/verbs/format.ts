import { decode, isRecord, list, parseJson, str, struct } from '@boxwood/command-bus/codecs';
import { findDisk } from '../disks/find.ts';
import { lookAtDisks } from '../disks/look.ts';
import { useOf } from '../disks/use.ts';
import type { Machine } from '../machine.ts';
import { PLAN_MS, VERBS } from '../protocol.ts';
import { Barred, needed, planner, Unsaid } from './planner.ts';

const Signatures = struct({ signatures: list(struct({ type: str, offset: str }), 256) });

/** What is written on a device, read from it now: nobody's memory of it is believed. @throws Unsaid */
const signaturesOf = async (machine: Machine, name: string): Promise<readonly string[]> => {
  const wipefs = needed(machine, 'wipefs');
  const { code, output, errors } = await machine.run(
    wipefs,
    ['--no-act', '--json', `/dev/${name}`],
    PLAN_MS / 2,
    65_536,
  );
  // On a disk without any it says nothing at all.
  if (code === 0 && output.trim() === '') return [];
  const parsed = parseJson(output);
  const decoded = decode(Signatures, parsed._tag === 'Right' && isRecord(parsed.right) ? parsed.right : {});
  if (code !== 0 || decoded._tag === 'Left') throw new Unsaid(errors);
  return decoded.right.signatures.map(({ type, offset }) => `${type}@${offset}`);
};

/** Percent of ext4 that is kept for the system (DISK-13). */
const RESERVE = '5';

/** Makes one file system of a whole disk. A disk of which any part is used for anything is left alone, whoever asks. */
export const format = planner(VERBS.format.params, {
  draft: async ({ serial, label }, machine) => {
    const { box } = machine;
    if (box === null) throw new Barred('no folder of a box');
    const { disks } = await lookAtDisks(machine);
    const disk = findDisk(disks, serial);
    const used = disk.parts.find(({ use }) => use !== 'free');
    if (used !== undefined) throw new Barred(used.use);
    const names = [...new Set([disk.name, ...disk.parts.map(({ name }) => name)])];
    const written = await Promise.all(names.map(async (name) => [name, await signaturesOf(machine, name)] as const));
    for (const type of written.flatMap(([, signatures]) => signatures.map((each) => each.split('@')[0] ?? '')))
      if (useOf({ type, held: false, elsewhere: false, place: false }) !== 'free') throw new Barred('member');
    const device = `/dev/${disk.name}`;
    const parts = disk.parts.map(({ name, type, label: said, size }) => `${name} ${type} "${said}" ${size}`);
    const owner = `root_owner=${box.uid}:${box.uid},lazy_itable_init=1,nodiscard`;
    return {
      words: `erase ${disk.model} ${serial} (${disk.size} bytes) with ${parts.join(', ')}, and make ext4 of it`,
      steps: [
        { program: needed(machine, 'wipefs'), args: ['--all', device] },
        {
          program: needed(machine, 'mkfs.ext4'),
          args: ['-q', '-F', '-m', RESERVE, '-E', owner, '-L', label, device],
        },
      ],
      facts: {
        ...{ serial, size: String(disk.size), model: disk.model, name: disk.name },
        ...Object.fromEntries(disk.parts.map(({ name, uuid, type }) => [`part ${name}`, `${type} ${uuid}`])),
        ...Object.fromEntries(written.map(([name, signatures]) => [`on ${name}`, signatures.join(' ')])),
      },
    };
  },
  lacking: (machine) => ['lsblk', 'wipefs', 'mkfs.ext4'].filter((program) => machine.find(program) === undefined),
});

import { decode, isRecord, list, parseJson, str, struct } from '@boxwood/command-bus/codecs';
import type { Machine } from '../machine.ts';
import type { HostDisk } from '../host-responses.ts';
import { PLAN_TIMEOUT_MS } from '../protocol.ts';
import { Barred, requireProgram, ProbeFailed } from '../verbs/planner.ts';
import { classifyUse } from './partition-use.ts';

const Signatures = struct({ signatures: list(struct({ type: str, offset: str }), 256) });

/** Signatures on a device, read from the disk now instead of from a cache. @throws ProbeFailed */
const readSignatures = async (machine: Machine, name: string): Promise<readonly string[]> => {
  const wipefs = requireProgram(machine, 'wipefs');
  const { code, output, errors } = await machine.run(
    wipefs,
    ['--no-act', '--json', `/dev/${name}`],
    PLAN_TIMEOUT_MS / 2,
    {
      maxOutputChars: 65_536,
    },
  );
  // Without signatures `wipefs` prints nothing.
  if (code === 0 && output.trim() === '') return [];
  const parsed = parseJson(output);
  const decoded = decode(Signatures, parsed._tag === 'Right' && isRecord(parsed.right) ? parsed.right : {});
  if (code !== 0 || decoded._tag === 'Left') throw new ProbeFailed(errors);
  return decoded.right.signatures.map(({ type, offset }) => `${type}@${offset}`);
};

/** What erasing a disk would destroy. */
export interface ErasableDisk {
  readonly device: string;
  readonly words: string;
  readonly facts: Readonly<Record<string, string>>;
}

/**
 * Describes an unused disk that may be erased; any partition in use bars it.
 * @param formerArrayUuid an array that this disk was removed from: the metadata of that array on it does not count as use
 * @throws Barred, ProbeFailed
 */
export const requireErasable = async (
  machine: Machine,
  disk: HostDisk,
  formerArrayUuid: string | null = null,
): Promise<ErasableDisk> => {
  const isFormerMember = ({ use, type, uuid, held }: HostDisk['parts'][number]): boolean =>
    formerArrayUuid !== null &&
    use === 'member' &&
    held === 0 &&
    type === 'linux_raid_member' &&
    uuid === formerArrayUuid;
  const used = disk.parts.find((part) => part.use !== 'free' && !isFormerMember(part));
  if (used !== undefined) throw new Barred(used.use);
  const names = [...new Set([disk.name, ...disk.parts.map(({ name }) => name)])];
  const written = await Promise.all(names.map(async (name) => [name, await readSignatures(machine, name)] as const));
  if (!disk.parts.some(isFormerMember))
    for (const type of written.flatMap(([, signatures]) => signatures.map((each) => each.split('@')[0] ?? '')))
      if (classifyUse({ type, held: false, elsewhere: false, place: false }) !== 'free') throw new Barred('member');
  const { name, serial, size, model } = disk;
  const parts = disk.parts.map((part) => `${part.name} ${part.type} "${part.label}" ${part.size}`);
  return {
    device: `/dev/${name}`,
    words: `${model} ${serial} (${size} bytes) with ${parts.join(', ')}`,
    facts: {
      serial,
      size: String(size),
      model,
      name,
      ...Object.fromEntries(disk.parts.map((part) => [`part ${part.name}`, `${part.type} ${part.uuid}`])),
      ...Object.fromEntries(written.map(([each, signatures]) => [`on ${each}`, signatures.join(' ')])),
    },
  };
};

import type { Machine } from '../machine.ts';
import type { HostArray, HostDisk } from '../host-responses.ts';
import { PLAN_TIMEOUT_MS } from '../protocol.ts';

/** Level name of a btrfs mirror. */
export const MIRROR_LEVEL = 'btrfs';

const isBtrfs = ({ type, uuid }: HostDisk['parts'][number]): boolean => type === 'btrfs' && uuid !== '';
const folderOf = (uuid: string): string => `/sys/fs/btrfs/${uuid}`;

/** Mounted btrfs file systems with several devices. */
const multiDeviceUuids = (machine: Machine): readonly string[] =>
  machine
    .names('/sys/fs/btrfs')
    .filter((uuid) => /^[0-9a-f-]{36}$/.test(uuid) && machine.names(`${folderOf(uuid)}/devinfo`).length > 1);

/** The kernel reports only one device of a mounted btrfs; this marks the others as in use as well. */
export const withMirrors = (machine: Machine, disks: readonly HostDisk[]): readonly HostDisk[] => {
  const mounted = new Set(multiDeviceUuids(machine));
  if (mounted.size === 0) return disks;
  return disks.map((disk) => ({
    ...disk,
    parts: disk.parts.map((part) =>
      isBtrfs(part) && mounted.has(part.uuid) && part.use === 'free'
        ? { ...part, use: 'member' as const, held: 1 as const }
        : part,
    ),
  }));
};

/** The exclusive operation of a btrfs: `none`, `device replace`, `balance`. */
export const exclusiveOperationOf = (machine: Machine, uuid: string): string =>
  machine.read(`${folderOf(uuid)}/exclusive_operation`);

/** Its device numbers, without 0, which is the target of a replacement. */
const numbersOf = (machine: Machine, uuid: string): readonly number[] =>
  machine
    .names(`${folderOf(uuid)}/devinfo`)
    .map(Number)
    .filter((number) => number > 0);

const UNMIRRORED_PROFILES = ['single', 'dup', 'raid0'];
/** Whether it has data written while a disk was missing, which exists once until a balance mirrors it. */
export const isMixed = (machine: Machine, uuid: string): boolean =>
  ['data', 'metadata', 'system'].some((kind) => {
    const profiles = machine.names(`${folderOf(uuid)}/allocation/${kind}`);
    return profiles.includes('raid1') && UNMIRRORED_PROFILES.some((other) => profiles.includes(other));
  });

/** Progress of `btrfs replace`, in percent. */
const replaceProgressOf = async (machine: Machine, place: string): Promise<number> => {
  const btrfs = machine.find('btrfs');
  if (btrfs === undefined) return 0;
  const { output } = await machine.run(btrfs, ['replace', 'status', '-1', place], PLAN_TIMEOUT_MS / 4);
  return Math.floor(Number(/^([\d.]+)% done/.exec(output)?.[1] ?? 0));
};

/** The output of `btrfs scrub status`, by the names of its lines. */
const scrubStatusOf = async (machine: Machine, place: string): Promise<(name: string) => string> => {
  const btrfs = machine.find('btrfs');
  const { output } =
    btrfs === undefined
      ? { output: '' }
      : await machine.run(btrfs, ['scrub', 'status', '-R', place], PLAN_TIMEOUT_MS / 4);
  const lines = new Map(
    output.split('\n').map((line) => [line.split(':')[0]?.trim() ?? '', line.slice(line.indexOf(':') + 1).trim()]),
  );
  return (name) => lines.get(name) ?? '';
};
const SCRUB_ERROR_FIELDS = ['read_errors', 'csum_errors', 'verify_errors', 'super_errors'] as const;

const numberOf = (text: string): number => Number(/^\d{1,15}$/.exec(text)?.[0] ?? 0);

/** Time and errors of the last complete scrub. */
const lastScrubOf = (readField: (name: string) => string): Pick<HostArray, 'checked' | 'mismatches'> => {
  const began = Date.parse(readField('Scrub started'));
  if (readField('Status') !== 'finished' || Number.isNaN(began)) return {};
  return {
    checked: Math.floor(began / 1000),
    mismatches: SCRUB_ERROR_FIELDS.reduce((sum, name) => sum + numberOf(readField(name)), 0),
  };
};

/** Each mounted btrfs mirror as an array. @param placeOf returns the mount point of a device */
export const mirrorsOf = (
  machine: Machine,
  disks: readonly HostDisk[],
  placeOf: (name: string) => string | undefined,
): Promise<readonly HostArray[]> =>
  Promise.all(
    multiDeviceUuids(machine)
      .filter((uuid) => machine.names(`${folderOf(uuid)}/allocation/data`).includes('raid1'))
      .flatMap((uuid) => {
        const members = disks.flatMap(({ serial, parts }) =>
          parts.filter((part) => isBtrfs(part) && part.uuid === uuid).map((part) => ({ ...part, serial })),
        );
        // Named by the device that the kernel reports as mounted, even when that one is missing.
        const present = new Set(disks.flatMap(({ parts }) => parts.map(({ name }) => name)));
        const missing = machine.names(`${folderOf(uuid)}/devices`).filter((name) => !present.has(name));
        const main = [...members.map(({ name }) => name), ...missing].find((name) => placeOf(name) !== undefined);
        return main === undefined ? [] : [{ uuid, members, main, place: placeOf(main) ?? '' }];
      })
      .map(async ({ uuid, members, main, place }): Promise<HostArray> => {
        const readField = await scrubStatusOf(machine, place);
        const count = numbersOf(machine, uuid).length;
        const checking = readField('Status') === 'running';
        const replacing = exclusiveOperationOf(machine, uuid) === 'device replace';
        const lacking = Math.max(0, count - members.length);
        const restored = replacing || (lacking === 0 && isMixed(machine, uuid));
        // A scrub reads both copies.
        const all = 2 * Number(machine.read(`${folderOf(uuid)}/allocation/data/bytes_used`));
        const done = numberOf(readField('data_bytes_scrubbed'));
        return {
          name: main,
          uuid,
          level: MIRROR_LEVEL,
          size: Math.min(...members.map(({ size }) => size)),
          runs: 1,
          disks: count,
          degraded: lacking,
          action: restored ? 'recover' : checking ? 'check' : 'idle',
          progress: replacing
            ? await replaceProgressOf(machine, place)
            : checking && all > 0
              ? Math.min(100, Math.floor((100 * done) / all))
              : 0,
          speed: 0,
          ...lastScrubOf(readField),
          // The kernel does not report which member is complete, so none counts as active until the recovery ends.
          members: members.map(({ name, serial, size }) => ({
            name,
            serial,
            size,
            state: restored ? 'syncing' : 'active',
          })),
        };
      }),
  );

/** A device's number and the device count in its superblock; number 0 is the target of a replacement. */
const readSuperblock = async (
  machine: Machine,
  name: string,
): Promise<{ readonly number: number; readonly all: number }> => {
  const btrfs = machine.find('btrfs');
  if (btrfs === undefined) return { number: 0, all: 0 };
  const args = ['inspect-internal', 'dump-super', `/dev/${name}`];
  const { output } = await machine.run(btrfs, args, PLAN_TIMEOUT_MS / 4, { maxOutputChars: 65_536 });
  const lines = output.split('\n').map((line) => line.split(/\s+/));
  const readField = (field: string): number => numberOf(lines.find(([name]) => name === field)?.[1] ?? '');
  return { number: readField('dev_item.devid'), all: readField('num_devices') };
};

/**
 * The number of the only missing device, from the superblocks of the others: the kernel does not report it. Undefined
 * unless exactly one is missing.
 */
export const missingDeviceNumber = async (
  machine: Machine,
  { uuid, members }: HostArray,
): Promise<number | undefined> => {
  const present = await Promise.all(members.map(async ({ name }) => (await readSuperblock(machine, name)).number));
  const [number, another] = numbersOf(machine, uuid).filter((each) => !present.includes(each));
  return present.includes(0) || another !== undefined ? undefined : number;
};

/**
 * Whether a btrfs has all its disks (`whole`), misses one (`half`), or has an interrupted replacement that continues
 * when it is mounted writable (`replacing`).
 */
export const mirrorCompleteness = async (
  machine: Machine,
  disks: readonly HostDisk[],
  part: HostDisk['parts'][number],
): Promise<'whole' | 'half' | 'replacing'> => {
  if (!isBtrfs(part)) return 'whole';
  const present = disks.flatMap(({ parts }) => parts).filter((each) => isBtrfs(each) && each.uuid === part.uuid);
  const superblocks = await Promise.all(present.map(({ name }) => readSuperblock(machine, name)));
  if (superblocks.filter(({ number }) => number > 0).length >= Math.max(...superblocks.map(({ all }) => all)))
    return 'whole';
  return superblocks.some(({ number, all }) => number === 0 && all > 0) ? 'replacing' : 'half';
};

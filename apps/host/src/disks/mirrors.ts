import type { Machine } from '../machine.ts';
import { type Array, type Disk, PLAN_MS } from '../protocol.ts';

/** The level of what btrfs keeps twice by itself. */
export const MIRROR = 'btrfs';

const isBtrfs = ({ type, uuid }: Disk['parts'][number]): boolean => type === 'btrfs' && uuid !== '';
const folderOf = (uuid: string): string => `/sys/fs/btrfs/${uuid}`;

/** The btrfs that the kernel has mounted, of several devices. */
const shared = (machine: Machine): readonly string[] =>
  machine
    .names('/sys/fs/btrfs')
    .filter((uuid) => /^[0-9a-f-]{36}$/.test(uuid) && machine.names(`${folderOf(uuid)}/devinfo`).length > 1);

/** Of a btrfs that is mounted one device is said to be: the others are as much in use. */
export const withMirrors = (machine: Machine, disks: readonly Disk[]): readonly Disk[] => {
  const mounted = new Set(shared(machine));
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

/** What `btrfs scrub status` says, by the names of its lines. */
const scrubOf = async (machine: Machine, place: string): Promise<(name: string) => string> => {
  const btrfs = machine.find('btrfs');
  const { output } =
    btrfs === undefined ? { output: '' } : await machine.run(btrfs, ['scrub', 'status', '-R', place], PLAN_MS / 4);
  const lines = new Map(
    output.split('\n').map((line) => [line.split(':')[0]?.trim() ?? '', line.slice(line.indexOf(':') + 1).trim()]),
  );
  return (name) => lines.get(name) ?? '';
};
const ERRORS = ['read_errors', 'csum_errors', 'verify_errors', 'super_errors'] as const;

const numberOf = (said: string): number => Number(/^\d{1,15}$/.exec(said)?.[0] ?? 0);

/** When it was last read to its end, in the time of this machine, and what was wrong. */
const lastOf = (said: (name: string) => string): Pick<Array, 'checked' | 'mismatches'> => {
  const began = Date.parse(said('Scrub started'));
  if (said('Status') !== 'finished' || Number.isNaN(began)) return {};
  return {
    checked: Math.floor(began / 1000),
    mismatches: ERRORS.reduce((sum, name) => sum + numberOf(said(name)), 0),
  };
};

/** Each btrfs that is mounted and keeps everything twice, as an array. @param placeOf where a device is mounted */
export const mirrorsOf = (
  machine: Machine,
  disks: readonly Disk[],
  placeOf: (name: string) => string | undefined,
): Promise<readonly Array[]> =>
  Promise.all(
    shared(machine)
      .filter((uuid) => {
        const kept = machine.names(`${folderOf(uuid)}/allocation/data`);
        return kept.includes('raid1') && !['single', 'dup', 'raid0'].some((other) => kept.includes(other));
      })
      .flatMap((uuid) => {
        const members = disks.flatMap(({ serial, parts }) =>
          parts.filter((part) => isBtrfs(part) && part.uuid === uuid).map((part) => ({ ...part, serial })),
        );
        const [main] = members.filter(({ name }) => placeOf(name) !== undefined);
        return main === undefined ? [] : [{ uuid, members, main, place: placeOf(main.name) ?? '' }];
      })
      .map(async ({ uuid, members, main, place }): Promise<Array> => {
        const said = await scrubOf(machine, place);
        const count = machine.names(`${folderOf(uuid)}/devinfo`).length;
        const checking = said('Status') === 'running';
        // Everything is read twice.
        const all = 2 * Number(machine.read(`${folderOf(uuid)}/allocation/data/bytes_used`));
        const done = numberOf(said('data_bytes_scrubbed'));
        return {
          ...{ name: main.name, uuid, level: MIRROR, size: Math.min(...members.map(({ size }) => size)), runs: 1 },
          ...{ disks: count, degraded: Math.max(0, count - members.length), action: checking ? 'check' : 'idle' },
          ...{ progress: checking && all > 0 ? Math.min(100, Math.floor((100 * done) / all)) : 0, speed: 0 },
          ...lastOf(said),
          members: members.map(({ name, serial, size }) => ({ name, serial, size, state: 'active' })),
        };
      }),
  );

/** Whether a btrfs says of itself that it has more disks than are there. */
export const lacksDisk = async (
  machine: Machine,
  disks: readonly Disk[],
  part: Disk['parts'][number],
): Promise<boolean> => {
  const btrfs = machine.find('btrfs');
  if (!isBtrfs(part) || btrfs === undefined) return false;
  const asked = ['inspect-internal', 'dump-super', `/dev/${part.name}`];
  const { output } = await machine.run(btrfs, asked, PLAN_MS / 4, 65_536);
  const there = disks.flatMap(({ parts }) => parts).filter((each) => isBtrfs(each) && each.uuid === part.uuid);
  return there.length < Number(/^num_devices\s+(\d+)$/m.exec(output)?.[1] ?? 1);
};

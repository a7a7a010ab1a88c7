import type { DiskLoss, Partition } from '@boxwood/box-sdk';
import type { HostArray as HostArray, HostDisk, HostDiskList } from '@boxwood/host';
import type { Albums } from '../photos/albums.ts';
import type { Users } from '../../server/identity/users.ts';
import type { Vault } from '../../storage/vault/index.ts';
import { PUBLIC_FOLDER } from '../../storage/vault/places.ts';

type ListedPartition = Pick<Partition, 'dev' | 'mntdir' | 'master'>;

const nameOf = (dev: string): string => dev.replace(/^\/dev\//, '');

/**
 * Whether an array keeps all data without the given members. The pairs of RAID 10 are unknown, so a degraded one is not
 * trusted to lose another disk.
 */
export const survivesWithout = ({ level, disks, members }: HostArray, without: ReadonlySet<string>): boolean => {
  const activeCount = members.filter(({ name, state }) => state === 'active' && !without.has(name)).length;
  switch (level.replace(/^raid/, '')) {
    case '1':
      return activeCount >= 1;
    // A btrfs mirror stores everything on two disks, but not on a fixed pair.
    case '5':
    case '10':
    case 'btrfs':
      return activeCount >= disks - 1;
    case '6':
      return activeCount >= disks - 2;
    default:
      return false;
  }
};

/**
 * Splits mounts into those that would be lost with a disk and those that would remain. An unknown use of the disk
 * counts as lost.
 */
export const splitByLoss = <V extends Pick<ListedPartition, 'dev'>>(
  disk: HostDisk,
  { disks, arrays }: Pick<HostDiskList, 'disks' | 'arrays'>,
  volumes: readonly V[],
): { readonly lost: readonly V[]; readonly remaining: readonly V[] } => {
  const parts = new Set([disk.name, ...disk.parts.map(({ name }) => name)]);
  const elsewhere = new Set(disks.flatMap(({ name, parts: all }) => [name, ...all.map((part) => part.name)]));
  const members = new Set(arrays.flatMap((array) => array.members.map(({ name }) => name)));
  const unknown = disk.parts.some(({ name, held }) => held === 1 && !members.has(name));
  const isLost = ({ dev }: Pick<ListedPartition, 'dev'>): boolean => {
    const name = nameOf(dev);
    const array = arrays.find((each) => each.name !== '' && each.name === name);
    if (array !== undefined) return !survivesWithout(array, parts);
    if (parts.has(name)) return true;
    return unknown && !elsewhere.has(name);
  };
  // Network storage is on no disk of this machine.
  const here = volumes.filter(({ dev }) => dev.startsWith('/dev/'));
  return { lost: here.filter(isLost), remaining: here.filter((volume) => !isLost(volume)) };
};

interface DataLossDeps {
  readonly vault: Pick<Vault, 'volumes'>;
  readonly users: Pick<Users, 'all'>;
  readonly albums: Pick<Albums, 'namesBoundBelow'>;
}

/** Describes what would be lost if a disk failed now: users, shared files and albums. */
export class DataLossEstimator {
  readonly #deps: DataLossDeps;

  constructor(deps: DataLossDeps) {
    this.#deps = deps;
  }

  async estimate(disk: HostDisk, found: HostDiskList, known: readonly ListedPartition[]): Promise<DiskLoss> {
    const { lost, remaining } = splitByLoss(disk, found, known);
    return {
      lost: await Promise.all(
        lost.map(async ({ mntdir }) => {
          const folders = await this.#foldersAt(mntdir);
          return {
            mntdir,
            people: this.#deps.users
              .all()
              .map(({ name }) => name)
              .filter((name) => folders.has(name)),
            shared: folders.has(PUBLIC_FOLDER) ? (1 as const) : (0 as const),
            albums: this.#deps.albums.namesBoundBelow(mntdir),
          };
        }),
      ),
      kept: remaining.map(({ mntdir }) => mntdir),
    };
  }

  /** Returns an empty set for a disk that does not respond. */
  async #foldersAt(mntdir: string): Promise<ReadonlySet<string>> {
    const volume = this.#deps.vault.volumes.find(({ kind, mountDir }) => kind === 'data' && mountDir === mntdir);
    if (volume === undefined) return new Set();
    try {
      await using folder = await volume.open([]);
      return new Set(await folder.folderNames());
    } catch {
      return new Set();
    }
  }
}

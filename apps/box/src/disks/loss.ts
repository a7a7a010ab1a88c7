import type { DiskLoss, Partition } from '@boxwood/box-sdk';
import type { Array as HostArray, Disk, Disks } from '@boxwood/host';
import type { Albums } from '../photos/albums.ts';
import type { Users } from '../identity/users.ts';
import type { Vault } from '../vault/index.ts';
import { PUBLIC_FOLDER } from '../vault/places.ts';

type Known = Pick<Partition, 'dev' | 'mntdir' | 'master'>;

const nameOf = (dev: string): string => dev.replace(/^\/dev\//, '');

/**
 * Whether an array keeps all data without the given members. The pairs of RAID 10 are unknown, so a degraded one is not
 * trusted to lose another disk.
 */
export const survives = ({ level, disks, members }: HostArray, without: ReadonlySet<string>): boolean => {
  const whole = members.filter(({ name, state }) => state === 'active' && !without.has(name)).length;
  switch (level.replace(/^raid/, '')) {
    case '1':
      return whole >= 1;
    // A btrfs mirror stores everything on two disks, but not on a fixed pair.
    case '5':
    case '10':
    case 'btrfs':
      return whole >= disks - 1;
    case '6':
      return whole >= disks - 2;
    default:
      return false;
  }
};

/**
 * Splits mounts into those that would be lost with a disk and those that would remain. An unknown use of the disk
 * counts as lost.
 */
export const split = <V extends Pick<Known, 'dev'>>(
  disk: Disk,
  { disks, arrays }: Pick<Disks, 'disks' | 'arrays'>,
  volumes: readonly V[],
): { readonly lost: readonly V[]; readonly kept: readonly V[] } => {
  const parts = new Set([disk.name, ...disk.parts.map(({ name }) => name)]);
  const elsewhere = new Set(disks.flatMap(({ name, parts: all }) => [name, ...all.map((part) => part.name)]));
  const members = new Set(arrays.flatMap((array) => array.members.map(({ name }) => name)));
  const unknown = disk.parts.some(({ name, held }) => held === 1 && !members.has(name));
  const isLost = ({ dev }: Pick<Known, 'dev'>): boolean => {
    const name = nameOf(dev);
    const array = arrays.find((each) => each.name !== '' && each.name === name);
    if (array !== undefined) return !survives(array, parts);
    if (parts.has(name)) return true;
    return unknown && !elsewhere.has(name);
  };
  // Network storage is on no disk of this machine.
  const here = volumes.filter(({ dev }) => dev.startsWith('/dev/'));
  return { lost: here.filter(isLost), kept: here.filter((volume) => !isLost(volume)) };
};

interface Deps {
  readonly vault: Pick<Vault, 'volumes'>;
  readonly users: Pick<Users, 'all'>;
  readonly albums: Pick<Albums, 'fedBelow'>;
}

/** Describes what would be lost if a disk failed now: users, shared files and albums. */
export class Losses {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async of(disk: Disk, found: Disks, known: readonly Known[]): Promise<DiskLoss> {
    const { lost, kept } = split(disk, found, known);
    return {
      lost: await Promise.all(
        lost.map(async ({ mntdir }) => {
          const there = await this.#foldersAt(mntdir);
          return {
            mntdir,
            people: this.#deps.users
              .all()
              .map(({ name }) => name)
              .filter((name) => there.has(name)),
            shared: there.has(PUBLIC_FOLDER) ? (1 as const) : (0 as const),
            albums: this.#deps.albums.fedBelow(mntdir),
          };
        }),
      ),
      kept: kept.map(({ mntdir }) => mntdir),
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

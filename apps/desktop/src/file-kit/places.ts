import { hasNetworkMounts, PLACES as PATHS, userRoot } from '@boxwood/box-sdk/rules';
import type { Location, Partition, Place } from '@boxwood/domain';
import { PLACES } from '@boxwood/domain';

/** A place to start from: a root of the file browser (FILES-02, G-15). */
export interface Root extends Location {
  readonly id: string;
  /** Name of the volume where a place has several; null when the name of the place says it all. */
  readonly volume: string | null;
  readonly readOnly: boolean;
  /** The partition behind a removable or further volume. */
  readonly partition: Partition | null;
}

/** The name of what lies at a path. */
export const nameAt = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** What a device or a volume is called. */
export const nameOf = ({ label = '', mntdir }: Partition): string => (label === '' ? nameAt(mntdir) : label);

/** Places that a wide search covers; the safe and the private files are never among them (P-14). */
export const SEARCHED: readonly Place[] = [
  PLACES.personal,
  PLACES.public,
  PLACES.friends,
  PLACES.device,
  PLACES.network,
];

/** Those of them that a model has (MOUNT-07). */
export const searchedOn = (model: Parameters<typeof hasNetworkMounts>[0]): readonly Place[] =>
  SEARCHED.filter((place) => place !== PLACES.network || hasNetworkMounts(model));

/** Where a place lies on a volume (G-15). */
const pathOn = (place: Place, user: string, mount: string): string => {
  switch (place) {
    case PLACES.personal:
      return userRoot(user, mount);
    case PLACES.public:
      return `${mount}/${PATHS.shared}`;
    case PLACES.safe:
      return `${userRoot(user)}/${PATHS.safe}`;
    case PLACES.private:
      return `${userRoot(user)}/${PATHS.private}`;
    case PLACES.friends:
      return `${userRoot(user)}/${PATHS.friends}`;
    case PLACES.device:
    case PLACES.network:
      return mount;
  }
};

/**
 * Every root that a person can open: the places of the main volume, the same two on further volumes of the box, and each
 * mounted device and network folder.
 */
export const rootsFor = (user: string, volumes: readonly Partition[]): readonly Root[] => {
  const main = PATHS.firstUsb.replace(/\/$/, '');
  const on = (place: Place, mount: string, partition: Partition | null, volume: string | null): Root => ({
    id: `${place}:${pathOn(place, user, mount)}`,
    place,
    path: pathOn(place, user, mount),
    volume,
    readOnly: partition?.readonly === 1,
    partition,
  });
  const mounted = volumes.filter(({ mntdir }) => mntdir !== '');
  const further = mounted.filter(({ master, mntdir }) => master === 1 && mntdir !== main);
  const under = (folder: string) => mounted.filter(({ mntdir }) => mntdir.startsWith(`${folder}/`));
  const own = ([PLACES.personal, PLACES.public] as const).flatMap((place) => [
    on(place, main, null, null),
    ...further.map((partition) => on(place, partition.mntdir, partition, nameOf(partition))),
  ]);
  return [
    ...own,
    on(PLACES.safe, main, null, null),
    on(PLACES.private, main, null, null),
    on(PLACES.friends, main, null, null),
    ...under(PATHS.external).map((partition) => on(PLACES.device, partition.mntdir, partition, nameOf(partition))),
    ...under(PATHS.network).map((partition) => on(PLACES.network, partition.mntdir, partition, nameOf(partition))),
  ];
};

/** The place an absolute path lies in; null for a path outside every place of this person. */
export const placeOf = (path: string, user: string): Place | null => {
  const [top, mount, owner, area] = path.split('/').filter((part) => part !== '');
  if (top !== 'mnt' || mount === undefined) return null;
  if (mount === 'extdev') return PLACES.device;
  if (mount === 'netdev') return PLACES.network;
  if (owner === PATHS.shared) return PLACES.public;
  if (owner !== user) return null;
  if (area === PATHS.safe) return PLACES.safe;
  if (area === PATHS.private) return PLACES.private;
  return area === PATHS.friends ? PLACES.friends : PLACES.personal;
};

/** Whether `path` is `folder` or lies inside it. */
export const within = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** The root that a location belongs to: the deepest one around its path. */
export const rootOf = ({ place, path }: Location, roots: readonly Root[]): Root | null =>
  roots
    .filter((root) => root.place === place && within(path, root.path))
    .sort((a, b) => b.path.length - a.path.length)[0] ?? null;

/** One step of the way to a folder. */
export interface Step {
  readonly path: string;
  /** Null for the root, which is named by its place. */
  readonly name: string | null;
}

/** The way from a root down to a path. */
export const stepsTo = (path: string, root: string): readonly Step[] => {
  const below = within(path, root)
    ? path
        .slice(root.length)
        .split('/')
        .filter((part) => part !== '')
    : [];
  return [
    { path: root, name: null },
    ...below.map((name, at) => ({ path: `${root}/${below.slice(0, at + 1).join('/')}`, name })),
  ];
};

/** Where the words for a path in a place begin: with the place, and what they call it on this volume. */
const beginOf = (path: string, place: Place, user: string): { readonly root: string; readonly volume: string } => {
  if (place === PLACES.device) return { root: PATHS.external, volume: '' };
  if (place === PLACES.network) return { root: PATHS.network, volume: '' };
  const mount = path.split('/').slice(0, 3).join('/');
  const isMain = `${mount}/` === PATHS.firstUsb;
  return { root: pathOn(place, user, mount), volume: isMain ? '' : mount.replace(/^.*\/(usb)?/, '') };
};

/** A path in words: the name of its place, then the way down; the path itself outside every place of this person. */
export const pathInWords = (path: string, user: string, placeName: (place: Place) => string): string => {
  const place = placeOf(path, user);
  if (place === null) return path;
  const { root, volume } = beginOf(path, place, user);
  const begin = volume === '' ? placeName(place) : `${placeName(place)} (${volume})`;
  return stepsTo(path, root)
    .map(({ name }) => name ?? begin)
    .join(' › ');
};

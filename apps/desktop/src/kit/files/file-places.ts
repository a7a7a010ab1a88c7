import { hasNetworkMounts, BOX_PATHS as PATHS, userRoot } from '@boxwood/box-sdk/rules';
import type { Location, Partition, Place } from '@boxwood/domain';
import { PLACES } from '@boxwood/domain';

/** A root of the file browser (FILES-02, G-15). */
export interface FileRoot extends Location {
  readonly id: string;
  /** Volume name where a place has several volumes; null when the name of the place is unambiguous. */
  readonly volume: string | null;
  readonly readOnly: boolean;
  /** The partition of a removable or additional volume. */
  readonly partition: Partition | null;
}

/** Last segment of a path. */
export const nameAt = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Display name of a device or volume. */
export const nameOf = ({ label = '', mntdir }: Partition): string => (label === '' ? nameAt(mntdir) : label);

/** Places that a search everywhere covers. The safe and the private files are never included (P-14). */
export const SEARCHABLE_PLACES: readonly Place[] = [
  PLACES.personal,
  PLACES.public,
  PLACES.friends,
  PLACES.device,
  PLACES.network,
];

/** {@link SEARCHABLE_PLACES} that the box model has (MOUNT-07). */
export const searchablePlacesOn = (model: Parameters<typeof hasNetworkMounts>[0]): readonly Place[] =>
  SEARCHABLE_PLACES.filter((place) => place !== PLACES.network || hasNetworkMounts(model));

/** Path of a place on a volume (G-15). */
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
 * All roots the user can open: the places of the main volume, personal and public on additional volumes of the box, and
 * each mounted device and network folder.
 */
export const rootsFor = (user: string, volumes: readonly Partition[]): readonly FileRoot[] => {
  const main = PATHS.firstUsb.replace(/\/$/, '');
  const on = (place: Place, mount: string, partition: Partition | null, volume: string | null): FileRoot => ({
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

/** The place that contains an absolute path; null for a path outside every place of this user. */
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
export const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** The deepest root that contains a location. */
export const rootOf = ({ place, path }: Location, roots: readonly FileRoot[]): FileRoot | null =>
  roots
    .filter((root) => root.place === place && isWithin(path, root.path))
    .sort((a, b) => b.path.length - a.path.length)[0] ?? null;

/** One segment of the breadcrumb of a folder. */
export interface BreadcrumbStep {
  readonly path: string;
  /** Null for the root, which shows the name of its place. */
  readonly name: string | null;
}

/** Breadcrumb segments from a root down to a path. */
export const breadcrumbSteps = (path: string, root: string): readonly BreadcrumbStep[] => {
  const below = isWithin(path, root)
    ? path
        .slice(root.length)
        .split('/')
        .filter((part) => part !== '')
    : [];
  return [
    { path: root, name: null },
    ...below.map((name, index) => ({ path: `${root}/${below.slice(0, index + 1).join('/')}`, name })),
  ];
};

/** Root path of a place on the volume of `path`, and the volume name to show (empty on the main volume). */
const placeRootOf = (path: string, place: Place, user: string): { readonly root: string; readonly volume: string } => {
  if (place === PLACES.device) return { root: PATHS.external, volume: '' };
  if (place === PLACES.network) return { root: PATHS.network, volume: '' };
  const mount = path.split('/').slice(0, 3).join('/');
  const isMain = `${mount}/` === PATHS.firstUsb;
  return { root: pathOn(place, user, mount), volume: isMain ? '' : mount.replace(/^.*\/(usb)?/, '') };
};

/**
 * Readable form of a path: the place name, then the folders. Returns the path itself outside every place of this user.
 */
export const displayPath = (path: string, user: string, placeName: (place: Place) => string): string => {
  const place = placeOf(path, user);
  if (place === null) return path;
  const { root, volume } = placeRootOf(path, place, user);
  const rootLabel = volume === '' ? placeName(place) : `${placeName(place)} (${volume})`;
  return breadcrumbSteps(path, root)
    .map(({ name }) => name ?? rootLabel)
    .join(' › ');
};

import { Barred } from '../verbs/planner.ts';
import type { Array, Disk, Part, PartId } from '../protocol.ts';

const only = <A>(found: readonly A[], what: string): A => {
  const [first, second] = found;
  if (first === undefined) throw new Barred(`no such ${what}`);
  if (second !== undefined) throw new Barred('several disks say that they are this one');
  return first;
};

/** The only disk with this serial number. @throws Barred when there is none, or several have it */
export const findDisk = (disks: readonly Disk[], serial: string): Disk =>
  only(
    disks.filter((disk) => disk.serial === serial),
    'disk',
  );

/**
 * The only array with this UUID. @throws Barred when there is none, or several have it, as copies of a disk do: one of
 * them may be in use
 */
export const findArray = (arrays: readonly Array[], uuid: string): Array =>
  only(
    arrays.filter((array) => array.uuid === uuid),
    'array',
  );

/** The only partition with this identity. @throws Barred when there is none, or several match */
export const findPart = (
  disks: readonly Disk[],
  { serial, number, uuid }: PartId,
): { readonly disk: Disk; readonly part: Part } =>
  only(
    disks
      .filter((disk) => disk.serial === serial)
      .flatMap((disk) => disk.parts.map((part) => ({ disk, part })))
      .filter(({ part }) => part.number === number && part.uuid === uuid),
    'partition',
  );

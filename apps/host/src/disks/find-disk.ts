import { Barred } from '../verbs/planner.ts';
import type { HostArray, HostDisk, HostPartition } from '../host-responses.ts';
import type { PartitionId } from '../protocol.ts';

const requireOnly = <A>(found: readonly A[], what: string): A => {
  const [first, second] = found;
  if (first === undefined) throw new Barred(`no such ${what}`);
  if (second !== undefined) throw new Barred('several disks match');
  return first;
};

/** The only disk with this serial number. @throws Barred when there is none, or several have it */
export const findDisk = (disks: readonly HostDisk[], serial: string): HostDisk =>
  requireOnly(
    disks.filter((disk) => disk.serial === serial),
    'disk',
  );

/**
 * The only array with this UUID. @throws Barred when there is none, or several have it, as copies of a disk do: one of
 * them may be in use
 */
export const findArray = (arrays: readonly HostArray[], uuid: string): HostArray =>
  requireOnly(
    arrays.filter((array) => array.uuid === uuid),
    'array',
  );

/** The only partition with this identity. @throws Barred when there is none, or several match */
export const findPartition = (
  disks: readonly HostDisk[],
  { serial, number, uuid }: PartitionId,
): { readonly disk: HostDisk; readonly part: HostPartition } =>
  requireOnly(
    disks
      .filter((disk) => disk.serial === serial)
      .flatMap((disk) => disk.parts.map((part) => ({ disk, part })))
      .filter(({ part }) => part.number === number && part.uuid === uuid),
    'partition',
  );

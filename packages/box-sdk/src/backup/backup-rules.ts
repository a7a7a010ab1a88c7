/** Backups and directory sync (area BACKUP, VALID-81 to VALID-84, P-07 to P-09). */
import type { BoxModel } from '@boxwood/command-bus';
import { failed, passed, unless } from '@boxwood/command-bus/rules';
import { BACKUP_SCAN_AGE_SECONDS, MAX_ENTRIES_BY_KIND } from '../constants.ts';

/** A source and its target. */
export interface BackupRoute {
  readonly source: string;
  readonly target: string;
}

const isInside = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);
const overlaps = (a: string, b: string): boolean => isInside(a, b) || isInside(b, a);

/** VALID-81: whether one more directory can be added. */
export const checkSyncCount = (folderCount: number) =>
  folderCount < MAX_ENTRIES_BY_KIND.syncDirectories
    ? passed
    : failed('backup.tooMany', { max: MAX_ENTRIES_BY_KIND.syncDirectories });

/**
 * VALID-82, VALID-83, P-08: both folders are set, neither contains the other, and no other entry with the same target
 * covers the source. `existingRoutes` does not include the entry being edited.
 */
export const checkRoute = ({ source, target }: BackupRoute, existingRoutes: readonly BackupRoute[]) => {
  if (source === '') return failed('backup.sourceRequired');
  if (target === '') return failed('backup.targetRequired');
  if (source === target) return failed('backup.same');
  if (overlaps(source, target)) return failed('backup.inside');
  return existingRoutes.some((other) => other.target === target && overlaps(other.source, source))
    ? failed('backup.covered')
    : passed;
};

/**
 * VALID-84, P-09: source and target are on different disks; an array counts as one disk. The names are those of
 * `Partition.parent`.
 */
export const checkDisksDiffer = (sourceDisk: string, targetDisk: string) =>
  unless(sourceDisk !== targetDisk, 'backup.sameDisk');

export type Frequency = 'realtime' | 'hour' | 'day' | 'week' | 'manual';
/** BACKUP-07: N2 has no realtime synchronisation. */
export const frequenciesOf = (model: BoxModel): readonly Frequency[] =>
  model === 'N2' ? ['hour', 'day', 'week', 'manual'] : ['realtime', 'hour', 'day', 'week', 'manual'];
export const checkFrequency = (frequency: Frequency, model: BoxModel) =>
  unless(frequenciesOf(model).includes(frequency), 'backup.noRealtime');

/**
 * CONST-60, BACKUP-06: whether a computer backup is due for a scan, more than five minutes after the last one. Epoch
 * seconds.
 */
export const isScanDue = (lastScan: number, now: number): boolean => now - lastScan > BACKUP_SCAN_AGE_SECONDS;

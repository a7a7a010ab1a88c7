import type { FileEntry, Place } from '@boxwood/domain';
import { isFolder, isWithin, parentOf, PLACES } from '@boxwood/domain';
import type { DragData } from '@boxwood/ui';

const KIND = 'boxwood/files';

/** Entries being dragged, within a window or between windows. */
export interface Carried {
  readonly entries: readonly FileEntry[];
  readonly place: Place;
}

export const carry = (entries: readonly FileEntry[], place: Place): DragData => ({ kind: KIND, entries, place });

// Only {@link createDragData} creates data of this kind, and it never leaves this page.
const isCarried = (data: DragData): data is Carried & DragData => data['kind'] === KIND;

/** The dragged entries; null when the drag has other data. */
export const carriedBy = (data: DragData): Carried | null => (isCarried(data) ? data : null);

/**
 * Whether dragged entries may be dropped into a folder: not into themselves, the safe, a friend's share, or their own
 * folder.
 */
export const mayDrop = (
  data: DragData,
  target: { readonly place: Place; readonly path: string; readonly readOnly: boolean },
): boolean => {
  const carried = carriedBy(data);
  if (carried === null || target.readOnly || carried.entries.length === 0) return false;
  if (target.place === PLACES.safe || target.place === PLACES.friends) return false;
  if (carried.place === PLACES.safe) return false;
  return carried.entries.every(
    (entry) => parentOf(entry.path) !== target.path && !(isFolder(entry) && isWithin(target.path, entry.path)),
  );
};

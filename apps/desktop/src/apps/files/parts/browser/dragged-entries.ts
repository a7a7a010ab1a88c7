import type { FileEntry, Place } from '@boxwood/domain';
import { isFolder, isWithin, parentOf, PLACES } from '@boxwood/domain';
import type { DragData } from '@boxwood/ui';

const DRAG_KIND = 'boxwood/files';

/** Entries being dragged, within a window or between windows. */
export interface DraggedEntries {
  readonly entries: readonly FileEntry[];
  readonly place: Place;
}

export const createDragData = (entries: readonly FileEntry[], place: Place): DragData => ({
  kind: DRAG_KIND,
  entries,
  place,
});

// Only {@link createDragData} creates data of this kind, and it never leaves this page.
const isDraggedEntries = (data: DragData): data is DraggedEntries & DragData => data['kind'] === DRAG_KIND;

/** The dragged entries; null when the drag has other data. */
export const draggedEntriesOf = (data: DragData): DraggedEntries | null => (isDraggedEntries(data) ? data : null);

/**
 * Whether dragged entries may be dropped into a folder: not into themselves, the safe, a friend's share, or their own
 * folder.
 */
export const canDrop = (
  data: DragData,
  target: { readonly place: Place; readonly path: string; readonly readOnly: boolean },
): boolean => {
  const dragged = draggedEntriesOf(data);
  if (dragged === null || target.readOnly || dragged.entries.length === 0) return false;
  if (target.place === PLACES.safe || target.place === PLACES.friends) return false;
  if (dragged.place === PLACES.safe) return false;
  return dragged.entries.every(
    (entry) => parentOf(entry.path) !== target.path && !(isFolder(entry) && isWithin(target.path, entry.path)),
  );
};

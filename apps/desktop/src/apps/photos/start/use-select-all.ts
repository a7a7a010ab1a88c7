import type { TimelineData } from '@boxwood/domain';
import { emptySelection, type Selection } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import type { DisplayedTimeline } from '../parts/timeline/use-photo-timeline.ts';

/** Limit for “select all”, because every photo must be loaded first. */
const MAX_SELECT_ALL_PHOTOS = 5_000;

const NO_MONTHS: TimelineData['months'] = [];

/**
 * Selects all pictures of a timeline. Loads the missing months first; ending the selection cancels it. @returns a
 * function that starts it; null if there are too many pictures
 */
export const useSelectAll = (
  { timelineState, photos, loadMonths }: DisplayedTimeline,
  isSelecting: boolean,
  onSelect: (selection: Selection) => void,
): (() => void) | null => {
  const [isPending, setPending] = useState(false);
  const { total, months } = timelineState.at === 'ready' ? timelineState.value : { total: 0, months: NO_MONTHS };
  const isFullyLoaded = months.every((month) => month.photos !== null);
  useEffect(() => {
    if (!isPending) return;
    if (isFullyLoaded || !isSelecting) setPending(false);
    if (!isSelecting) return;
    if (isFullyLoaded) {
      onSelect({ ...emptySelection, keys: new Set(photos.map(({ id }) => id)) });
    } else loadMonths(months.map(({ month }) => month));
  }, [isPending, isSelecting, isFullyLoaded, months, photos, loadMonths, onSelect]);
  return total > MAX_SELECT_ALL_PHOTOS ? null : () => setPending(true);
};

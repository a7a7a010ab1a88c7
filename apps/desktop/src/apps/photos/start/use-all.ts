import type { Line } from '@boxwood/domain';
import { emptySelection, type Selection } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import type { ShownLine } from '../parts/use-photo-line.ts';

/** Limit for “select all”, because every photo must be loaded first. */
const MOST = 5_000;

const NONE: Line['months'] = [];

/**
 * Selects all pictures of a timeline. Loads the missing months first; ending the selection cancels it. @returns a
 * function that starts it; null if there are too many pictures
 */
export const useAll = (
  { asked, photos, show }: ShownLine,
  isSelecting: boolean,
  onSelect: (selection: Selection) => void,
): (() => void) | null => {
  const [isDue, setDue] = useState(false);
  const { total, months } = asked.at === 'ready' ? asked.value : { total: 0, months: NONE };
  const isWhole = months.every((month) => month.photos !== null);
  useEffect(() => {
    if (!isDue) return;
    if (isWhole || !isSelecting) setDue(false);
    if (!isSelecting) return;
    if (isWhole) {
      onSelect({ ...emptySelection, keys: new Set(photos.map(({ id }) => id)) });
    } else show(months.map(({ month }) => month));
  }, [isDue, isSelecting, isWhole, months, photos, show, onSelect]);
  return total > MOST ? null : () => setDue(true);
};

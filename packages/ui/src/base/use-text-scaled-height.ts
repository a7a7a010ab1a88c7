import { useMemo } from 'react';

const scaleWithText = (height: number): number => {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Math.round((height * (1 + Math.max(1, size / 16 || 1))) / 2);
};

/**
 * A height in px of which half is text, scaled for a browser font size above 16 px. Memoised by height: reading a
 * computed style while a list renders forces a style recalculation of the whole page.
 */
export const useTextScaledHeight = (height: number): number => useMemo(() => scaleWithText(height), [height]);

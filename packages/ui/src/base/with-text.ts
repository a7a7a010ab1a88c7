import { useMemo } from 'react';

const withText = (height: number): number => {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return Math.round((height * (1 + Math.max(1, size / 16 || 1))) / 2);
};

/**
 * A height in px that is delivered, half of it text, as it is for whoever has larger text in their browser than the usual 16 px. Read when the
 * height is another one: to ask for a style while a list is drawn has all of the page styled at once.
 */
export const useWithText = (height: number): number => useMemo(() => withText(height), [height]);

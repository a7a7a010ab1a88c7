import { useRef } from 'react';
import { afterPaint } from '../base/after-paint.ts';

/** How many screens before the end more rows are loaded; a fling covers that distance before they arrive. */
const SCREENS_AHEAD = 8;

interface Shown {
  readonly startIndex: number;
  readonly stopIndex: number;
}

/** Requests more rows some screens before the end, once for each row count, and again when the last row is in view. */
export const useReachEnd = (rows: number, onReachEnd: (() => void) | undefined): ((shown: Shown) => void) => {
  /** Row count at the last request. */
  const reached = useRef(-1);
  return ({ startIndex, stopIndex }) => {
    const near = stopIndex + SCREENS_AHEAD * (stopIndex - startIndex + 1) >= rows - 1;
    const isNew = reached.current !== rows;
    if (stopIndex < rows - 1 && !(near && isNew)) return;
    reached.current = rows;
    // Paint the current rows first.
    if (onReachEnd !== undefined) afterPaint(onReachEnd);
  };
};

import { useRef } from 'react';
import { afterPaint } from '../base/after-paint.ts';

/** How many screens before the end more rows are loaded; a fling covers that distance before they arrive. */
const PRELOAD_SCREENS = 8;

interface RowRange {
  readonly startIndex: number;
  readonly stopIndex: number;
}

/** Requests more rows some screens before the end, once for each row count, and again when the last row is in view. */
export const useReachEnd = (rows: number, onReachEnd: (() => void) | undefined): ((visibleRows: RowRange) => void) => {
  /** Row count at the last request. */
  const requestedAt = useRef(-1);
  return ({ startIndex, stopIndex }) => {
    const near = stopIndex + PRELOAD_SCREENS * (stopIndex - startIndex + 1) >= rows - 1;
    const isNew = requestedAt.current !== rows;
    if (stopIndex < rows - 1 && !(near && isNew)) return;
    requestedAt.current = rows;
    // Paint the current rows first.
    if (onReachEnd !== undefined) afterPaint(onReachEnd);
  };
};

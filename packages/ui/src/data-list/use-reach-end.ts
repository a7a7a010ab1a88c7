import { useRef } from 'react';
import { afterPaint } from '../base/after-paint.ts';

/** A hand that flings a list is so many screens further before the next rows are there. */
const SCREENS_AHEAD = 8;

interface Shown {
  readonly startIndex: number;
  readonly stopIndex: number;
}

/** Asks for more rows some screens before the last one, once for each end, and again whenever the last one itself is in view. */
export const useReachEnd = (rows: number, onReachEnd: (() => void) | undefined): ((shown: Shown) => void) => {
  /** So many rows there were when more was asked for. */
  const reached = useRef(-1);
  return ({ startIndex, stopIndex }) => {
    const near = stopIndex + SCREENS_AHEAD * (stopIndex - startIndex + 1) >= rows - 1;
    const isNew = reached.current !== rows;
    if (stopIndex < rows - 1 && !(near && isNew)) return;
    reached.current = rows;
    // What is there is shown first.
    if (onReachEnd !== undefined) afterPaint(onReachEnd);
  };
};

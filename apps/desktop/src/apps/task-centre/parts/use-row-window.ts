import { type RefObject, useEffect, useState } from 'react';

/** Height of a row with its gap, px; rows of the task centre are all alike. */
const ROW = 80;
/** Rows kept ready above and below what is in view. */
const SPARE = 6;
/** More than any window shows: a list that is laid out at its full length for once must not mount all of itself. */
const MOST = 200;
/** Lists up to here are simply shown whole. */
const WHOLE = 60;

/** Which rows of a long list to show, and how much empty space stands for the others. */
export interface RowWindow {
  readonly first: number;
  readonly last: number;
  readonly before: number;
  readonly after: number;
}

/** Follows the scrolling of an element; renders again only when other rows come into view. */
export const useRowWindow = (element: RefObject<HTMLElement | null>, count: number): RowWindow => {
  const [range, setRange] = useState({ first: 0, last: WHOLE });
  useEffect(() => {
    const box = element.current;
    if (box === null || count <= WHOLE) return undefined;
    const measure = (): void => {
      const first = Math.max(0, Math.floor(box.scrollTop / ROW) - SPARE);
      const last = Math.min(first + MOST, Math.ceil((box.scrollTop + box.clientHeight) / ROW) + SPARE);
      setRange((old) => (old.first === first && old.last === last ? old : { first, last }));
    };
    measure();
    box.addEventListener('scroll', measure, { passive: true });
    return () => {
      box.removeEventListener('scroll', measure);
    };
  }, [element, count]);
  if (count <= WHOLE) return { first: 0, last: count, before: 0, after: 0 };
  const first = Math.min(range.first, Math.max(0, count - 1));
  const last = Math.min(count, range.last);
  return { first, last, before: first * ROW, after: (count - last) * ROW };
};

import { type RefObject, useEffect, useState } from 'react';

/** Height of a row including its gap, in px. All rows of the task centre have this height. */
const ROW = 80;
/** Extra rows rendered above and below the visible ones. */
const SPARE = 6;
/**
 * Maximum number of rendered rows, more than any window shows. It protects against a layout in which the list has its
 * full height.
 */
const MOST = 200;
/** Lists up to this length are rendered completely. */
const WHOLE = 60;

/** Which rows of a long list are rendered, and the height in px of the placeholders before and after them. */
export interface RowWindow {
  readonly first: number;
  readonly last: number;
  readonly before: number;
  readonly after: number;
}

/** Tracks the scroll position of an element and renders again only when the range of visible rows changes. */
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

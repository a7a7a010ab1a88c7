import { type RefObject, useEffect, useState } from 'react';

/** Height of a row including its gap, in px. All rows of the task centre have this height. */
const ROW_HEIGHT_PX = 80;
/** Extra rows rendered above and below the visible ones. */
const OVERSCAN_ROWS = 6;
/**
 * Maximum number of rendered rows, more than any window shows. It protects against a layout in which the list has its
 * full height.
 */
const MAX_RENDERED_ROWS = 200;
/** Lists up to this length are rendered completely. */
const MIN_VIRTUALISED_ROWS = 60;

/** Which rows of a long list are rendered, and the height in px of the placeholders before and after them. */
export interface RowWindow {
  readonly first: number;
  readonly last: number;
  readonly before: number;
  readonly after: number;
}

/** Tracks the scroll position of an element and renders again only when the range of visible rows changes. */
export const useRowWindow = (element: RefObject<HTMLElement | null>, count: number): RowWindow => {
  const [range, setRange] = useState({ first: 0, last: MIN_VIRTUALISED_ROWS });
  useEffect(() => {
    const scroller = element.current;
    if (scroller === null || count <= MIN_VIRTUALISED_ROWS) return undefined;
    const measure = (): void => {
      const first = Math.max(0, Math.floor(scroller.scrollTop / ROW_HEIGHT_PX) - OVERSCAN_ROWS);
      const last = Math.min(
        first + MAX_RENDERED_ROWS,
        Math.ceil((scroller.scrollTop + scroller.clientHeight) / ROW_HEIGHT_PX) + OVERSCAN_ROWS,
      );
      setRange((old) => (old.first === first && old.last === last ? old : { first, last }));
    };
    measure();
    scroller.addEventListener('scroll', measure, { passive: true });
    return () => {
      scroller.removeEventListener('scroll', measure);
    };
  }, [element, count]);
  if (count <= MIN_VIRTUALISED_ROWS) return { first: 0, last: count, before: 0, after: 0 };
  const first = Math.min(range.first, Math.max(0, count - 1));
  const last = Math.min(count, range.last);
  return { first, last, before: first * ROW_HEIGHT_PX, after: (count - last) * ROW_HEIGHT_PX };
};

import type { RefObject } from 'react';
import { zoomFactorOf } from '../base/zoom-factor.ts';
import { autoScrollSpeed } from './grid-geometry.ts';
import { extendTo, type Order, type Selection } from './selection.ts';

export interface TouchRangeDeps {
  /** Height of the sticky area above the items, in px. */
  readonly top: number;
  /** Key of the item at a point of the scrolled content, in px; undefined: the range stays as it is. */
  readonly keyAt: (x: number, y: number) => string | undefined;
  readonly order: Order;
  readonly change: (selection: Selection) => void;
}

/** Starts a range at the item that a long press has selected. `end` removes the listeners. */
export interface TouchRangeSelection {
  readonly begin: (selected: Selection) => void;
  readonly end: () => void;
}

/**
 * Range selection by touch: dragging a finger on after a long press extends the selection, and dragging back shrinks
 * it. The list scrolls automatically at its edges; native scrolling is disabled meanwhile.
 */
export function attachTouchRangeSelect(scroller: HTMLElement, deps: RefObject<TouchRangeDeps>): TouchRangeSelection {
  const stop = new AbortController();
  const { signal } = stop;
  let range: { readonly base: Selection; x: number; y: number; frame: number; to: string | undefined } | null = null;

  const keyUnder = (clientX: number, clientY: number): string | undefined => {
    const box = scroller.getBoundingClientRect();
    const scale = zoomFactorOf(scroller);
    return deps.current.keyAt((clientX - box.left) / scale, (clientY - box.top) / scale + scroller.scrollTop);
  };
  const follow = (): void => {
    if (range === null) return;
    const view = scroller.getBoundingClientRect();
    scroller.scrollTop += autoScrollSpeed(range.y, view.top + deps.current.top, view.bottom);
    const to = keyUnder(range.x, range.y);
    if (to !== undefined && to !== range.to) {
      range.to = to;
      deps.current.change(extendTo(range.base, deps.current.order, to, true));
    }
    range.frame = requestAnimationFrame(follow);
  };
  const end = (): void => {
    if (range !== null) cancelAnimationFrame(range.frame);
    range = null;
  };
  scroller.addEventListener(
    'touchmove',
    (event) => {
      const [finger] = event.touches;
      if (range === null || finger === undefined) return;
      if (event.touches.length > 1) {
        end();
        return;
      }
      event.preventDefault();
      range.x = finger.clientX;
      range.y = finger.clientY;
      if (range.frame === 0) follow();
    },
    { signal, passive: false },
  );
  for (const type of ['touchstart', 'touchend', 'touchcancel'] as const) {
    scroller.addEventListener(type, end, { signal, passive: true });
  }
  return {
    begin: (base) => {
      end();
      range = { base, x: 0, y: 0, frame: 0, to: base.active ?? undefined };
    },
    end: () => {
      end();
      stop.abort();
    },
  };
}

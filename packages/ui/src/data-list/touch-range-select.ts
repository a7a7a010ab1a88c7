import type { RefObject } from 'react';
import { zoomFactorOf } from '../base/zoom-factor.ts';
import { autoScrollSpeed } from './grid-geometry.ts';
import { extendTo, type Order, type Selection } from './selection.ts';

export interface TouchRangeDeps {
  /** Height of the sticky area above the items, in px. */
  readonly stickyHeight: number;
  /** Key of the item at a point of the scrolled content, in px. Undefined leaves the range unchanged. */
  readonly keyAt: (x: number, y: number) => string | undefined;
  readonly order: Order;
  readonly onChange: (selection: Selection) => void;
}

/** `begin` starts a range at the item that a long press has selected. `detach` removes the listeners. */
export interface TouchRangeSelection {
  readonly begin: (selected: Selection) => void;
  readonly detach: () => void;
}

/**
 * Range selection by touch: moving the finger after a long press extends the selection, and moving it back shrinks it.
 * The list scrolls automatically at its edges; native scrolling is disabled during the gesture.
 */
export function attachTouchRangeSelect(scroller: HTMLElement, deps: RefObject<TouchRangeDeps>): TouchRangeSelection {
  const listeners = new AbortController();
  const { signal } = listeners;
  let range: {
    readonly initialSelection: Selection;
    x: number;
    y: number;
    frame: number;
    lastKey: string | undefined;
  } | null = null;

  const keyAtClientPoint = (clientX: number, clientY: number): string | undefined => {
    const scrollerRect = scroller.getBoundingClientRect();
    const scale = zoomFactorOf(scroller);
    return deps.current.keyAt(
      (clientX - scrollerRect.left) / scale,
      (clientY - scrollerRect.top) / scale + scroller.scrollTop,
    );
  };
  const updateFrame = (): void => {
    if (range === null) return;
    const scrollerRect = scroller.getBoundingClientRect();
    scroller.scrollTop += autoScrollSpeed(range.y, scrollerRect.top + deps.current.stickyHeight, scrollerRect.bottom);
    const key = keyAtClientPoint(range.x, range.y);
    if (key !== undefined && key !== range.lastKey) {
      range.lastKey = key;
      deps.current.onChange(extendTo(range.initialSelection, deps.current.order, key, true));
    }
    range.frame = requestAnimationFrame(updateFrame);
  };
  const endRange = (): void => {
    if (range !== null) cancelAnimationFrame(range.frame);
    range = null;
  };
  scroller.addEventListener(
    'touchmove',
    (event) => {
      const [touch] = event.touches;
      if (range === null || touch === undefined) return;
      if (event.touches.length > 1) {
        endRange();
        return;
      }
      event.preventDefault();
      range.x = touch.clientX;
      range.y = touch.clientY;
      if (range.frame === 0) updateFrame();
    },
    { signal, passive: false },
  );
  for (const type of ['touchstart', 'touchend', 'touchcancel'] as const) {
    scroller.addEventListener(type, endRange, { signal, passive: true });
  }
  return {
    begin: (initialSelection) => {
      endRange();
      range = { initialSelection, x: 0, y: 0, frame: 0, lastKey: initialSelection.active ?? undefined };
    },
    detach: () => {
      endRange();
      listeners.abort();
    },
  };
}

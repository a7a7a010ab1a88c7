import type { RefObject } from 'react';
import { zoomOf } from '../base/zoom-of.ts';
import { autoScroll } from './layout.ts';
import { extendTo, type Order, type Selection } from './selection.ts';

export interface TouchRunParts {
  /** Height of the sticky area above the items, in px. */
  readonly top: number;
  /** Key of the item at a point of the scrolled content, in px; undefined: the range stays as it is. */
  readonly keyAt: (x: number, y: number) => string | undefined;
  readonly order: Order;
  readonly change: (selection: Selection) => void;
}

/** Starts a range at the item that a long press has selected. `end` removes the listeners. */
export interface TouchRun {
  readonly begin: (selected: Selection) => void;
  readonly end: () => void;
}

/**
 * Range selection by touch: dragging a finger on after a long press extends the selection, and dragging back shrinks
 * it. The list scrolls automatically at its edges; native scrolling is disabled meanwhile.
 */
export function attachTouchRun(scroller: HTMLElement, live: RefObject<TouchRunParts>): TouchRun {
  const stop = new AbortController();
  const { signal } = stop;
  let run: { readonly base: Selection; x: number; y: number; frame: number; to: string | undefined } | null = null;

  const keyUnder = (clientX: number, clientY: number): string | undefined => {
    const box = scroller.getBoundingClientRect();
    const scale = zoomOf(scroller);
    return live.current.keyAt((clientX - box.left) / scale, (clientY - box.top) / scale + scroller.scrollTop);
  };
  const follow = (): void => {
    if (run === null) return;
    const view = scroller.getBoundingClientRect();
    scroller.scrollTop += autoScroll(run.y, view.top + live.current.top, view.bottom);
    const to = keyUnder(run.x, run.y);
    if (to !== undefined && to !== run.to) {
      run.to = to;
      live.current.change(extendTo(run.base, live.current.order, to, true));
    }
    run.frame = requestAnimationFrame(follow);
  };
  const end = (): void => {
    if (run !== null) cancelAnimationFrame(run.frame);
    run = null;
  };
  scroller.addEventListener(
    'touchmove',
    (event) => {
      const [finger] = event.touches;
      if (run === null || finger === undefined) return;
      if (event.touches.length > 1) {
        end();
        return;
      }
      event.preventDefault();
      run.x = finger.clientX;
      run.y = finger.clientY;
      if (run.frame === 0) follow();
    },
    { signal, passive: false },
  );
  for (const type of ['touchstart', 'touchend', 'touchcancel'] as const) {
    scroller.addEventListener(type, end, { signal, passive: true });
  }
  return {
    begin: (base) => {
      end();
      run = { base, x: 0, y: 0, frame: 0, to: base.active ?? undefined };
    },
    end: () => {
      end();
      stop.abort();
    },
  };
}

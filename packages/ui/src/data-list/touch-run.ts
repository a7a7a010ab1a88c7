import type { RefObject } from 'react';
import { zoomOf } from '../base/zoom-of.ts';
import { autoScroll } from './layout.ts';
import { extendTo, type Order, type Selection } from './selection.ts';

export interface TouchRunParts {
  /** Height of what stays above the items while they are scrolled, px. */
  readonly top: number;
  /** What the run goes to at a place of the scrolled content, px; undefined where it stays as it is. */
  readonly keyAt: (x: number, y: number) => string | undefined;
  readonly order: Order;
  readonly change: (selection: Selection) => void;
}

/** Begins a run at what a long press has selected, and is thrown away with the list. */
export interface TouchRun {
  readonly begin: (selected: Selection) => void;
  readonly end: () => void;
}

/**
 * A finger that stays down after a long press, and is drawn over a list or a time line, selects a run of it; at an edge that goes on under it.
 * Drawn back it gives back. Nothing scrolls meanwhile.
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

import type { RefObject } from 'react';
import { afterPaint } from '../base/after-paint.ts';
import { zoomFactorOf } from '../base/zoom-factor.ts';
import { autoScrollSpeed, boxBetween, heightOf, indexesIn, type GridLayout } from './grid-geometry.ts';
import { isOpeningTap, noteRowsRendered } from './double-tap-guard.ts';
import { clearSelection, extendTo, selectBand, selectOnly, toggle, type Order, type Selection } from './selection.ts';

export interface PointerSelectionDeps {
  readonly layout: GridLayout;
  readonly order: Order;
  readonly selection: Selection;
  readonly single: boolean;
  /** A second click on the only selected item deselects it. */
  readonly clickToggles: boolean;
  readonly change: (selection: Selection) => void;
  /** Null where items cannot be opened: a tap selects. */
  readonly open: ((index: number) => void) | null;
  /** An item was pressed and may be opened, so its target can be prefetched; null cancels. */
  readonly prefetch: (index: number | null) => void;
  /** A long press selects, so a tap opens. */
  readonly touchSelects: boolean;
  /** Middle mouse click. */
  readonly middleClick: ((index: number) => void) | null;
  readonly onBand: (active: boolean) => void;
}

const DRAG_THRESHOLD_PX = 4;
/**
 * Frames until a press counts as still; a finger that scrolls has moved by then. Frames, because Chromium holds timers
 * back while a finger is down.
 */
const STILL_FRAMES = 2;
/** Elements inside an item that handle their own clicks. */
const INTERACTIVE = 'button, a, input, select, textarea, [data-no-select]';

interface PointerPress {
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  readonly band: boolean;
  /** Runs when the press ends without a drag. */
  readonly click: (() => void) | null;
  readonly mode: 'replace' | 'add' | 'toggle';
}

interface RubberBand {
  readonly startX: number;
  readonly startY: number;
  readonly base: Selection;
  readonly mode: PointerPress['mode'];
  clientX: number;
  clientY: number;
  frame: number;
  coveredItems: string;
}

/** Index of the item that contains the event target, -1 for none. */
export function indexOfEvent(event: Event): number {
  const item = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
  return item === null ? -1 : Number(item.dataset['index']);
}

/** Handles clicks, double clicks, taps and the rubber band of a list. @returns a function that removes the listeners */
export function attachPointer(
  scroller: HTMLElement,
  rubber: HTMLElement,
  deps: RefObject<PointerSelectionDeps>,
): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  if (deps.current.order.count > 0) noteRowsRendered();
  let press: PointerPress | null = null;
  let band: RubberBand | null = null;
  let touch = false;

  let stillFrame = 0;
  const runWhenStill = (run: () => void, frames = STILL_FRAMES): void => {
    stillFrame = requestAnimationFrame(() => {
      if (frames > 1) runWhenStill(run, frames - 1);
      else run();
    });
  };
  const canOpen = (index: number): boolean => {
    const { order, open, selection } = deps.current;
    return open !== null && order.keyAt(index) !== undefined && (!touch || selection.keys.size === 0);
  };
  /** Reports the pressed item for prefetching. */
  const reportPress = (event: PointerEvent): void => {
    cancelAnimationFrame(stillFrame);
    const index = indexOfEvent(event);
    const isMore = event.ctrlKey || event.metaKey || event.shiftKey;
    if (event.button !== 0 || !event.isPrimary || isMore || !canOpen(index)) return;
    if (touch)
      runWhenStill(() => {
        deps.current.prefetch(index);
      });
    else deps.current.prefetch(index);
  };
  /** Cancels the prefetch: the finger scrolls or the mouse drags. */
  const cancelPrefetch = (): void => {
    cancelAnimationFrame(stillFrame);
    deps.current.prefetch(null);
  };

  /** Converts screen coordinates to those of the scrolled content, which may be zoomed. */
  const contentPoint = (clientX: number, clientY: number): { readonly x: number; readonly y: number } => {
    const box = scroller.getBoundingClientRect();
    const scale = zoomFactorOf(scroller);
    return {
      x: (clientX - box.left) / scale + scroller.scrollLeft,
      y: (clientY - box.top) / scale + scroller.scrollTop,
    };
  };

  /** Selects the items under the rubber band. */
  const updateBand = (band: RubberBand): void => {
    const { layout, order, change } = deps.current;
    const view = scroller.getBoundingClientRect();
    scroller.scrollTop += autoScrollSpeed(band.clientY, view.top + layout.top, view.bottom);
    const end = contentPoint(band.clientX, band.clientY);
    const bottom = Math.max(heightOf(layout), scroller.scrollTop + scroller.clientHeight) - 1;
    const box = boxBetween(band.startX, band.startY, Math.max(0, end.x), Math.min(Math.max(0, end.y), bottom));
    Object.assign(rubber.style, {
      display: 'block',
      transform: `translate(${box.x}px, ${box.y}px)`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
    const indexes = indexesIn(layout, box);
    const coveredItems = `${indexes[0] ?? ''}:${indexes.at(-1) ?? ''}:${indexes.length}`;
    if (coveredItems !== band.coveredItems) {
      band.coveredItems = coveredItems;
      const keys = indexes.map((at) => order.keyAt(at)).filter((key) => key !== undefined);
      change(selectBand(band.base, keys, band.mode));
    }
  };

  const drawBand = (): void => {
    if (band === null) return;
    updateBand(band);
    band.frame = requestAnimationFrame(drawBand);
  };

  const endBand = (): void => {
    if (band === null) return;
    cancelAnimationFrame(band.frame);
    band = null;
    rubber.style.display = 'none';
    deps.current.onBand(false);
  };

  const pressItem = (event: PointerEvent, key: string): PointerPress | null => {
    const { selection, order, single, clickToggles, change } = deps.current;
    const ctrl = event.ctrlKey || event.metaKey;
    const target = event.target instanceof Element ? event.target : scroller;
    const at = { pointer: event.pointerId, x: event.clientX, y: event.clientY };
    if (single) {
      change(selectOnly(key));
      return null;
    }
    if (event.shiftKey) {
      change(extendTo(selection, order, key, ctrl));
      return null;
    }
    const selected = selection.keys.has(key);
    if (target.closest('[data-check]') !== null) {
      change(toggle(selection, key));
      return null;
    }
    const grip = selected || target.closest('[data-grab]') !== null;
    const selectOnClick = (): void => {
      const now = deps.current.selection;
      const deselects = ctrl || (clickToggles && now.keys.size === 1 && now.keys.has(key));
      deps.current.change(deselects ? toggle(now, key) : selectOnly(key));
    };
    if (grip && !selected && !ctrl) {
      // Selected on press, so that a drag shows what it moves. With Ctrl only the click adds to the selection: a drag
      // copies this item alone.
      change(selectOnly(key));
      return { ...at, band: false, click: null, mode: 'replace' };
    }
    return { ...at, band: !grip, click: selectOnClick, mode: ctrl ? 'toggle' : 'replace' };
  };

  scroller.addEventListener(
    'pointerdown',
    (event) => {
      touch = event.pointerType === 'touch';
      press = null;
      reportPress(event);
      if (touch || event.button !== 0 || !event.isPrimary || !(event.target instanceof Element)) return;
      if (event.target.closest(INTERACTIVE) !== null) return;
      const index = indexOfEvent(event);
      const key = deps.current.order.keyAt(index);
      if (key !== undefined) {
        press = pressItem(event, key);
        return;
      }
      const hasModifier = event.shiftKey || event.ctrlKey || event.metaKey;
      press = {
        pointer: event.pointerId,
        x: event.clientX,
        y: event.clientY,
        band: true,
        click: hasModifier
          ? null
          : () => {
              deps.current.change(clearSelection(deps.current.selection));
            },
        mode: event.shiftKey ? 'add' : hasModifier ? 'toggle' : 'replace',
      };
    },
    { signal },
  );

  scroller.addEventListener(
    'pointermove',
    (event) => {
      if (band !== null) {
        band.clientX = event.clientX;
        band.clientY = event.clientY;
        return;
      }
      if (press?.pointer !== event.pointerId || !press.band || deps.current.single) return;
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_THRESHOLD_PX) return;
      const start = contentPoint(press.x, press.y);
      scroller.setPointerCapture(event.pointerId);
      band = {
        startX: start.x,
        startY: start.y,
        base: deps.current.selection,
        mode: press.mode,
        clientX: event.clientX,
        clientY: event.clientY,
        frame: 0,
        coveredItems: '',
      };
      press = null;
      deps.current.onBand(true);
      band.frame = requestAnimationFrame(drawBand);
    },
    { signal },
  );

  scroller.addEventListener(
    'pointerup',
    (event) => {
      if (press?.pointer === event.pointerId) press.click?.();
      press = null;
      // The pointer may be released before the next frame: include the last movement.
      if (band !== null) updateBand(Object.assign(band, { clientX: event.clientX, clientY: event.clientY }));
      endBand();
    },
    { signal },
  );
  for (const type of ['pointercancel', 'lostpointercapture', 'dragstart'] as const) {
    scroller.addEventListener(
      type,
      () => {
        if (type !== 'dragstart') endBand();
        if (type === 'pointercancel') press = null;
        if (type !== 'lostpointercapture') cancelPrefetch();
      },
      { signal },
    );
  }

  scroller.addEventListener(
    'click',
    (event) => {
      if (!touch || (event.target instanceof Element && event.target.closest(INTERACTIVE) !== null)) return;
      const index = indexOfEvent(event);
      const { order, selection, single, touchSelects, change, open } = deps.current;
      const key = order.keyAt(index);
      const selecting = selection.keys.size > 0;
      if (key === undefined) change(clearSelection(selection));
      else if (open !== null && !selecting && (touchSelects || !single)) {
        if (!isOpeningTap(event)) return;
        cancelAnimationFrame(stillFrame);
        deps.current.prefetch(index);
        // Let the pressed row paint before the page it opens.
        afterPaint(() => {
          open(index);
        });
      } else if (single && !(touchSelects && selection.keys.has(key))) change(selectOnly(key));
      else change(toggle(selection, key));
    },
    { signal },
  );
  // Prevents the autoscroll of the middle button.
  scroller.addEventListener(
    'mousedown',
    (event) => {
      if (event.button === 1 && deps.current.middleClick !== null) event.preventDefault();
    },
    { signal },
  );
  scroller.addEventListener(
    'auxclick',
    (event) => {
      const index = indexOfEvent(event);
      if (event.button === 1 && index >= 0) deps.current.middleClick?.(index);
    },
    { signal },
  );
  scroller.addEventListener(
    'dblclick',
    (event) => {
      if (event.target instanceof Element && event.target.closest(`${INTERACTIVE}, [data-check]`) !== null) return;
      const index = indexOfEvent(event);
      if (index < 0 || (touch && !deps.current.single)) return;
      // The second of the two clicks may have deselected the item.
      const key = deps.current.order.keyAt(index);
      if (key !== undefined && deps.current.clickToggles) deps.current.change(selectOnly(key));
      deps.current.open?.(index);
    },
    { signal },
  );
  signal.addEventListener('abort', () => {
    cancelAnimationFrame(stillFrame);
    endBand();
  });
  return () => {
    stop.abort();
  };
}

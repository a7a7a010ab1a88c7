import type { RefObject } from 'react';
import { afterPaint } from '../base/after-paint.ts';
import { zoomOf } from '../base/zoom-of.ts';
import { autoScroll, boxBetween, heightOf, indexesIn, type Layout } from './layout.ts';
import { opensByTap, rowsCame } from './second-tap.ts';
import { clearSelection, extendTo, selectBand, selectOnly, toggle, type Order, type Selection } from './selection.ts';

export interface PointerParts {
  readonly layout: Layout;
  readonly order: Order;
  readonly selection: Selection;
  readonly single: boolean;
  /** A second click on the only selected item deselects it. */
  readonly clickToggles: boolean;
  readonly change: (selection: Selection) => void;
  /** Null where items cannot be opened: a tap selects. */
  readonly open: ((index: number) => void) | null;
  /** An item was pressed and may be opened, so its target can be prefetched; null cancels. */
  readonly aim: (index: number | null) => void;
  /** A long press selects, so a tap opens. */
  readonly touchSelects: boolean;
  /** Middle mouse click. */
  readonly openAside: ((index: number) => void) | null;
  readonly onBand: (active: boolean) => void;
}

const SLACK = 4;
/**
 * Frames until a press counts as still; a finger that scrolls has moved by then. Frames, because Chromium holds timers
 * back while a finger is down.
 */
const STEADY_FRAMES = 2;
/** Elements inside an item that handle their own clicks. */
const OWN = 'button, a, input, select, textarea, [data-no-select]';

interface Press {
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  readonly band: boolean;
  /** Runs when the press ends without a drag. */
  readonly click: (() => void) | null;
  readonly mode: 'replace' | 'add' | 'toggle';
}

interface Band {
  readonly startX: number;
  readonly startY: number;
  readonly base: Selection;
  readonly mode: Press['mode'];
  clientX: number;
  clientY: number;
  frame: number;
  seen: string;
}

/** Index of the item that contains the event target, -1 for none. */
export function indexOfEvent(event: Event): number {
  const item = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
  return item === null ? -1 : Number(item.dataset['index']);
}

/** Handles clicks, double clicks, taps and the rubber band of a list. @returns a function that removes the listeners */
export function attachPointer(scroller: HTMLElement, rubber: HTMLElement, live: RefObject<PointerParts>): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  if (live.current.order.count > 0) rowsCame();
  let press: Press | null = null;
  let band: Band | null = null;
  let touch = false;

  let steady = 0;
  const whenSteady = (run: () => void, frames = STEADY_FRAMES): void => {
    steady = requestAnimationFrame(() => {
      if (frames > 1) whenSteady(run, frames - 1);
      else run();
    });
  };
  const opens = (index: number): boolean => {
    const { order, open, selection } = live.current;
    return open !== null && order.keyAt(index) !== undefined && (!touch || selection.keys.size === 0);
  };
  /** Reports the pressed item for prefetching. */
  const aim = (event: PointerEvent): void => {
    cancelAnimationFrame(steady);
    const index = indexOfEvent(event);
    const isMore = event.ctrlKey || event.metaKey || event.shiftKey;
    if (event.button !== 0 || !event.isPrimary || isMore || !opens(index)) return;
    if (touch)
      whenSteady(() => {
        live.current.aim(index);
      });
    else live.current.aim(index);
  };
  /** Cancels the prefetch: the finger scrolls or the mouse drags. */
  const giveUp = (): void => {
    cancelAnimationFrame(steady);
    live.current.aim(null);
  };

  /** Converts screen coordinates to those of the scrolled content, which may be zoomed. */
  const place = (clientX: number, clientY: number): { readonly x: number; readonly y: number } => {
    const box = scroller.getBoundingClientRect();
    const scale = zoomOf(scroller);
    return {
      x: (clientX - box.left) / scale + scroller.scrollLeft,
      y: (clientY - box.top) / scale + scroller.scrollTop,
    };
  };

  /** Selects the items under the rubber band. */
  const spanBand = (band: Band): void => {
    const { layout, order, change } = live.current;
    const view = scroller.getBoundingClientRect();
    scroller.scrollTop += autoScroll(band.clientY, view.top + layout.top, view.bottom);
    const end = place(band.clientX, band.clientY);
    const bottom = Math.max(heightOf(layout), scroller.scrollTop + scroller.clientHeight) - 1;
    const box = boxBetween(band.startX, band.startY, Math.max(0, end.x), Math.min(Math.max(0, end.y), bottom));
    Object.assign(rubber.style, {
      display: 'block',
      transform: `translate(${box.x}px, ${box.y}px)`,
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
    const indexes = indexesIn(layout, box);
    const seen = `${indexes[0] ?? ''}:${indexes.at(-1) ?? ''}:${indexes.length}`;
    if (seen !== band.seen) {
      band.seen = seen;
      const keys = indexes.map((at) => order.keyAt(at)).filter((key) => key !== undefined);
      change(selectBand(band.base, keys, band.mode));
    }
  };

  const drawBand = (): void => {
    if (band === null) return;
    spanBand(band);
    band.frame = requestAnimationFrame(drawBand);
  };

  const endBand = (): void => {
    if (band === null) return;
    cancelAnimationFrame(band.frame);
    band = null;
    rubber.style.display = 'none';
    live.current.onBand(false);
  };

  const pressItem = (event: PointerEvent, key: string): Press | null => {
    const { selection, order, single, clickToggles, change } = live.current;
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
    const act = (): void => {
      const now = live.current.selection;
      const back = ctrl || (clickToggles && now.keys.size === 1 && now.keys.has(key));
      live.current.change(back ? toggle(now, key) : selectOnly(key));
    };
    if (grip && !selected && !ctrl) {
      // Selected on press, so that a drag shows what it moves. With Ctrl only the click adds to the selection: a drag
      // copies this item alone.
      change(selectOnly(key));
      return { ...at, band: false, click: null, mode: 'replace' };
    }
    return { ...at, band: !grip, click: act, mode: ctrl ? 'toggle' : 'replace' };
  };

  scroller.addEventListener(
    'pointerdown',
    (event) => {
      touch = event.pointerType === 'touch';
      press = null;
      aim(event);
      if (touch || event.button !== 0 || !event.isPrimary || !(event.target instanceof Element)) return;
      if (event.target.closest(OWN) !== null) return;
      const index = indexOfEvent(event);
      const key = live.current.order.keyAt(index);
      if (key !== undefined) {
        press = pressItem(event, key);
        return;
      }
      const keep = event.shiftKey || event.ctrlKey || event.metaKey;
      press = {
        pointer: event.pointerId,
        x: event.clientX,
        y: event.clientY,
        band: true,
        click: keep
          ? null
          : () => {
              live.current.change(clearSelection(live.current.selection));
            },
        mode: event.shiftKey ? 'add' : keep ? 'toggle' : 'replace',
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
      if (press?.pointer !== event.pointerId || !press.band || live.current.single) return;
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < SLACK) return;
      const start = place(press.x, press.y);
      scroller.setPointerCapture(event.pointerId);
      band = {
        startX: start.x,
        startY: start.y,
        base: live.current.selection,
        mode: press.mode,
        clientX: event.clientX,
        clientY: event.clientY,
        frame: 0,
        seen: '',
      };
      press = null;
      live.current.onBand(true);
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
      if (band !== null) spanBand(Object.assign(band, { clientX: event.clientX, clientY: event.clientY }));
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
        if (type !== 'lostpointercapture') giveUp();
      },
      { signal },
    );
  }

  scroller.addEventListener(
    'click',
    (event) => {
      if (!touch || (event.target instanceof Element && event.target.closest(OWN) !== null)) return;
      const index = indexOfEvent(event);
      const { order, selection, single, touchSelects, change, open } = live.current;
      const key = order.keyAt(index);
      const selecting = selection.keys.size > 0;
      if (key === undefined) change(clearSelection(selection));
      else if (open !== null && !selecting && (touchSelects || !single)) {
        if (!opensByTap(event)) return;
        cancelAnimationFrame(steady);
        live.current.aim(index);
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
      if (event.button === 1 && live.current.openAside !== null) event.preventDefault();
    },
    { signal },
  );
  scroller.addEventListener(
    'auxclick',
    (event) => {
      const index = indexOfEvent(event);
      if (event.button === 1 && index >= 0) live.current.openAside?.(index);
    },
    { signal },
  );
  scroller.addEventListener(
    'dblclick',
    (event) => {
      if (event.target instanceof Element && event.target.closest(`${OWN}, [data-check]`) !== null) return;
      const index = indexOfEvent(event);
      if (index < 0 || (touch && !live.current.single)) return;
      // The second of the two clicks may have deselected the item.
      const key = live.current.order.keyAt(index);
      if (key !== undefined && live.current.clickToggles) live.current.change(selectOnly(key));
      live.current.open?.(index);
    },
    { signal },
  );
  signal.addEventListener('abort', () => {
    cancelAnimationFrame(steady);
    endBand();
  });
  return () => {
    stop.abort();
  };
}

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
  /** A second click on the only selected item takes it back. */
  readonly clickToggles: boolean;
  readonly change: (selection: Selection) => void;
  /** Null where there is nothing to open: a tap selects. */
  readonly open: ((index: number) => void) | null;
  /** Pressed, and perhaps about to be opened; null: it will not be. */
  readonly aim: (index: number | null) => void;
  /** A long press of a finger selects, so a tap need not. */
  readonly touchSelects: boolean;
  /** The middle button: beside what is open. */
  readonly openAside: ((index: number) => void) | null;
  readonly onBand: (active: boolean) => void;
}

const SLACK = 4;
/** A finger that begins to scroll has moved by then. In frames: while a finger is down Chromium keeps timers back until it is lifted. */
const STEADY_FRAMES = 2;
/** Things inside an item that have their own press. */
const OWN = 'button, a, input, select, textarea, [data-no-select]';

interface Press {
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  readonly band: boolean;
  /** What a press without a drag does. */
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

/** The item an event is in, -1 for none. */
export function indexOfEvent(event: Event): number {
  const item = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null;
  return item === null ? -1 : Number(item.dataset['index']);
}

/** Clicks, double clicks, taps and the rubber band of a list. @returns a function that removes the listeners */
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
  /** What is pressed may be opened in a moment. */
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
  /** It was not meant: a finger scrolls, a mouse drags. */
  const giveUp = (): void => {
    cancelAnimationFrame(steady);
    live.current.aim(null);
  };

  /** From the screen to the scrolled content, which may be zoomed. */
  const place = (clientX: number, clientY: number): { readonly x: number; readonly y: number } => {
    const box = scroller.getBoundingClientRect();
    const scale = zoomOf(scroller);
    return {
      x: (clientX - box.left) / scale + scroller.scrollLeft,
      y: (clientY - box.top) / scale + scroller.scrollTop,
    };
  };

  /** Chooses what is in the band as it is now. */
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
      // Chosen by the press already, so that a drag shows what it takes along. With Ctrl only the click adds: a drag copies this alone.
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
      // A quick hand lets go before the next frame; what it went over counts.
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
        // The row that was pressed is seen first, what it leads to is a page.
        afterPaint(() => {
          open(index);
        });
      } else if (single && !(touchSelects && selection.keys.has(key))) change(selectOnly(key));
      else change(toggle(selection, key));
    },
    { signal },
  );
  // The browser would begin to scroll by itself.
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
      // The second of the two clicks may have taken it back.
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

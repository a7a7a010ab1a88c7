import { scrollersOf } from '../base/scrollers-of.ts';
import { autoScroll } from '../data-list/layout.ts';
import { elementUnder, HELD } from './held.ts';
import styles from './dnd.module.css';

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** Options of a touch drag that starts with a long press. */
export interface Held {
  /** The drag source; it stays in place. */
  readonly source: HTMLElement;
  /**
   * The element under the finger; it receives all touch events until the finger is lifted, even when removed from the
   * page.
   */
  readonly target: HTMLElement;
  readonly at: Spot;
  /** Shown next to the finger ("3 items"). */
  readonly label: string;
  /** Called when the finger was lifted without moving. */
  readonly still: () => void;
}

/** Tolerated movement of a resting finger, in px. */
const SLACK = 10;
/** Distance from the edge of a scroller within which it scrolls automatically, in px; the nearer, the faster. */
const EDGE = 64;

/**
 * Touch drag and drop. Browsers drag with a mouse only, so this dispatches the same drag events; every drop target for
 * a mouse works with touch too, in this pane or another one.
 */
export const carryByFinger = ({ source, target, at, label, still }: Held): void => {
  const page = source.ownerDocument;
  const stop = new AbortController();
  const { signal } = stop;
  const dataTransfer = new DataTransfer();
  let carried: HTMLElement | null = null;
  let over: Element | null = null;
  let welcome = false;
  let drift = 0;
  let last = at;

  /** @returns whether a listener handled the event */
  const say = (type: string, to: Element, { x, y }: Spot): boolean =>
    !to.dispatchEvent(
      new DragEvent(type, { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, dataTransfer }),
    );
  const begin = (): boolean => {
    source.setAttribute(HELD, '');
    // A mouse drag has no pointermove events; the drag library treats them as the end of the drag.
    page.defaultView?.addEventListener('pointermove', (event) => event.stopImmediatePropagation(), {
      capture: true,
      signal,
    });
    if (say('dragstart', source, at)) return false;
    carried = page.createElement('div');
    carried.className = styles.carried ?? '';
    carried.textContent = label;
    page.body.append(carried);
    drift = requestAnimationFrame(draw);
    return true;
  };
  const move = (to: Spot): void => {
    if (carried !== null) carried.style.translate = `${to.x}px ${to.y}px`;
    const under = elementUnder(page, to) ?? page.body;
    if (under !== over) say('dragenter', under, to);
    over = under;
    welcome = say('dragover', under, to);
  };
  /** Scrolls the list while the finger rests near its edge. */
  function draw(): void {
    drift = requestAnimationFrame(draw);
    // The row under the finger may have been unmounted.
    const around = [...scrollersOf(elementUnder(page, last) ?? null)];
    const scroller = around.find(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight);
    if (scroller === undefined) return;
    const { top, bottom } = scroller.getBoundingClientRect();
    const before = scroller.scrollTop;
    scroller.scrollTop += autoScroll(last.y, top + EDGE, bottom - EDGE);
    if (scroller.scrollTop !== before) move(last);
  }
  const end = (to: Spot, isDropped: boolean): void => {
    stop.abort();
    cancelAnimationFrame(drift);
    if (carried !== null) {
      if (isDropped && welcome && over !== null) say('drop', over, to);
      // The list may have been unmounted together with its folder.
      say('dragend', source.isConnected ? source : page.body, to);
    }
    carried?.remove();
    source.removeAttribute(HELD);
  };

  target.addEventListener(
    'touchmove',
    (event) => {
      const [finger] = event.touches;
      if (finger === undefined || event.touches.length > 1) {
        end(last, false);
        return;
      }
      event.preventDefault();
      last = { x: finger.clientX, y: finger.clientY };
      if (carried === null && Math.hypot(last.x - at.x, last.y - at.y) < SLACK) return;
      if (carried === null && !begin()) end(last, false);
      else move(last);
    },
    { signal, passive: false },
  );
  target.addEventListener(
    'touchend',
    (event) => {
      event.preventDefault();
      const isStill = carried === null;
      end(last, true);
      if (isStill) still();
    },
    { signal, passive: false },
  );
  target.addEventListener('touchcancel', () => end(last, false), { signal });
};

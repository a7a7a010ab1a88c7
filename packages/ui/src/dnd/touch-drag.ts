import { scrollableAncestors } from '../base/scrollable-ancestors.ts';
import { autoScrollSpeed } from '../data-list/grid-geometry.ts';
import { elementUnder, TOUCH_DRAG_ATTRIBUTE } from './drag-hit-test.ts';
import styles from './dnd.module.css';

interface TouchPoint {
  readonly x: number;
  readonly y: number;
}

/** Options of a touch drag that starts with a long press. */
export interface TouchDragOptions {
  /** The drag source; it stays in place. */
  readonly source: HTMLElement;
  /**
   * The element under the finger; it receives all touch events until the finger is lifted, even when removed from the
   * page.
   */
  readonly target: HTMLElement;
  readonly at: TouchPoint;
  /** Shown next to the finger ("3 items"). */
  readonly label: string;
  /** Called when the finger was lifted without moving. */
  readonly onReleasedInPlace: () => void;
}

/** Tolerated movement of a resting finger, in px. */
const DRAG_THRESHOLD_PX = 10;
/** Distance from the edge of a scroller within which it scrolls automatically, in px; the nearer, the faster. */
const AUTO_SCROLL_EDGE_PX = 64;

/**
 * Touch drag and drop. Browsers drag with a mouse only, so this dispatches the same drag events; every drop target for
 * a mouse works with touch too, in this pane or another one.
 */
export const startTouchDrag = ({ source, target, at, label, onReleasedInPlace }: TouchDragOptions): void => {
  const page = source.ownerDocument;
  const stop = new AbortController();
  const { signal } = stop;
  const dataTransfer = new DataTransfer();
  let preview: HTMLElement | null = null;
  let over: Element | null = null;
  let isAccepted = false;
  let scrollFrame = 0;
  let last = at;

  /** @returns whether a listener handled the event */
  const dispatchDrag = (type: string, to: Element, { x, y }: TouchPoint): boolean =>
    !to.dispatchEvent(
      new DragEvent(type, { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, dataTransfer }),
    );
  const begin = (): boolean => {
    source.setAttribute(TOUCH_DRAG_ATTRIBUTE, '');
    // A mouse drag has no pointermove events; the drag library treats them as the end of the drag.
    page.defaultView?.addEventListener('pointermove', (event) => event.stopImmediatePropagation(), {
      capture: true,
      signal,
    });
    if (dispatchDrag('dragstart', source, at)) return false;
    preview = page.createElement('div');
    preview.className = styles.carried ?? '';
    preview.textContent = label;
    page.body.append(preview);
    scrollFrame = requestAnimationFrame(scrollAtEdge);
    return true;
  };
  const move = (to: TouchPoint): void => {
    if (preview !== null) preview.style.translate = `${to.x}px ${to.y}px`;
    const under = elementUnder(page, to) ?? page.body;
    if (under !== over) dispatchDrag('dragenter', under, to);
    over = under;
    isAccepted = dispatchDrag('dragover', under, to);
  };
  /** Scrolls the list while the finger rests near its edge. */
  function scrollAtEdge(): void {
    scrollFrame = requestAnimationFrame(scrollAtEdge);
    // The row under the finger may have been unmounted.
    const around = [...scrollableAncestors(elementUnder(page, last) ?? null)];
    const scroller = around.find(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight);
    if (scroller === undefined) return;
    const { top, bottom } = scroller.getBoundingClientRect();
    const before = scroller.scrollTop;
    scroller.scrollTop += autoScrollSpeed(last.y, top + AUTO_SCROLL_EDGE_PX, bottom - AUTO_SCROLL_EDGE_PX);
    if (scroller.scrollTop !== before) move(last);
  }
  const end = (to: TouchPoint, isDropped: boolean): void => {
    stop.abort();
    cancelAnimationFrame(scrollFrame);
    if (preview !== null) {
      if (isDropped && isAccepted && over !== null) dispatchDrag('drop', over, to);
      // The list may have been unmounted together with its folder.
      dispatchDrag('dragend', source.isConnected ? source : page.body, to);
    }
    preview?.remove();
    source.removeAttribute(TOUCH_DRAG_ATTRIBUTE);
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
      if (preview === null && Math.hypot(last.x - at.x, last.y - at.y) < DRAG_THRESHOLD_PX) return;
      if (preview === null && !begin()) end(last, false);
      else move(last);
    },
    { signal, passive: false },
  );
  target.addEventListener(
    'touchend',
    (event) => {
      event.preventDefault();
      const wasReleasedInPlace = preview === null;
      end(last, true);
      if (wasReleasedInPlace) onReleasedInPlace();
    },
    { signal, passive: false },
  );
  target.addEventListener('touchcancel', () => end(last, false), { signal });
};

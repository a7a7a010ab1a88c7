import { scrollersOf } from '../base/scrollers-of.ts';
import { autoScroll } from '../data-list/layout.ts';
import { elementUnder, HELD } from './held.ts';
import styles from './dnd.module.css';

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** What a finger has taken hold of by a long press. */
export interface Held {
  /** What is dragged out of; it stays where it is. */
  readonly source: HTMLElement;
  /** What the finger is on: it hears of the finger until that is lifted, also when it is taken out of the page. */
  readonly target: HTMLElement;
  readonly at: Spot;
  /** Stands beside the finger ("3 items"). */
  readonly label: string;
  /** The finger was lifted where it was. */
  readonly still: () => void;
}

/** How far a finger trembles, px. */
const SLACK = 10;
/** So near to the end of what scrolls, px, a finger draws it on: the nearer, the faster. */
const EDGE = 64;

/**
 * Lets a finger carry what it holds. Browsers drag for a mouse alone; so the finger says the same events as a drag of theirs, and whatever
 * takes a drop of a mouse takes this one, in this pane or the next.
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

  /** @returns whether somebody has taken it */
  const say = (type: string, to: Element, { x, y }: Spot): boolean =>
    !to.dispatchEvent(
      new DragEvent(type, { bubbles: true, cancelable: true, composed: true, clientX: x, clientY: y, dataTransfer }),
    );
  const begin = (): boolean => {
    source.setAttribute(HELD, '');
    // During a drag of a mouse there are no such events; the library takes them for its end.
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
  /** What lies beyond the end of a list comes to the finger that waits there. */
  function draw(): void {
    drift = requestAnimationFrame(draw);
    // A row that the finger was on may have gone from the page.
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
      // The list may have gone, with the folder that it showed.
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

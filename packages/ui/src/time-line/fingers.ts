import { LONG_PRESS } from '../menu/context-gesture.ts';

/** How far a finger may wander during a long press, px. */
const SLACK = 10;
/** Two fingers have to come so much nearer or go so much farther apart for one step. */
const STEP = 1.35;

/** Calls back when one finger has stayed on something. @returns a function that removes the listeners */
export const listenForLongPress = (area: HTMLElement, pressed: (target: Element) => void): (() => void) => {
  const stop = new AbortController();
  const { signal } = stop;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from = { x: 0, y: 0 };
  const cancel = (): void => {
    clearTimeout(timer);
  };
  area.addEventListener(
    'pointerdown',
    ({ pointerType, isPrimary, target, clientX, clientY }) => {
      cancel();
      if (pointerType !== 'touch' || !isPrimary || !(target instanceof Element)) return;
      from = { x: clientX, y: clientY };
      timer = setTimeout(() => {
        pressed(target);
      }, LONG_PRESS);
    },
    { signal },
  );
  area.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      if (Math.hypot(clientX - from.x, clientY - from.y) > SLACK) cancel();
    },
    { signal },
  );
  for (const type of ['pointerup', 'pointercancel'] as const) area.addEventListener(type, cancel, { signal });
  // The second finger is no press.
  area.addEventListener('touchstart', ({ touches }) => touches.length > 1 && cancel(), { signal, passive: true });
  // A browser that has a menu for a long press would open it now.
  area.addEventListener(
    'contextmenu',
    (event) => {
      if (event instanceof PointerEvent && event.pointerType === 'touch') event.preventDefault();
    },
    { signal },
  );
  signal.addEventListener('abort', cancel);
  return () => {
    stop.abort();
  };
};

const apart = ([one, other]: TouchList | readonly Touch[]): number | null =>
  one === undefined || other === undefined
    ? null
    : Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);

/** Calls back for each step that two fingers go apart (1) or come together (-1). @returns a function that removes the listeners */
export const listenForPinch = (area: HTMLElement, step: (by: 1 | -1) => void): (() => void) => {
  const stop = new AbortController();
  const { signal } = stop;
  let from: number | null = null;
  area.addEventListener(
    'touchstart',
    ({ touches }) => {
      from = apart(touches);
    },
    { signal, passive: true },
  );
  area.addEventListener(
    'touchmove',
    (event) => {
      const now = apart(event.touches);
      if (from === null || now === null) return;
      // The page itself must not grow.
      event.preventDefault();
      if (now < from * STEP && now > from / STEP) return;
      step(now > from ? 1 : -1);
      from = now;
    },
    { signal, passive: false },
  );
  return () => {
    stop.abort();
  };
};

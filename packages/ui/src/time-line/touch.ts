import type { RefObject } from 'react';
import { toggle, type Selection } from '../data-list/selection.ts';
import { swallowLift } from '../data-list/swallow-lift.ts';
import { attachTouchRun, type TouchRunParts } from '../data-list/touch-run.ts';
import { LONG_PRESS } from '../menu/context-gesture.ts';

/** How far a finger may wander during a long press, px. */
const SLACK = 10;

/** Calls back when one finger has stayed on something. @returns a function that removes the listeners */
const listenForLongPress = (area: HTMLElement, pressed: (target: Element) => void): (() => void) => {
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

export interface TouchParts extends TouchRunParts {
  readonly selection: Selection;
}

/** A finger that stays on a tile selects it, or gives it back; drawn on from one that it selected it selects a run. @returns a function that ends it */
export const attachTouch = (scroller: HTMLElement, live: RefObject<TouchParts>): (() => void) => {
  const lift = swallowLift(scroller);
  const run = attachTouchRun(scroller, live);
  const end = listenForLongPress(scroller, (target) => {
    const key = target.closest<HTMLElement>('[data-key]')?.dataset['key'];
    if (key === undefined) return;
    lift.next();
    const next = toggle(live.current.selection, key);
    live.current.change(next);
    if (next.keys.has(key)) run.begin(next);
  });
  return () => {
    end();
    run.end();
    lift.end();
  };
};

import type { RefObject } from 'react';
import { listenForLongPress } from '../base/long-press.ts';
import { toggle, type Selection } from '../data-list/selection.ts';
import { swallowLift } from '../data-list/swallow-lift.ts';
import { attachTouchRun, type TouchRunParts } from '../data-list/touch-run.ts';

export interface TouchParts extends TouchRunParts {
  readonly selection: Selection;
}

/** A finger that stays on a tile selects it, or gives it back; drawn on from one that it selected it selects a run. @returns a function that ends it */
export const attachTouch = (scroller: HTMLElement, live: RefObject<TouchParts>): (() => void) => {
  const stop = new AbortController();
  const { signal } = stop;
  const lift = swallowLift(scroller);
  const run = attachTouchRun(scroller, live);
  listenForLongPress(scroller, signal, ({ pointerType, target }) => {
    if (pointerType !== 'touch' || !(target instanceof Element)) return;
    const key = target.closest<HTMLElement>('[data-key]')?.dataset['key'];
    if (key === undefined) return;
    lift.next();
    const next = toggle(live.current.selection, key);
    live.current.change(next);
    if (next.keys.has(key)) run.begin(next);
  });
  // A browser that has a menu for a long press would open it now.
  scroller.addEventListener(
    'contextmenu',
    (event) => {
      if (event instanceof PointerEvent && event.pointerType === 'touch') event.preventDefault();
    },
    { signal },
  );
  return () => {
    stop.abort();
    run.end();
    lift.end();
  };
};

import type { RefObject } from 'react';
import { listenForLongPress } from '../base/long-press.ts';
import { toggle, type Selection } from '../data-list/selection.ts';
import { swallowLift } from '../data-list/swallow-lift.ts';
import { attachTouchRun, type TouchRunParts } from '../data-list/touch-run.ts';

export interface TouchParts extends TouchRunParts {
  readonly selection: Selection;
}

/**
 * A long press toggles a tile; dragging on from a tile it selected extends the selection. @returns a function that
 * removes the listeners
 */
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
  // Prevents the native context menu of a long press.
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

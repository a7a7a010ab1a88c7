import type { RefObject } from 'react';
import { listenForLongPress } from '../base/long-press.ts';
import { toggle, type Selection } from '../data-list/selection.ts';
import { suppressClickAfterLongPress } from '../data-list/suppress-click.ts';
import { attachTouchRangeSelect, type TouchRangeDeps } from '../data-list/touch-range-select.ts';

export interface TimelineTouchDeps extends TouchRangeDeps {
  readonly selection: Selection;
}

/**
 * A long press toggles a tile; dragging on from a tile it selected extends the selection. @returns a function that
 * removes the listeners
 */
export const attachTimelineTouch = (scroller: HTMLElement, deps: RefObject<TimelineTouchDeps>): (() => void) => {
  const stop = new AbortController();
  const { signal } = stop;
  const clickGuard = suppressClickAfterLongPress(scroller);
  const rangeSelect = attachTouchRangeSelect(scroller, deps);
  listenForLongPress(scroller, signal, ({ pointerType, target }) => {
    if (pointerType !== 'touch' || !(target instanceof Element)) return;
    const key = target.closest<HTMLElement>('[data-key]')?.dataset['key'];
    if (key === undefined) return;
    clickGuard.suppressNext();
    const next = toggle(deps.current.selection, key);
    deps.current.onChange(next);
    if (next.keys.has(key)) rangeSelect.begin(next);
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
    rangeSelect.detach();
    clickGuard.end();
  };
};

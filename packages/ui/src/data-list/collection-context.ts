import type { RefObject } from 'react';
import { later } from '../base/later.ts';
import type { DragParts } from '../dnd/collection-drag.ts';
import { drags } from '../dnd/drags.ts';
import { listenForContext } from '../menu/context-gesture.ts';
import type { MenuEntry } from '../menu/menu-entry.ts';
import type { Point } from '../menu/menu-props.ts';
import { clearSelection, type Order, type Selection, selectOnly, toggle } from './selection.ts';
import { swallowLift } from './swallow-lift.ts';
import { attachTouchRun, type TouchRunParts } from './touch-run.ts';

export interface ContextParts<T> {
  readonly selection: Selection;
  readonly order: Order;
  readonly items: readonly T[];
  readonly change: (selection: Selection) => void;
  /** A long press selects; without this flag it opens the menu. */
  readonly touchSelects: boolean;
  /** Menu entries for the selection; item null: the blank area was pressed. */
  readonly entriesOf: (selection: Selection, item: T | null) => readonly MenuEntry[];
  readonly show: (at: Point, entries: readonly MenuEntry[]) => void;
}

/** Duration of the vibration when a long press selects, in ms. */
const SHAKE_MS = 12;

/**
 * Touch dragging is loaded after the first long-press selection, or on the first touch where a long press opens the
 * menu.
 */
const byFinger = later(async () => {
  const [{ carryByFinger }] = await Promise.all([import('../dnd/touch-drag.ts'), drags.load()]);
  return carryByFinger;
});

/**
 * Handles right click, Menu key and long press in a list: opens the menu, selects, or starts a touch drag.
 * @returns a function that removes the listeners
 */
export const attachContext = <T>(
  scroller: HTMLElement,
  live: RefObject<ContextParts<T>>,
  drawn: RefObject<TouchRunParts>,
  parts: RefObject<DragParts<T>>,
): (() => void) => {
  const lift = swallowLift(scroller);
  const run = attachTouchRun(scroller, drawn);
  const end = listenForContext(scroller, ({ point, target, by }) => {
    const { selection, order, items, change, touchSelects, entriesOf, show } = live.current;
    const own = target.closest<HTMLElement>('[data-index]')?.dataset['index'];
    const index = by === 'keyboard' ? order.indexOf(selection.active ?? '') : own === undefined ? -1 : Number(own);
    const key = order.keyAt(index);
    const { drag, taken } = parts.current;
    const carry = by === 'touch' && drag !== undefined ? byFinger.here() : null;
    /**
     * Starts a touch drag of the pressed item. `onReleasedInPlace` runs when the finger is lifted without moving.
     * @returns whether a drag started
     */
    const carried = (still: () => void): boolean => {
      if (carry === null || drag === undefined || key === undefined) return false;
      carry({ source: scroller, target, at: point, label: drag.label(taken(index)), still });
      return true;
    };
    if (by === 'touch' && touchSelects) {
      lift.next();
      if (key === undefined) return;
      if ('vibrate' in navigator) navigator.vibrate(SHAKE_MS);
      const next = toggle(selection, key);
      if (selection.keys.has(key) && carried(() => change(next))) return;
      if (drag !== undefined) void byFinger.load();
      change(next);
      if (next.keys.has(key)) run.begin(next);
      return;
    }
    const next = key === undefined ? clearSelection(selection) : selection.keys.has(key) ? selection : selectOnly(key);
    if (next !== selection) change(next);
    const open = (): void => {
      const list = entriesOf(next, items[index] ?? null);
      if (list.length > 0) show(point, list);
    };
    if (!carried(open)) open();
  });
  const ready = ({ pointerType }: PointerEvent): void => {
    if (pointerType === 'touch' && !live.current.touchSelects && parts.current.drag !== undefined) void byFinger.load();
  };
  scroller.addEventListener('pointerdown', ready, { passive: true });
  return () => {
    scroller.removeEventListener('pointerdown', ready);
    end();
    lift.end();
    run.end();
  };
};

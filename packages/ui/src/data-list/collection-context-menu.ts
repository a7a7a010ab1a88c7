import type { RefObject } from 'react';
import { createLazyModule } from '../base/lazy-module.ts';
import type { ListDragAndDropDeps } from '../dnd/list-drag-and-drop.ts';
import { dragAndDrop } from '../dnd/lazy-drag-and-drop.ts';
import { listenForContext } from '../menu/context-menu-gesture.ts';
import type { MenuEntry } from '../menu/menu-entry.ts';
import type { Point } from '../menu/menu-props.ts';
import { clearSelection, type Order, type Selection, selectOnly, toggle } from './selection.ts';
import { suppressClickAfterLongPress } from './suppress-click.ts';
import { attachTouchRangeSelect, type TouchRangeDeps } from './touch-range-select.ts';

export interface ContextMenuDeps<T> {
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
const VIBRATION_MS = 12;

/**
 * Touch dragging is loaded after the first long-press selection, or on the first touch where a long press opens the
 * menu.
 */
const touchDrag = createLazyModule(async () => {
  const [{ startTouchDrag }] = await Promise.all([import('../dnd/touch-drag.ts'), dragAndDrop.load()]);
  return startTouchDrag;
});

/**
 * Handles right click, Menu key and long press in a list: opens the menu, selects, or starts a touch drag.
 * @returns a function that removes the listeners
 */
export const attachContextMenu = <T>(
  scroller: HTMLElement,
  deps: RefObject<ContextMenuDeps<T>>,
  rangeDeps: RefObject<TouchRangeDeps>,
  dragDeps: RefObject<ListDragAndDropDeps<T>>,
): (() => void) => {
  const clickGuard = suppressClickAfterLongPress(scroller);
  const rangeSelect = attachTouchRangeSelect(scroller, rangeDeps);
  const end = listenForContext(scroller, ({ point, target, by }) => {
    const { selection, order, items, change, touchSelects, entriesOf, show } = deps.current;
    const own = target.closest<HTMLElement>('[data-index]')?.dataset['index'];
    const index = by === 'keyboard' ? order.indexOf(selection.active ?? '') : own === undefined ? -1 : Number(own);
    const key = order.keyAt(index);
    const { drag, itemsToDrag } = dragDeps.current;
    const startDrag = by === 'touch' && drag !== undefined ? touchDrag.current() : null;
    /**
     * Starts a touch drag of the pressed item. `onReleasedInPlace` runs when the finger is lifted without moving.
     * @returns whether a drag started
     */
    const startsDrag = (onReleasedInPlace: () => void): boolean => {
      if (startDrag === null || drag === undefined || key === undefined) return false;
      startDrag({ source: scroller, target, at: point, label: drag.label(itemsToDrag(index)), onReleasedInPlace });
      return true;
    };
    if (by === 'touch' && touchSelects) {
      clickGuard.suppressNext();
      if (key === undefined) return;
      if ('vibrate' in navigator) navigator.vibrate(VIBRATION_MS);
      const next = toggle(selection, key);
      if (selection.keys.has(key) && startsDrag(() => change(next))) return;
      if (drag !== undefined) void touchDrag.load();
      change(next);
      if (next.keys.has(key)) rangeSelect.begin(next);
      return;
    }
    const next = key === undefined ? clearSelection(selection) : selection.keys.has(key) ? selection : selectOnly(key);
    if (next !== selection) change(next);
    const open = (): void => {
      const list = entriesOf(next, items[index] ?? null);
      if (list.length > 0) show(point, list);
    };
    if (!startsDrag(open)) open();
  });
  const preloadDrag = ({ pointerType }: PointerEvent): void => {
    if (pointerType === 'touch' && !deps.current.touchSelects && dragDeps.current.drag !== undefined)
      void touchDrag.load();
  };
  scroller.addEventListener('pointerdown', preloadDrag, { passive: true });
  return () => {
    scroller.removeEventListener('pointerdown', preloadDrag);
    end();
    clickGuard.end();
    rangeSelect.detach();
  };
};

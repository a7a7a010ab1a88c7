import { useState, type KeyboardEvent } from 'react';
import { useLatest } from '../base/use-latest.ts';
import { rowCount, indexAfterKey, type GridLayout } from './grid-geometry.ts';
import {
  clearSelection,
  extendTo,
  moveActive,
  selectAll,
  selectOnly,
  toggle,
  type Order,
  type Selection,
} from './selection.ts';
import { createTypeAhead } from './type-ahead.ts';

export interface CollectionKeyDeps {
  readonly layout: GridLayout;
  readonly order: Order;
  readonly selection: Selection;
  readonly single: boolean;
  readonly textsAt: (index: number) => readonly string[];
  readonly change: (selection: Selection) => void;
  /** Handles Ctrl+A instead of the list; undefined when the list holds all items. */
  readonly selectAll: (() => void) | undefined;
  readonly open: (index: number) => void;
  /** Number of rows that fit the view. */
  readonly pageRows: () => number;
}

/** Keyboard handling of a list. Keys it does not use are left to the owner. */
export function useCollectionKeys(deps: CollectionKeyDeps): (event: KeyboardEvent<HTMLElement>) => void {
  const latest = useLatest(deps);
  const [typeAhead] = useState(createTypeAhead);
  const [handle] = useState(() => (event: KeyboardEvent<HTMLElement>): void => {
    if (event.defaultPrevented || event.target !== event.currentTarget || event.nativeEvent.isComposing) return;
    const { layout, order, selection, single, change } = latest.current;
    const at = selection.active === null ? -1 : order.indexOf(selection.active);
    const ctrl = event.ctrlKey || event.metaKey;
    const consume = (): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    const to = event.altKey ? null : indexAfterKey(layout, at, event.key, latest.current.pageRows());
    const key = to === null ? undefined : order.keyAt(to);
    if (key !== undefined) {
      consume();
      if (event.shiftKey && !single) change(extendTo(selection, order, key, ctrl));
      else change(ctrl && !single ? moveActive(selection, key) : selectOnly(key));
      return;
    }
    switch (event.key) {
      case 'Enter':
        if (at >= 0 && !ctrl && !event.altKey) {
          consume();
          latest.current.open(at);
        }
        return;
      case 'Escape':
        if (selection.keys.size > 0) {
          consume();
          change(clearSelection(selection));
        }
        return;
      case ' ': {
        const active = order.keyAt(at);
        if (ctrl && active !== undefined) {
          consume();
          change(toggle(selection, active));
          return;
        }
        if (!typeAhead.isTyping(event.timeStamp)) return;
        break;
      }
      default:
    }
    if (ctrl && event.key.toLowerCase() === 'a' && !event.shiftKey && !single) {
      consume();
      (latest.current.selectAll ?? (() => change(selectAll(selection, order))))();
      return;
    }
    if (ctrl || event.altKey || Array.from(event.key).length !== 1) return;
    const found = typeAhead.find(event.key, event.timeStamp, order.count, latest.current.textsAt, at);
    const next = order.keyAt(found);
    if (next === undefined) return;
    consume();
    change(selectOnly(next));
  });
  return handle;
}

/** Rows of a page: one less than fit, so that the last row stays visible as a reference. */
export const rowsOfPage = (layout: GridLayout, viewHeight: number): number =>
  Math.min(rowCount(layout), Math.max(1, Math.floor((viewHeight - layout.top) / layout.itemHeight) - 1));

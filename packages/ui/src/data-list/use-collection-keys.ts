import { useState, type KeyboardEvent } from 'react';
import { useLive } from '../base/use-live.ts';
import { rowCount, stepFrom, type Layout } from './layout.ts';
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
import { createTypeToFind } from './type-to-find.ts';

export interface KeyParts {
  readonly layout: Layout;
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
export function useCollectionKeys(parts: KeyParts): (event: KeyboardEvent<HTMLElement>) => void {
  const live = useLive(parts);
  const [finder] = useState(createTypeToFind);
  const [handle] = useState(() => (event: KeyboardEvent<HTMLElement>): void => {
    if (event.defaultPrevented || event.target !== event.currentTarget || event.nativeEvent.isComposing) return;
    const { layout, order, selection, single, change } = live.current;
    const at = selection.active === null ? -1 : order.indexOf(selection.active);
    const ctrl = event.ctrlKey || event.metaKey;
    const used = (): void => {
      event.preventDefault();
      event.stopPropagation();
    };
    const to = event.altKey ? null : stepFrom(layout, at, event.key, live.current.pageRows());
    const key = to === null ? undefined : order.keyAt(to);
    if (key !== undefined) {
      used();
      if (event.shiftKey && !single) change(extendTo(selection, order, key, ctrl));
      else change(ctrl && !single ? moveActive(selection, key) : selectOnly(key));
      return;
    }
    switch (event.key) {
      case 'Enter':
        if (at >= 0 && !ctrl && !event.altKey) {
          used();
          live.current.open(at);
        }
        return;
      case 'Escape':
        if (selection.keys.size > 0) {
          used();
          change(clearSelection(selection));
        }
        return;
      case ' ': {
        const active = order.keyAt(at);
        if (ctrl && active !== undefined) {
          used();
          change(toggle(selection, active));
          return;
        }
        if (!finder.typing(event.timeStamp)) return;
        break;
      }
      default:
    }
    if (ctrl && event.key.toLowerCase() === 'a' && !event.shiftKey && !single) {
      used();
      (live.current.selectAll ?? (() => change(selectAll(selection, order))))();
      return;
    }
    if (ctrl || event.altKey || Array.from(event.key).length !== 1) return;
    const found = finder.find(event.key, event.timeStamp, order.count, live.current.textsAt, at);
    const next = order.keyAt(found);
    if (next === undefined) return;
    used();
    change(selectOnly(next));
  });
  return handle;
}

/** Rows of a page: one less than fit, so that the last row stays visible as a reference. */
export const rowsOfPage = (layout: Layout, viewHeight: number): number =>
  Math.min(rowCount(layout), Math.max(1, Math.floor((viewHeight - layout.top) / layout.itemHeight) - 1));

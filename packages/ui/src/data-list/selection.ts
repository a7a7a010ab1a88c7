/**
 * The selection of a list, independent of how the list is shown. Immutable. `active` is the item with the keyboard
 * focus; `anchor` is the fixed end of a Shift range.
 */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly active: string | null;
  readonly anchor: string | null;
}

export const emptySelection: Selection = { keys: new Set(), active: null, anchor: null };

/** The items in display order. */
export interface Order {
  readonly count: number;
  readonly keyAt: (index: number) => string | undefined;
  /** -1 when the key is not in the list. */
  readonly indexOf: (key: string) => number;
}

/** Builds an {@link Order}; the reverse index is built on first use. */
export function orderOf<T>(items: readonly T[], keyOf: (item: T) => string): Order {
  let index: Map<string, number> | undefined;
  return {
    count: items.length,
    keyAt: (at) => {
      const item = items[at];
      return item === undefined ? undefined : keyOf(item);
    },
    indexOf: (key) => {
      index ??= new Map(items.map((item, index) => [keyOf(item), index]));
      return index.get(key) ?? -1;
    },
  };
}

/** A plain click: selects this item only. */
export const selectOnly = (key: string): Selection => ({ keys: new Set([key]), active: key, anchor: key });

/** Ctrl or Cmd click. */
export function toggle(selection: Selection, key: string): Selection {
  const keys = new Set(selection.keys);
  if (!keys.delete(key)) keys.add(key);
  return { keys, active: key, anchor: key };
}

function range(order: Order, from: number, to: number): string[] {
  const keys: string[] = [];
  for (let at = Math.min(from, to); at <= Math.max(from, to); at += 1) {
    const key = order.keyAt(at);
    if (key !== undefined) keys.push(key);
  }
  return keys;
}

/**
 * Shift click or Shift arrow: everything between the anchor and the item.
 * @param add keep what was selected (Ctrl and Shift)
 */
export function extendTo(selection: Selection, order: Order, key: string, add = false): Selection {
  const to = order.indexOf(key);
  if (to < 0) return selection;
  const anchored = selection.anchor === null ? -1 : order.indexOf(selection.anchor);
  const anchor = anchored < 0 ? key : selection.anchor;
  const between = range(order, anchored < 0 ? to : anchored, to);
  return { keys: new Set(add ? [...selection.keys, ...between] : between), active: key, anchor };
}

/** Moves the keyboard without selecting (Ctrl arrow). */
export const moveActive = (selection: Selection, key: string): Selection => ({
  ...selection,
  active: key,
  anchor: key,
});

/** When the active item was removed: the next item that still exists, otherwise the previous one. */
export const successorOf = (before: Order, now: Order, removedKey: string): string | null => {
  const index = before.indexOf(removedKey);
  if (index < 0) return null;
  const exists = (key: string | undefined): key is string => key !== undefined && now.indexOf(key) >= 0;
  for (let next = index + 1; next < before.count; next += 1) {
    const key = before.keyAt(next);
    if (exists(key)) return key;
  }
  for (let last = index - 1; last >= 0; last -= 1) {
    const key = before.keyAt(last);
    if (exists(key)) return key;
  }
  return null;
};

export const selectAll = (selection: Selection, order: Order): Selection => ({
  ...selection,
  keys: new Set(range(order, 0, order.count - 1)),
});

/** Deselects all items; the active item stays. */
export const clearSelection = (selection: Selection): Selection => ({ ...selection, keys: new Set() });

/** Rubber band: `keys` are under it, `base` is the selection before it began. */
export function selectBand(base: Selection, keys: readonly string[], mode: 'replace' | 'add' | 'toggle'): Selection {
  const active = keys.at(-1) ?? base.active;
  if (mode === 'replace') return { keys: new Set(keys), active, anchor: keys[0] ?? base.anchor };
  const next = new Set(base.keys);
  for (const key of keys) {
    if (mode === 'toggle' && base.keys.has(key)) next.delete(key);
    else next.add(key);
  }
  return { keys: next, active, anchor: keys[0] ?? base.anchor };
}

export const allSelected = (selection: Selection, order: Order): boolean =>
  order.count > 0 && selection.keys.size >= order.count;

import type { KeyboardEvent } from 'react';
import {
  clearSelection,
  extendTo,
  moveActive,
  type Order,
  selectAll,
  type Selection,
  selectOnly,
  toggle,
} from '../data-list/selection.ts';
import type { TilePosition } from './tile-positions.ts';

/** The timeline that a key acts on. */
export interface TimelineKeyDeps {
  /** Key of the active tile. */
  readonly active: string;
  readonly order: Order;
  readonly selection: Selection;
  /** How far Page Up and Page Down move, in px. */
  readonly pageHeight: number;
  readonly bucketCount: number;
  /** Index of the first bucket of the last page. */
  readonly firstBucketOfLastPage: () => number;
  readonly positionOf: (key: string) => TilePosition | null;
  /** Key of the tile above or below another one, at least `far` px away; null where there is none. */
  readonly keyAcross: (from: TilePosition, down: boolean, far: number) => string | null;
  /** Applies a selection that covers all tiles between these buckets; `isMove` also moves the keyboard focus. */
  readonly selectBetween: (ends: readonly number[], next: (order: Order) => Selection, isMove?: boolean) => void;
  readonly onSelectionChange: (selection: Selection) => void;
  readonly onOpen: (key: string) => void;
  /** Gets the keys that the timeline does not handle. */
  readonly onOtherKey: ((event: KeyboardEvent) => void) | undefined;
}

/** The tile that a key moves to; null at the edge, undefined for keys that do not move. */
const targetOf = (
  { key }: KeyboardEvent,
  { active, order, pageHeight, positionOf, keyAcross }: TimelineKeyDeps,
): string | null | undefined => {
  const position = positionOf(active);
  if (position === null) return undefined;
  const at = order.indexOf(active);
  switch (key) {
    case 'ArrowLeft':
      return order.keyAt(at - 1) ?? null;
    case 'ArrowRight':
      return order.keyAt(at + 1) ?? null;
    case 'ArrowUp':
      return keyAcross(position, false, 0);
    case 'ArrowDown':
      return keyAcross(position, true, 0);
    case 'PageUp':
      return keyAcross(position, false, pageHeight);
    case 'PageDown':
      return keyAcross(position, true, pageHeight);
    case 'Home':
      return order.keyAt(0) ?? null;
    case 'End':
      return order.keyAt(order.count - 1) ?? null;
    default:
      return undefined;
  }
};

/** Handles a key of a timeline: moves, opens and selects tiles. */
export const handleTimelineKey = (event: KeyboardEvent, timeline: TimelineKeyDeps): void => {
  const { active, selection, bucketCount, positionOf, selectBetween, onSelectionChange } = timeline;
  const bucketOf = (key: string | null): number | undefined => (key === null ? undefined : positionOf(key)?.bucket);
  const withCtrl = event.ctrlKey || event.metaKey;
  const to = event.altKey ? undefined : targetOf(event, timeline);
  if (to !== undefined) {
    event.preventDefault();
    if (to === null) return;
    const { key, shiftKey } = event;
    const from = selection.active === null ? moveActive(selection, active) : selection;
    const isEnd = key === 'End';
    const at = bucketOf(to) ?? 0;
    // Includes the whole last page, because loading its tiles could move the end again.
    const firstBucket = isEnd ? timeline.firstBucketOfLastPage() : at;
    selectBetween(
      [firstBucket, isEnd ? bucketCount : at, ...(shiftKey ? [bucketOf(from.anchor) ?? at] : [])],
      (knownOrder) => {
        const target = isEnd ? (knownOrder.keyAt(knownOrder.count - 1) ?? to) : to;
        if (shiftKey) return extendTo(from, knownOrder, target, withCtrl);
        return withCtrl ? moveActive(selection, target) : selectOnly(target);
      },
      true,
    );
  } else if (event.key === 'Enter') {
    event.preventDefault();
    timeline.onOpen(active);
  } else if (event.key === ' ') {
    event.preventDefault();
    onSelectionChange(toggle(selection, active));
  } else if (withCtrl && event.key.toLowerCase() === 'a') {
    event.preventDefault();
    selectBetween([0, bucketCount], (knownOrder) => selectAll(selection, knownOrder));
  } else if (event.key === 'Escape' && selection.keys.size > 0) {
    event.stopPropagation();
    onSelectionChange(clearSelection(selection));
  } else timeline.onOtherKey?.(event);
};

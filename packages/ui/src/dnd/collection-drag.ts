import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { dropTargetForExternal } from '@atlaskit/pragmatic-drag-and-drop/external/adapter';
import { containsFiles } from '@atlaskit/pragmatic-drag-and-drop/external/file';
import type { RefObject } from 'react';
import { labelPreview } from './drag-preview.ts';
import { elementUnder, TOUCH_DRAG_ATTRIBUTE } from './drag-hit-test.ts';
import { type DragData, isCopyDrag } from './drag-data.ts';

/** Dragging the selected items out of a list. */
export interface CollectionDrag<T> {
  /** Drag data of the items, in list order. */
  readonly data: (items: readonly T[]) => DragData;
  /** Label under the pointer ("3 items"). */
  readonly label: (items: readonly T[]) => string;
}

/** Dropping onto an item of a list, or onto the list itself (`null`). */
export interface CollectionDrop<T> {
  readonly accepts?: (data: DragData, item: T | null) => boolean;
  readonly onDrop?: (data: DragData, item: T | null, how: { readonly copy: boolean }) => void;
  /** The pointer rests on a drop target: open the folder below it (spring loading). */
  readonly onSpringLoad?: (item: T) => void;
  readonly acceptsFiles?: (item: T | null) => boolean;
  /** Files from the computer; read the items before returning. */
  readonly onFiles?: (items: readonly DataTransferItem[], item: T | null) => void;
}

export interface CollectionDragDeps<T> {
  readonly drag: CollectionDrag<T> | undefined;
  readonly drop: CollectionDrop<T> | undefined;
  readonly itemAt: (index: number) => T | undefined;
  readonly keyAt: (index: number) => string | undefined;
  /** The items that a drag starting on this one moves. */
  readonly itemsToDrag: (index: number) => readonly T[];
  /** Index of the drop target under the pointer; -1: the list itself; null: none. */
  readonly onHover: (index: number | null) => void;
}

interface PointerInput {
  readonly clientX: number;
  readonly clientY: number;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
}

/** Index of the item at a screen position, -1 for none. */
export function indexAtScreenPoint(scroller: HTMLElement, x: number, y: number): number {
  const found = elementUnder(scroller.ownerDocument, { x, y })?.closest<HTMLElement>('[data-index]') ?? null;
  return found === null || !scroller.contains(found) ? -1 : Number(found.dataset['index']);
}

const isOnDragHandle = (scroller: HTMLElement, { clientX: x, clientY: y }: PointerInput): boolean =>
  (elementUnder(scroller.ownerDocument, { x, y })?.closest('[data-grab], [data-index][aria-selected="true"]') ??
    null) !== null;

/**
 * One draggable and one drop target for the whole list; the item is found by hit test. Rows unmount while the list
 * scrolls, and a drag whose source left the document would never get its drop.
 */
export function attachDragAndDrop<T>(scroller: HTMLElement, deps: RefObject<CollectionDragDeps<T>>): () => void {
  /** The accepted target: an item index, -1 for the list, or undefined. */
  const acceptedTarget = (index: number, accepts: (item: T | null) => boolean): number | undefined => {
    const item = index < 0 ? undefined : deps.current.itemAt(index);
    if (item !== undefined && accepts(item)) return index;
    return accepts(null) ? -1 : undefined;
  };
  const internalTarget = (data: DragData, input: PointerInput): number | undefined =>
    acceptedTarget(
      indexAtScreenPoint(scroller, input.clientX, input.clientY),
      (item) => deps.current.drop?.accepts?.(data, item) === true,
    );
  const fileTarget = (input: PointerInput): number | undefined => {
    const { drop } = deps.current;
    if (drop?.onFiles === undefined) return undefined;
    return acceptedTarget(
      indexAtScreenPoint(scroller, input.clientX, input.clientY),
      (item) => drop.acceptsFiles?.(item) ?? item === null,
    );
  };
  const hover = (found: number | undefined): void => {
    deps.current.onHover(found ?? null);
  };
  const leave = (): void => {
    deps.current.onHover(null);
  };
  const itemOf = (index: number): T | null => deps.current.itemAt(index) ?? null;

  // A long press opens the context menu or selects; the browser must not start a drag as well.
  let touch = false;
  // The list may reload between the press and the first movement; then a different item is under the pointer.
  let pressedKey: string | undefined;
  const stop = new AbortController();
  const notePress = (event: PointerEvent): void => {
    touch = event.pointerType === 'touch';
    scroller.draggable = !touch;
    pressedKey = deps.current.keyAt(indexAtScreenPoint(scroller, event.clientX, event.clientY));
  };
  scroller.addEventListener('pointerdown', notePress, { capture: true, signal: stop.signal });

  return combine(
    () => {
      stop.abort();
    },
    draggable({
      element: scroller,
      canDrag: ({ input }) =>
        (!touch || scroller.hasAttribute(TOUCH_DRAG_ATTRIBUTE)) &&
        deps.current.drag !== undefined &&
        pressedKey !== undefined &&
        pressedKey === deps.current.keyAt(indexAtScreenPoint(scroller, input.clientX, input.clientY)) &&
        isOnDragHandle(scroller, input),
      getInitialData: ({ input }) => {
        const items = deps.current.itemsToDrag(indexAtScreenPoint(scroller, input.clientX, input.clientY));
        return { ...deps.current.drag?.data(items) };
      },
      onGenerateDragPreview: ({ nativeSetDragImage, location }) => {
        const { clientX, clientY } = location.initial.input;
        const items = deps.current.itemsToDrag(indexAtScreenPoint(scroller, clientX, clientY));
        labelPreview(nativeSetDragImage, deps.current.drag?.label(items) ?? '');
      },
    }),
    dropTargetForElements({
      element: scroller,
      canDrop: ({ source, input }) => internalTarget(source.data, input) !== undefined,
      getDropEffect: ({ input }) => (isCopyDrag(input) ? 'copy' : 'move'),
      onDrag: ({ source, location }) => {
        hover(internalTarget(source.data, location.current.input));
      },
      onDragLeave: leave,
      onDrop: ({ source, location, self }) => {
        leave();
        if (location.current.dropTargets[0]?.element !== self.element) return;
        const { input } = location.current;
        const found = internalTarget(source.data, input);
        if (found !== undefined) deps.current.drop?.onDrop?.(source.data, itemOf(found), { copy: isCopyDrag(input) });
      },
    }),
    dropTargetForExternal({
      element: scroller,
      canDrop: ({ source, input }) => containsFiles({ source }) && fileTarget(input) !== undefined,
      getDropEffect: () => 'copy',
      onDrag: ({ location }) => {
        hover(fileTarget(location.current.input));
      },
      onDragLeave: leave,
      onDrop: ({ source, location, self }) => {
        leave();
        if (location.current.dropTargets[0]?.element !== self.element) return;
        const found = fileTarget(location.current.input);
        if (found !== undefined) deps.current.drop?.onFiles?.(source.items, itemOf(found));
      },
    }),
  );
}

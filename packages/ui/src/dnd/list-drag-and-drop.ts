import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { dropTargetForExternal } from '@atlaskit/pragmatic-drag-and-drop/external/adapter';
import { containsFiles } from '@atlaskit/pragmatic-drag-and-drop/external/file';
import type { RefObject } from 'react';
import { labelPreview } from './drag-preview.ts';
import { elementUnder, TOUCH_DRAG_ATTRIBUTE } from './drag-hit-test.ts';
import { type DragData, isCopyDrag } from './drag-data.ts';

/** Dragging the selected items out of a list. */
export interface ListDrag<T> {
  /** Drag data of the items, in list order. */
  readonly data: (items: readonly T[]) => DragData;
  /** Label under the pointer ("3 items"). */
  readonly label: (items: readonly T[]) => string;
}

/** Dropping onto an item of a list, or onto the list itself (`null`). */
export interface ListDrop<T> {
  readonly accepts?: (data: DragData, item: T | null) => boolean;
  readonly onDrop?: (data: DragData, item: T | null, options: { readonly copy: boolean }) => void;
  /** The pointer stays on a drop target during a drag: open the folder (spring loading). */
  readonly onSpringLoad?: (item: T) => void;
  readonly acceptsFiles?: (item: T | null) => boolean;
  /** Files dragged from the computer. The callback must read the items before it returns. */
  readonly onFiles?: (items: readonly DataTransferItem[], item: T | null) => void;
}

export interface ListDragAndDropDeps<T> {
  readonly drag: ListDrag<T> | undefined;
  readonly drop: ListDrop<T> | undefined;
  readonly itemAt: (index: number) => T | undefined;
  readonly keyAt: (index: number) => string | undefined;
  /** The items that are dragged when a drag starts on this item. */
  readonly itemsToDrag: (index: number) => readonly T[];
  /** Reports the drop target under the pointer: an item index, -1 for the list itself, null for none. */
  readonly onHover: (index: number | null) => void;
}

interface PointerInput {
  readonly clientX: number;
  readonly clientY: number;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
}

/** Index of the item at a point in client coordinates, -1 for none. */
export function indexAtClientPoint(scroller: HTMLElement, x: number, y: number): number {
  const targetIndex = elementUnder(scroller.ownerDocument, { x, y })?.closest<HTMLElement>('[data-index]') ?? null;
  return targetIndex === null || !scroller.contains(targetIndex) ? -1 : Number(targetIndex.dataset['index']);
}

const isOnDragHandle = (scroller: HTMLElement, { clientX: x, clientY: y }: PointerInput): boolean =>
  (elementUnder(scroller.ownerDocument, { x, y })?.closest('[data-grab], [data-index][aria-selected="true"]') ??
    null) !== null;

/**
 * One draggable and one drop target for the whole list; the item is found by hit test. Rows unmount while the list
 * scrolls, and a drag whose source has left the document would never get its drop.
 */
export function attachDragAndDrop<T>(scroller: HTMLElement, deps: RefObject<ListDragAndDropDeps<T>>): () => void {
  /** The accepted target: an item index, -1 for the list itself, undefined for none. */
  const acceptedTarget = (index: number, accepts: (item: T | null) => boolean): number | undefined => {
    const item = index < 0 ? undefined : deps.current.itemAt(index);
    if (item !== undefined && accepts(item)) return index;
    return accepts(null) ? -1 : undefined;
  };
  const internalTarget = (data: DragData, input: PointerInput): number | undefined =>
    acceptedTarget(
      indexAtClientPoint(scroller, input.clientX, input.clientY),
      (item) => deps.current.drop?.accepts?.(data, item) === true,
    );
  const fileTarget = (input: PointerInput): number | undefined => {
    const { drop } = deps.current;
    if (drop?.onFiles === undefined) return undefined;
    return acceptedTarget(
      indexAtClientPoint(scroller, input.clientX, input.clientY),
      (item) => drop.acceptsFiles?.(item) ?? item === null,
    );
  };
  const reportHover = (targetIndex: number | undefined): void => {
    deps.current.onHover(targetIndex ?? null);
  };
  const clearHover = (): void => {
    deps.current.onHover(null);
  };
  const itemOrNull = (index: number): T | null => deps.current.itemAt(index) ?? null;

  // A long press opens the context menu or selects; the browser must not start a drag as well.
  let isTouch = false;
  // The list may reload between the press and the first movement; then a different item is under the pointer.
  let pressedKey: string | undefined;
  const listeners = new AbortController();
  const recordPress = (event: PointerEvent): void => {
    isTouch = event.pointerType === 'touch';
    scroller.draggable = !isTouch;
    pressedKey = deps.current.keyAt(indexAtClientPoint(scroller, event.clientX, event.clientY));
  };
  scroller.addEventListener('pointerdown', recordPress, { capture: true, signal: listeners.signal });

  return combine(
    () => {
      listeners.abort();
    },
    draggable({
      element: scroller,
      canDrag: ({ input }) =>
        (!isTouch || scroller.hasAttribute(TOUCH_DRAG_ATTRIBUTE)) &&
        deps.current.drag !== undefined &&
        pressedKey !== undefined &&
        pressedKey === deps.current.keyAt(indexAtClientPoint(scroller, input.clientX, input.clientY)) &&
        isOnDragHandle(scroller, input),
      getInitialData: ({ input }) => {
        const items = deps.current.itemsToDrag(indexAtClientPoint(scroller, input.clientX, input.clientY));
        return { ...deps.current.drag?.data(items) };
      },
      onGenerateDragPreview: ({ nativeSetDragImage, location }) => {
        const { clientX, clientY } = location.initial.input;
        const items = deps.current.itemsToDrag(indexAtClientPoint(scroller, clientX, clientY));
        labelPreview(nativeSetDragImage, deps.current.drag?.label(items) ?? '');
      },
    }),
    dropTargetForElements({
      element: scroller,
      canDrop: ({ source, input }) => internalTarget(source.data, input) !== undefined,
      getDropEffect: ({ input }) => (isCopyDrag(input) ? 'copy' : 'move'),
      onDrag: ({ source, location }) => {
        reportHover(internalTarget(source.data, location.current.input));
      },
      onDragLeave: clearHover,
      onDrop: ({ source, location, self }) => {
        clearHover();
        if (location.current.dropTargets[0]?.element !== self.element) return;
        const { input } = location.current;
        const targetIndex = internalTarget(source.data, input);
        if (targetIndex !== undefined)
          deps.current.drop?.onDrop?.(source.data, itemOrNull(targetIndex), { copy: isCopyDrag(input) });
      },
    }),
    dropTargetForExternal({
      element: scroller,
      canDrop: ({ source, input }) => containsFiles({ source }) && fileTarget(input) !== undefined,
      getDropEffect: () => 'copy',
      onDrag: ({ location }) => {
        reportHover(fileTarget(location.current.input));
      },
      onDragLeave: clearHover,
      onDrop: ({ source, location, self }) => {
        clearHover();
        if (location.current.dropTargets[0]?.element !== self.element) return;
        const targetIndex = fileTarget(location.current.input);
        if (targetIndex !== undefined) deps.current.drop?.onFiles?.(source.items, itemOrNull(targetIndex));
      },
    }),
  );
}

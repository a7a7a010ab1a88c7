import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { dropTargetForExternal } from '@atlaskit/pragmatic-drag-and-drop/external/adapter';
import { containsFiles } from '@atlaskit/pragmatic-drag-and-drop/external/file';
import type { RefObject } from 'react';
import { labelPreview } from './drag-preview.ts';
import { elementUnder, HELD } from './held.ts';
import { type DragData, wantsCopy } from './drag-data.ts';

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
  readonly onLinger?: (item: T) => void;
  readonly acceptsFiles?: (item: T | null) => boolean;
  /** Files from the computer; read the items before returning. */
  readonly onFiles?: (items: readonly DataTransferItem[], item: T | null) => void;
}

export interface DragParts<T> {
  readonly drag: CollectionDrag<T> | undefined;
  readonly drop: CollectionDrop<T> | undefined;
  readonly itemAt: (index: number) => T | undefined;
  readonly keyAt: (index: number) => string | undefined;
  /** The items that a drag starting on this one moves. */
  readonly taken: (index: number) => readonly T[];
  /** Index of the drop target under the pointer; -1: the list itself; null: none. */
  readonly onHover: (index: number | null) => void;
}

interface Input {
  readonly clientX: number;
  readonly clientY: number;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
}

/** Index of the item at a screen position, -1 for none. */
export function indexAt(scroller: HTMLElement, x: number, y: number): number {
  const found = elementUnder(scroller.ownerDocument, { x, y })?.closest<HTMLElement>('[data-index]') ?? null;
  return found === null || !scroller.contains(found) ? -1 : Number(found.dataset['index']);
}

const onGrip = (scroller: HTMLElement, { clientX: x, clientY: y }: Input): boolean =>
  (elementUnder(scroller.ownerDocument, { x, y })?.closest('[data-grab], [data-index][aria-selected="true"]') ??
    null) !== null;

/**
 * One draggable and one drop target for the whole list; the item is found by hit test. Rows unmount while the list
 * scrolls, and a drag whose source left the document would never get its drop.
 */
export function attachDragAndDrop<T>(scroller: HTMLElement, live: RefObject<DragParts<T>>): () => void {
  /** The accepted target: an item index, -1 for the list, or undefined. */
  const target = (index: number, ok: (item: T | null) => boolean): number | undefined => {
    const item = index < 0 ? undefined : live.current.itemAt(index);
    if (item !== undefined && ok(item)) return index;
    return ok(null) ? -1 : undefined;
  };
  const internal = (data: DragData, input: Input): number | undefined =>
    target(
      indexAt(scroller, input.clientX, input.clientY),
      (item) => live.current.drop?.accepts?.(data, item) === true,
    );
  const external = (input: Input): number | undefined => {
    const { drop } = live.current;
    if (drop?.onFiles === undefined) return undefined;
    return target(
      indexAt(scroller, input.clientX, input.clientY),
      (item) => drop.acceptsFiles?.(item) ?? item === null,
    );
  };
  const hover = (found: number | undefined): void => {
    live.current.onHover(found ?? null);
  };
  const leave = (): void => {
    live.current.onHover(null);
  };
  const itemOf = (index: number): T | null => live.current.itemAt(index) ?? null;

  // A long press opens the context menu or selects; the browser must not start a drag as well.
  let touch = false;
  // The list may reload between the press and the first movement; then a different item is under the pointer.
  let pressed: string | undefined;
  const stop = new AbortController();
  const note = (event: PointerEvent): void => {
    touch = event.pointerType === 'touch';
    scroller.draggable = !touch;
    pressed = live.current.keyAt(indexAt(scroller, event.clientX, event.clientY));
  };
  scroller.addEventListener('pointerdown', note, { capture: true, signal: stop.signal });

  return combine(
    () => {
      stop.abort();
    },
    draggable({
      element: scroller,
      canDrag: ({ input }) =>
        (!touch || scroller.hasAttribute(HELD)) &&
        live.current.drag !== undefined &&
        pressed !== undefined &&
        pressed === live.current.keyAt(indexAt(scroller, input.clientX, input.clientY)) &&
        onGrip(scroller, input),
      getInitialData: ({ input }) => {
        const items = live.current.taken(indexAt(scroller, input.clientX, input.clientY));
        return { ...live.current.drag?.data(items) };
      },
      onGenerateDragPreview: ({ nativeSetDragImage, location }) => {
        const { clientX, clientY } = location.initial.input;
        const items = live.current.taken(indexAt(scroller, clientX, clientY));
        labelPreview(nativeSetDragImage, live.current.drag?.label(items) ?? '');
      },
    }),
    dropTargetForElements({
      element: scroller,
      canDrop: ({ source, input }) => internal(source.data, input) !== undefined,
      getDropEffect: ({ input }) => (wantsCopy(input) ? 'copy' : 'move'),
      onDrag: ({ source, location }) => {
        hover(internal(source.data, location.current.input));
      },
      onDragLeave: leave,
      onDrop: ({ source, location, self }) => {
        leave();
        if (location.current.dropTargets[0]?.element !== self.element) return;
        const { input } = location.current;
        const found = internal(source.data, input);
        if (found !== undefined) live.current.drop?.onDrop?.(source.data, itemOf(found), { copy: wantsCopy(input) });
      },
    }),
    dropTargetForExternal({
      element: scroller,
      canDrop: ({ source, input }) => containsFiles({ source }) && external(input) !== undefined,
      getDropEffect: () => 'copy',
      onDrag: ({ location }) => {
        hover(external(location.current.input));
      },
      onDragLeave: leave,
      onDrop: ({ source, location, self }) => {
        leave();
        if (location.current.dropTargets[0]?.element !== self.element) return;
        const found = external(location.current.input);
        if (found !== undefined) live.current.drop?.onFiles?.(source.items, itemOf(found));
      },
    }),
  );
}

import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { dropTargetForExternal } from '@atlaskit/pragmatic-drag-and-drop/external/adapter';
import { containsFiles } from '@atlaskit/pragmatic-drag-and-drop/external/file';
import type { RefObject } from 'react';
import { type DragData, isCopyDrag } from './drag-data.ts';

/** What a drop target accepts and how it handles drops. */
export interface DropTargetOptions {
  readonly accepts: (data: DragData) => boolean;
  /** `copy` is true when Ctrl (Alt on a Mac) was held. */
  readonly onDrop: (data: DragData, how: { readonly copy: boolean }) => void;
  /** Files from the computer. Read the items before the handler returns. */
  readonly onFiles?: (items: readonly DataTransferItem[]) => void;
  /** An accepted drag rests on the target: open it, so that the user can drop deeper. */
  readonly onSpringLoad?: () => void;
}

/**
 * Makes an element a drop target; `onOver` reports whether an accepted drag is over it. @returns a function that
 * removes it
 */
export const attachDropTarget = (
  element: HTMLElement,
  options: RefObject<DropTargetOptions>,
  onOver: (over: boolean) => void,
): (() => void) => {
  const enter = (): void => {
    onOver(true);
  };
  const leave = (): void => {
    onOver(false);
  };
  return combine(
    dropTargetForElements({
      element,
      canDrop: ({ source }) => options.current.accepts(source.data),
      getDropEffect: ({ input }) => (isCopyDrag(input) ? 'copy' : 'move'),
      onDragEnter: enter,
      onDragLeave: leave,
      onDrop: ({ source, location, self }) => {
        leave();
        if (location.current.dropTargets[0]?.element !== self.element) return;
        options.current.onDrop(source.data, { copy: isCopyDrag(location.current.input) });
      },
    }),
    dropTargetForExternal({
      element,
      canDrop: ({ source }) => options.current.onFiles !== undefined && containsFiles({ source }),
      getDropEffect: () => 'copy',
      onDragEnter: enter,
      onDragLeave: leave,
      onDrop: ({ source, location, self }) => {
        leave();
        if (location.current.dropTargets[0]?.element === self.element) options.current.onFiles?.(source.items);
      },
    }),
  );
};

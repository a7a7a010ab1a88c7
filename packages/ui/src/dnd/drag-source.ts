import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { DragData } from './drag-data.ts';
import { labelPreview } from './drag-preview.ts';

/** A drag source: its data and the label under the pointer, both read when a drag begins. */
export interface DragSource {
  readonly data: () => DragData;
  readonly label: () => string;
}

/** Makes an element draggable. @returns a function that removes it */
export const attachDragSource = (element: HTMLElement, { data, label }: DragSource): (() => void) =>
  draggable({
    element,
    getInitialData: () => ({ ...data() }),
    onGenerateDragPreview: ({ nativeSetDragImage }) => {
      labelPreview(nativeSetDragImage, label());
    },
  });

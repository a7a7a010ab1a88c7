import { draggable } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { DragData } from './drag-data.ts';
import { labelPreview } from './drag-preview.ts';

/** One thing that can be dragged: what travels, and the label under the pointer, both asked for when a drag begins. */
export interface Source {
  readonly data: () => DragData;
  readonly label: () => string;
}

/** Makes one element something that can be dragged. @returns a function that ends it */
export const attachSource = (element: HTMLElement, { data, label }: Source): (() => void) =>
  draggable({
    element,
    getInitialData: () => ({ ...data() }),
    onGenerateDragPreview: ({ nativeSetDragImage }) => {
      labelPreview(nativeSetDragImage, label());
    },
  });

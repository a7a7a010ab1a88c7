import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { dropTargetForExternal } from '@atlaskit/pragmatic-drag-and-drop/external/adapter';
import { containsFiles } from '@atlaskit/pragmatic-drag-and-drop/external/file';
import { useEffect, useState, type RefObject } from 'react';
import { useLive } from '../base/use-live.ts';

/** What travels with a drag inside the page. The owner of the source decides the shape; targets check it. */
export type DragData = Readonly<Record<string, unknown>>;

export interface DropTargetOptions {
  readonly accepts: (data: DragData) => boolean;
  /** `copy` when Ctrl (Alt on a Mac) was held. */
  readonly onDrop: (data: DragData, how: { readonly copy: boolean }) => void;
  /** Files from the computer. The items must be walked before the handler returns. */
  readonly onFiles?: (items: readonly DataTransferItem[]) => void;
  /** What may be dropped rests on it: open what is behind, so that it can be dropped deeper. */
  readonly onLinger?: () => void;
}

/** Milliseconds that a drag rests on a place before it opens. */
export const LINGER_MS = 900;

export const wantsCopy = (input: { readonly ctrlKey: boolean; readonly altKey: boolean }): boolean =>
  input.ctrlKey || input.altKey;

/** Makes one element a place to drop on. @returns whether something acceptable hovers over it now */
export function useDropTarget(element: RefObject<HTMLElement | null>, options: DropTargetOptions): boolean {
  const [over, setOver] = useState(false);
  const live = useLive(options);
  useEffect(() => {
    const target = element.current;
    if (target === null) return undefined;
    const enter = (): void => {
      setOver(true);
    };
    const leave = (): void => {
      setOver(false);
    };
    return combine(
      dropTargetForElements({
        element: target,
        canDrop: ({ source }) => live.current.accepts(source.data),
        getDropEffect: ({ input }) => (wantsCopy(input) ? 'copy' : 'move'),
        onDragEnter: enter,
        onDragLeave: leave,
        onDrop: ({ source, location, self }) => {
          leave();
          if (location.current.dropTargets[0]?.element !== self.element) return;
          live.current.onDrop(source.data, { copy: wantsCopy(location.current.input) });
        },
      }),
      dropTargetForExternal({
        element: target,
        canDrop: ({ source }) => live.current.onFiles !== undefined && containsFiles({ source }),
        getDropEffect: () => 'copy',
        onDragEnter: enter,
        onDragLeave: leave,
        onDrop: ({ source, location, self }) => {
          leave();
          if (location.current.dropTargets[0]?.element === self.element) live.current.onFiles?.(source.items);
        },
      }),
    );
  }, [element, live]);
  useEffect(() => {
    if (!over) return undefined;
    const timer = setTimeout(() => live.current.onLinger?.(), LINGER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [over, live]);
  return over;
}

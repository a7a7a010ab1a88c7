import { useEffect, useState } from 'react';
import { hasDraggedFiles } from '../../../platform/prevent-drop-navigation.ts';
import { readDropped } from './read-dropped.ts';
import type { UploadTree } from './upload-tree.ts';

/**
 * Accepts files dropped from the computer on an area of the page.
 * @param isHere - Whether the area contains the element under the pointer; must be memoised.
 * @returns whether files hover over the area
 */
export const useFileDrop = (
  isHere: (target: Element) => boolean,
  onDrop: (tree: Promise<UploadTree>) => void,
): boolean => {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const isOver = (event: DragEvent): boolean =>
      hasDraggedFiles(event) && event.target instanceof Element && isHere(event.target);
    document.addEventListener(
      'dragover',
      (event) => {
        const here = isOver(event);
        setOver(here);
        if (!here || event.dataTransfer === null) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      },
      { signal },
    );
    document.addEventListener(
      'dragleave',
      (event) => {
        if (event.relatedTarget === null) setOver(false);
      },
      { signal },
    );
    document.addEventListener(
      'drop',
      (event) => {
        setOver(false);
        if (!isOver(event) || event.dataTransfer === null) return;
        event.preventDefault();
        onDrop(readDropped([...event.dataTransfer.items]));
      },
      { signal },
    );
    return () => {
      stop.abort();
    };
  }, [isHere, onDrop]);
  return over;
};

import { useEffect, useState } from 'react';
import { bringsFiles } from '../../platform/catch-drops.ts';
import { readDropped } from './dropped.ts';
import type { Tree } from './tree.ts';

/**
 * Accepts files dropped from the computer on an area of the page.
 * @param isHere - Whether the area contains the element under the pointer; must be memoised.
 * @returns whether files hover over the area
 */
export const useFileDrop = (isHere: (target: Element) => boolean, take: (tree: Promise<Tree>) => void): boolean => {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const hits = (event: DragEvent): boolean =>
      bringsFiles(event) && event.target instanceof Element && isHere(event.target);
    document.addEventListener(
      'dragover',
      (event) => {
        const here = hits(event);
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
        if (!hits(event) || event.dataTransfer === null) return;
        event.preventDefault();
        take(readDropped([...event.dataTransfer.items]));
      },
      { signal },
    );
    return () => {
      stop.abort();
    };
  }, [isHere, take]);
  return over;
};

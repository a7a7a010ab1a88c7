import { useEffect, useState } from 'react';
import { bringsFiles } from '../../platform/catch-drops.ts';
import { readDropped } from './dropped.ts';
import type { Tree } from './tree.ts';

/**
 * Takes what is dropped from the computer on a part of the page.
 * @param isHere whether the part has what the pointer is on; the same function as long as it means the same
 * @returns whether something hovers over it that it takes
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

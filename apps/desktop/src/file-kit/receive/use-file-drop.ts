import { type RefObject, useEffect, useState } from 'react';
import { readDropped } from '../file-kit/receive/dropped.ts';
import type { Tree } from '../file-kit/receive/tree.ts';
import { bringsFiles } from '../platform/catch-drops.ts';

/** The ground itself, with its icons; windows and what lies in them have places of their own. */
const isGround = (ground: HTMLElement, target: EventTarget | null): boolean =>
  target instanceof Element && ground.contains(target) && target.closest('[data-window]') === null;

/** Takes what is dropped on the ground of the desktop. @returns whether something hovers over it that it takes */
export const useDesktopDrop = (ground: RefObject<HTMLElement | null>, take: (tree: Promise<Tree>) => void): boolean => {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const hits = (event: DragEvent): boolean =>
      ground.current !== null && bringsFiles(event) && isGround(ground.current, event.target);
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
  }, [ground, take]);
  return over;
};

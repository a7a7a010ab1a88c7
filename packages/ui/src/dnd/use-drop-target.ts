import { useEffect, useState, type RefObject } from 'react';
import { useLatest } from '../base/use-latest.ts';
import { SPRING_LOAD_DELAY_MS } from './drag-data.ts';
import { useDragAndDrop } from './lazy-drag-and-drop.ts';
import type { DropTargetOptions } from './drop-target.ts';

/** Makes an element a drop target. @returns whether an accepted drag is over it now */
export function useDropTarget(element: RefObject<HTMLElement | null>, options: DropTargetOptions): boolean {
  const [over, setOver] = useState(false);
  const latest = useLatest(options);
  const attach = useDragAndDrop()?.attachDropTarget;
  useEffect(() => {
    const target = element.current;
    return target === null || attach === undefined ? undefined : attach(target, latest, setOver);
  }, [element, latest, attach]);
  useEffect(() => {
    if (!over) return undefined;
    const timer = setTimeout(() => latest.current.onSpringLoad?.(), SPRING_LOAD_DELAY_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [over, latest]);
  return over;
}

import { useEffect, useState, type RefObject } from 'react';
import { useLive } from '../base/use-live.ts';
import { LINGER_MS } from './drag-data.ts';
import { useDrags } from './drags.ts';
import type { DropTargetOptions } from './drop-target.ts';

/** Makes an element a drop target. @returns whether an accepted drag is over it now */
export function useDropTarget(element: RefObject<HTMLElement | null>, options: DropTargetOptions): boolean {
  const [over, setOver] = useState(false);
  const live = useLive(options);
  const attach = useDrags()?.attachDropTarget;
  useEffect(() => {
    const target = element.current;
    return target === null || attach === undefined ? undefined : attach(target, live, setOver);
  }, [element, live, attach]);
  useEffect(() => {
    if (!over) return undefined;
    const timer = setTimeout(() => live.current.onLinger?.(), LINGER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [over, live]);
  return over;
}

import { useCallback, useRef, useState } from 'react';
import type { MapSize } from './mercator.ts';

/** The inner size of an element, kept up to date; null while there is no element. */
export const useMapSize = (): readonly [MapSize | null, (element: HTMLElement | null) => void] => {
  const [size, setSize] = useState<MapSize | null>(null);
  const observer = useRef<ResizeObserver | null>(null);
  const measure = useCallback((element: HTMLElement | null) => {
    observer.current?.disconnect();
    if (element === null) return;
    const read = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    };
    read();
    observer.current = new ResizeObserver(read);
    observer.current.observe(element);
  }, []);
  return [size, measure];
};

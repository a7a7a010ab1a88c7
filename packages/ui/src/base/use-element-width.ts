import { useCallback, useRef, useState } from 'react';

/**
 * Inner width of an element in CSS px, kept up to date; 0 while there is no element.
 * @returns the width, and the ref callback for the element
 */
export function useElementWidth(): readonly [number, (element: HTMLElement | null) => void] {
  const [width, setWidth] = useState(0);
  const observer = useRef<ResizeObserver | null>(null);
  const measure = useCallback((element: HTMLElement | null) => {
    observer.current?.disconnect();
    if (element === null) return;
    setWidth(element.clientWidth);
    observer.current = new ResizeObserver(() => {
      setWidth(element.clientWidth);
    });
    observer.current.observe(element);
  }, []);
  return [width, measure];
}

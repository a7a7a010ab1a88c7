import { useInsertionEffect, useRef, type RefObject } from 'react';

/**
 * A ref that always holds the value of the last committed render, for event handlers that must not be rebuilt
 * (native listeners, animation frames).
 */
export function useLatest<T>(value: T): RefObject<T> {
  const ref = useRef(value);
  useInsertionEffect(() => {
    ref.current = value;
  });
  return ref;
}

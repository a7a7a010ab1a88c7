import { useLayoutEffect } from 'react';
import { useLatest } from './use-latest.ts';

/**
 * Calls back when Escape is pressed after a menu or dialog was requested and before it has the focus (while its code
 * loads, and for the frame that moves the focus). The surface below does not receive that press. `isHandled` tells
 * which presses the opened surface handles itself.
 */
export function useEscape(
  isOpening: boolean,
  isHandled: (event: KeyboardEvent) => boolean,
  onEscape: () => void,
): void {
  const handled = useLatest(isHandled);
  const escape = useLatest(onEscape);
  useLayoutEffect(() => {
    if (!isOpening) return undefined;
    const stop = new AbortController();
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || event.isComposing || handled.current(event)) return;
        event.preventDefault();
        event.stopPropagation();
        escape.current();
      },
      { capture: true, signal: stop.signal },
    );
    return () => {
      stop.abort();
    };
  }, [isOpening, handled, escape]);
}

import { useLayoutEffect } from 'react';
import { useLive } from './use-live.ts';

/**
 * Calls back when Escape is pressed after a menu or dialog was requested and before it has the focus (while its code
 * loads, and for the frame that moves the focus). The surface below does not receive that press. `isHandled` tells
 * which presses the opened surface handles itself.
 */
export function useEscape(asked: boolean, isAnswered: (event: KeyboardEvent) => boolean, onEscape: () => void): void {
  const answered = useLive(isAnswered);
  const escape = useLive(onEscape);
  useLayoutEffect(() => {
    if (!asked) return undefined;
    const stop = new AbortController();
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || event.isComposing || answered.current(event)) return;
        event.preventDefault();
        event.stopPropagation();
        escape.current();
      },
      { capture: true, signal: stop.signal },
    );
    return () => {
      stop.abort();
    };
  }, [asked, answered, escape]);
}

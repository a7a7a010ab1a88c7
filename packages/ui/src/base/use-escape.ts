import { useLayoutEffect } from 'react';
import { useLive } from './use-live.ts';

/**
 * Calls back when Escape is pressed after a menu or dialog was asked for and before it has the focus: while its code is on the way, and
 * for the frame it takes to move the focus. The surface below, which has the focus until then, does not hear that press; from then on
 * what was opened answers itself: `isAnswered` says of a press that it is not for this hook.
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

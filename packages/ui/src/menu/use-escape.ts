import { useLayoutEffect } from 'react';
import { useLive } from '../base/use-live.ts';

/**
 * Calls back when Escape is pressed after a menu was asked for and before it has the focus: while its code is on the way, and for
 * the frame it takes to move the focus. The surface below, which has the focus until then, does not hear that press; from then on
 * the menu answers itself.
 */
export function useEscape(asked: boolean, onEscape: () => void): void {
  const escape = useLive(onEscape);
  useLayoutEffect(() => {
    if (!asked) return undefined;
    const stop = new AbortController();
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || event.isComposing) return;
        const inMenu = document.activeElement?.closest('[role="menu"]') ?? null;
        if (inMenu !== null) return;
        event.preventDefault();
        event.stopPropagation();
        escape.current();
      },
      { capture: true, signal: stop.signal },
    );
    return () => {
      stop.abort();
    };
  }, [asked, escape]);
}

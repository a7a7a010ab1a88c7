import { useEffect, useRef, type RefObject } from 'react';
import { useLive } from '../base/use-live.ts';

/**
 * Keeps focus and stacking together: a window that becomes active gets the focus back where it was inside;
 * focus that arrives inside (also in a frame, whose presses never reach us) asks for the window to be raised.
 */
export function useWindowFocus(
  element: RefObject<HTMLElement | null>,
  active: boolean,
  shown: boolean,
  onActivate: () => void,
): void {
  const last = useRef<HTMLElement | null>(null);
  const live = useLive({ active, onActivate });

  useEffect(() => {
    const root = element.current;
    if (root === null) return undefined;
    const raise = (): void => {
      if (!live.current.active) live.current.onActivate();
    };
    const onFocus = (event: FocusEvent): void => {
      if (event.target instanceof HTMLElement && event.target !== root) last.current = event.target;
      raise();
    };
    const onBlur = (): void => {
      const focused = document.activeElement;
      if (focused instanceof HTMLIFrameElement && root.contains(focused)) raise();
    };
    root.addEventListener('focusin', onFocus);
    root.addEventListener('pointerdown', raise, { capture: true });
    window.addEventListener('blur', onBlur);
    return () => {
      root.removeEventListener('focusin', onFocus);
      root.removeEventListener('pointerdown', raise, { capture: true });
      window.removeEventListener('blur', onBlur);
    };
  }, [element, live]);

  useEffect(() => {
    const root = element.current;
    if (root === null || !active || !shown || root.contains(document.activeElement)) return;
    const before = last.current;
    (before?.isConnected === true && root.contains(before) ? before : root).focus({ preventScroll: true });
  }, [element, active, shown]);
}

import { useEffect, useRef, type RefObject } from 'react';
import { afterPaint } from '../base/after-paint.ts';
import { useLive } from '../base/use-live.ts';

/** What the frame itself has in its title bar: no place to come back to, the focus falls there when a dialog returns it to the window. */
const OWN_CONTROLS = '[data-title-bar] > :not([data-no-drag])';

/** What takes the keys of a window, unless somebody puts the focus elsewhere. */
const AUTOFOCUS = '[data-autofocus]';

/** They keep the focus among themselves. */
const DIALOGS = '[role="dialog"], [role="alertdialog"]';

/**
 * Keeps focus and stacking together: a window that becomes active gets the focus back where it was inside, else to what marks
 * itself with `data-autofocus`, also when that comes late. Focus that arrives inside (also in a
 * frame, whose presses never reach us) asks for the window to be raised. What is taken out while it has the focus leaves it to
 * the same, or to the window, whose keys go on.
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
      const target = event.target;
      if (target instanceof HTMLElement && target !== root && target.closest(OWN_CONTROLS) === null)
        last.current = target;
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
    const wanted = before !== null && root.contains(before) ? before : root.querySelector<HTMLElement>(AUTOFOCUS);
    wanted?.focus({ preventScroll: true });
    // There is none, or a dialog stands before it.
    if (!root.contains(document.activeElement)) root.focus({ preventScroll: true });
  }, [element, active, shown]);

  useEffect(() => {
    const root = element.current;
    if (root === null || !active || !shown) return undefined;
    const isLost = (): boolean => document.activeElement === document.body && last.current?.isConnected === false;
    const isOnFrame = (): boolean => document.activeElement === root;
    const wanted = (): HTMLElement | null => root.querySelector<HTMLElement>(AUTOFOCUS);
    let wait = (): void => undefined;
    const isFree = (): boolean => root.closest('[inert]') === null && root.querySelector(DIALOGS) === null;
    const observer = new MutationObserver(() => {
      if (!isLost() && (!isOnFrame() || wanted() === null)) return;
      // A key that is pressed before the next frame is meant for the window as well.
      if (isLost() && isFree()) root.focus({ preventScroll: true });
      wait();
      // What comes in its place, or a dialog that closes, may know better where the focus belongs.
      wait = afterPaint(() => {
        if (!isFree() || (!isLost() && !isOnFrame())) return;
        wanted()?.focus({ preventScroll: true });
        if (isLost()) root.focus({ preventScroll: true });
      });
    });
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      wait();
      observer.disconnect();
    };
  }, [element, active, shown]);
}

import { useEffect, useRef, type RefObject } from 'react';
import { afterPaint } from '../base/after-paint.ts';
import { useLive } from '../base/use-live.ts';

/**
 * Controls of the frame in the title bar; the focus is never restored to them (it falls there when a dialog returns it
 * to the window).
 */
const OWN_CONTROLS = '[data-title-bar] > :not([data-no-drag])';

/** The element that gets the keyboard focus of a window by default. */
const AUTOFOCUS = '[data-autofocus]';

/** Dialogs manage their own focus. */
const DIALOGS = '[role="dialog"], [role="alertdialog"]';

/**
 * Keeps focus and stacking in sync. A window that becomes active restores its last focus, or focuses the element with
 * `data-autofocus`, also when that is added later. Focus inside the window (also in an iframe, whose presses do not
 * reach this page) raises it. When the focused element is removed, the same element or the window gets the focus.
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
    // There is no such element, or a dialog covers it.
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
      // A key pressed before the next frame belongs to the window as well.
      if (isLost() && isFree()) root.focus({ preventScroll: true });
      wait();
      // Waits a frame: new content, or a dialog that closes, may set the focus itself.
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

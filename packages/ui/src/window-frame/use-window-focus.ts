import { useEffect, useRef, type RefObject } from 'react';
import { afterPaint } from '../base/after-paint.ts';
import { useLatest } from '../base/use-latest.ts';

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
  const latest = useLatest({ active, onActivate });

  useEffect(() => {
    const root = element.current;
    if (root === null) return undefined;
    const raise = (): void => {
      if (!latest.current.active) latest.current.onActivate();
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
  }, [element, latest]);

  useEffect(() => {
    const root = element.current;
    if (root === null || !active || !shown || root.contains(document.activeElement)) return;
    const before = last.current;
    const autofocusTarget =
      before !== null && root.contains(before) ? before : root.querySelector<HTMLElement>(AUTOFOCUS);
    autofocusTarget?.focus({ preventScroll: true });
    // There is no such element, or a dialog covers it.
    if (!root.contains(document.activeElement)) root.focus({ preventScroll: true });
  }, [element, active, shown]);

  useEffect(() => {
    const root = element.current;
    if (root === null || !active || !shown) return undefined;
    const isLost = (): boolean => document.activeElement === document.body && last.current?.isConnected === false;
    const isOnFrame = (): boolean => document.activeElement === root;
    const autofocusTarget = (): HTMLElement | null => root.querySelector<HTMLElement>(AUTOFOCUS);
    let cancelWait = (): void => undefined;
    const isFree = (): boolean => root.closest('[inert]') === null && root.querySelector(DIALOGS) === null;
    const observer = new MutationObserver(() => {
      if (!isLost() && (!isOnFrame() || autofocusTarget() === null)) return;
      // A key pressed before the next frame belongs to the window as well.
      if (isLost() && isFree()) root.focus({ preventScroll: true });
      cancelWait();
      // Waits a frame: new content, or a dialog that closes, may set the focus itself.
      cancelWait = afterPaint(() => {
        if (!isFree() || (!isLost() && !isOnFrame())) return;
        autofocusTarget()?.focus({ preventScroll: true });
        if (isLost()) root.focus({ preventScroll: true });
      });
    });
    observer.observe(root, { childList: true, subtree: true });
    return () => {
      cancelWait();
      observer.disconnect();
    };
  }, [element, active, shown]);
}

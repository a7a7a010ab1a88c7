import { lastFocusOrigin } from '../base/focus-origin.ts';
import { useEffect, useRef, useState } from 'react';

/**
 * Whether the focus must not return to this element: none, the body, or an entry of a menu, which is unmounted before
 * the dialog that it opened.
 */
const isTransient = (element: Element | null): boolean =>
  element === null || element === document.body || element.closest('[role="menu"], [role="listbox"]') !== null;

/**
 * The element that had the focus before the first dialog opened. A dialog that replaces another one (because its data
 * has arrived) is opened from inside it; on closing, the focus returns to this element.
 */
let focusBeforeFirstDialog: WeakRef<Element> | null = null;

const isInDialog = (element: Element): boolean => element.closest('[role="dialog"], [role="alertdialog"]') !== null;

/**
 * Returns a function that determines where the focus goes when a dialog closes: the element that had it on opening,
 * else the one before the replaced dialog, else the last one outside a menu, else the fallback. Inert elements (below
 * another dialog) are skipped. True means the default of the dialog library.
 */
export function useReturnFocus(open: boolean, fallback: HTMLElement | null): () => HTMLElement | boolean {
  const lastFocusedOutsideMenus = useRef<HTMLElement | null>(null);
  const [wasOpen, setWasOpen] = useState(false);
  const [opener, setOpener] = useState<Element | null>(null);
  if (wasOpen !== open) {
    setWasOpen(open);
    if (open) setOpener(isTransient(document.activeElement) ? lastFocusOrigin() : document.activeElement);
  }
  const focusBeforeReplacedDialog = useRef<Element | null>(null);
  useEffect(() => {
    if (opener === null) return;
    if (isInDialog(opener)) focusBeforeReplacedDialog.current = focusBeforeFirstDialog?.deref() ?? null;
    else focusBeforeFirstDialog = new WeakRef(opener);
  }, [opener]);
  useEffect(() => {
    if (open) return undefined;
    const trackFocus = (event: FocusEvent): void => {
      if (event.target instanceof HTMLElement && !isTransient(event.target))
        lastFocusedOutsideMenus.current = event.target;
    };
    document.addEventListener('focusin', trackFocus);
    return () => {
      document.removeEventListener('focusin', trackFocus);
    };
  }, [open]);
  return () =>
    [opener, focusBeforeReplacedDialog.current, lastFocusedOutsideMenus.current, fallback].find(
      (element): element is HTMLElement =>
        element instanceof HTMLElement && element.isConnected && element.closest('[inert]') === null,
    ) ?? true;
}

import { lastFocusOrigin } from '../base/focus-origin.ts';
import { useEffect, useRef, useState } from 'react';

/** Menus close before the dialog they opened does, so the focus must not return to one of their entries. */
const isTransient = (element: Element | null): boolean =>
  element === null || element === document.body || element.closest('[role="menu"], [role="listbox"]') !== null;

/**
 * The element that had the focus before the first dialog opened. A dialog that replaces another one (because its data
 * has arrived) opens from inside it, and returns the focus to this element.
 */
let beforeDialogs: WeakRef<Element> | null = null;

const inDialog = (element: Element): boolean => element.closest('[role="dialog"], [role="alertdialog"]') !== null;

/**
 * Where the focus goes when a dialog closes: the element that had it on opening, else the one before the replaced
 * dialog, else the last one outside a menu, else the fallback. Inert elements (below another dialog) are skipped.
 */
export function useReturnFocus(open: boolean, fallback: HTMLElement | null): () => HTMLElement | boolean {
  const tracked = useRef<HTMLElement | null>(null);
  const [wasOpen, setWasOpen] = useState(false);
  const [opener, setOpener] = useState<Element | null>(null);
  if (wasOpen !== open) {
    setWasOpen(open);
    if (open) setOpener(isTransient(document.activeElement) ? lastFocusOrigin() : document.activeElement);
  }
  const beforeReplaced = useRef<Element | null>(null);
  useEffect(() => {
    if (opener === null) return;
    if (inDialog(opener)) beforeReplaced.current = beforeDialogs?.deref() ?? null;
    else beforeDialogs = new WeakRef(opener);
  }, [opener]);
  useEffect(() => {
    if (open) return undefined;
    const trackFocus = (event: FocusEvent): void => {
      if (event.target instanceof HTMLElement && !isTransient(event.target)) tracked.current = event.target;
    };
    document.addEventListener('focusin', trackFocus);
    return () => {
      document.removeEventListener('focusin', trackFocus);
    };
  }, [open]);
  return () =>
    [opener, beforeReplaced.current, tracked.current, fallback].find(
      (one): one is HTMLElement => one instanceof HTMLElement && one.isConnected && one.closest('[inert]') === null,
    ) ?? true;
}

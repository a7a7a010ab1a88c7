import { lastPlace } from '../base/last-place.ts';
import { useEffect, useRef, useState } from 'react';

/** Menus close before what they opened does: focus must not go back to one of their entries. */
const passing = (element: Element | null): boolean =>
  element === null || element === document.body || element.closest('[role="menu"], [role="listbox"]') !== null;

/**
 * What had the focus before the first of the dialogs that are open, or were last. One that takes the place of another (what that waited for has
 * arrived) opens from within it, and gives the focus back to where that one would have.
 */
let beforeDialogs: WeakRef<Element> | null = null;

const inDialog = (element: Element): boolean => element.closest('[role="dialog"], [role="alertdialog"]') !== null;

/**
 * Where the focus goes when a dialog closes: to what had it when the dialog opened (a field inside that takes the
 * focus at once cannot hide it), or what had it before the dialog that this one replaced, else to the last real place before a menu, else to
 * the fallback. What lies under another
 * dialog cannot take it.
 */
export function useReturnFocus(open: boolean, fallback: HTMLElement | null): () => HTMLElement | boolean {
  const tracked = useRef<HTMLElement | null>(null);
  const [was, setWas] = useState(false);
  const [opener, setOpener] = useState<Element | null>(null);
  if (was !== open) {
    setWas(open);
    if (open) setOpener(passing(document.activeElement) ? lastPlace() : document.activeElement);
  }
  const before = useRef<Element | null>(null);
  useEffect(() => {
    if (opener === null) return;
    if (inDialog(opener)) before.current = beforeDialogs?.deref() ?? null;
    else beforeDialogs = new WeakRef(opener);
  }, [opener]);
  useEffect(() => {
    if (open) return undefined;
    const note = (event: FocusEvent): void => {
      if (event.target instanceof HTMLElement && !passing(event.target)) tracked.current = event.target;
    };
    document.addEventListener('focusin', note);
    return () => {
      document.removeEventListener('focusin', note);
    };
  }, [open]);
  return () =>
    [opener, before.current, tracked.current, fallback].find(
      (one): one is HTMLElement => one instanceof HTMLElement && one.isConnected && one.closest('[inert]') === null,
    ) ?? true;
}

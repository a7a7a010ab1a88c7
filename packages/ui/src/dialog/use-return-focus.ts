import { lastPlace } from '../base/last-place.ts';
import { useEffect, useRef, useState } from 'react';

/** Menus close before the dialog they opened does, so the focus must not return to one of their entries. */
const passing = (element: Element | null): boolean =>
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

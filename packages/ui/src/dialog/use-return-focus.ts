import { lastPlace } from '../base/last-place.ts';
import { useEffect, useRef, useState } from 'react';

/** Menus close before what they opened does: focus must not go back to one of their entries. */
const passing = (element: Element | null): boolean =>
  element === null || element === document.body || element.closest('[role="menu"], [role="listbox"]') !== null;

/**
 * Where the focus goes when a dialog closes: to what had it when the dialog opened (a field inside that takes the
 * focus at once cannot hide it), else to the last real place before a menu, else to the fallback. What lies under another
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
    [opener, tracked.current, fallback].find(
      (one): one is HTMLElement => one instanceof HTMLElement && one.isConnected && one.closest('[inert]') === null,
    ) ?? true;
}

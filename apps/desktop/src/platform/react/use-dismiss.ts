import { type RefObject, useEffect } from 'react';

/** Choices of a field open in a separate layer. */
const LAYER = '[role="listbox"], [role="menu"], [role="dialog"], [role="alertdialog"]';

/**
 * Calls back when the user dismisses a panel that covers its window: a press outside of it, or Escape in the window.
 */
export const useDismiss = (open: boolean, element: RefObject<HTMLElement | null>, dismiss: () => void): void => {
  useEffect(() => {
    if (!open) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const isOutside = (target: EventTarget | null): boolean =>
      target instanceof Element && element.current?.contains(target) !== true && target.closest(LAYER) === null;
    document.addEventListener(
      'pointerdown',
      ({ target }) => {
        if (isOutside(target)) dismiss();
      },
      { signal },
    );
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof Element)) return;
        if (event.target.closest(LAYER) !== null) return;
        const window = element.current?.closest('[data-window]') ?? null;
        if (window === null || window.contains(event.target) || event.target === document.body) dismiss();
      },
      { signal },
    );
    return () => {
      controller.abort();
    };
  });
};

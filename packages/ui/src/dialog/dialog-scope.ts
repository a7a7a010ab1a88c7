import { createContext, use } from 'react';

/** Where the dialogs of a subtree are rendered. A window provides one, so that its dialogs block only this window. */
export interface DialogScope {
  /** The element that dialogs are rendered into; positioned, clips its content. Null until it is mounted. */
  readonly container: HTMLElement | null;
  /** Makes the content under a dialog inert. @returns a function that releases the lock; the last release ends it */
  readonly lock: () => () => void;
  /** The dialog below this one. */
  readonly below?: HTMLElement | null;
}

export const DialogScopeContext = createContext<DialogScope | null>(null);

/** The scope of the surrounding window, or null on the page itself. */
export const useDialogScope = (): DialogScope | null => use(DialogScopeContext);

/** Counts locks on an element and keeps its `inert` attribute in sync. */
export function inertLock(element: HTMLElement | null): () => () => void {
  let lockCount = 0;
  const update = (): void => {
    element?.toggleAttribute('inert', lockCount > 0);
  };
  return () => {
    let released = false;
    lockCount += 1;
    update();
    return () => {
      if (released) return;
      released = true;
      lockCount -= 1;
      update();
    };
  };
}

import { createContext, use } from 'react';

/**
 * Where the dialogs of a subtree live. A window gives one, so that its dialogs block this window and no other.
 */
export interface DialogScope {
  /** The element dialogs are put into; positioned, clips its content. Null until it is in the document. */
  readonly container: HTMLElement | null;
  /** Makes what lies under a dialog inert. @returns the function that lets go; the last one ends it */
  readonly lock: () => () => void;
  /** The dialog that another one lies over. */
  readonly below?: HTMLElement | null;
}

export const DialogScopeContext = createContext<DialogScope | null>(null);

/** The window-like surface this component is in, or null on the page itself. */
export const useDialogScope = (): DialogScope | null => use(DialogScopeContext);

/** Counts locks on one element and keeps its `inert` attribute right. */
export function inertLock(element: HTMLElement | null): () => () => void {
  let held = 0;
  const update = (): void => {
    element?.toggleAttribute('inert', held > 0);
  };
  return () => {
    let released = false;
    held += 1;
    update();
    return () => {
      if (released) return;
      released = true;
      held -= 1;
      update();
    };
  };
}

/**
 * Where the keyboard was before a menu opened: a dialog that the menu opens is mounted when the focus has moved on, and gives it back
 * there. One at a time: only one menu is open.
 */
let place: WeakRef<Element> | null = null;

export const notePlace = (element: Element | null): void => {
  place = element === null ? null : new WeakRef(element);
};

/** The noted place, while it is on the page. */
export const lastPlace = (): HTMLElement | null => {
  const element = place?.deref();
  return element instanceof HTMLElement && element.isConnected ? element : null;
};

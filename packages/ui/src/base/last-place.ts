/**
 * The element that had the focus before a menu opened. A dialog opened from that menu returns the focus to it. One is
 * enough: only one menu is open at a time.
 */
let place: WeakRef<Element> | null = null;

export const notePlace = (element: Element | null): void => {
  place = element === null ? null : new WeakRef(element);
};

/** The remembered element, if it is still in the document. */
export const lastPlace = (): HTMLElement | null => {
  const element = place?.deref();
  return element instanceof HTMLElement && element.isConnected ? element : null;
};

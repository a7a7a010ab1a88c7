/**
 * The element that had the focus before a menu opened. A dialog opened from that menu returns the focus to it. One is
 * enough: only one menu is open at a time.
 */
let origin: WeakRef<Element> | null = null;

export const rememberFocusOrigin = (element: Element | null): void => {
  origin = element === null ? null : new WeakRef(element);
};

/** The remembered element, if it is still in the document. */
export const lastFocusOrigin = (): HTMLElement | null => {
  const element = origin?.deref();
  return element instanceof HTMLElement && element.isConnected ? element : null;
};

/**
 * Whether lazily loaded content may take the focus. In an inactive window that would raise the window over the one the
 * user has opened meanwhile; such content is marked with `data-autofocus` and gets the focus when its window is raised.
 */
export const mayTakeFocus = (element: Element): boolean => element.closest('[data-window]:not([data-active])') === null;

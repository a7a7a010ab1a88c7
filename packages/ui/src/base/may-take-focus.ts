/**
 * Whether content that comes late may take the focus: in a window that is not the active one it would raise that window
 * over the one the person has opened meanwhile. What is marked with `data-autofocus` gets it when its window is raised.
 */
export const mayTakeFocus = (element: Element): boolean => element.closest('[data-window]:not([data-active])') === null;

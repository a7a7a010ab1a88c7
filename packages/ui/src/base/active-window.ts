/** Whether an element may take the focus without raising a window over the one that the person works in. */
export const inActiveWindow = (element: Element): boolean =>
  element.closest('[data-window]:not([data-active])') === null;

const FIELD = 'input, textarea, select, [contenteditable="true"], [role="combobox"]';

/** What lies over a window. */
const ABOVE = '[role="dialog"], [role="alertdialog"], [role="menu"], [data-menu]';

/** Whether somebody types there, or chooses by typing: letters, the clipboard and what is dropped belong to it. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(FIELD) !== null;

/** Whether a key that is pressed there is not for the window around: a field, and what lies over it, take keys for themselves. */
export const takesKeys = (target: Element): boolean => isTyping(target) || target.closest(ABOVE) !== null;

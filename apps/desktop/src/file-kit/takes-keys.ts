/** What takes keys for itself: a field that somebody types in, and what lies over a window. */
const TAKES_KEYS =
  'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="alertdialog"], [role="menu"], [data-menu]';

/** Whether a key that is pressed there is not for the window around. */
export const takesKeys = (target: Element): boolean => target.closest(TAKES_KEYS) !== null;

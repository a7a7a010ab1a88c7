const FIELD = 'input, textarea, select, [contenteditable="true"], [role="combobox"]';

/** Layers that are displayed above a window. */
const LAYER_ABOVE = '[role="dialog"], [role="alertdialog"], [role="menu"], [data-menu]';

/**
 * Returns true when the target is a text field or a control with type-ahead. Letters, the clipboard and drops then
 * belong to it.
 */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(FIELD) !== null;

/**
 * Returns true when the target handles key presses itself (a field or a layer above the window), so the window must
 * ignore them.
 */
export const handlesOwnKeys = (target: Element): boolean => isTyping(target) || target.closest(LAYER_ABOVE) !== null;

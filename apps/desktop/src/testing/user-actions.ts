import { fireEvent, isInaccessible } from '@testing-library/react';

/** Why a user cannot use the element now; null when they can. jsdom itself would click anything. */
const blockedReason = (element: Element): string | null => {
  if (!element.isConnected) return 'is no longer in the page';
  if (element.closest('[inert]') !== null) return 'is under a dialog';
  if (isInaccessible(element)) return 'is hidden';
  if (element.matches(':disabled') || element.closest('[aria-disabled="true"]') !== null) {
    const reason = element.getAttribute('aria-description');
    return reason === null ? 'is disabled' : `is disabled: ${reason}`;
  }
  return null;
};

/** Throws when a user could not use the element: it is disabled, hidden, or under a dialog. */
const assertUsable = (element: Element, action: string): void => {
  const reason = blockedReason(element);
  if (reason === null) return;
  const name = element.getAttribute('aria-label') ?? element.textContent;
  throw new Error(`cannot ${action} "${name}": it ${reason}`);
};

const MOUSE = { button: 0, isPrimary: true, pointerId: 1, pointerType: 'mouse', detail: 1 } as const;

/** Presses an element as a mouse does. Throws when a user could not press it. */
export const pressElement = (element: Element): void => {
  assertUsable(element, 'press');
  fireEvent.pointerDown(element, MOUSE);
  fireEvent.mouseDown(element, MOUSE);
  const focusable = element.closest<HTMLElement>('button, a[href], input, textarea, select, [tabindex]');
  focusable?.focus();
  fireEvent.pointerUp(element, MOUSE);
  fireEvent.mouseUp(element, MOUSE);
  fireEvent.click(element, MOUSE);
};

/** Opens the context menu of an element. */
export const contextPress = (element: Element): void => {
  assertUsable(element, 'open the menu of');
  fireEvent.contextMenu(element, { ...MOUSE, button: 2, clientX: 10, clientY: 10 });
};

/** Replaces the text of a field. */
export const typeInto = (field: Element, text: string): void => {
  assertUsable(field, 'type into');
  if (field.hasAttribute('readonly')) throw new Error('cannot type into a read-only field');
  fireEvent.change(field, { target: { value: text } });
};

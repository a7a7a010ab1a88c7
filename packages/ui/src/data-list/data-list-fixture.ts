/** Items of a large list, and a press on an element. */
import { fireEvent } from '@testing-library/react';

export const items = Array.from({ length: 100_000 }, (_, at) => `item ${at}`);
export const keyOf = (item: string): string => item;
export const press = (element: Element, extra: object = {}): void => {
  const init = { button: 0, isPrimary: true, pointerId: 1, pointerType: 'mouse', ...extra };
  fireEvent.pointerDown(element, init);
  fireEvent.pointerUp(element, init);
};

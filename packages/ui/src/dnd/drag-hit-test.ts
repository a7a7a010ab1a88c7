/**
 * Attribute of a list during a touch drag. Without it the native drag that browsers start on a long press is refused.
 */
export const TOUCH_DRAG_ATTRIBUTE = 'data-held';

interface ScreenPoint {
  readonly x: number;
  readonly y: number;
}

/** The element at a screen position, ignoring the overlay that the drag library puts under the pointer. */
export const elementUnder = (page: Document, { x, y }: ScreenPoint): Element | undefined =>
  page.elementsFromPoint(x, y).find((one) => !one.hasAttribute('data-pdnd-honey-pot'));

/** Says that what a finger holds may be dragged; a browser begins drags of its own with a long press. */
export const HELD = 'data-held';

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** What is under a place on the screen, without the sheet the drag library lays under the pointer. */
export const elementUnder = (page: Document, { x, y }: Spot): Element | undefined =>
  page.elementsFromPoint(x, y).find((one) => !one.hasAttribute('data-pdnd-honey-pot'));

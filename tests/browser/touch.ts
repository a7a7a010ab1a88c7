import { expect, type Locator, type Page } from '@playwright/test';
import { entry } from './files-desk.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Shows one of the four places of a phone. */
export const goTo = async (page: Page, place: 'files' | 'photos' | 'shared' | 'more'): Promise<void> => {
  await page.locator(`[data-place="${place}"]`).tap();
  await expect(page.locator(`[data-start="${place}"]`)).toBeVisible();
};

/** The page that is in front on a phone. */
export const front = (page: Page): Locator => page.locator('main section:not([hidden])').first();

/** Opens an app from More. */
export const openFromMore = async (page: Page, id: string): Promise<Locator> => {
  await goTo(page, 'more');
  await page.locator(`[data-app="${id}"]`).tap();
  await expect(page.locator('[data-start="more"]')).toBeHidden();
  return front(page);
};

/** Opens a person's own space from the start page of Files. */
export const openOwnFiles = async (page: Page): Promise<Locator> => {
  await page.locator('[data-start="files"]').getByRole('button', { name: 'Personal space' }).tap();
  await expect(page.locator('[data-start="files"]')).toBeHidden();
  return front(page);
};

/** Goes into a folder on a phone, by a tap. */
export const enterByHand = async (app: Locator, name: string): Promise<void> => {
  await entry(app, name).tap();
  await expect(app.getByRole('heading', { name, exact: true })).toBeVisible();
};

/** Longer than a press has to last to be a long one. */
const LONG_MS = 700;

/** Puts a finger on something, leaves it there, perhaps draws it away first, and lifts it. */
export const longPress = async (page: Page, on: Locator, drawn = 0): Promise<void> => {
  const box = await on.boundingBox();
  if (box === null) throw new Error('nothing to press');
  const point = { x: box.x + Math.min(100, box.width / 2), y: box.y + box.height / 2 };
  const fingers = await page.context().newCDPSession(page);
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  if (drawn !== 0)
    await fingers.send('Input.dispatchTouchEvent', {
      ...{ type: 'touchMove', touchPoints: [{ x: point.x, y: point.y + drawn }] },
    });
  await page.waitForTimeout(LONG_MS);
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await fingers.detach();
};

/** Draws a finger over the screen, as a hand does. */
export const draw = async (page: Page, from: Point, to: Point): Promise<void> => {
  const fingers = await page.context().newCDPSession(page);
  const at = (part: number): Point => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (const part of [0.1, 0.3, 0.5, 0.7, 0.9, 1]) {
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(part)] });
    await page.waitForTimeout(16);
  }
  await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await fingers.detach();
};

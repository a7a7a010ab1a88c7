import { expect, type Locator, type Page } from '@playwright/test';
import { entry } from './files-desk.ts';

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

/** A folder with more in it than a page of the desktop, in one hand: one list from the first to the last. */
import { readdirSync } from 'node:fs';
import { signInOffline } from './desktop-page.ts';
import { entry, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';
import { enterByTouch, longPress, openOwnFiles } from './touch-actions.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const COUNT = 1_300;
const nameAt = (at: number): string => `n${String(at).padStart(4, '0')}.txt`;
const files = Object.fromEntries(Array.from({ length: COUNT }, (_, at) => [nameAt(at), '']));

test('a long folder is one list: it grows while it is scrolled, the grip goes to its end, and "All" is all of it @full', async ({
  page,
  box,
}) => {
  test.setTimeout(180_000);
  const root = seed(box, 'Long', files);
  await signInOffline(page);
  const app = await openOwnFiles(page);
  const counts: unknown[] = [];
  page.on('request', (request) => {
    const asked = request.postData() ?? '';
    const count = /count\\":(\d+)/.exec(asked)?.[1];
    if (asked.includes('/Long') && count !== undefined) counts.push(count);
  });
  await enterByTouch(app, 'Long');
  await expect(app.getByText(`Personal space · 1,300 items`)).toBeVisible();
  await expect(entry(app, nameAt(0))).toBeVisible();
  await expect(app.getByText('Page 1 of')).toHaveCount(0);
  // A screen of a hand first; the next page while that is looked at, and no more than that.
  await expect.poll(() => counts).toEqual(['64', '500']);
  const list = app.getByRole('grid');
  const scroll = (rows: number): Promise<unknown> => list.evaluate((one, by) => one.scrollBy(0, by * 64), rows);
  for (let at = 0; at < 10; at++) await scroll(50);
  await expect.poll(() => counts).toEqual(['64', '500', '500']);
  // Where the network goes, what is there stays; it is asked for again by itself.
  await page.route('**/fsnotify', (route) => route.abort());
  for (let at = 0; at < 11; at++) await scroll(50);
  await expect(entry(app, nameAt(1_063))).toBeVisible();
  await page.unrouteAll();
  await expect(async () => {
    await scroll(50);
    await expect(entry(app, nameAt(COUNT - 1))).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.goBack();

  await enterByTouch(app, 'Long');
  const grip = app.getByRole('slider', { name: 'Scroll through the folder' });
  await expect(grip).toBeVisible();
  const from = await grip.boundingBox();
  if (from === null) throw new Error('no grip');
  const hand = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y = 0): Promise<unknown> =>
    hand.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + 30, y }] });
  await touch('touchStart', from.y + 24);
  await expect(async () => {
    await touch('touchMove', from.y + 760 + Math.random());
    await expect(entry(app, nameAt(COUNT - 1))).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(app.getByText('n1', { exact: true })).toBeVisible();
  // The finger was on the grip: nothing is drawn down.
  await expect(app.locator('[data-enough]')).toHaveCount(0);
  await touch('touchEnd');
  await page.goBack();

  await enterByTouch(app, 'Long');
  await longPress(page, entry(app, nameAt(0)));
  await app.getByRole('button', { name: 'All', exact: true }).tap();
  await expect(app.getByRole('heading', { name: '1,300 selected' })).toBeVisible();
  await app.getByRole('button', { name: 'End the selection' }).tap();
  await page.goBack();
  await enterByTouch(app, 'Long');
  // The keyboard of a tablet means the same.
  await longPress(page, entry(app, nameAt(0)));
  await app.getByRole('grid').press('Control+a');
  await expect(app.getByRole('heading', { name: '1,300 selected' })).toBeVisible();
  await app.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: 'Delete' }).tap();
  await expect.poll(() => readdirSync(root).length, { timeout: 60_000 }).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect.poll(() => readdirSync(root).length, { timeout: 60_000 }).toBe(COUNT);
});

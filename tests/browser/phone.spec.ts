import type { Page } from '@playwright/test';
import { signInOffline, watchConsole } from './desk.ts';
import { entry, seed } from './files-desk.ts';
import { quiet } from '../lib/quiet.ts';
import { draw, enterByHand, goTo, longPress, openFromMore, openOwnFiles } from './touch.ts';
import { expect, test } from './fixtures.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const LONG = 'a name that is a good deal longer than a phone is wide, even when it is held across.txt';

/** What can be scrolled sideways, but for rows of buttons that are meant to be. */
const sideways = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((one) => one.closest('nav, [role="tablist"]') === null)
      .filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX))
      .filter((one) => one.scrollWidth > one.clientWidth)
      .map((one) => `${one.className}: ${one.scrollWidth} in ${one.clientWidth}`),
  );

test('no list needs to be scrolled sideways; the name comes first, and what is secondary is left out', async ({
  page,
  box,
}) => {
  seed(box, 'Phone', { [LONG]: 'x', 'away.txt': 'xx' });
  await signInOffline(page);
  const files = await openOwnFiles(page);
  await enterByHand(files, 'Phone');
  await expect(entry(files, 'away.txt')).toContainText('2023-11-14 22:13:20');
  expect(await sideways(page)).toEqual([]);
  await longPress(page, entry(files, 'away.txt'));
  await files.getByRole('button', { name: 'Delete', exact: true }).tap();
  await expect(entry(files, 'away.txt')).toHaveCount(0);
  await goTo(page, 'shared');
  await quiet(page);
  expect(await sideways(page), 'shared').toEqual([]);
  for (const id of ['trash', 'task-centre', 'activity', 'device-status']) {
    await openFromMore(page, id);
    await quiet(page);
    expect(await sideways(page), id).toEqual([]);
  }
});

test('a menu stays on the screen, and speaks of no keys', async ({ page, box }) => {
  seed(box, 'Phone', { 'one.txt': 'x' });
  await signInOffline(page);
  const files = await openOwnFiles(page);
  await enterByHand(files, 'Phone');
  await entry(files, 'one.txt').locator('[data-grab]').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'File menu' });
  await expect(menu.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await expect(menu.getByText('F2')).toBeHidden();
  // At half height its end can be drawn into view.
  const last = menu.getByRole('menuitem', { name: 'Details' });
  await last.scrollIntoViewIfNeeded();
  const { y, height } = (await last.boundingBox()) ?? { y: 999, height: 0 };
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y + height).toBeLessThanOrEqual(844);
});

test('four places under the thumb; whatever opens is closed by Back, the last one first, and by every other hand', async ({
  page,
  box,
}) => {
  seed(box, 'Phone', { 'one.txt': 'x', 'two.txt': 'x' });
  const errors = watchConsole(page);
  await signInOffline(page);
  const start = page.locator('[data-start="files"]');
  await expect(start.getByRole('button', { name: /Personal space .*free of/ })).toBeVisible();
  const files = await openOwnFiles(page);
  await enterByHand(files, 'Phone');
  const menu = page.getByRole('menu');
  const open = async (): Promise<void> => {
    await files.getByRole('button', { name: 'More actions' }).tap();
    await expect(menu).toBeVisible();
    // It has come to rest.
    await page.waitForTimeout(350);
  };
  await open();
  await page.goBack();
  await expect(menu).toHaveCount(0);
  await expect(entry(files, 'one.txt')).toBeVisible();
  await open();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await open();
  await page.touchscreen.tap(195, 60);
  await expect(menu).toHaveCount(0);
  await open();
  await draw(page, { x: 195, y: 440 }, { x: 195, y: 820 });
  await expect(menu).toHaveCount(0);
  // Four sheets later Back is still the way out of the folder, and of the page.
  await page.goBack();
  await expect(entry(files, 'Phone')).toBeVisible();
  await page.goBack();
  await expect(start).toBeVisible();

  await entry(await openOwnFiles(page), 'Phone').tap();
  await entry(files, 'one.txt').tap();
  await expect(files.getByRole('heading', { name: 'one.txt' })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(start.getByRole('group', { name: 'Recently opened' }).getByRole('button')).toHaveText(['one.txt']);

  await openFromMore(page, 'settings');
  // What is open is written down a moment later.
  await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join())).toContain('settings');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.locator('[data-start="more"]')).toBeVisible();
  await page.goBack();
  await expect(start).toBeVisible();
  expect(page.url()).toContain('/home');
  expect(errors).toEqual([]);
});

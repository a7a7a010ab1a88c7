import type { Locator, Page } from '@playwright/test';
import { signInOffline } from './desk.ts';
import { entry, seed } from './files-desk.ts';
import { quiet } from '../lib/quiet.ts';
import { enterByHand, longPress } from './touch.ts';
import { expect, test } from './fixtures.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const LONG = 'a name that is a good deal longer than a phone is wide, even when it is held across.txt';

const openApp = async (page: Page, id: string): Promise<Locator> => {
  await page.locator(`[data-app="${id}"]`).click();
  return page.locator('main section').first();
};

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
  const files = await openApp(page, 'files');
  await enterByHand(files, 'Phone');
  await expect(entry(files, 'away.txt')).toContainText('2023-11-14 22:13:20');
  expect(await sideways(page)).toEqual([]);
  await longPress(page, entry(files, 'away.txt'));
  await files.getByRole('button', { name: 'Delete', exact: true }).tap();
  await expect(entry(files, 'away.txt')).toHaveCount(0);
  // Out of the folder, then out of the app.
  await page.getByRole('button', { name: 'Back', exact: true }).tap();
  for (const id of ['trash', 'shares', 'task-centre', 'activity', 'device-status']) {
    await page.getByRole('button', { name: 'Back', exact: true }).first().click();
    await openApp(page, id);
    await quiet(page);
    expect(await sideways(page), id).toEqual([]);
  }
});

test('a menu stays on the screen, and speaks of no keys', async ({ page, box }) => {
  seed(box, 'Phone', { 'one.txt': 'x' });
  await signInOffline(page);
  const files = await openApp(page, 'files');
  await enterByHand(files, 'Phone');
  await entry(files, 'one.txt').locator('[data-grab]').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'File menu' });
  await expect(menu.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await expect(menu.getByText('F2')).toBeHidden();
  const { y, height } = (await menu.boundingBox()) ?? { y: -1, height: 0 };
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y + height).toBeLessThanOrEqual(844);
});

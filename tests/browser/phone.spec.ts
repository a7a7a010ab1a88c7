import type { Locator, Page } from '@playwright/test';
import { signInOffline } from './desk.ts';
import { entry, enter, seed } from './files-desk.ts';
import { expect, test } from './fixtures.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const openApp = async (page: Page, id: string): Promise<Locator> => {
  await page.locator(`[data-app="${id}"]`).click();
  return page.locator('main section').first();
};

test('a menu stays on the screen, and speaks of no keys', async ({ page, box }) => {
  seed(box, 'Phone', { 'one.txt': 'x' });
  await signInOffline(page);
  const files = await openApp(page, 'files');
  await enter(files, 'Phone');
  await entry(files, 'one.txt').locator('[data-grab]').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'File menu' });
  await expect(menu.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await expect(menu.getByText('F2')).toBeHidden();
  const { y, height } = (await menu.boundingBox()) ?? { y: -1, height: 0 };
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y + height).toBeLessThanOrEqual(844);
});

/** The browser's Back takes back what was opened last, Forward opens it again, and Back leaves the product only when nothing is left to take back. */
import type { Page } from '@playwright/test';
import { signIn } from './account-page.ts';
import { appIcon, openByPalette, OWNER, signInOffline, win } from './desktop-page.ts';
import { browsers, enter, entry, listOf, openFiles, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';
import { picture } from './photos-fixture.ts';
import { enterByTouch, longPress, openOwnFiles } from './touch-actions.ts';

test('Back goes back folder by folder, whatever was done in between @full', async ({ page, box }) => {
  seed(box, 'Way back', { 'one/two/deep.txt': 'x', 'other/near.txt': 'x' });
  const window = await openFiles(page);
  await enter(window, 'Way back');
  await enter(window, 'one');
  await enter(window, 'two');
  await expect(entry(window, 'deep.txt')).toBeVisible();
  await page.goBack();
  await expect(entry(window, 'two')).toBeVisible();
  // By the window’s own button: this step is the browser’s no more.
  await window.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(entry(window, 'one')).toBeVisible();
  await enter(window, 'other');
  await expect(entry(window, 'near.txt')).toBeVisible();
  await page.reload();
  await expect(entry(window, 'near.txt')).toBeVisible();
  await page.goBack();
  await expect(entry(window, 'one')).toBeVisible();
  await page.goBack();
  await expect(entry(window, 'Way back')).toBeVisible();
  await expect(listOf(window)).toBeVisible();
});

test('Forward opens again the folder that Back left, also after a reload, and no dialog @full', async ({
  page,
  box,
}) => {
  seed(box, 'And forth', { 'one/two/deep.txt': 'x', 'other/near.txt': 'x' });
  const window = await openFiles(page);
  for (const folder of ['And forth', 'one', 'two']) await enter(window, folder);
  await page.goBack();
  await expect(entry(window, 'two')).toBeVisible();
  await page.goBack();
  await expect(entry(window, 'one')).toBeVisible();
  await page.goForward();
  await expect(entry(window, 'two')).toBeVisible();
  await page.goForward();
  await expect(entry(window, 'deep.txt')).toBeVisible();
  await page.goBack();
  await expect(entry(window, 'two')).toBeVisible();
  await page.reload();
  await expect(entry(window, 'two')).toBeVisible();
  await window.getByRole('button', { name: 'Forward', exact: true }).click();
  await expect(entry(window, 'deep.txt')).toBeVisible();
  await page.goBack();
  await expect(entry(window, 'two')).toBeVisible();
  // Another window in front has nothing that Forward means.
  await openByPalette(page, 'Settings');
  await page.goForward();
  await win(page, 'Settings').getByRole('button', { name: 'Close', exact: true }).first().click();
  await expect(entry(window, 'two')).toBeVisible();
});

test('Back moves no window that lies below another one @full', async ({ page, box }) => {
  seed(box, 'Below', { 'one/two/deep.txt': 'x' });
  const window = await openFiles(page);
  for (const folder of ['Below', 'one', 'two']) await enter(window, folder);
  await openByPalette(page, 'Settings');
  await page.goBack();
  await expect(win(page, 'Settings')).toBeVisible();
  await win(page, 'Settings').getByRole('button', { name: 'Close', exact: true }).first().click();
  await expect(entry(window, 'deep.txt')).toBeVisible();
  await page.goBack();
  await expect(entry(window, 'two')).toBeVisible();
});

test('what a closed window had open is not asked for again @full', async ({ page, box }) => {
  seed(box, 'Closed', { 'one/deep.txt': 'x' });
  await signInOffline(page);
  await page.goto('/healthz');
  await page.goto('/home');
  await appIcon(page, 'files').click();
  const window = browsers(page).first();
  await enter(window, 'Closed');
  await enter(window, 'one');
  await openByPalette(page, 'Settings');
  await window.getByRole('button', { name: 'Close', exact: true }).first().click();
  await expect(window).toBeHidden();
  await expect(win(page, 'Settings')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/healthz/);
});

test.describe('on a phone @full', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('Back closes the folder, then the app, and stays at home', async ({ page, box }) => {
    seed(box, 'Hand', { 'one/deep.txt': 'x' });
    await signInOffline(page);
    const app = await openOwnFiles(page);
    await enterByTouch(app, 'Hand');
    await enterByTouch(app, 'one');
    await expect(entry(app, 'deep.txt')).toBeVisible();
    await page.goBack();
    await expect(entry(app, 'one')).toBeVisible();
    await page.goBack();
    await expect(entry(app, 'Hand')).toBeVisible();
    await page.goBack();
    await expect(page.locator('[data-start="files"]')).toBeVisible();
    await expect(page).toHaveURL(/home/);
  });

  test('Forward opens the app again, and then the folder in it; of what Back ended otherwise nothing', async ({
    page,
    box,
  }) => {
    seed(box, 'Forth', { 'one/deep.txt': 'x', 'two.txt': 'y' });
    await signInOffline(page);
    const start = page.locator('[data-start="files"]');
    const app = await openOwnFiles(page);
    await enterByTouch(app, 'Forth');
    await enterByTouch(app, 'one');
    await page.goBack();
    await expect(entry(app, 'one')).toBeVisible();
    await page.goBack();
    await expect(entry(app, 'Forth')).toBeVisible();
    await page.goBack();
    await expect(start).toBeVisible();
    await page.goForward();
    await expect(entry(app, 'Forth')).toBeVisible();
    await page.goForward();
    await expect(entry(app, 'one')).toBeVisible();
    await page.goForward();
    await expect(entry(app, 'deep.txt')).toBeVisible();
    await page.goBack();
    await expect(entry(app, 'one')).toBeVisible();
    // A selection is not made again.
    await longPress(page, entry(app, 'two.txt'));
    const selected = app.getByRole('heading', { name: '1 selected' });
    await expect(selected).toBeVisible();
    await page.goBack();
    await expect(selected).toHaveCount(0);
    await page.goForward();
    await expect(entry(app, 'two.txt')).toBeVisible();
    await expect(selected).toHaveCount(0);
    await expect(app.getByRole('heading', { name: 'Forth', exact: true })).toBeVisible();
  });

  // An account goes through pages of its own before it is at its box, also after a reload.
  const WAYS: readonly (readonly [how: string, enter: (page: Page) => Promise<void>])[] = [
    ['with an account', (page) => signIn(page, OWNER)],
    ['offline', signInOffline],
  ];
  for (const [how, comeIn] of WAYS)
    test(`after a reload Back goes on where it was: ${how}`, async ({ page, box }) => {
      seed(box, 'Trip', { 'one.png': picture(7), 'two.txt': 'x' });
      await comeIn(page);
      const start = page.locator('[data-start="files"]');
      const app = await openOwnFiles(page);
      await enterByTouch(app, 'Trip');
      await entry(app, 'one.png').tap();
      const viewer = page.getByRole('region', { name: 'one.png' });
      await expect(viewer).toBeVisible();
      await page.reload();
      await expect(viewer).toBeVisible();
      await page.goBack();
      await expect(viewer).toHaveCount(0);
      // What was selected is not any more: its step is passed over.
      await longPress(page, entry(app, 'two.txt'));
      await expect(app.getByRole('heading', { name: '1 selected' })).toBeVisible();
      await page.reload();
      await expect(app.getByRole('heading', { name: 'Trip', exact: true })).toBeVisible();
      await expect(entry(app, 'two.txt')).toBeVisible();
      await page.goBack();
      await expect(app.getByRole('heading', { name: 'Personal space', exact: true })).toBeVisible();
      await page.goBack();
      await expect(start).toBeVisible();
      await expect(page).toHaveURL(/home/);
    });
});

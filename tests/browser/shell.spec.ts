import { drag, appIcon, openByPalette, OWNER, settingsMenu, signInOffline, win } from './desktop-page.ts';
import { browsers } from './files-page.ts';
import { expect, test } from './fixtures.ts';

test.use({ viewport: { width: 1600, height: 1000 } });

test('SHELL-11 SHELL-14 SHELL-15 SHELL-38 DIALOG-34: desktop settings add, remove and open apps; titles are stored by user @full', async ({
  page,
}) => {
  await signInOffline(page);
  await page.getByRole('toolbar', { name: 'Window bar' }).getByRole('button', { name: 'Desktop settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Desktop settings' });
  const shown = dialog.getByRole('region', { name: 'On the desktop' });
  const others = dialog.getByRole('region', { name: 'Other apps' });
  await shown.getByRole('button', { name: 'Remove Settings from the desktop' }).click();
  await expect(others.getByRole('button', { name: 'Open Settings' })).toBeVisible();
  await expect(appIcon(page, 'settings')).toHaveCount(0);
  await others.getByRole('button', { name: 'Add Box Info to the desktop' }).click();
  await expect(appIcon(page, 'box-info')).toHaveCount(1);
  const stored = await page.evaluate((key) => localStorage.getItem(key), `${OWNER}_desktop`);
  expect(stored?.split(',')).toContain('Box Info');
  expect(stored?.split(',')).not.toContain('Settings');
  await others.getByRole('button', { name: 'Open Settings' }).click();
  await expect(dialog).toBeHidden();
  await expect(win(page, 'Settings')).toBeVisible();
});

test('what is not built yet stands under Coming in the desktop settings, for reading, and nowhere else @full', async ({
  page,
}) => {
  await signInOffline(page);
  const coming = ['downloads', 'app-market', 'containers'];
  await expect(appIcon(page, 'files')).toBeVisible();
  for (const id of coming) await expect(page.locator(`[data-app="${id}"]`)).toHaveCount(0);
  await page.getByRole('toolbar', { name: 'Window bar' }).getByRole('button', { name: 'Desktop settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Desktop settings' });
  const list = dialog.getByRole('region', { name: 'Coming' });
  await expect(list.getByRole('listitem').filter({ hasText: 'Offline downloads' })).toBeVisible();
  await expect(list.getByRole('button')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: /Offline downloads/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('App market');
  await expect(page.getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator('[data-place="more"]').click();
  await expect(page.locator('[data-app="trash"]')).toBeVisible();
  for (const id of coming) await expect(page.locator(`[data-app="${id}"]`)).toHaveCount(0);
});

test('SHELL-16 SHELL-28: the wallpaper dialog offers four presets and remembers the choice @full', async ({ page }) => {
  await signInOffline(page);
  await settingsMenu(page);
  await page.getByRole('menuitem', { name: 'Wallpaper' }).click();
  const presets = page.getByRole('radiogroup', { name: 'Wallpaper' }).getByRole('radio');
  await expect(presets).toHaveCount(4);
  const picture = page.locator('[data-wallpaper]');
  const first = await picture.getAttribute('data-wallpaper');
  await presets.nth(2).click();
  await expect(picture).not.toHaveAttribute('data-wallpaper', first ?? '');
  expect(await page.evaluate(() => localStorage.getItem('wallpaper'))).toBe('3');
});

test('SHELL-18: zoom is kept in local storage in steps of a tenth and changes the content @full', async ({ page }) => {
  await signInOffline(page);
  await appIcon(page, 'settings').click();
  const window = win(page, 'Settings');
  await window.getByRole('button', { name: 'Appearance' }).click();
  const slider = window.getByRole('slider', { name: 'Zoom' });
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  expect(await page.evaluate(() => localStorage.getItem('zoom'))).toBe('1.2');
  await expect(window.getByText('120 %')).toBeVisible();
});

test('a double click on an icon opens one window, although every app that shows many opens another with each click @full', async ({
  page,
}) => {
  await signInOffline(page);
  // The icons of the second row stay beside the window that the first click opens.
  await appIcon(page, 'files').dblclick();
  await expect(browsers(page)).toHaveCount(1);
  await appIcon(page, 'files').focus();
  await page.keyboard.press('Enter');
  await expect(browsers(page)).toHaveCount(2);
});

test('desktop icons are arranged with the pointer and by keyboard, and the order is remembered @full', async ({
  page,
}) => {
  await signInOffline(page);
  const order = () =>
    page
      .getByRole('navigation', { name: 'Desktop apps' })
      .locator('button')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-app')));
  const before = await order();
  const first = await page.locator('nav [data-app]').nth(0).boundingBox();
  const third = await page.locator('nav [data-app]').nth(2).boundingBox();
  if (first === null || third === null) throw new Error('no icons');
  await drag(page, { x: first.x + 48, y: first.y + 30 }, { x: third.x + 48, y: third.y + 40 });
  expect(await order()).toEqual([before[1], before[2], before[0], ...before.slice(3)]);
  // Arrows move the focus alone; with Ctrl they take the icon along.
  await page.locator('nav [data-app]').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('nav [data-app]').nth(2)).toBeFocused();
  await page.keyboard.press('Control+ArrowUp');
  await page.keyboard.press('Control+ArrowUp');
  expect(await order()).toEqual(before);
});

test('the command palette finds by name and opens; Escape closes it @full', async ({ page }) => {
  await signInOffline(page);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search' });
  await page.getByRole('combobox').fill('dev');
  await expect(palette.getByRole('option').first()).toContainText('Device Status');
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await expect(win(page, 'Device Status')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
});

test('Alt+` switches windows: held it shows them, let go it raises the chosen one @full', async ({ page }) => {
  await signInOffline(page);
  await appIcon(page, 'settings').click();
  await openByPalette(page, 'Activity');
  await page.keyboard.down('Alt');
  await page.keyboard.press('Backquote');
  await expect(page.getByRole('dialog', { name: 'Windows' })).toBeVisible();
  await page.keyboard.up('Alt');
  await expect(page.getByRole('dialog', { name: 'Windows' })).toBeHidden();
  await expect(win(page, 'Settings')).toHaveAttribute('data-active', '');
});

test('languages and themes switch at run time @full', async ({ page }) => {
  await signInOffline(page);
  await appIcon(page, 'settings').click();
  await settingsMenu(page);
  await page.getByRole('menuitem', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: '简体中文' }).click();
  await expect(win(page, '设置')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN');
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: '设置' }).click();
  await page.getByRole('menuitem', { name: '主题' }).click();
  await page.getByRole('menuitemradio', { name: '深色' }).click();
  const background = () => win(page, '设置').evaluate((element) => getComputedStyle(element).backgroundColor);
  const dark = await background();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(win(page, '设置')).toBeVisible();
  expect(await background()).toBe(dark);
  expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
});

test('G-55 ERR-156: a part of the page that cannot be loaded shows words and a retry, and the desktop goes on @full', async ({
  page,
}) => {
  await signInOffline(page);
  await page.route('**/assets/activity-*.js', (route) => route.abort());
  await appIcon(page, 'activity').click();
  const window = win(page, 'Activity');
  await expect(window.getByRole('alert')).toContainText('A part of the page could not be loaded');
  await expect(window.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(window.getByRole('button', { name: 'Reload the page' })).toBeVisible();
  await appIcon(page, 'settings').click({ force: true });
  await openByPalette(page, 'Settings');
  await expect(win(page, 'Settings')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('every app is one full-screen page with a way back', async ({ page }) => {
    await signInOffline(page);
    await page.locator('[data-place="more"]').click();
    await page.locator('[data-app="settings"]').click();
    const app = page.getByRole('region', { name: 'Settings' }).first();
    await expect(app).toBeVisible();
    expect((await app.boundingBox())?.width).toBe(390);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page.locator('[data-app="settings"]')).toBeVisible();
  });
});

import { openByPalette, watchConsole, win } from './desktop-page.ts';
import { enter, entry, listOf, openFiles, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

test('the keys of Files work wherever the focus is in its window, and nowhere else @full', async ({ page, box }) => {
  seed(box, 'Keys', { 'one.txt': '1', 'two.txt': '2' });
  const window = await openFiles(page);
  await enter(window, 'Keys');
  await entry(window, 'one.txt').locator('[data-grab]').click();

  // The title bar.
  await page.locator('[data-window][data-active]').getByRole('button', { name: 'Window menu' }).focus();
  await page.keyboard.press('Control+a');
  await expect(window.getByText('2 selected')).toBeVisible();
  expect(await page.evaluate(() => String(getSelection()))).toBe('');
  await page.keyboard.press('Backspace');
  await expect(entry(window, 'Keys')).toBeVisible();
  // The sidebar.
  await window.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Personal space' }).focus();
  await page.keyboard.press('Control+Shift+n');
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await expect(dialog).toBeVisible();
  // What lies over the window keeps its keys.
  await dialog.getByRole('button', { name: 'Cancel' }).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(window.getByText(/\d+ selected/)).toHaveCount(0);

  // Another window is another's.
  await openByPalette(page, 'Settings');
  await win(page, 'Settings').getByRole('button', { name: 'Appearance' }).focus();
  await page.keyboard.press('Control+a');
  await expect(listOf(window).locator('[aria-selected="true"]')).toHaveCount(0);
});

test('? shows every key on one sheet, in the language of the person, and not while somebody types @full', async ({
  page,
}) => {
  const problems = watchConsole(page);
  const window = await openFiles(page);
  await window.getByRole('searchbox').pressSequentially('a?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await listOf(window).focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(sheet.getByText('All windows at once')).toBeVisible();
  await expect(sheet.locator('kbd')).not.toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  expect(problems).toEqual([]);
});

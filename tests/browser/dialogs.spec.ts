import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { enter, entry, openContextMenu, openFiles, seed } from './files-page.ts';
import { OWNER } from './desktop-page.ts';
import { expect, test } from './fixtures.ts';

const widthOf = (page: Page, name: string): Promise<number> =>
  page.getByRole('dialog', { name }).evaluate((dialog: HTMLElement) => dialog.offsetWidth);

/** Goes to a folder of the directory selector. */
const pickFolder = async (page: Page, title: string, ...way: readonly string[]): Promise<void> => {
  const picker = page.getByRole('dialog', { name: title });
  for (const name of way) {
    const row = picker.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
    await row.locator('[data-grab]').dblclick();
    await expect(
      picker.getByRole('navigation', { name: 'Path' }).getByRole('button', { name, exact: true }),
    ).toBeVisible();
  }
  await picker.getByRole('button', { name: 'Confirm' }).click();
  await expect(picker).toHaveCount(0);
};

test('PICKER-01 PICKER-02 PICKER-03 PICKER-08 PICKER-09 PICKER-28 PICKER-30 PICKER-31 DIALOG-01 DIALOG-02: copy elsewhere, with a conflict @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Pick', { 'a.txt': 'new', 'to/a.txt': 'old', 'to/': '' });
  const window = await openFiles(page);
  await enter(window, 'Pick');
  await entry(window, 'a.txt').locator('[data-grab]').click();
  await window.getByRole('button', { name: 'Copy to…' }).click();
  const picker = page.getByRole('dialog', { name: 'Copy to' });
  expect(await widthOf(page, 'Copy to')).toBe(725);
  // At the side there is room for one word.
  await expect(picker.getByRole('tab')).toHaveText(['Personal', 'Public', 'Private', 'Friends', 'Devices']);
  await expect(picker.getByRole('tab', { selected: true })).toHaveAccessibleName('Personal space');
  const list = picker.getByRole('grid', { name: 'Folders' });
  await expect(list).toBeVisible();
  const size = await list.evaluate((grid) => [grid.parentElement?.offsetWidth, grid.parentElement?.offsetHeight]);
  expect(size).toEqual([620, 360]);
  await expect(picker.getByRole('button', { name: 'Confirm' })).toHaveAttribute('aria-disabled', 'true');
  await expect(picker.getByRole('button', { name: 'New folder' })).toHaveAttribute('aria-disabled', 'true');
  await picker.locator('[data-index="0"] [data-grab]').dblclick();
  await pickFolder(page, 'Copy to', 'Pick', 'to');
  const conflict = page.getByRole('dialog', { name: 'Transfer: these names already exist' });
  await expect(conflict.getByRole('radio')).toHaveCount(3);
  await expect(conflict.getByRole('radio', { name: /^Keep both/ })).toBeChecked();
  // Enter goes on with what is chosen; it had closed the question.
  await expect(conflict.getByRole('button', { name: 'Continue' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => readdirSync(join(root, 'to')).toSorted(), { timeout: 15_000 })
    .toEqual(['a.txt', 'a_copy.txt']);
  expect(readFileSync(join(root, 'to/a.txt'), 'utf8')).toBe('old');
  expect(readFileSync(join(root, 'to/a_copy.txt'), 'utf8')).toBe('new');
});

test('DIALOG-09 DIALOG-10 DIALOG-15 ARCHIVE-01 ARCHIVE-03 ARCHIVE-07 ARCHIVE-08 ARCHIVE-09: pack and unpack @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Pack', { 'Trip/a.txt': 'a', 'Trip/深/b.txt': 'b' });
  const window = await openFiles(page);
  await enter(window, 'Pack');
  const menu = await openContextMenu(window, 'Trip');
  await menu.getByRole('menuitem', { name: 'Compress' }).hover();
  await page.getByRole('menuitem', { name: 'Into this folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Compress' });
  expect(await widthOf(page, 'Compress')).toBe(600);
  await expect(dialog.getByLabel('Name of the archive')).toHaveValue('Trip');
  await expect(dialog.getByRole('radio')).toHaveCount(3);
  await expect(dialog.getByLabel('Save in')).not.toBeEditable();
  await dialog.getByLabel('Name of the archive').fill('?');
  await expect(dialog.getByText('file name format not valid')).toBeVisible();
  await dialog.getByLabel('Name of the archive').fill('Packed');
  await dialog.getByRole('button', { name: 'Compress', exact: true }).click();
  await expect(entry(window, 'Packed.zip')).toBeVisible({ timeout: 20_000 });
  expect(existsSync(join(root, 'Packed.zip'))).toBe(true);
  const again = await openContextMenu(window, 'Packed.zip');
  await again.getByRole('menuitem', { name: 'Extract' }).hover();
  await page.getByRole('menuitem', { name: 'Into this folder' }).click();
  const notice = page.getByRole('alertdialog');
  await notice.getByRole('checkbox', { name: 'Do not remind me again' }).check();
  await notice.getByRole('button', { name: 'Extract' }).click();
  await expect(entry(window, 'Packed')).toBeVisible({ timeout: 20_000 });
  expect(readFileSync(join(root, 'Packed/Trip/深/b.txt'), 'utf8')).toBe('b');
  const third = await openContextMenu(window, 'Packed.zip');
  await third.getByRole('menuitem', { name: 'Extract' }).hover();
  await page.getByRole('menuitem', { name: 'Into this folder' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(entry(window, 'Packed_copy')).toBeVisible({ timeout: 20_000 });
});

test('DIALOG-26 SAFE-01 SAFE-02 SAFE-03 SAFE-04 FILES-26: the gate of the safe, encrypting into it and back out @full', async ({
  page,
  box,
}) => {
  // Its passwords are stretched on purpose, each time.
  test.slow();
  const root = seed(box, 'Secret', { 'letter.txt': 'nobody reads this', 'out/': '' });
  const window = await openFiles(page);
  const places = window.getByRole('navigation', { name: 'Places' });
  await places.getByRole('button', { name: 'Safe', exact: true }).click();
  const setUp = window.getByRole('form', { name: 'Set up the safe' });
  await setUp.getByLabel('New password').fill('abc12');
  await setUp.getByLabel('Repeat the password').fill('abc12');
  await setUp.getByRole('checkbox').check();
  await setUp.getByRole('button', { name: 'Set password' }).click();
  await expect(setUp.getByText('6 to 10 characters').last()).toBeVisible();
  await setUp.getByLabel('New password').fill('abc123');
  await setUp.getByLabel('Repeat the password').fill('abc124');
  await setUp.getByRole('button', { name: 'Set password' }).click();
  await expect(setUp.getByText('The two entries differ')).toBeVisible();
  await setUp.getByLabel('Repeat the password').fill('abc123');
  await setUp.getByRole('button', { name: 'Set password' }).click();
  await expect(window.getByText('The safe is empty')).toBeVisible();

  await window.getByRole('button', { name: 'Lock', exact: true }).click();
  const unlock = window.getByRole('form', { name: 'Open the safe' });
  await unlock.getByLabel('Password', { exact: true }).fill('wrong11');
  await unlock.getByRole('button', { name: 'Unlock' }).click();
  await expect(unlock.getByText('Wrong password, 4 tries left')).toBeVisible();
  await unlock.getByLabel('Password', { exact: true }).fill('abc123');
  await unlock.getByRole('button', { name: 'Unlock' }).click();
  await expect(window.getByText('The safe is empty')).toBeVisible();

  await places.getByRole('button', { name: 'Personal space' }).click();
  await enter(window, 'Secret');
  const menu = await openContextMenu(window, 'letter.txt');
  await menu.getByRole('menuitem', { name: 'Encrypt' }).click();
  await page.getByRole('dialog', { name: 'Encrypt into the safe' }).getByRole('button', { name: 'Confirm' }).click();
  await expect(entry(window, 'letter.txt')).toHaveCount(0, { timeout: 20_000 });
  expect(existsSync(join(root, 'letter.txt'))).toBe(false);
  await places.getByRole('button', { name: 'Safe', exact: true }).click();
  await expect(entry(window, 'letter.txt.hyencrypt_v3')).toBeVisible();
  const hidden = readFileSync(join(box.usb1, OWNER, '.safebox/letter.txt.hyencrypt_v3'), 'latin1');
  expect(hidden).toContain('age-encryption.org/v1');
  expect(hidden).not.toContain('nobody reads this');

  await entry(window, 'letter.txt.hyencrypt_v3').locator('[data-grab]').click();
  await window.getByRole('button', { name: 'Decrypt', exact: true }).click();
  const picker = page.getByRole('dialog', { name: 'Decrypt to' });
  await picker.locator('[data-index="0"] [data-grab]').dblclick();
  await pickFolder(page, 'Decrypt to', 'Secret', 'out');
  await expect.poll(() => existsSync(join(root, 'out/letter.txt')), { timeout: 20_000 }).toBe(true);
  expect(readFileSync(join(root, 'out/letter.txt'), 'utf8')).toBe('nobody reads this');
});

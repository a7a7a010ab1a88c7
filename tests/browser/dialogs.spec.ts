import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { enter, entry, listOf, openContextMenu, openFiles, seed } from './files-page.ts';
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

test('DIALOG-11 VALID-11 VALID-12 VALID-13: a new folder with a good name, and why a bad one is refused @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Made', { 'Taken/': '' });
  const window = await openFiles(page);
  await enter(window, 'Made');
  await window.getByRole('button', { name: 'New folder', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  const field = dialog.getByLabel('Folder name');
  await field.fill('');
  await expect(dialog.getByText('content cannot be empty')).toBeVisible();
  await field.fill('bad?name');
  await expect(dialog.getByText('folder name format not valid')).toBeVisible();
  await field.fill('x'.repeat(65));
  await expect(dialog.getByText(/more than 64 characters/)).toBeVisible();
  await field.fill('Taken');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText(/Target file already exists/)).toBeVisible();
  await field.fill('照片 2026');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(entry(window, '照片 2026')).toHaveAttribute('aria-selected', 'true');
  expect(readdirSync(root).toSorted()).toEqual(['Taken', '照片 2026']);
});

test('DIALOG-03 DIALOG-04 DIALOG-05 RENAME-01: old name to read, suffix with its hint, a taken name refused @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Names', { 'a.tar.gz': 'a', 'b.tar.gz': 'b', 'c.txt.hyencrypt_v3': 'c' });
  const window = await openFiles(page);
  await enter(window, 'Names');
  await entry(window, 'a.tar.gz').locator('[data-grab]').click();
  await page.keyboard.press('F2');
  const dialog = page.getByRole('dialog', { name: 'Rename' });
  expect(await widthOf(page, 'Rename')).toBe(480);
  await expect(dialog.getByLabel('Old name')).toHaveValue('a.tar.gz');
  await expect(dialog.getByLabel('Old name')).not.toBeEditable();
  await expect(dialog.getByLabel('New name')).toHaveValue('a');
  await expect(dialog.getByLabel('Suffix', { exact: true })).toHaveValue('tar.gz');
  await expect(dialog.getByText('Changing the suffix is not recommended')).toBeVisible();
  await dialog.getByLabel('New name').fill('b');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/Target file already exists/)).toBeVisible();
  await dialog.getByLabel('New name').fill('new');
  await page.keyboard.press('Enter');
  await expect(entry(window, 'new.tar.gz')).toBeVisible();
  await entry(window, 'c.txt.hyencrypt_v3').locator('[data-grab]').click();
  await page.keyboard.press('F2');
  await expect(dialog.getByLabel('Encrypted suffix, cannot be changed')).toHaveValue('.hyencrypt_v3');
  await dialog.getByLabel('New name').fill('d');
  await page.keyboard.press('Enter');
  await expect(entry(window, 'd.txt.hyencrypt_v3')).toBeVisible();
  expect(readdirSync(root).toSorted()).toEqual(['b.tar.gz', 'd.txt.hyencrypt_v3', 'new.tar.gz']);
});

test('DIALOG-06 DIALOG-07 DIALOG-08 RENAME-10 RENAME-11 RENAME-13 RENAME-15: many files by a format, previewed @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Batch', { 'x.jpg': '1', 'y.png': '2', 'z.jpg': '3', 'trip-09.png': 'taken' });
  const window = await openFiles(page);
  await enter(window, 'Batch');
  for (const name of ['x.jpg', 'y.png', 'z.jpg'])
    await entry(window, name)
      .locator('[data-grab]')
      .click({ modifiers: ['ControlOrMeta'] });
  await page.keyboard.press('F2');
  const dialog = page.getByRole('dialog', { name: 'Batch rename' });
  await dialog.getByLabel('Name format').fill('trip');
  await expect(dialog.getByText('The name format must contain {n}')).toBeVisible();
  await dialog.getByLabel('Name format').fill('trip-{n}');
  await dialog.getByLabel('Start number').fill('8');
  const rows = dialog.getByRole('list', { name: 'Old and new names' }).getByRole('listitem');
  await expect(rows).toHaveText([/x\.jpg.*trip-08\.jpg/, /y\.png.*trip-09\.png/, /z\.jpg.*trip-10\.jpg/]);
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(dialog.getByText(/trip-09\.png.*exists already/)).toBeVisible();
  expect(readdirSync(root).toSorted()).toEqual(['trip-09.png', 'x.jpg', 'y.png', 'z.jpg']);
  await dialog.getByRole('button', { name: 'Move z.jpg up' }).click();
  await dialog.getByRole('button', { name: 'Leave y.png out' }).click();
  await expect(rows).toHaveText([/x\.jpg.*trip-08\.jpg/, /z\.jpg.*trip-09\.jpg/]);
  await dialog.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('File rename success')).toBeVisible();
  expect(readFileSync(join(root, 'trip-09.jpg'), 'utf8')).toBe('3');
  expect(readdirSync(root).toSorted()).toEqual(['trip-08.jpg', 'trip-09.jpg', 'trip-09.png', 'y.png']);
});

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

test('DIALOG-12: details of a file, and of a folder with what is in it @full', async ({ page, box }) => {
  seed(box, 'Facts', { 'in/a.txt': 'abcd', 'in/b/c.txt': 'ef', 'one.txt': 'xyz' });
  const window = await openFiles(page);
  await enter(window, 'Facts');
  await entry(window, 'one.txt').locator('[data-grab]').click();
  await page.keyboard.press('Alt+Enter');
  const dialog = page.getByRole('dialog', { name: 'Details' });
  for (const text of ['one.txt', 'TXT file', '3 B', '2023-11-14 22:13:20', 'Personal space › Facts'])
    await expect(dialog.getByText(text, { exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await entry(window, 'in').locator('[data-grab]').click();
  await page.keyboard.press('Alt+Enter');
  await expect(dialog.getByText('2 files, 1 folder', { exact: true })).toBeVisible();
});

test('DIALOG-12: details say what takes the space, what several entries take, and the SHA-256 of a file @full', async ({
  page,
  box,
}) => {
  const many = Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`all/many/${at}.txt`, 'x']));
  seed(box, 'Space', {
    'all/big/deep.bin': 'b'.repeat(3000),
    'all/small.txt': 'c'.repeat(1000),
    ...many,
    'z.txt': 'z',
  });
  const window = await openFiles(page);
  await enter(window, 'Space');
  const dialog = page.getByRole('dialog', { name: 'Details' });
  await entry(window, 'all').locator('[data-grab]').click();
  await page.keyboard.press('Alt+Enter');
  await dialog.getByRole('button', { name: 'Used space' }).click();
  const space = dialog.getByRole('region', { name: 'Used space' });
  await expect(space.getByRole('listitem')).toHaveText(['big2.93 KB', 'small.txt1000 B', 'many14 B']);
  await expect(space.getByRole('progressbar', { name: 'big' })).toHaveAttribute('aria-valuetext', '75 % of all');
  await space.getByRole('button', { name: 'many' }).click();
  await expect(space.getByRole('listitem')).toHaveCount(13);
  await expect(space.getByRole('listitem').last()).toHaveText('Everything else2 B');
  await space.getByRole('button', { name: 'Back to all' }).click();
  await expect(space.getByRole('listitem').first()).toHaveText('big2.93 KB');
  await page.keyboard.press('Escape');

  await entry(window, 'z.txt').locator('[data-grab]').click();
  await page.keyboard.press('Alt+Enter');
  await dialog.getByRole('button', { name: 'Compute' }).click();
  await expect(dialog.getByText(createHash('sha256').update('z').digest('hex'))).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy SHA-256' }).click();
  await expect(dialog.getByText('Copied')).toBeVisible();
  await page.keyboard.press('Escape');

  await entry(window, 'all')
    .locator('[data-grab]')
    .click({ modifiers: ['ControlOrMeta'] });
  await page.keyboard.press('Alt+Enter');
  await expect(dialog.getByText('3.92 KB', { exact: true })).toBeVisible();
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

test('Shift+Delete asks first, and then it is gone for good @full', async ({ page, box }) => {
  const root = seed(box, 'Forever', { 'a.txt': 'a' });
  const window = await openFiles(page);
  await enter(window, 'Forever');
  await entry(window, 'a.txt').locator('[data-grab]').click();
  await page.keyboard.press('Shift+Delete');
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(existsSync(join(root, 'a.txt'))).toBe(true);
  await listOf(window).focus();
  await page.keyboard.press('Shift+Delete');
  await question.getByRole('button', { name: 'Delete for ever' }).click();
  await expect(window.getByText('This folder is empty')).toBeVisible();
  expect(existsSync(join(root, 'a.txt'))).toBe(false);
});

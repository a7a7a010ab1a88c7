import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { enter, entry, listOf, openContextMenu, openFiles, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

const hasFocus = (list: Locator): Promise<void> => expect(list).toBeFocused();

const rename = async (page: Page, to: string): Promise<Locator> => {
  const dialog = page.getByRole('dialog', { name: 'Rename' });
  await dialog.getByLabel('New name').fill(to);
  await page.keyboard.press('Enter');
  return dialog;
};

test('a taken name is said without a hole in the sentence, for a rename and for a new folder @full', async ({
  page,
  box,
}) => {
  seed(box, 'Taken', { 'one.txt': '', 'two.txt': '', 'Old/': '' });
  const window = await openFiles(page);
  await enter(window, 'Taken');
  await entry(window, 'one.txt').locator('[data-grab]').click();
  await page.keyboard.press('F2');
  const dialog = await rename(page, 'two');
  await expect(dialog.getByText(/exists/)).toBeVisible();
  await expect(page.getByText(/[{]\w+[}]/)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Control+Shift+N');
  await page.getByRole('dialog', { name: 'New folder' }).getByLabel('Folder name').fill('Old');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New folder' }).getByText(/exists/)).toBeVisible();
  await expect(page.getByText(/[{]\w+[}]/)).toHaveCount(0);
});

test('the context menu is seen whole, and the focus comes back to the list from a dialog that it opened @full', async ({
  page,
  box,
}) => {
  seed(
    box,
    'Menus2',
    Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`f${String(at).padStart(2, '0')}.txt`, ''])),
  );
  const window = await openFiles(page);
  await enter(window, 'Menus2');
  for (const name of ['f05.txt', 'f10.txt', 'f13.txt']) {
    const menu = await openContextMenu(window, name);
    const at = await menu.boundingBox();
    expect(at?.y).toBeGreaterThanOrEqual(0);
    expect((at?.y ?? 0) + (at?.height ?? 0)).toBeLessThanOrEqual(800);
    expect(await menu.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(1);
    await page.keyboard.press('Escape');
    await hasFocus(listOf(window));
  }
  for (const [item, title] of [
    [/^Rename/, 'Rename'],
    [/^Details/, 'Details'],
    [/^Move/, 'Move to'],
  ] as const) {
    const menu = await openContextMenu(window, 'f03.txt');
    await menu.getByRole('menuitem', { name: item }).first().click();
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await hasFocus(listOf(window));
    await expect(entry(window, 'f03.txt')).toHaveAttribute('aria-selected', 'true');
  }
  await page.keyboard.press('F2');
  await expect(page.getByRole('dialog', { name: 'Rename' })).toBeVisible();
});

test('keys mean files in the whole window, and its words cannot be selected @full', async ({ page, box }) => {
  seed(box, 'Keys', { 'a.txt': '', 'b.txt': '' });
  const window = await openFiles(page);
  await enter(window, 'Keys');
  await expect(entry(window, 'b.txt')).toBeVisible();
  await window.getByRole('button', { name: 'Details pane' }).focus();
  await page.keyboard.press('Control+a');
  await expect(window.getByText('2 selected')).toBeVisible();
  expect(await page.evaluate(() => String(getSelection()))).toBe('');
  await page.keyboard.press('Escape');
  await entry(window, 'a.txt').locator('[data-grab]').click();
  await window.getByRole('button', { name: 'Details pane' }).focus();
  await page.keyboard.press('F2');
  await expect(page.getByRole('dialog', { name: 'Rename' })).toBeVisible();
  await page.keyboard.press('Escape');
  await window.getByRole('button', { name: 'Details pane' }).focus();
  await page.keyboard.press('Delete');
  await expect(entry(window, 'a.txt')).toHaveCount(0);
});

test('the advanced search goes by Escape, by a press beside it and with the search @full', async ({ page, box }) => {
  seed(box, 'Panel', { 'beach.txt': '' });
  const window = await openFiles(page);
  await enter(window, 'Panel');
  const panel = window.getByRole('group', { name: 'Advanced search' });
  const open = window.getByRole('button', { name: 'Advanced search' });
  await open.click();
  await listOf(window).focus();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await open.click();
  await expect(panel).toBeVisible();
  // A choice in a layer of its own is not beside it.
  await panel.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Document' }).click();
  await expect(panel).toBeVisible();
  await window.getByRole('heading').first().click();
  await expect(panel).toHaveCount(0);
  await open.click();
  await window.getByRole('searchbox').fill('beach');
  await panel.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(panel).toHaveCount(0);
  await expect(window.getByRole('columnheader', { name: 'Location' })).toBeVisible();
});

test('a drag that rests on a folder or a place opens it, and lands where it is let go @full', async ({ page, box }) => {
  const root = seed(box, 'Spring', { 'letter.txt': 'dear', 'bill.txt': '1', 'Year/May/keep.txt': 'x' });
  const window = await openFiles(page);
  await enter(window, 'Spring');
  const rest = async (on: Locator): Promise<void> => {
    await on.hover({ force: true });
    const at = await on.boundingBox();
    if (at === null) throw new Error('nothing to rest on');
    await page.mouse.move(at.x + at.width / 2 + 3, at.y + at.height / 2, { steps: 3 });
  };
  const take = async (name: string): Promise<void> => {
    await entry(window, name).locator('[data-grab]').hover();
    await page.mouse.down();
  };
  const path = window.getByRole('navigation', { name: 'Path' });

  await take('letter.txt');
  await rest(entry(window, 'Year').locator('[data-grab]'));
  await expect(path).toContainText('Year');
  // What then lies under a pointer that stays is not opened in turn: it has to be meant.
  await expect(entry(window, 'May')).toBeVisible();
  await page.waitForTimeout(1500);
  await expect(path).not.toContainText('May');
  await rest(listOf(window));
  await rest(entry(window, 'May').locator('[data-grab]'));
  await expect(path).toContainText('May');
  await expect(entry(window, 'keep.txt')).toBeVisible();
  await rest(listOf(window));
  await page.mouse.up();
  await expect.poll(() => existsSync(join(root, 'Year/May/letter.txt'))).toBe(true);
  expect(existsSync(join(root, 'letter.txt'))).toBe(false);
  expect(existsSync(join(root, 'Year/letter.txt'))).toBe(false);

  // By a place too; Escape leaves everything where it was.
  await path.getByRole('button', { name: 'Spring' }).click();
  await take('bill.txt');
  await rest(window.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Public space' }));
  await expect(path).toContainText('Public space');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  expect(readFileSync(join(root, 'bill.txt'), 'utf8')).toBe('1');
});

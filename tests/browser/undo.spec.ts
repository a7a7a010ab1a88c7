import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signIn } from '../lib/box/client.ts';
import { openByPalette, OWNER, win } from './desktop-page.ts';
import { dragEntry, enter, entry, listOf, openFiles, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

test('one gesture is one step back: the toast names it and takes it back, as Ctrl+Z does, also after a reload @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Steps', { 'one/1.txt': '1', 'two/2.txt': '2', 'Target/': '', 'file.txt': 'x' });
  const window = await openFiles(page);
  await enter(window, 'Steps');
  const there = (folder = ''): readonly string[] => readdirSync(join(root, folder)).sort();
  const both = async (): Promise<void> => {
    await entry(window, 'one').locator('[data-grab]').click();
    await entry(window, 'two')
      .locator('[data-grab]')
      .click({ modifiers: ['Control'] });
  };
  await both();
  await dragEntry(window, 'two', 'Target');
  await expect.poll(() => there('Target'), { timeout: 15_000 }).toEqual(['one', 'two']);
  const toast = page.getByRole('dialog').or(page.getByRole('alertdialog')).filter({ hasText: 'Move 2 items' });
  await expect(page.getByText('Move 2 items to “Target”')).toBeVisible();
  await expect(entry(window, 'one')).toHaveCount(0);
  await listOf(window).focus();
  await page.keyboard.press('Control+z');
  await expect.poll(there, { timeout: 15_000 }).toEqual(['Target', 'file.txt', 'one', 'two']);
  await expect(page.getByText('Undone')).toBeVisible();
  await expect(page.getByText('Move 2 items')).toBeVisible();
  await expect(toast).toHaveCount(1);

  await expect(entry(window, 'one')).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(() => there('Target'), { timeout: 15_000 }).toEqual(['one', 'two']);
  await page.keyboard.press('Control+z');
  await expect.poll(there, { timeout: 15_000 }).toEqual(['Target', 'file.txt', 'one', 'two']);

  await expect(entry(window, 'one')).toBeVisible();
  await both();
  await page.keyboard.press('Delete');
  await expect.poll(there).toEqual(['Target', 'file.txt']);
  await expect(page.getByText('2 items moved to the recycle bin')).toBeVisible();
  await expect(page.getByText('Delete 2 items')).toHaveCount(0);
  await page.reload();
  await expect(listOf(window)).toBeVisible();
  await listOf(window).focus();
  await page.keyboard.press('Control+z');
  await expect.poll(there, { timeout: 15_000 }).toEqual(['Target', 'file.txt', 'one', 'two']);

  // All rows are where they stay: what is pressed is what is dragged.
  await expect(entry(window, 'one')).toBeVisible();
  await expect(entry(window, 'two')).toBeVisible();
  await dragEntry(window, 'file.txt', 'Target', { copy: true });
  await expect.poll(() => there('Target'), { timeout: 15_000 }).toEqual(['file.txt']);
  await page
    .getByText('Copy “file.txt”')
    .locator('xpath=ancestor::*[.//button][1]')
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect.poll(() => there('Target'), { timeout: 15_000 }).toEqual([]);
});

test('Ctrl+Z takes back what this browser did, never what another one did last @full', async ({
  page,
  box,
  browser,
  origin,
}) => {
  const root = seed(box, 'Devices', { 'mine.txt': 'mine', 'theirs.txt': 'theirs' });
  const window = await openFiles(page);
  await enter(window, 'Devices');
  await entry(window, 'mine.txt').locator('[data-grab]').click();
  await page.keyboard.press('Delete');
  await expect.poll(() => existsSync(join(root, 'mine.txt'))).toBe(false);

  const context = await browser.newContext({ baseURL: origin });
  const elsewhere = await context.newPage();
  const other = await openFiles(elsewhere);
  await enter(other, 'Devices');
  await entry(other, 'theirs.txt').locator('[data-grab]').click();
  await elsewhere.keyboard.press('Delete');
  await expect.poll(() => existsSync(join(root, 'theirs.txt'))).toBe(false);

  await listOf(window)
    .or(window.getByRole('group', { name: 'Files', exact: true }))
    .first()
    .focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => existsSync(join(root, 'mine.txt'))).toBe(true);
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Nothing to undo in this browser')).toBeVisible();
  expect(existsSync(join(root, 'theirs.txt'))).toBe(false);
  await context.close();
});

test('a step back that is refused says why and stays the next one; what was deleted can stand beside what took its place @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Refused', { 'doc 5.txt': 'mine', 'old.txt': 'old' });
  const there = (): readonly string[] => readdirSync(root).sort();
  const window = await openFiles(page);
  await enter(window, 'Refused');
  await entry(window, 'old.txt').locator('[data-grab]').click();
  await page.keyboard.press('F2');
  await page.getByRole('dialog', { name: 'Rename' }).getByLabel('New name').fill('older');
  await page.keyboard.press('Enter');
  await expect(entry(window, 'older.txt')).toBeVisible();
  await entry(window, 'doc 5.txt').locator('[data-grab]').click();
  await page.keyboard.press('Delete');
  await expect(page.getByText('Delete “doc 5.txt”')).toBeVisible();
  writeFileSync(join(root, 'doc 5.txt'), 'theirs');

  const refuse = async (): Promise<void> => {
    const refused = page.waitForResponse((response) => response.request().postData()?.includes('UNDO') === true);
    await page.keyboard.press('Control+z');
    await (await refused).finished();
    await expect(page.getByText('Something else is in its place').first()).toBeVisible();
  };
  await listOf(window).focus();
  await refuse();
  await refuse();
  expect(there()).toEqual(['doc 5.txt', 'older.txt']);
  rmSync(join(root, 'doc 5.txt'));
  await page.keyboard.press('Control+z');
  await expect.poll(there).toEqual(['doc 5.txt', 'older.txt']);
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  await expect(page.getByText('Could not be undone')).toHaveCount(0);

  await page.keyboard.press('Control+y');
  await expect.poll(there).toEqual(['older.txt']);
  await expect(page.getByText('Redone')).toBeVisible();
  writeFileSync(join(root, 'doc 5.txt'), 'theirs');
  await refuse();
  const owner = await signIn(box.origin, OWNER);
  const before = await owner.journal.list({ count: 1, cursor: 0 });
  await page.getByRole('button', { name: 'Keep both' }).click();
  await expect.poll(there).toEqual(['doc 5.txt', 'doc 5_copy.txt', 'older.txt']);
  // One act, one line, which is written when the file is there.
  const path = `/mnt/usb1/${OWNER}/Refused/doc 5_copy.txt`;
  await expect
    .poll(async () => {
      const { list, total } = await owner.journal.list({ count: 1, cursor: 0 });
      return [total - before.total, list];
    })
    .toMatchObject([1, [{ action: 'restore', state: 'done', reversible: 1, path }]]);
  expect(readFileSync(join(root, 'doc 5.txt'), 'utf8')).toBe('theirs');
  expect(readFileSync(join(root, 'doc 5_copy.txt'), 'utf8')).toBe('mine');
  await expect(page.getByText('Undone', { exact: true })).toBeVisible();
  // In the bin the keys mean the same.
  await openByPalette(page, 'Recycle bin');
  // Its code has come, not the frame of its window alone.
  await expect(win(page, 'Recycle bin').getByRole('button', { name: 'Empty the recycle bin' })).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect.poll(there).toEqual(['doc 5.txt', 'doc 5_copy.txt', 'old.txt']);
});

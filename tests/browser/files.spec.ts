import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Download } from '@playwright/test';
import { sevenZipPath } from '../../apps/box/src/storage/archives/seven-zip.ts';
import { dragEntry, enter, entry, listOf, openContextMenu, openFiles, seed } from './files-page.ts';
import { appIcon, OWNER, watchConsole } from './desktop-page.ts';
import { expect, test } from './fixtures.ts';

const treeOf = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();

test('FILES-01 FILES-02 FILES-03 FILES-08 FILES-09 FILES-31: ways through folders, places, crumbs, columns @full', async ({
  page,
  box,
}) => {
  const problems = watchConsole(page);
  seed(box, 'Ways', { 'inner/deep.txt': 'x'.repeat(3 * 1024 * 1024), 'a 文件.txt': 'abc' });
  const window = await openFiles(page);
  const places = window.getByRole('navigation', { name: 'Places' });
  for (const name of ['Personal space', 'Public space', 'Safe', 'Private files', 'Friends’ shares', 'Recycle bin'])
    await expect(places.getByRole('button', { name, exact: true })).toBeVisible();
  for (const name of ['Name', 'Type', 'Size', 'Modified'])
    await expect(window.getByRole('columnheader', { name })).toBeVisible();
  await enter(window, 'Ways');
  // Nobody knows the size of a folder.
  await entry(window, 'inner').locator('[data-grab]').click();
  await expect(window.getByText('1 selected', { exact: true })).toBeVisible();
  await entry(window, 'a 文件.txt')
    .locator('[data-grab]')
    .click({ modifiers: ['Control'] });
  await expect(window.getByText('2 selected, 3 B', { exact: true })).toBeVisible();
  await expect(entry(window, 'a 文件.txt')).toContainText('3 B');
  await enter(window, 'inner');
  await expect(entry(window, 'deep.txt')).toContainText('3.00 MB');
  await expect(entry(window, 'deep.txt')).toContainText('2023-11-14 22:13:20');
  const back = window.getByRole('button', { name: 'Back', exact: true });
  const forward = window.getByRole('button', { name: 'Forward', exact: true });
  await expect(forward).toBeDisabled();
  await back.click();
  await expect(entry(window, 'a 文件.txt')).toBeVisible();
  await forward.click();
  await expect(entry(window, 'deep.txt')).toBeVisible();
  await window.getByRole('navigation', { name: 'Path' }).getByRole('button', { name: 'Personal space' }).click();
  await expect(entry(window, 'Ways')).toBeVisible();
  await expect(window.getByRole('button', { name: 'Up', exact: true })).toBeDisabled();
  await places.getByRole('button', { name: 'Public space' }).click();
  await expect(window.getByText('This folder is empty')).toBeVisible();
  expect(problems).toEqual([]);
});

test('hands: Ctrl+L, Enter, Backspace, F2, Ctrl+Shift+N, Delete, Ctrl+Z, Ctrl+C and Ctrl+V, and the disk follows @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Hands', { 'one.txt': '1', 'two.txt': '2', 'box/': '' });
  const window = await openFiles(page);
  await page.keyboard.press('Control+l');
  const path = window.getByRole('textbox', { name: 'Path' });
  await path.fill(`/mnt/usb1/${OWNER}/Hands`);
  await path.press('Enter');
  await expect(entry(window, 'one.txt')).toBeVisible();
  // A path is said as it is everywhere, and whoever leaves it has the list under the keys again.
  await page.keyboard.press('Control+l');
  await expect(path).toHaveValue('Personal space/Hands');
  await path.fill('personal space/Hands/box/');
  await path.press('Enter');
  await expect(window.getByText('This folder is empty')).toBeVisible();
  await page.keyboard.press('Control+l');
  await path.fill('Nowhere/Hands');
  await path.press('Enter');
  await expect(window.getByText('This path is not in any of your places')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(path).toHaveCount(0);
  // For a frame the keys are nobody's.
  await expect.poll(() => window.evaluate((own) => own.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Backspace');
  await expect(entry(window, 'one.txt')).toBeVisible();
  await expect(listOf(window)).toBeFocused();
  await page.keyboard.press('t');
  await expect(entry(window, 'two.txt')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('F2');
  const rename = page.getByRole('dialog', { name: 'Rename' });
  await rename.getByLabel('New name').fill('zwei');
  await page.keyboard.press('Enter');
  await expect(entry(window, 'zwei.txt')).toBeVisible();
  expect(existsSync(join(root, 'zwei.txt'))).toBe(true);
  await expect(page.getByText('File rename success')).toBeVisible();

  await listOf(window).focus();
  await page.keyboard.press('Control+z');
  await expect(entry(window, 'two.txt')).toBeVisible();
  expect(existsSync(join(root, 'two.txt'))).toBe(true);

  await listOf(window).focus();
  await page.keyboard.press('Control+Shift+N');
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await dialog.getByLabel('Folder name').fill('Fresh');
  await page.keyboard.press('Enter');
  await expect(entry(window, 'Fresh')).toHaveAttribute('aria-selected', 'true');
  expect(existsSync(join(root, 'Fresh'))).toBe(true);

  await entry(window, 'one.txt').locator('[data-grab]').click();
  await page.keyboard.press('Control+c');
  await entry(window, 'Fresh').locator('[data-grab]').click();
  await page.keyboard.press('Enter');
  await expect(window.getByText('This folder is empty')).toBeVisible();
  // Of a list that has nothing its picture is ringed, and not all of the room around it (finding 39).
  const empty = window.locator('[role="group"]:focus-visible');
  await expect(empty).toHaveCSS('outline-style', 'none');
  await expect(empty.locator('[data-picture]')).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Control+v');
  await expect(entry(window, 'one.txt')).toBeVisible({ timeout: 15_000 });
  expect(readFileSync(join(root, 'Fresh/one.txt'), 'utf8')).toBe('1');
  await listOf(window).focus();
  await page.keyboard.press('Backspace');
  // The keyboard stands on the folder that one comes out of; nothing is selected.
  await expect(entry(window, 'Fresh')).toHaveAttribute('data-active', '');
  await expect(entry(window, 'Fresh')).toHaveAttribute('aria-selected', 'false');

  await entry(window, 'one.txt').locator('[data-grab]').click();
  await page.keyboard.press('Delete');
  await expect(entry(window, 'one.txt')).toHaveCount(0);
  expect(existsSync(join(root, 'one.txt'))).toBe(false);
  await page.keyboard.press('Control+z');
  await expect(entry(window, 'one.txt')).toBeVisible();
  expect(readFileSync(join(root, 'one.txt'), 'utf8')).toBe('1');
});

test('FILES-14 FILES-56 FILES-57: one small file is downloaded; folders, several and large files are told about and come all the same @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Down', {
    '报告 #1?.txt': 'content',
    'b.txt': 'b',
    'dir/': '',
    'dir/深/c 100%.txt': 'deep',
    'film.mkv': randomBytes(50_000_001),
  });
  const window = await openFiles(page);
  await enter(window, 'Down');
  const dialog = window.getByRole('dialog', { name: 'Download' });
  const saved = async (button: string): Promise<Download> => {
    const started = page.waitForEvent('download');
    await dialog.getByRole('button', { name: button, exact: true }).click();
    const download = await started;
    await expect(dialog).toBeHidden();
    return download;
  };
  const unpacked = async (download: Download): Promise<string> => {
    const into = mkdtempSync(join(tmpdir(), 'boxwood-down-'));
    execFileSync(sevenZipPath() ?? '7-Zip is missing', ['x', '-y', `-o${into}`, await download.path()], {
      stdio: 'pipe',
    });
    return into;
  };
  await entry(window, '报告 #1?.txt').locator('[data-grab]').click();
  const started = page.waitForEvent('download');
  await window.getByRole('button', { name: 'Download', exact: true }).click();
  expect(readFileSync(await (await started).path(), 'utf8')).toBe('content');

  await listOf(window).focus();
  await entry(window, 'dir').locator('[data-grab]').click();
  await page.keyboard.press('Control+d');
  await expect(dialog).toContainText('A folder cannot be downloaded in the browser');
  await expect(dialog).toContainText('“dir.zip”: 1 file,');
  const folder = await saved('Download as ZIP');
  expect(folder.suggestedFilename()).toBe('dir.zip');
  expect(readFileSync(join(await unpacked(folder), 'dir/深/c 100%.txt'), 'utf8')).toBe('deep');

  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+d');
  await expect(dialog).toContainText('Only one file can be downloaded at a time');
  await expect(dialog).toContainText('“Down.zip”: 4 files, 47.68 MB');
  const all = await unpacked(await saved('Download as ZIP'));
  expect(treeOf(all)).toEqual(treeOf(root));

  await entry(window, 'film.mkv').locator('[data-grab]').click();
  await page.keyboard.press('Control+d');
  await expect(dialog).toContainText('Files over 50 MB cannot be downloaded in the browser');
  await expect(dialog.getByRole('button', { name: 'Download', exact: true })).toBeFocused();
  const film = await saved('Download');
  expect(film.suggestedFilename()).toBe('film.mkv');
  expect(readFileSync(await film.path()).equals(readFileSync(join(root, 'film.mkv')))).toBe(true);
});

test('FILES-51 FILES-52: a drag onto a folder moves, with Ctrl copies; windows of the same folder stay in step @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Drag', { 'm.txt': 'move me', 'c.txt': 'copy me', 'Target/': '' });
  const window = await openFiles(page);
  await enter(window, 'Drag');
  await dragEntry(window, 'm.txt', 'Target');
  await expect(entry(window, 'm.txt')).toHaveCount(0, { timeout: 15_000 });
  expect(readFileSync(join(root, 'Target/m.txt'), 'utf8')).toBe('move me');
  await page.keyboard.press('Escape');
  await dragEntry(window, 'c.txt', 'Target', { copy: true });
  await expect.poll(() => existsSync(join(root, 'Target/c.txt')), { timeout: 15_000 }).toBe(true);
  expect(existsSync(join(root, 'c.txt'))).toBe(true);
});

test('FILES-11: a drag takes along what was pressed, never what was selected before or came from elsewhere @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Pressed', { 'docs/': '', 'music/': '', 'video/in.txt': '', 'Target/': '', 'Other/': '' });
  const window = await openFiles(page);
  await enter(window, 'Pressed');
  await window.getByRole('button', { name: 'Icons', exact: true }).click();
  const there = (): readonly string[] => readdirSync(root).sort();

  await entry(window, 'docs').click();
  await expect(entry(window, 'docs')).toHaveAttribute('aria-selected', 'true');
  await dragEntry(window, 'music', 'Target');
  await expect(entry(window, 'music')).toHaveCount(0);
  expect(there()).toEqual(['Other', 'Target', 'docs', 'video']);
  expect(readdirSync(join(root, 'Target'))).toEqual(['music']);

  // Up from a folder: it is not selected, and no drag takes it along, also one that begins with Ctrl.
  await enter(window, 'video');
  await window.getByRole('button', { name: 'Up', exact: true }).click();
  await expect(entry(window, 'video')).toHaveAttribute('data-active', '');
  await dragEntry(window, 'docs', 'Other', { copy: true });
  await expect.poll(() => readdirSync(join(root, 'Other'))).toEqual(['docs']);
  await entry(window, 'video').click();
  await dragEntry(window, 'docs', 'Target', { copy: true });
  await expect.poll(() => readdirSync(join(root, 'Target')).sort()).toEqual(['docs', 'music']);

  // What is selected goes together.
  await entry(window, 'docs').click();
  await entry(window, 'video').click({ modifiers: ['Control'] });
  await dragEntry(window, 'video', 'Other');
  const question = page.getByRole('dialog', { name: 'Transfer: these names already exist' });
  await question.getByRole('radio', { name: /^Keep both/ }).check();
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(there).toEqual(['Other', 'Target']);
  expect(readdirSync(join(root, 'Other'))).toHaveLength(3);
  await window.getByRole('button', { name: 'List', exact: true }).click();
});

test('a drag onto the recycle bin deletes what was dragged, and nothing else @full', async ({ page, box }) => {
  const root = seed(box, 'ToBin', { 'a.txt': 'a', 'b.txt': 'b' });
  const window = await openFiles(page);
  await enter(window, 'ToBin');
  await dragEntry(window, 'a.txt', window.getByRole('button', { name: 'Recycle bin' }));
  await expect(entry(window, 'a.txt')).toHaveCount(0, { timeout: 15_000 });
  expect(treeOf(root)).toEqual(['b.txt']);
});

test('SCREEN-18 TRASH-01 TRASH-02 TRASH-03: the recycle bin restores, deletes for ever and is emptied @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Bin', { 'back.txt': 'back', 'gone.txt': 'gone', 'rest.txt': 'rest' });
  const window = await openFiles(page);
  await enter(window, 'Bin');
  await listOf(window).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(window.getByText('This folder is empty')).toBeVisible();
  expect(readdirSync(root)).toEqual([]);
  await window.getByRole('button', { name: 'Recycle bin' }).click();
  const bin = page.getByRole('region', { name: 'Recycle bin' });
  const item = (name: string) => bin.getByRole('row').filter({ hasText: name });
  await item('back.txt').locator('[data-grab]').click();
  await bin.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(item('back.txt')).toHaveCount(0);
  expect(readFileSync(join(root, 'back.txt'), 'utf8')).toBe('back');
  await item('gone.txt').locator('[data-grab]').click();
  await page.keyboard.press('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for ever' }).click();
  await expect(item('gone.txt')).toHaveCount(0);
  await bin.getByRole('button', { name: 'Empty the recycle bin' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empty the recycle bin' }).click();
  await expect(bin.getByText('The recycle bin is empty')).toBeVisible();
  await expect(entry(window, 'back.txt')).toBeVisible();
});

test('FILES-32 PREVIEW-08: a file of no known type warns and opens nothing @full', async ({ page, box }) => {
  seed(box, 'Odd', { 'thing.xyz': '?' });
  const window = await openFiles(page);
  await enter(window, 'Odd');
  await entry(window, 'thing.xyz').locator('[data-grab]').dblclick();
  await expect(page.getByText('This type cannot be previewed online yet').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'thing.xyz' })).toHaveCount(0);
  const saved = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click();
  expect(readFileSync(await (await saved).path(), 'utf8')).toBe('?');
  await appIcon(page, 'files').waitFor({ state: 'attached' });
});

test('FILES-58 ERR-120: a link to an external resource says that it must be downloaded directly, and can be downloaded @full', async ({
  page,
  box,
}) => {
  seed(box, 'Links', { 'Cats.url': '[InternetShortcut]\nURL=https://cats.example/\n' });
  const window = await openFiles(page);
  await enter(window, 'Links');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await entry(window, 'Cats.url').locator('[data-grab]').dblclick();
  await expect(page.getByText('External resource links must be downloaded directly').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Cats.url' })).toHaveCount(0);
  const menu = await openContextMenu(window, 'Cats.url');
  const download = page.waitForEvent('download');
  await menu.getByRole('menuitem', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('Cats.url');
  // Nobody went where the link leads.
  expect(asked.filter((address) => new URL(address).hostname.endsWith('example'))).toEqual([]);
});

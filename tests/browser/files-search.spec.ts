import { existsSync, mkdirSync, readdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openByPalette, signInOffline, win } from './desktop-page.ts';
import { enter, entry, openContextMenu, names, openFiles, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

test('P-14 SDK-X101: one search over all places, narrowed by kind, day and size; a result shows in its folder @full', async ({
  page,
  box,
}) => {
  const own = seed(box, 'Wide/deep', {
    'walrus one.txt': 'x'.repeat(3000),
    'walrus pic.jpg': '',
    'walrus big.bin': '',
  });
  truncateSync(join(own, 'walrus big.bin'), 3 * 1024 * 1024);
  utimesSync(join(own, 'walrus big.bin'), 1_700_000_000, 1_700_000_000);
  const shared = join(box.usb1, 'shared-files', 'Together');
  mkdirSync(shared, { recursive: true });
  writeFileSync(join(shared, 'walrus shared.txt'), 'ours');
  utimesSync(join(shared, 'walrus shared.txt'), 1_780_272_000, 1_780_272_000);
  seed(box, '.safe_home', { 'walrus secret.txt': '' });
  const window = await openFiles(page);
  const panel = window.getByRole('group', { name: 'Advanced search' });
  // It goes with each search.
  const opened = async (): Promise<void> => {
    if (!(await panel.isVisible())) await window.getByRole('button', { name: 'Advanced search' }).click();
    await expect(panel).toBeVisible();
  };
  const choose = async (field: string, option: string): Promise<void> => {
    await opened();
    await panel.getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Where', 'All places');
  const field = window.getByRole('searchbox', { name: 'Search everywhere' });
  await field.fill('walrus');
  const go = async (): Promise<void> => {
    await opened();
    await panel.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(panel).toHaveCount(0);
  };
  await expect(async () => {
    await go();
    expect(await names(window)).toEqual(['walrus big.bin', 'walrus one.txt', 'walrus pic.jpg', 'walrus shared.txt']);
  }).toPass();
  await expect(window.getByText('Results for “walrus” in all places')).toBeVisible();
  await expect(entry(window, 'walrus shared.txt')).toContainText('Public space › Together');
  await expect(entry(window, 'walrus one.txt')).toContainText('Personal space › Wide › deep');

  await choose('Kind', 'Picture');
  await go();
  await expect.poll(() => names(window)).toEqual(['walrus pic.jpg']);
  await choose('Kind', 'Anything');
  await panel.getByLabel('Size from').fill('1');
  await panel.getByLabel('Size up to').fill('3');
  await go();
  await expect.poll(() => names(window)).toEqual(['walrus big.bin']);
  await opened();
  await panel.getByLabel('Size from').fill('');
  await panel.getByLabel('Size up to').fill('');
  await panel.getByLabel('Modified from').fill('2026-06-01');
  await panel.getByLabel('Modified until').fill('2026-06-01');
  await go();
  await expect.poll(() => names(window)).toEqual(['walrus shared.txt']);

  const menu = await openContextMenu(window, 'walrus shared.txt');
  await expect(menu.getByRole('menuitem', { name: 'Paste' })).toHaveCount(0);
  await menu.getByRole('menuitem', { name: 'Show in its folder' }).click();
  await expect(entry(window, 'walrus shared.txt')).toHaveAttribute('aria-selected', 'true');
  await expect(
    window.getByRole('navigation', { name: 'Path' }).getByRole('button', { name: 'Together', exact: true }),
  ).toBeVisible();
  await expect(window.getByRole('columnheader', { name: 'Location' })).toHaveCount(0);
  expect(await names(window)).toEqual(['walrus shared.txt']);
});

test('a search below a folder tells from there on where each lies: the end of a long way, and all of it as a tooltip @full', async ({
  page,
  box,
}) => {
  const deep = 'a folder with a rather long name/and another one within it/spring';
  seed(box, 'Herons', { 'egret.txt': '', '2020/egret.txt': '', [`${deep}/egret.txt`]: '' });
  const window = await openFiles(page);
  await enter(window, 'Herons');
  const field = window.getByRole('searchbox', { name: 'Search here' });
  await field.fill('egret');
  await field.press('Enter');
  const where = (path: string) => window.getByTitle(`Personal space › ${path}`, { exact: true });
  await expect(where('Herons')).toHaveText('Herons');
  await expect(where('Herons › 2020')).toHaveText('2020');
  const long = where(`Herons › ${deep.replaceAll('/', ' › ')}`);
  await expect(long).toHaveText(deep.replaceAll('/', ' › '));
  const [shown, way] = await Promise.all([long.boundingBox(), long.locator('bdi').boundingBox()]);
  if (shown === null || way === null) throw new Error('not drawn');
  expect(way.width).toBeGreaterThan(shown.width);
  expect(way.x + way.width).toBeCloseTo(shown.x + shown.width, 0);
});

test('a paste into a folder that is gone takes nothing along, and says so @full', async ({ page, box }) => {
  const root = seed(box, 'Gone', { 'a.txt': 'a', 'to/': '' });
  const window = await openFiles(page);
  await page.keyboard.press('Control+l');
  const path = window.getByRole('textbox', { name: 'Path' });
  await path.fill('/mnt/usb1/annabel/Gone');
  await path.press('Enter');
  await entry(window, 'a.txt').locator('[data-grab]').click();
  await page.keyboard.press('Control+x');
  await entry(window, 'to').locator('[data-grab]').dblclick();
  await expect(window.getByText('This folder is empty')).toBeVisible();
  rmSync(join(root, 'to'), { recursive: true });
  await page.keyboard.press('Control+v');
  await expect(page.getByText('This folder no longer exists. Nothing was put into it')).toBeVisible();
  const answered = page.waitForResponse((response) => {
    const asked = response.request().postData() ?? '';
    return response.url().endsWith('/fsnotify') && asked.includes('/Gone/to') && !asked.includes('WAITCHANGES');
  });
  await page.locator('input[data-choose="files"]').setInputFiles({
    name: 'late.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('late'),
  });
  expect(await (await answered).json()).toMatchObject({ error: 6 });
  await window.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(entry(window, 'a.txt')).toBeVisible();
  await expect(entry(window, 'to')).toHaveCount(0);
  expect(existsSync(join(root, 'to'))).toBe(false);
  expect(readdirSync(root)).toEqual(['a.txt']);
});

test('SCREEN-14 P-14: the search over all places is a screen of its own, ready to type @full', async ({
  page,
  box,
}) => {
  seed(box, 'Global/deep', { 'pelican mine.txt': 'mine' });
  const shared = join(box.usb1, 'shared-files', 'Global');
  mkdirSync(shared, { recursive: true });
  writeFileSync(join(shared, 'pelican ours.txt'), 'ours');
  await signInOffline(page);
  await openByPalette(page, 'Global search');
  const window = win(page, 'Global search');
  const field = window.getByRole('searchbox', { name: 'Search everywhere' });
  await expect(field).toBeFocused();
  await expect(window.getByRole('group', { name: 'Advanced search' })).toBeVisible();
  await page.keyboard.type('pelican');
  await expect(async () => {
    await page.keyboard.press('Enter');
    expect(await names(window)).toEqual(['pelican mine.txt', 'pelican ours.txt']);
  }).toPass();
  const menu = await openContextMenu(window, 'pelican mine.txt');
  await menu.getByRole('menuitem', { name: 'Show in its folder' }).click();
  await expect.poll(() => names(window)).toEqual(['pelican mine.txt']);
  await expect(window.getByRole('searchbox', { name: 'Search here' })).toHaveValue('');
  await expect(window.getByRole('group', { name: 'Advanced search' })).toHaveCount(0);
});

test('the one search finds files of every place while one types, among apps and actions, and shows each where it lies @full', async ({
  page,
  box,
}) => {
  const names = Object.fromEntries(Array.from({ length: 9 }, (_, nth) => [`otter ${nth}.txt`, 'x']));
  seed(box, 'Found/deep', { ...names, 'settled otters.txt': 'x' });
  seed(box, '.safe_home', { 'otter secret.txt': '' });
  mkdirSync(join(box.usb1, 'shared-files', 'Otter pictures'), { recursive: true });
  await signInOffline(page);
  const search = page.getByRole('dialog', { name: 'Search' });
  const options = search.getByRole('option');
  const type = async (text: string): Promise<void> => {
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await search.getByRole('combobox').fill(text);
  };

  // Keys alone: the first file opens its folder with the file chosen.
  await type('otter 3');
  await expect(options.first()).toContainText('otter 3.txt');
  await expect(options.first()).toContainText('Personal space › Found › deep');
  await page.keyboard.press('Enter');
  await expect(search).toBeHidden();
  const files = win(page, 'deep');
  await expect(entry(files, 'otter 3.txt')).toHaveAttribute('aria-selected', 'true');
  await files.getByRole('button', { name: 'Close', exact: true }).click();

  // What has the name comes first, then files, then what has only the letters; the safe tells nothing.
  await type('sett');
  await expect(options.first()).toContainText('Settings');
  await expect(options.filter({ hasText: 'settled otters.txt' })).toBeVisible();

  // What is chosen stays so when files arrive.
  await search.getByRole('combobox').fill('Otter');
  await expect(options.filter({ hasText: 'Otter pictures' })).toContainText('Public space');
  await expect(options.filter({ hasText: 'secret' })).toHaveCount(0);

  // More than fit: all of them in the search of Files.
  await options.filter({ hasText: 'All 11 files called “Otter”' }).click();
  const all = win(page, 'Global search');
  await expect(all.getByText('Results for “Otter” in all places')).toBeVisible();
  await expect(entry(all, 'settled otters.txt')).toBeVisible();

  // A folder opens.
  await type('Otter pic');
  await options.filter({ hasText: 'Otter pictures' }).click();
  await expect(win(page, 'Otter pictures').getByRole('navigation', { name: 'Path' })).toContainText('Public space');
});

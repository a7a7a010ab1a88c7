import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { sevenZipPath } from '../../apps/box/src/storage/archives/seven-zip.ts';
import { signIn } from '../lib/box/client.ts';
import { browsers, enter, entry, openContextMenu, openFiles, seed } from './files-page.ts';
import { drag, appIcon, openByPalette, OWNER, rect, win } from './desktop-page.ts';
import { ANY_ORIGIN, expect, test } from './fixtures.ts';

const grab = async (window: Locator, name: string): Promise<{ x: number; y: number }> => {
  const at = await entry(window, name).locator('[data-grab]').boundingBox();
  if (at === null) throw new Error(`${name} is not there`);
  return { x: at.x + 30, y: at.y + at.height / 2 };
};

/** Lays a window on one half of the desktop by its title. */
const toEdge = async (page: Page, window: Locator, x: number): Promise<void> => {
  const { x: left, y: top, width } = await rect(window);
  await drag(page, { x: left + width / 2, y: top + 18 }, { x, y: 400 });
  await expect.poll(async () => Math.round((await rect(window)).width)).toBeLessThan(1000);
};

const goTo = async (window: Locator, path: string): Promise<void> => {
  await window.getByRole('button', { name: 'Edit the path' }).click();
  const field = window.getByRole('textbox', { name: 'Path' });
  await field.fill(path);
  await field.press('Enter');
};

test('a drag from one window to another moves, and both follow @full', async ({ page, box }) => {
  // Two windows, laid out by hand first.
  test.slow();
  const root = seed(box, 'Across', { 'from/letter.txt': 'dear', 'from/stays.txt': '', 'to/old.txt': '' });
  await page.setViewportSize({ width: 1920, height: 1080 });
  const right = await openFiles(page);
  await toEdge(page, right, 1919);
  await goTo(right, '/mnt/usb1/annabel/Across/to');
  await expect(entry(right, 'old.txt')).toBeVisible();
  await appIcon(page, 'files').click();
  await expect(browsers(page)).toHaveCount(2);
  const left = browsers(page).filter({ hasNot: page.getByText('old.txt', { exact: true }) });
  await toEdge(page, left, 0);
  await goTo(left, '/mnt/usb1/annabel/Across/from');
  const [from, to] = [await grab(left, 'letter.txt'), await grab(right, 'old.txt')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 12, from.y + 4, { steps: 3 });
  await page.mouse.move(to.x, to.y + 120, { steps: 8 });
  await page.mouse.up();
  await expect(entry(right, 'letter.txt')).toBeVisible({ timeout: 15_000 });
  await expect(browsers(page).getByText('stays.txt', { exact: true })).toBeVisible();
  await expect(browsers(page).getByText('letter.txt', { exact: true })).toHaveCount(1);
  expect(readFileSync(join(root, 'to/letter.txt'), 'utf8')).toBe('dear');
  expect(readdirSync(join(root, 'from'))).toEqual(['stays.txt']);
});

test('what comes to be selected while a menu is open is not what the menu acts on; and what somebody chose is not taken away by what was just made @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Meant', { 'a.txt': 'a', 'b.txt': 'b' });
  const window = await openFiles(page);
  await enter(window, 'Meant');
  const rowOf = (name: string): Locator => entry(window, name).locator('[data-grab]');
  const isChosen = (name: string) => expect(entry(window, name)).toHaveAttribute('aria-selected', 'true');
  /** Makes a folder of which the list hears when what this returns is called. */
  const makeUnheard = async (name: string): Promise<() => void> => {
    let go: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (go = resolve));
    await page.route('**/fsnotify', async (route) => {
      if (existsSync(join(root, name))) await held;
      await route.continue();
    });
    await window.getByRole('button', { name: 'New folder' }).click();
    const dialog = page.getByRole('dialog', { name: 'New folder' });
    await dialog.getByRole('textbox').fill(name);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    expect(existsSync(join(root, name))).toBe(true);
    return go;
  };

  await rowOf('a.txt').click();
  await isChosen('a.txt');
  const first = await makeUnheard('Made');
  const menu = await openContextMenu(window, 'a.txt');
  first();
  await isChosen('Made');
  await menu.getByRole('menuitem', { name: 'Rename' }).click();
  const rename = page.getByRole('dialog', { name: 'Rename' });
  await rename.getByRole('textbox', { name: /New name/ }).fill('alpha');
  await page.keyboard.press('Enter');
  await expect(entry(window, 'alpha.txt')).toBeVisible();
  expect(readdirSync(root).toSorted()).toEqual(['Made', 'alpha.txt', 'b.txt']);

  const second = await makeUnheard('More');
  await rowOf('b.txt').click();
  second();
  await expect(entry(window, 'More')).toBeVisible();
  await isChosen('b.txt');
});

test(
  'PICKER-07 PICKER-12 ARCHIVE-02 DIALOG-10: packed into another folder, chosen by name and time on a volume @full',
  ANY_ORIGIN,
  async ({ page, box }) => {
    const root = seed(box, 'Elsewhere', { 'notes.txt': 'notes', 'out/there.txt': '' });
    const window = await openFiles(page);
    await enter(window, 'Elsewhere');
    const menu = await openContextMenu(window, 'notes.txt');
    await menu.getByRole('menuitem', { name: 'Compress' }).hover();
    await page.getByRole('menuitem', { name: 'Into another folder…' }).click();
    const picker = page.getByRole('dialog', { name: 'Save the archive in' });
    await expect(picker.getByRole('columnheader')).toHaveText(['Name', 'Modified']);
    await picker.locator('[data-index="0"] [data-grab]').dblclick();
    for (const name of ['Elsewhere', 'out']) {
      const row = picker.getByRole('row').filter({ has: page.getByText(name, { exact: true }) });
      await expect(row).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
      await row.locator('[data-grab]').dblclick();
      await expect(
        picker.getByRole('navigation', { name: 'Path' }).getByRole('button', { name, exact: true }),
      ).toBeVisible();
    }
    await picker.getByRole('button', { name: 'Confirm' }).click();
    const dialog = page.getByRole('dialog', { name: 'Compress' });
    await expect(dialog.getByLabel('Save in')).toHaveValue('Personal space › Elsewhere › out');
    await dialog.getByRole('radio', { name: 'tar.gz' }).check();
    await dialog.getByRole('button', { name: 'Compress', exact: true }).click();
    await expect
      .poll(() => readdirSync(join(root, 'out')).toSorted(), { timeout: 20_000 })
      .toEqual(['notes.tar.gz', 'there.txt']);
    // 1f 8b: a gzip stream (RFC 1952).
    expect(readFileSync(join(root, 'out/notes.tar.gz')).subarray(0, 2).toString('hex')).toBe('1f8b');
    expect(readdirSync(root).toSorted()).toEqual(['notes.txt', 'out']);
  },
);

test('TRASH-02 G-54: what is restored beside a taken name keeps both @full', ANY_ORIGIN, async ({ page, box }) => {
  const root = seed(box, 'Both', { 'plan.txt': 'deleted' });
  const window = await openFiles(page);
  await enter(window, 'Both');
  await entry(window, 'plan.txt').locator('[data-grab]').click();
  await page.keyboard.press('Delete');
  await expect(window.getByText('This folder is empty')).toBeVisible();
  writeFileSync(join(root, 'plan.txt'), 'newer');
  const owner = await signIn(box.origin, OWNER);
  const before = await owner.journal.list({ count: 1, cursor: 0 });
  await window.getByRole('button', { name: 'Recycle bin' }).click();
  const bin = page.getByRole('region', { name: 'Recycle bin' });
  await bin.getByRole('row').filter({ hasText: 'plan.txt' }).locator('[data-grab]').click();
  await bin.getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep both' }).click();
  // Other tests at this box have put theirs into the bin, too.
  await expect(bin.getByRole('row').filter({ hasText: 'plan.txt' })).toHaveCount(0);
  await expect.poll(() => readdirSync(root).toSorted()).toEqual(['plan.txt', 'plan_copy.txt']);
  expect(readFileSync(join(root, 'plan.txt'), 'utf8')).toBe('newer');
  expect(readFileSync(join(root, 'plan_copy.txt'), 'utf8')).toBe('deleted');

  // One act, one line, which is taken back as one.
  const { list, total } = await owner.journal.list({ count: 1, cursor: 0 });
  const path = `/mnt/usb1/${OWNER}/Both/plan_copy.txt`;
  expect([total - before.total, list]).toMatchObject([1, [{ action: 'restore', state: 'done', reversible: 1, path }]]);
  await openByPalette(page, 'Activity');
  const line = win(page, 'Activity').getByRole('listitem').filter({ hasText: 'plan_copy.txt' });
  await line.getByRole('button', { name: 'Undo this' }).click();
  await expect.poll(() => readdirSync(root)).toEqual(['plan.txt']);
  expect(readFileSync(join(root, 'plan.txt'), 'utf8')).toBe('newer');
});

test('UPLOAD-35 UPLOAD-18: an upload stands on page 2 of the task centre with its facts, and finished ones are cleared @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Sent', {});
  const window = await openFiles(page);
  await enter(window, 'Sent');
  await page
    .locator('input[data-choose="files"]')
    .setInputFiles({ name: 'report.txt', mimeType: 'text/plain', buffer: Buffer.from('x'.repeat(2048)) });
  await expect(entry(window, 'report.txt')).toBeVisible({ timeout: 20_000 });
  expect(readFileSync(join(root, 'report.txt'))).toHaveLength(2048);
  await openByPalette(page, 'Task Centre');
  const tasks = win(page, 'Task Centre');
  const pages = tasks.getByRole('navigation', { name: 'Pages of the task centre' });
  await expect(pages.getByRole('button')).toHaveText(['Basic tasks', 'Upload tasks']);
  await pages.getByRole('button', { name: 'Upload tasks' }).click();
  await tasks.getByRole('tab', { name: /^Completed/ }).click();
  const row = tasks.getByRole('listitem').filter({ hasText: 'report.txt' });
  for (const text of ['Done', '2.00 KB', 'Personal space › Sent › report.txt'])
    await expect(row.getByText(text).first()).toBeVisible();
  await tasks.getByRole('button', { name: 'Clear finished' }).click();
  await expect(row).toHaveCount(0);
  expect(readdirSync(root)).toEqual(['report.txt']);
});

test('FILES-52: the first move of a session is over before the box, slow that day, has told of it: the folder follows all the same @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Slow', { 'm.txt': 'move me', 'Target/': '' });
  await page.route('**/offlinetask', async (route) => {
    if (route.request().postData()?.includes('LISTTASK') === true) await delay(1_500);
    await route.continue();
  });
  const window = await openFiles(page);
  await enter(window, 'Slow');
  await entry(window, 'm.txt').locator('[data-grab]').click();
  await page.keyboard.press('Control+x');
  await entry(window, 'Target').locator('[data-grab]').dblclick();
  await expect(window.getByText('This folder is empty')).toBeVisible();
  await page.keyboard.press('Control+v');
  await expect(entry(window, 'm.txt')).toBeVisible({ timeout: 15_000 });
  expect(readFileSync(join(root, 'Target/m.txt'), 'utf8')).toBe('move me');
  expect(readdirSync(root)).toEqual(['Target']);
});

test(
  'OFFLINE-02: the box downloads web addresses into the folder, one a line, and a wrong line is refused with its text @full',
  ANY_ORIGIN,
  async ({ page, box }) => {
    const root = seed(box, 'Web', {});
    const window = await openFiles(page);
    await enter(window, 'Web');
    await window.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByRole('menuitem', { name: 'From a web address…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Download from the web' });
    const field = dialog.getByLabel('Web addresses, one per line');
    await expect(field).toBeFocused();
    const start = dialog.getByRole('button', { name: 'Download' });
    await expect(start).toHaveAttribute('aria-disabled', 'true');
    await field.fill(`${box.origin}/boxwood.svg\nnonsense`);
    await expect(dialog.getByText('Not a download address: nonsense').first()).toBeVisible();
    await field.fill(`${box.origin}/boxwood.svg\n\n${box.origin}/boxwood.svg\n${box.origin}/boxwood.webmanifest`);
    await start.click();
    await expect(dialog).toHaveCount(0);
    await expect(entry(window, 'boxwood.svg')).toBeVisible({ timeout: 20_000 });
    await expect(entry(window, 'boxwood.webmanifest')).toBeVisible({ timeout: 20_000 });
    expect(readdirSync(root).toSorted()).toEqual(['boxwood.svg', 'boxwood.webmanifest']);
    expect(readFileSync(join(root, 'boxwood.svg'), 'utf8')).toContain('<svg');
  },
);

test('what was cut is dim; what is pasted is what is selected, so that Delete meets no original @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Pasted', { 'a.txt': 'a', 'b.txt': 'b', 'to/': '' });
  const window = await openFiles(page);
  await enter(window, 'Pasted');
  const dim = (name: string) =>
    entry(window, name)
      .locator('[data-grab]')
      .first()
      .evaluate((cell) =>
        Math.min(...[cell, ...cell.querySelectorAll('*')].map((each) => Number(getComputedStyle(each).opacity))),
      );
  const chosen = () => window.locator('[aria-selected="true"]').allTextContents();
  await entry(window, 'a.txt').locator('[data-grab]').click();
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await expect(entry(window, 'a_copy.txt')).toHaveAttribute('aria-selected', 'true', { timeout: 15_000 });
  expect(await chosen()).toHaveLength(1);
  // A copy of the copy.
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await expect(entry(window, 'a_copy.txt')).toHaveAttribute('aria-selected', 'false');
  await expect.poll(chosen, { timeout: 15_000 }).toHaveLength(1);
  await page.keyboard.press('Delete');
  await expect.poll(() => readdirSync(root).toSorted()).toEqual(['a.txt', 'a_copy.txt', 'b.txt', 'to']);
  await entry(window, 'b.txt').locator('[data-grab]').click();
  expect(await dim('b.txt')).toBe(1);
  await page.keyboard.press('Control+x');
  await expect.poll(() => dim('b.txt')).toBe(0.5);
  expect(await dim('a.txt')).toBe(1);
  await entry(window, 'to').locator('[data-grab]').dblclick();
  await expect(window.getByText('This folder is empty')).toBeVisible();
  await page.keyboard.press('Control+v');
  await expect(entry(window, 'b.txt')).toHaveAttribute('aria-selected', 'true', { timeout: 15_000 });
  expect(await dim('b.txt')).toBe(1);
});

test(
  'B44 DIALOG-15: an archive with a password is unpacked with it, and the notice says where one without goes @full',
  ANY_ORIGIN,
  async ({ page, box }) => {
    const root = seed(box, 'Locked', { 'w/f.txt': 'secret content', 'out/': '' });
    execFileSync(sevenZipPath() ?? '', ['a', '-tzip', '-ppa ss', '../kept.zip', 'f.txt'], {
      cwd: join(root, 'w'),
      stdio: 'ignore',
    });
    const window = await openFiles(page);
    await enter(window, 'Locked');
    let menu = await openContextMenu(window, 'kept.zip');
    await menu.getByRole('menuitem', { name: 'Extract' }).hover();
    await page.getByRole('menuitem', { name: 'Into another folder…' }).click();
    const picker = page.getByRole('dialog', { name: 'Extract to' });
    await picker.locator('[data-index="0"] [data-grab]').dblclick();
    await picker.getByText('Locked', { exact: true }).dblclick();
    await picker.getByText('out', { exact: true }).click();
    await picker.getByRole('button', { name: 'Confirm' }).click();
    const notice = page.getByRole('alertdialog');
    await expect(notice).toContainText('Extract into another folder?');
    await notice.getByRole('button', { name: 'Cancel' }).click();

    menu = await openContextMenu(window, 'kept.zip');
    await menu.getByRole('menuitem', { name: 'Extract' }).hover();
    await page.getByRole('menuitem', { name: 'With a password…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Extract with a password' });
    await dialog.getByLabel('Password of the archive').fill('pa ss');
    await dialog.getByRole('button', { name: 'Extract' }).click();
    await expect.poll(() => existsSync(join(root, 'kept', 'f.txt')), { timeout: 20_000 }).toBe(true);
    expect(readFileSync(join(root, 'kept', 'f.txt'), 'utf8')).toBe('secret content');
    // A row that comes in between moves the others away from under the pointer.
    await expect(entry(window, 'kept')).toBeVisible();

    await entry(window, 'kept.zip').locator('[data-grab]').click();
    await window.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete for ever' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for ever' }).click();
    await expect(entry(window, 'kept.zip')).toHaveCount(0);
    expect(existsSync(join(root, 'kept.zip'))).toBe(false);
  },
);

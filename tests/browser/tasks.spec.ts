/** Ten tasks that a family does, with the clicks that each takes: as the documentation says, and none more than elsewhere. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeParams } from '@boxwood/account-sdk';
import { accountOf, codeFor, createUser, signIn } from './account-page.ts';
import { appIcon, win } from './desktop-page.ts';
import { browsers, dragEntry, enter, entry, listOf, openContextMenu, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

/** The table of the documentation: what each task takes here, and at least elsewhere. */
const TASKS = [
  ...readFileSync(fileURLToPath(new URL('../../docs/notes/tasks.md', import.meta.url)), 'utf8').matchAll(
    /^\| (.+?) +\| (\d+) +\| (\d+) +\| (\d+) +\|$/gm,
  ),
].map(([, task = '', ours, drive, dsm]) => ({
  task,
  ours: Number(ours),
  elsewhere: Math.min(Number(drive), Number(dsm)),
}));

test('none of ten tasks takes more clicks than elsewhere, four take fewer, and the documentation counts them rightly @full', async ({
  page,
  box,
}) => {
  test.setTimeout(60_000);
  expect(TASKS).toHaveLength(10);
  expect(TASKS.filter(({ ours, elsewhere }) => ours > elsewhere)).toEqual([]);
  expect(TASKS.filter(({ ours, elsewhere }) => ours < elsewhere).length).toBeGreaterThanOrEqual(4);

  const user = await createUser(box);
  const account = await accountOf(box.origin, user);
  const mobile = `1${String(Date.now()).slice(-10)}`;
  await account.session.sendCode(codeParams(mobile));
  await account.user.changeMobile({ mobile, mobileCode: await codeFor(box, mobile) });
  const root = seed(box, 'Tasks', { 'a.txt': 'a', 'b.txt': 'b', 'far/needle in hay.txt': 'n' }, user);
  await signIn(page, user);
  await page.waitForURL('**/home');
  await appIcon(page, 'files').click();
  const window = browsers(page).first();
  await expect(listOf(window)).toBeVisible();
  await enter(window, 'Tasks');
  await expect(entry(window, 'a.txt')).toBeVisible();
  const row = (name: string) => entry(window, name).locator('[data-grab]');
  const there = () => readdirSync(root).toSorted();
  await page.evaluate(() => {
    // The picker that hands out handles is the browser's own window; without it the same entry opens the input.
    Reflect.deleteProperty(globalThis, 'showOpenFilePicker');
    document.documentElement.dataset['presses'] = '0';
    document.addEventListener(
      'pointerdown',
      () => {
        const { dataset } = document.documentElement;
        dataset['presses'] = String(Number(dataset['presses']) + 1);
      },
      true,
    );
  });
  const presses = () => page.evaluate(() => Number(document.documentElement.dataset['presses']));
  const counted: Record<string, number> = {};
  const count = async (task: string, work: () => Promise<void>): Promise<void> => {
    const before = await presses();
    await work();
    counted[task] = (await presses()) - before;
  };

  await count('bring a file into the folder', async () => {
    await window.getByRole('button', { name: 'Upload', exact: true }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('menuitem', { name: 'Upload files', exact: true }).click();
    await (await chooser).setFiles({ name: 'new.txt', mimeType: 'text/plain', buffer: Buffer.from('new') });
    await expect(entry(window, 'new.txt')).toBeVisible();
  });
  await count('make a folder', async () => {
    await window.getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('dialog', { name: 'New folder' }).getByRole('textbox').fill('Made');
    await page.keyboard.press('Enter');
    await expect(entry(window, 'Made')).toBeVisible();
  });
  await count('give a file another name', async () => {
    await (await openContextMenu(window, 'a.txt')).getByRole('menuitem', { name: 'Rename' }).click();
    await page
      .getByRole('dialog', { name: 'Rename' })
      .getByRole('textbox', { name: /New name/ })
      .fill('alpha');
    await page.keyboard.press('Enter');
    await expect(entry(window, 'alpha.txt')).toBeVisible();
  });
  await count('put a file into a folder', async () => {
    await dragEntry(window, 'b.txt', 'Made');
    await expect.poll(() => existsSync(join(root, 'Made/b.txt'))).toBe(true);
    await expect(entry(window, 'b.txt')).toHaveCount(0);
  });
  await count('delete a file and take that back', async () => {
    await row('alpha.txt').click();
    await window.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(entry(window, 'alpha.txt')).toHaveCount(0);
    await page
      .getByText('Delete “alpha.txt”')
      .locator('xpath=ancestor::*[.//button][1]')
      .getByRole('button', { name: 'Undo' })
      .click();
    await expect(entry(window, 'alpha.txt')).toBeVisible();
  });
  await row('new.txt').click();
  await page.keyboard.press('Delete');
  await expect.poll(there).not.toContain('new.txt');
  await count('bring something back from the bin', async () => {
    await window.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Recycle bin' }).click();
    const bin = win(page, 'Recycle bin');
    await bin.getByRole('row').filter({ hasText: 'new.txt' }).locator('[data-grab]').click();
    await bin.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect.poll(there).toContain('new.txt');
  });
  await win(page, 'Recycle bin').getByRole('button', { name: 'Close', exact: true }).click();
  await count('keep a folder at hand', async () => {
    await (await openContextMenu(window, 'Made')).getByRole('menuitem', { name: 'Add to favourites' }).click();
    await expect(
      window.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Made' }),
    ).toBeVisible();
  });
  await window.getByRole('button', { name: 'Remove from favourites' }).click();
  await count('make a link to a file and copy it', async () => {
    const menu = await openContextMenu(window, 'alpha.txt');
    await menu.getByRole('menuitem', { name: 'Share', exact: true }).hover();
    await page.getByRole('menuitem', { name: 'Share by link' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share by link' });
    await expect(dialog.getByLabel('Link', { exact: true })).toHaveValue(/\/s\/[A-Za-z0-9]{16}$/);
    await dialog.getByRole('button', { name: 'Copy link', exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Share by link' })).toHaveCount(0);
  await count('find a file that lies anywhere', async () => {
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('combobox').fill('needle in');
    await expect(page.getByRole('option').first()).toContainText('needle in hay.txt');
    await page.keyboard.press('Enter');
    await expect(entry(win(page, 'far'), 'needle in hay.txt')).toHaveAttribute('aria-selected', 'true');
  });
  await win(page, 'far').getByRole('button', { name: 'Close', exact: true }).click();
  await count('open a folder in a window of its own', async () => {
    await row('Made').click({ button: 'middle' });
    await expect(entry(win(page, 'Made'), 'b.txt')).toBeVisible();
  });
  expect(counted).toEqual(Object.fromEntries(TASKS.map(({ task, ours }) => [task, ours])));
});

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CHILD } from '../lib/box/box-process.ts';
import { enter, entry, openContextMenu, openArea, openFiles, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

/** The one that other tests give this child's safe. */
const SAFE_PASSWORD = 'tulip-42';

test('PICKER-24 PICKER-34 SAFE-02: the safe picker asks for the password, and shows the safe as soon as it is open @full', async ({
  page,
  box,
}) => {
  // The password is stretched on purpose, each time.
  test.slow();
  seed(box, 'Secret', { 'letter.txt': 'nobody reads this' }, CHILD);
  const window = await openFiles(page, CHILD);
  await enter(window, 'Secret');
  const menu = await openContextMenu(window, 'letter.txt');
  await menu.getByRole('menuitem', { name: 'Encrypt' }).click();
  const picker = page.getByRole('dialog', { name: 'Encrypt into the safe' });
  const path = picker.getByRole('navigation', { name: 'Path' });
  await expect(path).toHaveText('Safe');
  await expect(picker.getByRole('button', { name: 'Back', exact: true })).toBeDisabled();
  // All of the question is seen at once (finding 47).
  const hidden = (form: Element): number =>
    (form.parentElement?.scrollHeight ?? 0) - (form.parentElement?.clientHeight ?? 0);
  expect(await picker.getByRole('form').evaluate(hidden)).toBe(0);
  await openArea(picker.getByRole('form'), SAFE_PASSWORD);
  await expect(picker.getByText('There are no folders here')).toBeVisible({ timeout: 20_000 });
  await picker.getByRole('button', { name: 'Cancel' }).click();

  mkdirSync(join(box.usb1, CHILD, '.safebox', 'Letters'), { recursive: true });
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Safe', exact: true }).click();
  await window.getByRole('button', { name: 'Lock', exact: true }).click();
  await page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Personal space' }).click();
  await enter(window, 'Secret');
  await (await openContextMenu(window, 'letter.txt')).getByRole('menuitem', { name: 'Encrypt' }).click();
  await openArea(picker.getByRole('form', { name: 'Open the safe' }), SAFE_PASSWORD);
  await expect(picker.getByText('Letters', { exact: true })).toBeVisible({ timeout: 20_000 });
  await picker.getByText('Letters', { exact: true }).dblclick();
  await expect(path).toHaveText('SafeLetters');
  await picker.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(path).toHaveText('Safe');
  await picker.getByRole('button', { name: 'Confirm' }).click();
  await expect(entry(window, 'letter.txt')).toHaveCount(0, { timeout: 20_000 });
  const safe = join(box.usb1, CHILD, '.safebox');
  expect(readdirSync(safe)).toContain('letter.txt.hyencrypt_v3');
  for (const name of ['Letters', 'letter.txt.hyencrypt_v3']) rmSync(join(safe, name), { recursive: true });
});

test('PICKER-05 PICKER-11 PICKER-31 ERR-118: what goes wrong is said over the list, which goes on to its last folder @full', async ({
  page,
  box,
}) => {
  seed(box, 'One', { 'a.txt': 'a' });
  const root = seed(box, 'Many', {});
  for (let at = 100; at < 720; at += 1) mkdirSync(join(root, `Trip ${at}`));
  const window = await openFiles(page);
  await enter(window, 'One');
  await entry(window, 'a.txt').locator('[data-grab]').click();
  await window.getByRole('button', { name: 'Copy to…' }).click();
  const picker = page.getByRole('dialog', { name: 'Copy to' });
  // Nothing is mounted over the network.
  await expect(picker.getByRole('tab')).toHaveCount(5);
  const list = picker.getByRole('grid', { name: 'Folders' });
  await picker.locator('[data-index="0"] [data-grab]').dblclick();
  await picker.getByText('Many', { exact: true }).first().dblclick();
  await expect(picker.getByText('Trip 100', { exact: true })).toBeVisible();
  await expect(list).toHaveAttribute('aria-rowcount', '501');
  await list.focus();
  await page.keyboard.press('End');
  await expect(list).toHaveAttribute('aria-rowcount', '621');
  await page.keyboard.press('End');
  await expect(picker.getByText('Trip 719', { exact: true })).toBeVisible();

  await picker.getByRole('button', { name: 'New folder' }).click();
  const naming = page.getByRole('dialog', { name: 'New folder' });
  await naming.getByLabel('Folder name').fill('Trip 300');
  await naming.getByRole('button', { name: 'Create' }).click();
  await expect(picker.getByRole('alert')).toHaveText('Target file already exists');
  await expect(picker.getByText('Trip 719', { exact: true })).toBeVisible();
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeParams } from '@boxwood/account-sdk';
import { accountOf, waitForDesktop, codeFor, createUser, signIn } from './account-page.ts';
import { appIcon, win } from './desktop-page.ts';
import { browsers, enter, entry, listOf, openContextMenu, seed, setUpArea } from './files-page.ts';
import { expect, test } from './fixtures.ts';

/** Milliseconds that a task of the box may take on a busy machine. */
const TASK = { timeout: 60_000 };

test('PROD-06: a file is uploaded, opened, renamed, copied, moved, shared, packed, unpacked, encrypted, decrypted, downloaded and deleted @full', async ({
  page,
  box,
}) => {
  test.setTimeout(300_000);
  const name = await createUser(box);
  const account = await accountOf(box.origin, name);
  const mobile = `1${String(Date.now()).slice(-10)}`;
  await account.session.sendCode(codeParams(mobile));
  await account.user.changeMobile({ mobile, mobileCode: await codeFor(box, mobile) });
  const root = seed(box, 'All', { 'to/': '' }, name);
  const read = (...path: readonly string[]) => readFileSync(join(root, ...path), 'utf8');
  await signIn(page, name);
  await waitForDesktop(page);
  await appIcon(page, 'files').click();
  const window = browsers(page).first();
  await expect(listOf(window)).toBeVisible();
  await enter(window, 'All');
  const pick = (file: string) => entry(window, file).locator('[data-grab]').click();

  // Without the browser's own window, in which nobody can click here.
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'showOpenFilePicker'));
  await window.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: 'Upload', exact: true }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload files' }).click();
  await (await chooser).setFiles({ name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('dear all') });
  await expect(entry(window, 'letter.txt')).toBeVisible(TASK);
  expect(read('letter.txt')).toBe('dear all');

  await entry(window, 'letter.txt').locator('[data-grab]').dblclick();
  await expect(win(page, 'letter.txt')).toContainText('dear all');
  await win(page, 'letter.txt').getByRole('button', { name: 'Close', exact: true }).last().click();

  await pick('letter.txt');
  await page.keyboard.press('F2');
  await page.getByRole('dialog', { name: 'Rename' }).getByLabel('New name').fill('note');
  await page.keyboard.press('Enter');
  await expect(entry(window, 'note.txt')).toBeVisible(TASK);
  expect(read('note.txt')).toBe('dear all');

  await pick('note.txt');
  await page.keyboard.press('Control+c');
  await enter(window, 'to');
  await page.keyboard.press('Control+v');
  await expect(entry(window, 'note.txt')).toBeVisible(TASK);
  expect([read('note.txt'), read('to', 'note.txt')]).toEqual(['dear all', 'dear all']);
  await pick('note.txt');
  await page.keyboard.press('F2');
  await page.getByRole('dialog', { name: 'Rename' }).getByLabel('New name').fill('moved');
  await page.keyboard.press('Enter');
  await expect(entry(window, 'moved.txt')).toBeVisible(TASK);
  await pick('moved.txt');
  await page.keyboard.press('Control+x');
  await listOf(window).focus();
  await page.keyboard.press('Backspace');
  await expect(entry(window, 'to')).toBeVisible();
  await page.keyboard.press('Control+v');
  await expect(entry(window, 'moved.txt')).toBeVisible(TASK);
  expect([read('moved.txt'), existsSync(join(root, 'to', 'moved.txt'))]).toEqual(['dear all', false]);

  await (await openContextMenu(window, 'note.txt')).getByRole('menuitem', { name: 'Share', exact: true }).hover();
  await page.getByRole('menuitem', { name: 'Share by link' }).click();
  const share = page.getByRole('dialog', { name: 'Share by link' });
  const link = share.getByLabel('Link', { exact: true });
  await expect(link).toHaveValue(/\/s\/[A-Za-z0-9]{16}$/);
  const { pathname } = new URL(await link.inputValue());
  await share.getByRole('button', { name: 'Close', exact: true }).first().click();
  // Nobody has done anything with the link: it stays, and says so.
  await expect(page.getByText('“note.txt” can be reached by its link until')).toBeVisible();
  const visit = async () => (await fetch(`${box.origin}${pathname}`)).status;
  expect(await visit()).toBe(200);
  await page.getByRole('button', { name: 'Stop sharing' }).click();
  await expect.poll(visit).toBe(404);

  await (await openContextMenu(window, 'note.txt')).getByRole('menuitem', { name: 'Compress' }).hover();
  await page.getByRole('menuitem', { name: 'Into this folder' }).click();
  const compress = page.getByRole('dialog', { name: 'Compress' });
  await compress.getByLabel('Name of the archive').fill('packed');
  await compress.getByRole('button', { name: 'Compress', exact: true }).click();
  await expect(entry(window, 'packed.zip')).toBeVisible(TASK);
  await (await openContextMenu(window, 'packed.zip')).getByRole('menuitem', { name: 'Extract' }).hover();
  await page.getByRole('menuitem', { name: 'Into this folder' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Extract' }).click();
  await expect(entry(window, 'packed')).toBeVisible(TASK);
  expect(read('packed', 'note.txt')).toBe('dear all');

  const places = window.getByRole('navigation', { name: 'Places' });
  await places.getByRole('button', { name: 'Safe', exact: true }).click();
  const form = window.getByRole('form', { name: 'Set up the safe' });
  await setUpArea(form, 'abc123');
  await expect(window.getByText('The safe is empty')).toBeVisible(TASK);
  await places.getByRole('button', { name: 'Personal space' }).click();
  await enter(window, 'All');
  await (await openContextMenu(window, 'moved.txt')).getByRole('menuitem', { name: 'Encrypt' }).click();
  await page.getByRole('dialog', { name: 'Encrypt into the safe' }).getByRole('button', { name: 'Confirm' }).click();
  await expect(entry(window, 'moved.txt')).toHaveCount(0, TASK);
  expect(existsSync(join(root, 'moved.txt'))).toBe(false);
  await places.getByRole('button', { name: 'Safe', exact: true }).click();
  await expect(entry(window, 'moved.txt.hyencrypt_v3')).toBeVisible(TASK);
  await pick('moved.txt.hyencrypt_v3');
  await window.getByRole('button', { name: 'Decrypt', exact: true }).click();
  const picker = page.getByRole('dialog', { name: 'Decrypt to' });
  await picker.locator('[data-index="0"] [data-grab]').dblclick();
  await picker.getByRole('row').filter({ hasText: 'All' }).locator('[data-grab]').dblclick();
  await expect(picker.getByRole('navigation', { name: 'Path' })).toContainText('All');
  await picker.getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => existsSync(join(root, 'moved.txt')), TASK).toBe(true);
  expect(read('moved.txt')).toBe('dear all');

  await places.getByRole('button', { name: 'Personal space' }).click();
  await enter(window, 'All');
  await pick('note.txt');
  const started = page.waitForEvent('download');
  await window.getByRole('button', { name: 'Download', exact: true }).click();
  expect(readFileSync(await (await started).path(), 'utf8')).toBe('dear all');

  await pick('note.txt');
  await entry(window, 'moved.txt')
    .locator('[data-grab]')
    .click({ modifiers: ['Control'] });
  await page.keyboard.press('F2');
  const batch = page.getByRole('dialog', { name: 'Batch rename' });
  await batch.getByLabel('Name format').fill('many {n}');
  await batch.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(batch).toHaveCount(0, TASK);
  await expect(listOf(window).getByText(/^many \d+\.txt$/)).toHaveCount(2, TASK);

  await listOf(window).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(window.getByText('This folder is empty')).toBeVisible(TASK);
  await window.getByRole('button', { name: 'Recycle bin' }).click();
  await expect(
    win(page, 'Recycle bin')
      .getByRole('row')
      .filter({ hasText: /many \d+\.txt/ }),
  ).toHaveCount(2);
});

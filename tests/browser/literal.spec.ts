/** The desktop at a box that answers what the specification says and no more (`packages/box-simulator`), on every model. */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { SimulatedBox } from '@boxwood/box-simulator';
import { createSimulatedBox, MODELS } from '@boxwood/box-simulator';
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { arrive } from './account-desk.ts';
import { icon, MEMBER, openByPalette, OWNER, PASSWORD, signInOffline, win } from './desk.ts';
import { browsers, enter, entry, listOf, menuOn } from './files-desk.ts';

const pages = fileURLToPath(new URL('../../apps/desktop/dist', import.meta.url));
const HOME = `/mnt/usb1/${OWNER}`;
/** To look at: not compared with anything. */
const SHOTS = '.cache/literal';
mkdirSync(SHOTS, { recursive: true });

const USERS = [
  { name: OWNER, password: PASSWORD, admin: true },
  { name: MEMBER, password: PASSWORD, admin: false },
];
const FILES = {
  [`${HOME}/Trip/same.txt`]: 'old',
  [`${HOME}/Trip/letter.txt`]: 'dear box',
  [`${HOME}/Trip/深/b.txt`]: 'b',
  '/mnt/usb1/shared-files/everybody.txt': 'all',
};

const byAccount = async (page: Page, box: SimulatedBox): Promise<void> => {
  await page.goto(`${box.origin}/?auto=N`);
  const form = page.getByRole('tabpanel', { name: 'Account' });
  await form.getByLabel('Account', { exact: true }).fill(OWNER);
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await arrive(page);
};

const choose = (page: Page, name: string, content: string): Promise<void> =>
  page
    .locator('input[data-choose="files"]')
    .first()
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });

for (const model of MODELS)
  test(`${model}: files are uploaded, opened, renamed, copied and thrown away; private files open; tasks and status are told`, async ({
    page,
  }) => {
    test.slow();
    const box = await createSimulatedBox({ model, pages, users: USERS, files: FILES });
    const shot = (name: string) => page.screenshot({ path: `${SHOTS}/${model} ${name}.png`, animations: 'disabled' });
    try {
      // An N2 stands alone; the others are signed in to by account.
      if (model === 'N2') await signInOffline(page, OWNER, box.origin);
      else await byAccount(page, box);
      await icon(page, 'files').click();
      const window = browsers(page).first();
      await expect(listOf(window)).toBeVisible();
      const places = window.getByRole('navigation', { name: 'Places' });
      await places.getByRole('button', { name: 'Public space' }).click();
      await expect(entry(window, 'everybody.txt')).toBeVisible();
      await places.getByRole('button', { name: 'stick', exact: true }).click();
      await expect(entry(window, 'read me.txt')).toBeVisible();
      await places.getByRole('button', { name: 'Personal space' }).click();
      await enter(window, 'Trip');
      await shot('files');

      await choose(page, 'same.txt', 'beside');
      const taken = page.getByRole('dialog', { name: 'Upload: these names are taken' });
      await taken.getByRole('radio', { name: /^Keep both/ }).check();
      await taken.getByRole('button', { name: 'Continue' }).click();
      await expect.poll(() => box.tree.text(`${HOME}/Trip/same_copy.txt`)).toBe('beside');
      expect(box.tree.text(`${HOME}/Trip/same.txt`)).toBe('old');
      await choose(page, 'same.txt', 'replaced');
      await taken.getByRole('radio', { name: /^Replace/ }).check();
      await taken.getByRole('button', { name: 'Continue' }).click();
      await expect.poll(() => box.tree.text(`${HOME}/Trip/same.txt`)).toBe('replaced');
      // A line that breaks: the upload goes on by itself.
      box.fault('cut-put@100000x1');
      await choose(page, 'long.txt', 'x'.repeat(400_000));
      await expect.poll(() => box.tree.read(`${HOME}/Trip/long.txt`)?.length).toBe(400_000);
      await expect(entry(window, 'long.txt')).toBeVisible();

      await entry(window, 'letter.txt').locator('[data-grab]').click();
      await page.keyboard.press('F2');
      await page.getByRole('dialog', { name: 'Rename' }).getByLabel('New name').fill('note');
      await page.keyboard.press('Enter');
      await expect(entry(window, 'note.txt')).toBeVisible();
      await entry(window, 'note.txt').locator('[data-grab]').click();
      await page.keyboard.press('Control+c');
      await enter(window, '深');
      await page.keyboard.press('Control+v');
      await expect.poll(() => box.tree.text(`${HOME}/Trip/深/note.txt`)).toBe('dear box');
      await expect(entry(window, 'note.txt')).toBeVisible();
      await entry(window, 'note.txt').locator('[data-grab]').dblclick();
      await expect(win(page, 'note.txt').getByText('dear box')).toBeVisible();
      await shot('preview');
      await win(page, 'note.txt').getByRole('button', { name: 'Close', exact: true }).click();
      const menu = await menuOn(window, 'b.txt');
      const compress = expect(menu.getByRole('menuitem', { name: /^Compress/ }));
      if (model === 'N2') await compress.toHaveAttribute('aria-disabled', 'true');
      else await compress.not.toHaveAttribute('aria-disabled', 'true');
      await page.keyboard.press('Escape');
      await expect(menu).toHaveCount(0);
      await entry(window, 'b.txt').locator('[data-grab]').click();
      await page.keyboard.press('Delete');
      await expect(entry(window, 'b.txt')).toHaveCount(0);
      expect(box.tree.has(`${HOME}/Trip/深/b.txt`)).toBe(false);

      await openByPalette(page, 'Private files');
      const area = win(page, 'Private files');
      const setUp = area.getByRole('form', { name: 'Set up private files' });
      await setUp.getByLabel('New password').fill('abc123');
      await setUp.getByLabel('Repeat the password').fill('abc123');
      await setUp.getByRole('checkbox').check();
      await setUp.getByRole('button', { name: 'Set password' }).click();
      await expect(area.getByText('This folder is empty')).toBeVisible();
      await area.getByRole('button', { name: 'Lock', exact: true }).click();
      const unlock = area.getByRole('form', { name: 'Open private files' });
      await unlock.getByLabel('Password', { exact: true }).fill('abc123');
      await unlock.getByRole('button', { name: 'Unlock' }).click();
      await expect(area.getByText('This folder is empty')).toBeVisible();
      await shot('private files');

      await openByPalette(page, 'Task Centre');
      const tasks = win(page, 'Task Centre');
      await tasks.getByRole('tab', { name: 'Completed' }).click();
      const copied = tasks.getByRole('listitem').filter({ hasText: 'note.txt' }).first();
      await expect(copied).toContainText('Copy');
      await expect(copied).toContainText(/8\sB of 8\sB/);
      await shot('tasks');
      await openByPalette(page, 'Device Status');
      const status = win(page, 'Device Status').getByRole('region', { name: 'Overview' });
      await expect(status.getByRole('meter', { name: 'Processor', exact: true })).toBeVisible();
      await expect(status.getByText('Network eth0', { exact: true })).toBeVisible();
      await shot('status');
    } finally {
      await box.close();
    }
  });

/** Network storage as a family sees it: a real server in the network, mounted by the real helper of a real box. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBoxProcess } from '../lib/box/box-process.ts';
import {
  canMount,
  SHARE_PASSWORD,
  SHARE_USER,
  startMountingHost,
  startNetworkShare,
  unmountNetworkShares,
} from '../lib/machine/network-share.ts';
import type { Locator } from '@playwright/test';
import { OWNER, openByPalette, signInByForm, win } from './desktop-page.ts';
import { entry } from './files-page.ts';
import { expect, test } from './fixtures.ts';

test('what is wrong in the form is said at its field, to a finger as well; what became of the try is in sight @full', async ({
  page,
  box,
}) => {
  await page.setViewportSize({ width: 1024, height: 600 });
  await signInByForm(page, OWNER, box.origin);
  await openByPalette(page, 'Network storage');
  await win(page, 'Network storage').getByRole('button', { name: 'Add network storage…' }).click();
  const form = page.getByRole('dialog', { name: 'Add network storage' });
  const save = form.getByRole('button', { name: 'Test and save' });
  // Off, and asked why.
  await save.dispatchEvent('click');
  await expect(page.getByRole('tooltip')).toHaveText('An IP address or domain is required');
  const wrong = [
    ['Name or address of the server', 'my nas', 'This is not an IP address or domain', '127.0.0.1'],
    ['Port', '99999', 'between 1 and 65535', '9'],
    ['Name on this box', 'old nas', 'Letters, digits, Chinese characters', 'nas'],
    ['Note', 'the old one', 'Chinese characters, letters, digits and', 'old'],
  ] as const;
  for (const [label, typed, said, right] of wrong) {
    const field = form.getByRole('textbox', { name: label });
    await field.fill(typed);
    await expect(field).toHaveAccessibleDescription(new RegExp(said));
    await field.fill(right);
    await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  }
  await form.getByRole('textbox', { name: 'Name or address of the server' }).press('Enter');
  await expect(form.getByRole('alert')).toBeInViewport({ ratio: 1 });
});

test('SCREEN-12 MOUNT-08 P-12 PROD-05 PICKER-05: network storage is added after it was tried, opened like a folder, copied to, said to be away, and removed @full', async ({
  page,
}) => {
  test.skip(!canMount, 'needs root, FUSE and rclone');
  test.slow();
  const dataDir = mkdtempSync(join(tmpdir(), 'boxwood-net-'));
  const share = await startNetworkShare();
  const host = await startMountingHost(dataDir);
  const box = await startBoxProcess({ dataDir, args: ['--helper', host.socket] });
  mkdirSync(join(box.usb1, OWNER), { recursive: true });
  writeFileSync(join(box.usb1, OWNER, 'letter.txt'), 'dear box');
  /** What a letter is copied to: the places that are offered. */
  const copyTo = async (): Promise<Locator> => {
    await openByPalette(page, 'Files');
    const files = win(page, 'Files');
    await files.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Personal space' }).click();
    await entry(files, 'letter.txt').locator('[data-grab]').click();
    await files.getByRole('button', { name: 'Copy to…' }).click();
    return page.getByRole('dialog', { name: 'Copy to' });
  };
  try {
    await signInByForm(page, OWNER, box.origin);
    const without = await copyTo();
    await expect(without.getByRole('tab', { name: 'Personal space' })).toBeVisible();
    await expect(without.getByRole('tab', { name: 'Network storage' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await win(page, 'Files').getByRole('button', { name: 'Close' }).click();
    await openByPalette(page, 'Network storage');
    const storage = win(page, 'Network storage');
    await expect(storage.getByText('Nothing is mounted from the network')).toBeVisible();
    await storage.getByRole('button', { name: 'Add network storage…' }).click();
    const form = page.getByRole('dialog', { name: 'Add network storage' });
    const save = form.getByRole('button', { name: 'Test and save' });
    await expect(save).toBeDisabled();
    await form.getByLabel('Kind').click();
    await page.getByRole('option', { name: 'WebDAV' }).click();
    await form.getByLabel('Connection').click();
    await page.getByRole('option', { name: 'Not encrypted (http)' }).click();
    await form.getByLabel('Name or address of the server').fill('127.0.0.1');
    await form.getByLabel('Port').fill(String(share.port));
    await form.getByLabel('User name').fill(SHARE_USER);
    await form.getByLabel('Password', { exact: true }).fill('wrong');
    await form.getByLabel('Name on this box').fill('nas');
    await form.getByLabel('Name on this box').press('Enter');
    await expect(form.getByRole('alert')).toHaveText('The server does not accept this user name and password');
    await form.getByLabel('Password', { exact: true }).fill(SHARE_PASSWORD);
    await save.click();
    const card = storage.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'nas' }) });
    await expect(card.getByText('Connected')).toBeVisible();

    await card.getByRole('button', { name: 'Open nas' }).click();
    await expect(page.getByRole('row', { name: /films/ })).toBeVisible();
    await page.keyboard.press('Escape');

    const picker = await copyTo();
    await picker.getByRole('tab', { name: 'Network storage' }).click();
    await picker.getByText('nas', { exact: true }).first().dblclick();
    await expect(picker.getByText('films', { exact: true })).toBeVisible();
    await picker.getByRole('button', { name: 'Confirm' }).click();
    await expect.poll(() => readdirSync(share.folder)).toContain('letter.txt');

    share.signal('SIGSTOP');
    await openByPalette(page, 'Network storage');
    await storage.getByRole('button', { name: 'Refresh' }).click();
    await expect(card.getByText('Unreachable')).toBeVisible();
    await expect(card.getByText('reconnects automatically')).toBeVisible();
    share.signal('SIGCONT');
    // Nobody presses anything.
    await expect(card.getByText('Connected')).toBeVisible({ timeout: 30_000 });

    await card.getByRole('button', { name: 'Remove nas…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(storage.getByText('Nothing is mounted from the network')).toBeVisible();
  } finally {
    await box.remove();
    unmountNetworkShares(dataDir, host);
    share.remove();
    await host.remove();
    for (const folder of [dataDir, `${dataDir}-config`]) rmSync(folder, { recursive: true, force: true });
  }
});

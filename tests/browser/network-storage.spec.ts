/** Network storage as a family sees it: a real server in the network, mounted by the real helper of a real box. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBoxProcess } from '../lib/box-process.ts';
import {
  canMount,
  SHARE_PASSWORD,
  SHARE_USER,
  startMountingHost,
  startNetShare,
  unmountNet,
} from '../lib/net-share.ts';
import { OWNER, openByPalette, signInByForm, win } from './desk.ts';
import { expect, test } from './fixtures.ts';

test('SCREEN-12 MOUNT-08 P-12 PROD-05: network storage is added after it was tried, opened like a folder, said to be away, and removed', async ({
  page,
}) => {
  test.skip(!canMount, 'needs root, FUSE and rclone');
  test.slow();
  const dataDir = mkdtempSync(join(tmpdir(), 'boxwood-net-'));
  const share = await startNetShare();
  const host = await startMountingHost(dataDir);
  const box = await startBoxProcess({ dataDir, args: ['--helper', host.socket] });
  try {
    await signInByForm(page, OWNER, box.origin);
    await openByPalette(page, 'Network storage');
    const storage = win(page, 'Network storage');
    await expect(storage.getByText('Nothing is mounted from the network')).toBeVisible();
    await storage.getByRole('button', { name: 'Add network storage…' }).click();
    const form = page.getByRole('dialog', { name: 'Add network storage' });
    const save = form.getByRole('button', { name: 'Try and save' });
    await expect(save).toBeDisabled();
    await form.getByLabel('Kind').click();
    await page.getByRole('option', { name: 'WebDAV' }).click();
    await form.getByLabel('Connection').click();
    await page.getByRole('option', { name: 'Not encrypted (http)' }).click();
    await form.getByLabel('Name or address of the server').fill('127.0.0.1');
    await form.getByLabel('Port').fill(String(share.port));
    await form.getByLabel('User name there').fill(SHARE_USER);
    await form.getByLabel('Password there', { exact: true }).fill('wrong');
    await form.getByLabel('Its name on this box').fill('nas');
    await form.getByLabel('Its name on this box').press('Enter');
    await expect(form.getByRole('alert')).toHaveText('The server does not accept this user name and password');
    await form.getByLabel('Password there', { exact: true }).fill(SHARE_PASSWORD);
    await save.click();
    const card = storage.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'nas' }) });
    await expect(card.getByText('Connected')).toBeVisible();

    await card.getByRole('button', { name: 'Open nas' }).click();
    await expect(page.getByRole('row', { name: /films/ })).toBeVisible();
    await page.keyboard.press('Escape');

    share.signal('SIGSTOP');
    await openByPalette(page, 'Network storage');
    await storage.getByRole('button', { name: 'Refresh' }).click();
    await expect(card.getByText('Away')).toBeVisible();
    await expect(card.getByText('comes back by itself')).toBeVisible();
    share.signal('SIGCONT');
    // Nobody presses anything.
    await expect(card.getByText('Connected')).toBeVisible({ timeout: 30_000 });

    await card.getByRole('button', { name: 'Remove nas…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(storage.getByText('Nothing is mounted from the network')).toBeVisible();
  } finally {
    await box.remove();
    unmountNet(dataDir, host);
    share.remove();
    await host.remove();
    for (const folder of [dataDir, `${dataDir}-config`]) rmSync(folder, { recursive: true, force: true });
  }
});

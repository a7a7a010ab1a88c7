/** A box that upgrades itself, as an administrator meets it: a real release, what a real account service offers, and the launcher between them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { test } from './recorded-test.ts';
import { startAccountProcess } from '../lib/box/account-process.ts';
import { OWNER, PASSWORD, setUpOwner, startBoxProcess } from '../lib/box/box-process.ts';
import { freePort } from '../lib/machine/network-share.ts';
import { buildRelease, FIRST_VERSION, makeKey, offerRelease } from '../lib/box/releases.ts';
import { openByPalette, win } from './desktop-page.ts';

const NEXT = '1.0.8';
/** A box is packed, brought and started anew. */
const PATIENT = { timeout: 120_000 } as const;

const enter = async (page: Page): Promise<void> => {
  await page.getByLabel('Account', { exact: true }).last().fill(OWNER);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // What is told may lie over it already.
  await page.locator('[aria-label="Top bar"]').waitFor();
};

test('PROD-14 SCREEN-25 DIALOG-19 SYSTEM-05: a new version is told once, installed and run @full', async ({ page }) => {
  test.setTimeout(240_000);
  const work = mkdtempSync(join(tmpdir(), 'boxwood-upgrade-'));
  const offers = join(work, 'offers');
  const key = makeKey(work, 'release.key');
  const from = buildRelease(join(work, 'out'), key);
  offerRelease({ from, offers, version: NEXT, key, desktop: true });
  const port = await freePort();
  const account = await startAccountProcess(['--releases', offers], [`http://127.0.0.1:${port}`]);
  const box = await startBoxProcess({
    program: join(from, 'launch.js'),
    withUsers: false,
    env: { BOXWOOD_READY_SECONDS: '20' },
    args: ['--account', account.url, '--port', String(port)],
  });
  try {
    await setUpOwner(box.origin, box.setupCode ?? '');
    await page.goto(`${box.origin}/?auto=N`);
    await enter(page);
    const told = page.getByRole('dialog', { name: 'There is a new version for the box' });
    await expect(told.getByRole('heading', { name: NEXT })).toBeVisible();
    await expect(told.getByRole('listitem').first()).not.toBeEmpty();
    await told.getByRole('button', { name: 'Close' }).last().click();
    await expect(told).toHaveCount(0);
    await page.reload();
    await page.getByRole('banner', { name: 'Top bar' }).waitFor();

    await openByPalette(page, 'System upgrade');
    const screen = win(page, 'System upgrade');
    await expect(screen.getByText(FIRST_VERSION, { exact: true })).toBeVisible();
    await expect(told).toHaveCount(0);
    await screen.getByRole('button', { name: 'Update' }).click();
    await expect(page.getByText('The box is upgrading. Sign in again when it has restarted.')).toBeVisible();
    await expect(screen.getByText('Do not switch the box off meanwhile.')).toBeVisible();
    await expect(screen.getByText(`The box runs ${NEXT} now`)).toBeVisible(PATIENT);
    await expect(screen.getByText('This is the newest version.')).toBeVisible();
    await screen.getByRole('button', { name: 'Sign in again' }).click();
    await enter(page);
    await openByPalette(page, 'Settings');
    await expect(win(page, 'Settings').getByText(NEXT)).toBeVisible();
    await win(page, 'Settings').getByRole('button', { name: 'Close' }).click();
  } finally {
    await box.remove();
    await account.remove();
    rmSync(work, { recursive: true, force: true });
  }
});

import { existsSync, mkdirSync, readdirSync, statfsSync, writeFileSync } from 'node:fs';
import { networkInterfaces, totalmem } from 'node:os';
import { join } from 'node:path';
import { AddTask, MoveFile, uploadMany } from '@boxwood/box-sdk';
import { signIn } from '../lib/box/client.ts';
import { appIcon, OWNER, openByPalette, signInOffline, win } from './desktop-page.ts';
import { expect, test } from './fixtures.ts';

test.use({ viewport: { width: 1600, height: 1000 } });

test('SCREEN-06 TASK-03 TASK-06 TASK-12 TASK-17 DIALOG-33: a finished copy stands under Completed, and its details say everything @full', async ({
  page,
  box,
}) => {
  const home = join(box.usb1, OWNER);
  mkdirSync(join(home, 'from'), { recursive: true });
  mkdirSync(join(home, 'to'), { recursive: true });
  writeFileSync(join(home, 'from', 'letter.txt'), 'dear box');
  const client = await signIn(box.origin, OWNER);
  const root = `/mnt/usb1/${OWNER}`;
  await client.send(AddTask, {
    user: OWNER,
    type: 'COPY',
    source: `${root}/from/letter.txt`,
    target: `${root}/to`,
    conflict: 1,
  });
  await signInOffline(page);
  await appIcon(page, 'task-centre').click();
  const window = win(page, 'Task Centre');
  await expect(window.getByRole('tab')).toHaveText(['Processing', 'Waiting', 'Failed', 'Completed']);
  await window.getByRole('tab', { name: 'Completed' }).click();
  const row = window.getByRole('listitem').filter({ hasText: 'letter.txt' }).first();
  await expect(row).toHaveAttribute('data-state', 'success');
  await expect(row).toContainText('Copy');
  await row.getByRole('button', { name: 'Details' }).click();
  const details = page.getByRole('dialog', { name: 'Task details' });
  for (const fact of ['File type', 'Size', 'Time', 'Task type', 'Source', 'Target', 'Message']) {
    await expect(details.getByText(fact, { exact: true })).toBeVisible();
  }
  await expect(details).toContainText('Personal space › from › letter.txt');
  await expect(details).toContainText(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Delete record' }).click();
  await expect(row).toHaveCount(0);
});

test('MONITOR-01 MONITOR-04 STATE-29: the status is read every 5 s while its window is open, and not after it closed @full', async ({
  page,
}) => {
  let readings = 0;
  page.on('request', (request) => {
    if (request.postData()?.includes('GETDEVSTATUS') === true) readings += 1;
  });
  await signInOffline(page);
  await appIcon(page, 'device-status').click();
  const window = win(page, 'Device Status');
  await expect(window.getByRole('meter', { name: 'Processor' }).first()).toBeVisible();
  await expect(window.getByRole('meter', { name: 'Memory' })).toBeVisible();
  await expect.poll(() => readings, { timeout: 12_000 }).toBeGreaterThanOrEqual(2);
  await window.getByRole('tab', { name: 'Services' }).click();
  await expect(window.getByRole('table', { name: 'Services' })).toBeVisible();
  await window.getByRole('tab', { name: 'Processes' }).click();
  await expect(window.getByRole('table', { name: 'Processes' }).getByRole('row').nth(1)).toBeVisible();
  await window.getByRole('button', { name: 'Close', exact: true }).click();
  await page.waitForTimeout(300);
  const before = readings;
  await page.waitForTimeout(6_000);
  expect(readings).toBe(before);
});

test('a change made elsewhere is listed in Activity and taken back from there, on the disk @full', async ({
  page,
  box,
}) => {
  const home = join(box.usb1, OWNER);
  writeFileSync(join(home, 'draft.txt'), 'one');
  const client = await signIn(box.origin, OWNER);
  const root = `/mnt/usb1/${OWNER}`;
  await client.send(MoveFile, { source: `${root}/draft.txt`, target: `${root}/final.txt` });
  expect(existsSync(join(home, 'final.txt'))).toBe(true);
  await signInOffline(page);
  await openByPalette(page, 'Activity');
  const window = win(page, 'Activity');
  await expect(window.getByRole('listitem').first()).toContainText('draft.txt');
  await window.getByRole('button', { name: 'Undo last change' }).click();
  await expect(window.getByRole('status')).toContainText('Undone');
  expect(existsSync(join(home, 'draft.txt'))).toBe(true);
  expect(existsSync(join(home, 'final.txt'))).toBe(false);
  await window.getByRole('button', { name: 'Redo', exact: true }).click();
  await expect(window.getByRole('status')).toContainText('Redone');
  expect(existsSync(join(home, 'final.txt'))).toBe(true);
});

test('a drop that was sent in several bundles is one line of Activity, and one step back and forth, on the disk @full', async ({
  page,
  box,
}) => {
  // Six hundred files there and back, each synced, while the machine may have other work.
  test.slow();
  const client = await signIn(box.origin, OWNER);
  const sources = Array.from({ length: 300 }, (_, at) => ({
    target: `/mnt/usb1/${OWNER}/Dropped/day ${at < 200 ? 1 : 2}/${at}.txt`,
    size: 1,
    mtime: 1_700_000_000,
    read: () => Promise.resolve(new Blob(['x'])),
  }));
  for await (const { result } of uploadMany(client, sources)) expect(result._tag).toBe('Right');
  const there = (day: number): number => {
    const folder = join(box.usb1, OWNER, 'Dropped', `day ${day}`);
    return existsSync(folder) ? readdirSync(folder).length : 0;
  };
  expect([there(1), there(2)]).toEqual([200, 100]);
  await signInOffline(page);
  await openByPalette(page, 'Activity');
  const window = win(page, 'Activity');
  const line = window.getByRole('listitem').filter({ hasText: 'Dropped' });
  await expect(line).toHaveCount(1);
  await expect(line).toContainText('300 items');
  await line.getByRole('button', { name: 'Undo this' }).click();
  await expect(window.getByRole('status')).toContainText('Undone', { timeout: 60_000 });
  expect([there(1), there(2)]).toEqual([0, 0]);
  await line.getByRole('button', { name: 'Redo this' }).click();
  await expect(window.getByRole('status')).toContainText('Redone', { timeout: 60_000 });
  expect([there(1), there(2)]).toEqual([200, 100]);
});

test('SCREEN-02 PROD-15: Device Status shows processor, memory, network and disks of the very machine @full', async ({
  page,
  box,
}) => {
  await signInOffline(page);
  await appIcon(page, 'device-status').click();
  const window = win(page, 'Device Status');
  const overview = window.getByRole('region', { name: 'Overview' });
  for (const meter of ['Processor', 'Memory']) await expect(overview.getByRole('meter', { name: meter })).toBeVisible();
  const fact = (name: string) => overview.locator('dt', { hasText: name }).locator('+ dd');
  // As the kernel says it: no number of the page's own.
  const total = `${(totalmem() / 1024 ** 3).toFixed(2)}\\sGB`;
  await expect(fact('Used')).toHaveText(new RegExp(`^[\\d.]+\\s[MG]B of ${total}$`));
  await expect(fact('Cached')).toHaveText(/^[\d.]+\s[KMG]?B$/);
  await expect(fact('Run time')).not.toBeEmpty();
  await expect(fact('Local time of the box')).toHaveText(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
  for (const dev of ['eth0', 'eth1', 'wlan0'].filter((name) => networkInterfaces()[name] !== undefined))
    await expect(overview.getByText(`Network ${dev}`, { exact: true })).toBeVisible();
  const { bsize, blocks } = statfsSync(box.usb1);
  const volume = overview.getByRole('row').filter({ hasText: 'Main disk' });
  await expect(volume.getByRole('progressbar')).toHaveAccessibleName(
    new RegExp(` of ${((bsize * blocks) / 1024 ** 3).toFixed(2)}\\sGB$`),
  );
  await window.getByRole('tab', { name: 'Automatic' }).click();
  const disksLook = window.getByRole('row').filter({ hasText: 'Check which disks are connected' });
  await expect(disksLook).toContainText(/Done.*Every 2 s/);
  await window.getByRole('tab', { name: 'Processes' }).click();
  const processes = window.getByRole('table', { name: 'Processes' });
  await processes.getByRole('button', { name: 'Sort by Memory' }).click();
  const own = processes
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: String(box.child.pid), exact: true }) });
  await expect(own).toHaveCount(1);
});

test('SYSTEM-19: Box Info names model, version, serial number, volumes and addresses @full', async ({ page }) => {
  await signInOffline(page);
  await openByPalette(page, 'Box Info');
  const window = win(page, 'Box Info');
  for (const fact of ['Model', 'Version', 'Serial number', 'Run time']) {
    await expect(window.getByText(fact, { exact: true })).toBeVisible();
  }
  await expect(window.getByText('Main disk').first()).toBeVisible();
  await expect(window.getByText(/ used, .* free/).first()).toBeVisible();
});

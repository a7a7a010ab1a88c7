import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enter, entry, openArea, openFiles, seed, setUpArea } from './files-page.ts';
import { type BoxProcess, CHILD } from '../lib/box/box-process.ts';
import { canMount } from '../lib/machine/network-share.ts';
import { MEMBER, openByPalette, OWNER, signInOffline, win } from './desktop-page.ts';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test('SCREEN-10 SAFE-10 SAFE-05 P-10: private files are an app of their own, work like any folder, and lock @full', async ({
  page,
  box,
}) => {
  // Its password is stretched on purpose, each time.
  test.slow();
  await signInOffline(page);
  await openByPalette(page, 'Private files');
  const window = win(page, 'Private files');
  const setUp = window.getByRole('form', { name: 'Set up private files' });
  await setUpArea(setUp, 'abc123');
  await expect(window.getByText('This folder is empty')).toBeVisible({ timeout: 20_000 });
  await window.locator('input[data-choose="files"]').setInputFiles({
    name: 'diary.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('mine alone'),
  });
  const place = join(box.usb1, OWNER, '.safe_home');
  await expect(entry(window, 'diary.txt')).toBeVisible({ timeout: 20_000 });
  expect(readFileSync(join(place, 'diary.txt'), 'utf8')).toBe('mine alone');
  await entry(window, 'diary.txt').locator('[data-grab]').click();
  await page.keyboard.press('F2');
  const rename = page.getByRole('dialog', { name: 'Rename' });
  await rename.getByLabel('New name').fill('journal');
  await page.keyboard.press('Enter');
  await expect(entry(window, 'journal.txt')).toBeVisible();
  expect(existsSync(join(place, 'journal.txt'))).toBe(true);

  await window.getByRole('button', { name: 'Lock', exact: true }).click();
  const unlock = window.getByRole('form', { name: 'Open private files' });
  await expect(unlock).toBeVisible();
  await expect(entry(window, 'journal.txt')).toHaveCount(0);
  await unlock.getByLabel('Password', { exact: true }).fill('abc123');
  await unlock.getByRole('button', { name: 'Unlock' }).click();
  await expect(entry(window, 'journal.txt')).toBeVisible({ timeout: 20_000 });
  await openByPalette(page, 'Safe');
  await expect(win(page, 'Safe').getByRole('form')).toBeVisible();
});

/** Sends `SAFELOCK` as the page itself would: the box closes the area, and the page is told nothing. */
const closeBehind = async (page: Page, area: 'safe' | 'home'): Promise<void> => {
  const answered = page.waitForResponse((response) => response.request().postData()?.includes('"LIST"') === true);
  await page.getByRole('button', { name: 'Refresh', exact: true }).first().click();
  // Answered first: a list that is asked for after the area is closed tells the page.
  const listed = await answered;
  await listed.finished();
  const known: unknown = listed.request().postDataJSON();
  if (typeof known !== 'object' || known === null) throw new Error('no envelope');
  const reply = await page.evaluate(
    async (body) =>
      (await fetch('/eshell', { method: 'POST', headers: { 'content-type': 'application/json' }, body })).text(),
    JSON.stringify({ ...known, cmd: 'SAFELOCK', params: [area], jsonparam: undefined }),
  );
  expect(JSON.parse(reply)).toMatchObject({ error: 0 });
};

test('SAFE-05 DIALOG-26: what the box closed by itself shows the password screen again, also after a reload @full', async ({
  page,
  box,
}) => {
  test.slow();
  await signInOffline(page, MEMBER);
  await openByPalette(page, 'Private files');
  const window = win(page, 'Private files');
  await openArea(window.getByRole('form'), 'abc123');
  await expect(window.getByText('This folder is empty')).toBeVisible({ timeout: 20_000 });
  writeFileSync(join(box.usb1, MEMBER, '.safe_home', 'diary.txt'), 'mine alone');
  const unlock = window.getByRole('form', { name: 'Open private files' });
  const openAgain = async (): Promise<void> => {
    await expect(unlock).toBeVisible();
    await expect(entry(window, 'diary.txt')).toHaveCount(0);
    await unlock.getByLabel('Password', { exact: true }).fill('abc123');
    await unlock.getByRole('button', { name: 'Unlock' }).click();
    await expect(entry(window, 'diary.txt')).toBeVisible({ timeout: 20_000 });
  };

  await closeBehind(page, 'home');
  await window.getByRole('button', { name: 'Refresh', exact: true }).click();
  await openAgain();

  await closeBehind(page, 'home');
  await page.reload();
  await openAgain();

  await closeBehind(page, 'home');
  await window.getByRole('button', { name: 'New folder' }).first().click();
  await page.keyboard.type('Letters');
  await page.keyboard.press('Enter');
  await openAgain();
});

test('FILES-26: what is dropped on the closed safe is caught and answered, and not opened by the browser @full', async ({
  page,
  box,
}) => {
  seed(box, 'Stick', {}, CHILD);
  await signInOffline(page, CHILD);
  await openByPalette(page, 'Safe');
  const form = win(page, 'Safe').getByRole('form');
  await expect(form).toBeVisible();
  const kept = await form.evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['plain'], 'plain.txt', { type: 'text/plain' }));
    const send = (type: string): boolean =>
      element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    return { over: send('dragover'), drop: send('drop') };
  });
  expect(kept).toEqual({ over: false, drop: false });
  await expect(page.getByText('The encrypted area does not support drag upload')).toBeVisible();
  await openByPalette(page, 'Private files');
  await expect(win(page, 'Private files').getByRole('form')).toBeVisible();
});

test('P-10: a plain file that the safe does not take stays where it is, and the person reads why @full', async ({
  page,
  box,
}) => {
  test.slow();
  const root = seed(box, 'Plain', { 'letter.txt': 'plain words', 'to/': '' });
  const window = await openFiles(page);
  const places = window.getByRole('navigation', { name: 'Places' });
  await places.getByRole('button', { name: 'Safe', exact: true }).click();
  const form = window.getByRole('form');
  await openArea(form, 'abc123');
  await expect(form).toHaveCount(0, { timeout: 20_000 });
  // No button of the desktop leads a plain file there; what a person of another version sends, the real box refuses.
  await page.route('**/offlinetask', async (route) => {
    const sent = route.request().postData() ?? '';
    await route.continue({ postData: sent.replace(`/mnt/usb1/${OWNER}/Plain/to`, '/mnt/safebox') });
  });
  await places.getByRole('button', { name: 'Personal space' }).click();
  await enter(window, 'Plain');
  await entry(window, 'letter.txt').locator('[data-grab]').click();
  await page.keyboard.press('Control+c');
  await enter(window, 'to');
  await page.keyboard.press('Control+v');
  const why = page.getByText('The safe accepts only encrypted files: use “Encrypt” to add this one').first();
  await expect(why).toBeVisible();
  await expect(page.getByText('No privilege')).toHaveCount(0);
  expect(existsSync(join(root, 'letter.txt'))).toBe(true);
  expect(existsSync(join(box.usb1, OWNER, '.safebox', 'letter.txt'))).toBe(false);
});

const hasDisks = (reply: unknown): reply is { readonly disks: readonly object[] } =>
  typeof reply === 'object' && reply !== null && 'disks' in reply && Array.isArray(reply.disks);

/** No machine that runs tests can plug a drive in: one is added to what the box really says. What is done with it is up to the real box. */
const plugIn = async (page: Page, drive: Readonly<Record<string, unknown>>): Promise<void> => {
  await page.route('**/eshell', async (route) => {
    const request = route.request();
    if (request.postData()?.includes('LISTDISKS') !== true) {
      await route.continue();
      return;
    }
    // The name box.test is known to the browser alone.
    const url = request.url().replace('box.test', '127.0.0.1');
    const reply = await route.fetch({ url, headers: { ...request.headers(), origin: new URL(url).origin } });
    const known: unknown = await reply.json();
    if (!hasDisks(known)) throw new Error(`no disks in ${JSON.stringify(known)}`);
    const added = {
      ...known.disks[0],
      dev: '/dev/sdb1',
      bus: 'usb',
      master: 0,
      primary: 0,
      f_blocks: 1000,
      f_bsize: 1_048_576,
      f_bavail: 250,
      ...drive,
    };
    await route.fulfill({ response: reply, json: { ...known, disks: [...known.disks, added] } });
  });
};

/** A drive as a container brings one: a program mounts it into the folder of devices. */
const bringDrive = async (box: BoxProcess): Promise<() => Promise<void>> => {
  const [cloud, place] = [mkdtempSync(join(tmpdir(), 'boxwood-cloud-')), join(box.dataDir, 'extdev', 'CloudDrive')];
  mkdirSync(place, { recursive: true });
  const program = spawn('rclone', ['mount', `:local:${cloud}`, place, '--config', '/dev/null'], { stdio: 'ignore' });
  await expect.poll(() => readFileSync('/proc/self/mountinfo', 'utf8')).toContain(` ${place} `);
  return async () => {
    // Asked to end it takes its mount along.
    program.kill('SIGTERM');
    await once(program, 'exit');
    rmSync(place, { recursive: true });
    rmSync(cloud, { recursive: true });
  };
};

test.describe('a drive that a container brings @full', () => {
  test.skip(!canMount, 'needs root, FUSE and rclone');

  test('SHELL-33 SHELL-34: its dialog leads to the Container Service of five pages, and offers no Eject', async ({
    page,
    box,
  }) => {
    const end = await bringDrive(box);
    try {
      const window = await openFiles(page);
      const places = window.getByRole('navigation', { name: 'Places' });
      await places.getByRole('button', { name: 'About CloudDrive' }).click();
      const dialog = page.getByRole('dialog', { name: 'About CloudDrive' });
      await expect(dialog.getByText(/^[\d.]+\s[MGT]B$/).first()).toBeVisible();
      await expect(dialog.getByRole('button', { name: 'Eject' })).toHaveCount(0);
      await dialog.getByRole('button', { name: 'Manage container' }).click();
      await expect(dialog).toHaveCount(0);
      const service = win(page, 'Container Service');
      await expect(service.getByRole('button', { name: 'Containers', exact: true })).toHaveAttribute(
        'aria-current',
        'page',
      );
      await expect(service).toHaveAttribute('data-active', '');
      const pages = service.getByRole('navigation', { name: 'Pages of the container service' }).getByRole('button');
      await expect(pages).toHaveText([
        'Overview',
        'Containers',
        'Images',
        'Registry and mirrors',
        'Built-in containers',
      ]);
      for (const one of await pages.all()) {
        await one.click();
        await expect(service.getByRole('heading', { name: `${await one.innerText()} is not ready yet` })).toBeVisible();
      }
    } finally {
      await end();
    }
  });

  test('SHELL-34 ROLE-02: who may not open the Container Service is not sent there', async ({ page, box }) => {
    const end = await bringDrive(box);
    try {
      const window = await openFiles(page, MEMBER);
      const places = window.getByRole('navigation', { name: 'Places' });
      await places.getByRole('button', { name: 'About CloudDrive' }).click();
      const dialog = page.getByRole('dialog', { name: 'About CloudDrive' });
      await expect(dialog.getByText(/^[\d.]+\s[MGT]B$/).first()).toBeVisible();
      for (const name of ['Manage container', 'Eject'])
        await expect(dialog.getByRole('button', { name })).toHaveCount(0);
    } finally {
      await end();
    }
  });
});

test('SHELL-35 CONST-73: refreshing the storage finds what was plugged in; its orders are those that a disk knows @full', async ({
  page,
  box,
}) => {
  const stick = join(box.dataDir, 'extdev', 'STICK');
  mkdirSync(stick, { recursive: true });
  writeFileSync(join(stick, 'on the stick.txt'), 'x');
  const window = await openFiles(page);
  const places = window.getByRole('navigation', { name: 'Places' });
  await expect(places.getByRole('button', { name: 'STICK', exact: true })).toHaveCount(0);
  await window.getByRole('button', { name: 'Sort' }).click();
  await expect(page.getByRole('menuitemradio')).toHaveCount(7);
  await page.getByRole('menuitemradio', { name: 'Time created' }).click();
  await page.keyboard.press('Escape');
  await plugIn(page, { mntdir: '/mnt/extdev/STICK', label: 'STICK' });
  await places.getByRole('button', { name: 'Refresh storage' }).click();
  await places.getByRole('button', { name: 'STICK', exact: true }).click();
  await expect(entry(window, 'on the stick.txt')).toBeVisible();
  await window.getByRole('button', { name: 'Sort' }).click();
  await expect(page.getByRole('menuitemradio')).toHaveCount(5);
  await expect(page.getByRole('menuitemradio', { name: 'Time modified' })).toHaveAttribute('aria-checked', 'true');
  await page.keyboard.press('Escape');
  rmSync(stick, { recursive: true });
});

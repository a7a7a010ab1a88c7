/** How uploads go and what came of them, in the corner of the desktop. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { axeOn } from './axe.ts';
import { OWNER } from '../lib/box/box-process.ts';
import { createLocalFiles } from './local-files.ts';
import { signInOffline } from './desktop-page.ts';
import { browsers, enter, entry, openFiles, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

const LARGE = 12 * 1024 * 1024;
const panelOf = (page: Page) => page.getByRole('region', { name: 'Uploads', exact: true });

/** Chooses files of the computer in the open folder. */
const choose = async (page: Page, files: Readonly<Record<string, string>>): Promise<void> => {
  const computer = createLocalFiles(files);
  await page
    .locator('input[data-choose="files"]')
    .first()
    .setInputFiles(Object.keys(files).map((name) => join(computer, name)));
};

test('uploads show how many there are and what is left, are paused and gone on with, and end with a way to them @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Panel', {});
  const window = await openFiles(page);
  await enter(window, 'Panel');
  // Slow enough to be watched.
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const line = (bytes: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytes,
    });
  await line(4 * 1024 * 1024);
  const names = ['1.bin', '2.bin', '3.bin'];
  await choose(page, Object.fromEntries(names.map((name) => [name, 'x'.repeat(LARGE)])));
  const panel = panelOf(page);
  await expect(panel).toContainText('Uploading 3 files');
  await expect(panel).toContainText(/0 of 3 · .*left · [\d.]+\sMB\/s/, { timeout: 20_000 });
  const bar = panel.getByRole('progressbar');
  await expect(bar).toHaveAttribute('aria-valuetext', '0 of 3');
  expect((await (await axeOn(page)).include('section[aria-label="Uploads"]').analyze()).violations).toEqual([]);
  await panel.getByRole('button', { name: 'Pause all uploads' }).click();
  await expect(panel).toContainText('Upload of 3 files is paused');
  const stands = await bar.getAttribute('aria-valuenow');
  await panel.getByRole('button', { name: 'Resume all uploads' }).click();
  await expect(panel).toContainText('Uploading 3 files');
  await line(-1);
  await expect(panel).toContainText('3 files uploaded to Panel', { timeout: 30_000 });
  expect(Number(stands)).toBeGreaterThan(0);
  expect(readdirSync(root).sort()).toEqual(names);
  await window.getByRole('button', { name: 'Close' }).first().click();
  await panel.getByRole('button', { name: 'Show' }).click();
  await expect(panel).toHaveCount(0);
  await expect(entry(browsers(page).first(), '3.bin')).toHaveAttribute('aria-selected', 'true');
});

test('what could not be uploaded is named, stays until it is seen, and is tried again @full', async ({ page, box }) => {
  const root = seed(box, 'Refused', { 'taken/': '' });
  const window = await openFiles(page);
  await enter(window, 'Refused');
  // The folder goes while its file is on its way.
  let gone = false;
  await page.route('**/*', async (route) => {
    const body = route.request().postData() ?? '';
    if (!gone && body.includes('PUTDONE') && body.includes('bad.txt')) {
      await route.fulfill({ status: 200, json: { error: 3 } });
      return;
    }
    await route.continue();
  });
  await choose(page, { 'good.txt': 'good', 'bad.txt': 'bad' });
  const panel = panelOf(page);
  await expect(panel).toContainText('1 of 2 files uploaded', { timeout: 20_000 });
  await expect(panel).toContainText('bad.txt was not uploaded');
  expect([existsSync(join(root, 'good.txt')), existsSync(join(root, 'bad.txt'))]).toEqual([true, false]);
  gone = true;
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel).toContainText('1 file uploaded', { timeout: 20_000 });
  await expect.poll(() => existsSync(join(root, 'bad.txt'))).toBe(true);
  // Seen, it goes by itself.
  await expect(panel).toHaveCount(0, { timeout: 15_000 });
  rmSync(root, { recursive: true });
});

test.describe('in a hand @full', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const CODE = /\/assets\/panels-[^/]+\.js$/;

  /** What is chosen by the button of the first page, once somebody has done what comes before. */
  const add = async (page: Page, name: string, before: () => Promise<unknown> = () => Promise.resolve()) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add' }).tap();
    await page.getByRole('menuitem', { name: 'Upload files' }).tap();
    const asked = await chooser;
    await before();
    await asked.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('up') });
  };

  test('what tells of an upload comes while files are chosen: the line may break after that', async ({ page }) => {
    // What comes before it when nobody chooses anything does not come.
    const never = /\/assets\/More-/;
    await page.route(never, () => undefined);
    const coming = new Set<string>();
    page.on('request', (request) => !never.test(request.url()) && coming.add(request.url()));
    page.on('requestfinished', (request) => coming.delete(request.url()));
    const come = page.waitForRequest((request) => CODE.test(request.url()));
    await signInOffline(page);
    await add(page, 'chosen.txt', async () => {
      await come;
      await expect.poll(() => [...coming].filter((url) => url.includes('/assets/'))).toEqual([]);
      await page.route(/\/assets\//, (route) => route.abort());
    });
    await expect(panelOf(page)).toContainText('1 file uploaded');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('what tells of an upload is asked for again without a word when it did not come', async ({ page, box }) => {
    let refused = 0;
    await page.route(CODE, (route) => {
      refused += 1;
      return route.abort();
    });
    await signInOffline(page);
    await add(page, 'told late.txt');
    await expect.poll(() => existsSync(join(box.usb1, OWNER, 'told late.txt'))).toBe(true);
    await expect.poll(() => refused).toBeGreaterThan(2);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.unrouteAll();
    await expect(panelOf(page)).toContainText('1 file uploaded');
  });
});

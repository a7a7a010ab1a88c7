/** Six tasks of a family on a phone, with the taps that each takes: as the documentation says, and none more than with the app of Google Drive. */
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeParams } from '@boxwood/account-sdk';
import type { Locator } from '@playwright/test';
import { accountOf, codeFor, createUser, signIn } from './account-page.ts';
import { waitForNetworkIdle } from '../lib/network-idle.ts';
import { entry, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';
import { enterByTouch, findTouchFaults, front, goTo, longPress, openOwnFiles } from './touch-actions.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** The table of the documentation: what each task takes here, and in the other app. */
const TASKS = [
  ...readFileSync(fileURLToPath(new URL('../../docs/notes/phone.md', import.meta.url)), 'utf8').matchAll(
    /^\| (.+?) +\| (\d+) +\| (\d+) +\|$/gm,
  ),
].map(([, task = '', ours, drive]) => ({ task, ours: Number(ours), drive: Number(drive) }));

/** The smallest picture there is. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const WEEK_S = 7 * 24 * 3600;

test('none of six tasks takes more taps than with Drive, three take fewer, and the documentation counts them rightly @full', async ({
  page,
  box,
}) => {
  test.setTimeout(120_000);
  page.setDefaultTimeout(20_000);
  expect(TASKS).toHaveLength(6);
  expect(TASKS.filter(({ ours, drive }) => ours > drive)).toEqual([]);
  expect(TASKS.filter(({ ours, drive }) => ours < drive).length).toBeGreaterThanOrEqual(3);

  const user = await createUser(box);
  const account = await accountOf(box.origin, user);
  const mobile = `1${String(Date.now()).slice(-10)}`;
  await account.session.sendCode(codeParams(mobile));
  await account.user.changeMobile({ mobile, mobileCode: await codeFor(box, mobile) });
  const twenty = Array.from({ length: 20 }, (_, at) => [`p${at + 10}.jpg`, `picture ${at}`] as const);
  const root = join(seed(box, 'Camera', { 'lake.png': DOT }, user), '..');
  const weekAgo = Date.now() / 1000 - WEEK_S;
  utimesSync(join(root, 'Camera/lake.png'), weekAgo, weekAgo);
  seed(box, 'Twenty', Object.fromEntries(twenty), user);
  seed(box, 'Trip', { 'a.txt': 'a' }, user);
  seed(box, '', { 'paper.pdf': '%PDF-1.4\n%%EOF\n', 'old.txt': 'old' }, user);
  // What a phone has and this browser has not.
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: ({ files }: { readonly files: readonly File[] }) => {
        document.documentElement.dataset['sent'] = files
          .map(({ name, size, type }) => `${name} ${size} ${type}`)
          .join();
        return Promise.resolve();
      },
    });
    const count = (): void => {
      const { dataset } = document.documentElement;
      dataset['taps'] = String(Number(dataset['taps'] ?? 0) + 1);
    };
    addEventListener('pointerdown', count, true);
  });
  await signIn(page, user);
  const start = page.locator('[data-start="files"]');
  await expect(start.getByRole('button', { name: 'Personal space' })).toBeVisible();
  const taps = () => page.evaluate(() => Number(document.documentElement.dataset['taps'] ?? 0));
  const counted: Record<string, number> = {};
  const count = async (task: string, work: () => Promise<void>): Promise<void> => {
    const before = await taps();
    await work();
    counted[task] = (await taps()) - before;
  };
  /** A press that is counted is made once: the list has come to rest before. */
  const hold = async (app: Locator, name: string): Promise<void> => {
    await expect(entry(app, name)).toBeVisible();
    await waitForNetworkIdle(page);
    await longPress(page, entry(app, name));
    await expect(app.getByRole('heading', { name: '1 selected' })).toBeVisible();
  };
  const press = (name: string) => page.getByRole('button', { name, exact: true });

  await count("find last week's picture and send it", async () => {
    await page.locator('[data-place="photos"]').tap();
    const tile = page.getByRole('gridcell', { name: 'lake.png' });
    await expect(tile).toBeVisible({ timeout: 60_000 });
    await tile.tap();
    await front(page).getByRole('button', { name: 'Send', exact: true }).tap();
    await expect(page.locator('html')).toHaveAttribute('data-sent', `lake.png ${DOT.length} image/png`);
  });
  expect(await findTouchFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 568 });
  await expect(front(page).getByRole('button', { name: 'Send', exact: true })).toBeInViewport();
  expect(await findTouchFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goBack();
  await goTo(page, 'files');

  await count('put 20 pictures into a new folder', async () => {
    const app = await openOwnFiles(page);
    await enterByTouch(app, 'Twenty');
    await hold(app, 'p10.jpg');
    await app.getByRole('button', { name: 'All', exact: true }).tap();
    await expect(app.getByRole('heading', { name: '20 selected' })).toBeVisible();
    await app.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: 'Move', exact: true }).tap();
    const picker = page.getByRole('dialog', { name: 'Move to' });
    await picker.getByRole('button', { name: 'New folder' }).tap();
    const naming = page.getByRole('dialog', { name: 'New folder' });
    await naming.getByRole('textbox').fill('Album');
    await naming.getByRole('button', { name: 'Create' }).tap();
    await expect(picker.getByRole('row', { name: /Album/ })).toHaveAttribute('aria-selected', 'true');
    await picker.getByRole('button', { name: 'Move here' }).tap();
    await expect.poll(() => readdirSync(join(root, 'Album'))).toHaveLength(20);
  });
  await goTo(page, 'files');

  await count('open a PDF', async () => {
    const app = await openOwnFiles(page);
    const paper = page.waitForEvent('popup');
    await entry(app, 'paper.pdf').tap();
    await (await paper).close();
  });
  await hold(front(page), 'old.txt');
  await front(page).getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: 'Delete' }).tap();
  await expect.poll(() => existsSync(join(root, 'old.txt'))).toBe(false);
  await goTo(page, 'files');

  await count('free space: empty the bin', async () => {
    await start.getByRole('button', { name: 'Recycle bin' }).tap();
    const bin = front(page);
    await expect(bin.getByText('old.txt')).toBeVisible();
    await bin.getByRole('button', { name: 'More actions' }).tap();
    await page.getByRole('menuitem', { name: 'Empty the recycle bin' }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Empty the recycle bin' }).tap();
    await expect(bin.getByText('The recycle bin is empty')).toBeVisible();
  });
  await goTo(page, 'files');

  await count('share a folder for three days', async () => {
    const app = await openOwnFiles(page);
    await hold(app, 'Trip');
    await app.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: 'Share', exact: true }).tap();
    const dialog = page.getByRole('dialog', { name: 'Share by link' });
    await expect(dialog.getByLabel('Days')).toHaveValue('3');
    await expect(dialog.getByLabel('Link', { exact: true })).toHaveValue(/\/s\//);
    await press('Copy link').tap();
    await expect(press('Copied')).toBeVisible();
  });
  await page.goBack();
  await press('End the selection').tap();
  await goTo(page, 'files');

  const chooser = page.waitForEvent('filechooser');
  await start.getByRole('button', { name: 'Add', exact: true }).tap();
  await page.getByRole('menuitem', { name: 'Upload files' }).tap();
  await (await chooser).setFiles({ name: 'new.txt', mimeType: 'text/plain', buffer: Buffer.from('new') });
  await count('see whether the upload is done', async () => {
    await expect(page.getByRole('region', { name: 'Uploads' })).toContainText('uploaded');
    expect(readFileSync(join(root, 'new.txt'), 'utf8')).toBe('new');
  });
  expect(counted).toEqual(Object.fromEntries(TASKS.map(({ task, ours }) => [task, ours])));
});

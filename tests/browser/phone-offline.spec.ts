/** Boxwood on a phone whose box does not answer: the page opens all the same, says so, and goes on by itself (phone.md, offline). */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { startBoxProcess } from '../lib/box/box-process.ts';
import { OWNER, signInByForm, watchConsole } from './desktop-page.ts';
import { entry } from './files-page.ts';
import { enterByTouch, findTouchFaults, front, goTo, longPress, openOwnFiles } from './touch-actions.ts';
import { expect, test } from './fixtures.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** A port that nothing listens on. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });

const button = (at: Page | Locator, name: string): Locator => at.getByRole('button', { name, exact: true });

/** Selects one by a long press, does something of the sheet with it, and ends the selection where it does not end by that. */
const act = async (page: Page, name: string, what: string, tell?: () => Promise<void>): Promise<void> => {
  const app = front(page);
  const head = app.getByRole('heading', { name: '1 selected' });
  await expect(async () => {
    if (!(await head.isVisible())) await longPress(page, entry(app, name));
    await expect(head).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const bar = app.getByRole('toolbar', { name: 'Actions' });
  if ((await button(bar, what).count()) > 0) await button(bar, what).tap();
  else {
    await button(bar, 'More').tap();
    await page.getByRole('menuitem', { name: what, exact: true }).tap();
  }
  await tell?.();
  if (what !== 'Move' && what !== 'Delete') await button(app, 'End the selection').tap();
  await expect(head).toHaveCount(0);
};

/** How many parts of the page its worker keeps. */
const kept = (page: Page): Promise<number> =>
  page.evaluate(async () => (await (await caches.open('boxwood-shell')).keys()).length);
/** The worker comes when the page is at rest; from then on it opens without its box. */
const expectKept = (page: Page): Promise<void> => expect.poll(() => kept(page)).toBeGreaterThan(4);

test.describe('with a service worker @full', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the page opens without its box, in both languages, and where one was as soon as the box answers', async ({
    page,
  }) => {
    test.slow();
    const args = ['--port', String(await freePort())];
    const first = await startBoxProcess({ args });
    try {
      await signInByForm(page, OWNER, first.origin);
      // Only the first page and what it names, not all of the desktop.
      await expectKept(page);
      expect(await kept(page)).toBeLessThan(12);
      await first.stop();

      await page.goto(`${first.origin}/home`);
      await expect(page.getByRole('heading', { name: 'Test box is unreachable' })).toBeVisible();
      await page.getByRole('button', { name: '简体中文' }).tap();
      await expect(page.getByRole('heading', { name: '暂时连不上 Test box' })).toBeVisible();
      await page.getByRole('button', { name: 'English' }).tap();
      // Asking again finds what there is: nobody.
      await page.getByRole('button', { name: 'Try again' }).tap();
      await expect(page.getByRole('heading', { name: 'Test box is unreachable' })).toBeVisible();

      const errors = watchConsole(page);
      const again = await startBoxProcess({ args, dataDir: first.dataDir });
      try {
        await expect(page.locator('[data-start="files"]')).toBeVisible();
        await expect(page).toHaveURL(`${first.origin}/home`);
        expect(errors.filter((error) => !error.includes('ERR_CONNECTION_REFUSED'))).toEqual([]);
      } finally {
        await again.stop();
      }
    } finally {
      await first.remove();
    }
  });

  test('what is done while the box is away is kept through a reload, and done in its order when it is back; what came between is asked', async ({
    page,
  }) => {
    test.slow();
    const args = ['--port', String(await freePort())];
    const first = await startBoxProcess({ args });
    const disk = (...path: readonly string[]): string => join(first.usb1, OWNER, 'Shed', ...path);
    try {
      for (const folder of ['Album', 'Old']) mkdirSync(disk(folder), { recursive: true });
      for (const name of ['axe', 'bow', 'cup', 'dish']) writeFileSync(disk(`${name}.txt`), name);
      await signInByForm(page, OWNER, first.origin);
      const app = await openOwnFiles(page);
      await enterByTouch(app, 'Shed');
      await expect(entry(app, 'dish.txt')).toBeVisible();
      await expectKept(page);
      await first.stop();
      await expect(page.getByText('Connection lost, reconnecting…')).toBeVisible();

      await button(app, 'Add').tap();
      await page.getByRole('menuitem', { name: 'New folder' }).tap();
      const folder = page.getByRole('dialog', { name: 'New folder' });
      await folder.getByLabel('Folder name').fill('Tools');
      await button(folder, 'Create').tap();
      await expect(page.getByText('1 change is waiting')).toBeVisible();
      await expect(entry(app, 'Tools')).toContainText('Will be created');
      await act(page, 'axe.txt', 'Rename', async () => {
        const dialog = page.getByRole('dialog', { name: 'Rename' });
        await dialog.getByLabel('New name').fill('hatchet');
        await button(dialog, 'Rename').tap();
        await expect(dialog).toHaveCount(0);
      });
      await act(page, 'bow.txt', 'Move', async () => {
        const picker = page.getByRole('dialog');
        // What was looked at is known without the box.
        await picker.getByRole('row', { name: /Shed/ }).tap();
        await picker.getByRole('row', { name: /Album/ }).tap();
        await button(picker, 'Move here').tap();
        await expect(picker).toHaveCount(0);
      });
      await act(page, 'cup.txt', 'Delete');
      await act(page, 'Old', 'Add to favourites');
      await expect(page.getByText('5 changes are waiting')).toBeVisible();
      await expect(entry(app, 'bow.txt')).toContainText('Will move to “Album”');
      await expect(entry(app, 'axe.txt')).toContainText('Will be renamed to “hatchet.txt”');
      await button(page, 'Show').tap();
      const waiting = page.getByRole('dialog', { name: 'Waiting changes', exact: true });
      await expect(waiting.getByRole('listitem')).toHaveText([
        'New folder “Tools”',
        'Rename “axe.txt” to “hatchet.txt”',
        'Move “bow.txt” to “Album”',
        'Delete “cup.txt”',
        'Add “Old” to favourites',
      ]);
      expect(await findTouchFaults(page)).toEqual([]);
      await page.goBack();
      await expect(waiting).toHaveCount(0);

      // Somebody else is quicker, while the page is loaded anew.
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Test box is unreachable' })).toBeVisible();
      writeFileSync(disk('hatchet.txt'), 'of somebody else');
      rmSync(disk('cup.txt'));
      writeFileSync(disk('cup.txt'), 'another cup of somebody else');
      const again = await startBoxProcess({ args, dataDir: first.dataDir });
      try {
        await expect(page.getByText('A waiting change needs your decision')).toBeVisible();
        expect(existsSync(disk('Tools'))).toBe(true);
        // What comes after the question waits for it.
        expect(existsSync(disk('cup.txt'))).toBe(true);
        await button(page, 'Show').tap();
        await expect(waiting).toContainText('“hatchet.txt” already exists there.');
        expect(await findTouchFaults(page)).toEqual([]);
        await button(waiting, 'Keep both').tap();
        // What was meant is not what stands there now.
        await expect(waiting).toContainText('“cup.txt” was replaced or changed meanwhile.');
        expect(await findTouchFaults(page)).toEqual([]);
        await button(waiting, 'Do not change').tap();
        await expect(waiting).toContainText('No changes are waiting');
        await button(waiting, 'OK').tap();
        await expect
          .poll(() => readdirSync(disk()))
          .toEqual(['Album', 'Old', 'Tools', 'cup.txt', 'dish.txt', 'hatchet.txt', 'hatchet_copy.txt']);
        await expect.poll(() => readdirSync(disk('Album'))).toEqual(['bow.txt']);
        expect(readFileSync(disk('hatchet.txt'), 'utf8')).toBe('of somebody else');
        expect(readFileSync(disk('cup.txt'), 'utf8')).toBe('another cup of somebody else');
        expect(readFileSync(disk('hatchet_copy.txt'), 'utf8')).toBe('axe');
        await goTo(page, 'files');
        await expect(page.locator('[data-start="files"]').getByRole('button', { name: 'Old' })).toBeVisible();
        // Nothing waits for another time.
        await page.reload();
        await expect(page.locator('[data-start="files"]').getByRole('button', { name: 'Old' })).toBeVisible();
        expect(readdirSync(disk())).toHaveLength(7);
      } finally {
        await again.stop();
      }
    } finally {
      await first.remove();
    }
  });
});

test('what is shared before there is a service worker is no 404: the page says that it did not arrive @full', async ({
  page,
  box,
}) => {
  await signInByForm(page, OWNER, `http://127.0.0.1:${box.port}`);
  await page.evaluate(() => {
    const form = document.createElement('form');
    Object.assign(form, { action: '/share-target', method: 'POST', enctype: 'multipart/form-data', hidden: true });
    document.body.append(form);
    form.submit();
  });
  const dialog = page.getByRole('dialog', { name: 'The shared files did not arrive' });
  await expect(dialog).toContainText('Share them again');
  await expect(page).toHaveURL('/home');
  await dialog.getByRole('button', { name: 'OK' }).tap();
  await expect(dialog).toHaveCount(0);
});

test('the home screen is offered once, by itself, from the second visit on, and never again after an answer @full', async ({
  page,
  box,
}) => {
  /** What Chromium hands to a page that can be installed. */
  const offer = (): Promise<void> =>
    page.evaluate(() => {
      const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
        prompt: () => {
          document.documentElement.dataset['asked'] = '';
          return Promise.resolve();
        },
      });
      window.dispatchEvent(event);
      if (!event.defaultPrevented) throw new Error('the browser shows a bar of its own');
    });
  const asked = page.getByRole('region', { name: 'Add Boxwood to this phone' });
  const start = page.locator('[data-start="files"]');
  await signInByForm(page, OWNER, `http://127.0.0.1:${box.port}`);
  await offer();
  await expect(start.getByRole('button', { name: /Personal space .*free of/ })).toBeVisible();
  await expect(asked).toHaveCount(0);
  // The tab is closed, and opened on another day.
  await page.evaluate(() => {
    sessionStorage.clear();
  });
  await page.reload();
  await expect(start).toBeVisible();
  await offer();
  await expect(asked).toBeVisible();
  expect(await findTouchFaults(page)).toEqual([]);
  await asked.getByRole('button', { name: 'Not now' }).tap();
  await expect(asked).toHaveCount(0);
  await page.reload();
  await expect(start).toBeVisible();
  await offer();
  await goTo(page, 'more');
  await expect(page.getByRole('button', { name: 'Add Boxwood to this phone' })).toBeVisible();
  await goTo(page, 'files');
  await expect(asked).toHaveCount(0);
  await goTo(page, 'more');
  await page.getByRole('button', { name: 'Add Boxwood to this phone' }).tap();
  await expect(page.locator('html[data-asked]')).toHaveCount(1);
});

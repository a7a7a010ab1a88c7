/** Boxwood on a phone whose box does not answer: the page opens all the same, says so, and goes on by itself (phone.md, offline). */
import { createServer } from 'node:net';
import { startBoxProcess } from '../lib/box-process.ts';
import { OWNER, signInByForm, watchConsole } from './desk.ts';
import { faultsOfHand, goTo } from './touch.ts';
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

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('the page opens without its box, in both languages, and where one was as soon as the box answers', async ({
    page,
  }) => {
    test.slow();
    const args = ['--port', String(await freePort())];
    const first = await startBoxProcess({ args });
    try {
      await signInByForm(page, OWNER, first.origin);
      const kept = () => page.evaluate(async () => (await (await caches.open('boxwood-shell')).keys()).length);
      // Only the first page and what it names, not all of the desktop.
      await expect.poll(kept).toBeGreaterThan(4);
      expect(await kept()).toBeLessThan(12);
      await first.stop();

      await page.goto(`${first.origin}/home`);
      await expect(page.getByRole('heading', { name: 'Test box is away' })).toBeVisible();
      await page.getByRole('button', { name: '简体中文' }).tap();
      await expect(page.getByRole('heading', { name: '暂时连不上 Test box' })).toBeVisible();
      await page.getByRole('button', { name: 'English' }).tap();
      // Asking again finds what there is: nobody.
      await page.getByRole('button', { name: 'Try again' }).tap();
      await expect(page.getByRole('heading', { name: 'Test box is away' })).toBeVisible();

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
});

test('what is shared before there is a service worker is no 404: the page says that it did not arrive', async ({
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
  const dialog = page.getByRole('dialog', { name: 'What was shared did not arrive' });
  await expect(dialog).toContainText('Share it once more');
  await expect(page).toHaveURL('/home');
  await dialog.getByRole('button', { name: 'OK' }).tap();
  await expect(dialog).toHaveCount(0);
});

test('the home screen is offered once, by itself, from the second visit on, and never again after an answer', async ({
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
  const asked = page.getByRole('region', { name: 'Put Boxwood on this phone' });
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
  expect(await faultsOfHand(page)).toEqual([]);
  await asked.getByRole('button', { name: 'Not now' }).tap();
  await expect(asked).toHaveCount(0);
  await page.reload();
  await expect(start).toBeVisible();
  await offer();
  await goTo(page, 'more');
  await expect(page.getByRole('button', { name: 'Put Boxwood on this phone' })).toBeVisible();
  await goTo(page, 'files');
  await expect(asked).toHaveCount(0);
  await goTo(page, 'more');
  await page.getByRole('button', { name: 'Put Boxwood on this phone' }).tap();
  await expect(page.locator('html[data-asked]')).toHaveCount(1);
});

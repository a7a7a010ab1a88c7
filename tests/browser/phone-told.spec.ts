/** What is told on a small screen, or in large text, leaves the head of the page and the buttons of the page to the finger. */
import { readdirSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { signInOffline } from './desk.ts';
import { entry, seed } from './files-desk.ts';
import { expect, test } from './fixtures.ts';
import { enterByHand, longPress, openOwnFiles } from './touch.ts';

/** Whether a finger in its middle meets it. */
const expectReachable = (button: Locator): Promise<void> =>
  expect
    .poll(() =>
      button.evaluate((own) => {
        const { left, top, width, height } = own.getBoundingClientRect();
        return own.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      }),
    )
    .toBe(true);

/** Width and height, px, how large somebody has their text, % of what is usual, and how much is told before it lies over the rows. */
const SCREENS = [
  [640, 400, 100, 3],
  [640, 400, 200, 1],
  [390, 844, 200, 3],
  [320, 568, 200, 1],
] as const;

for (const [width, height, text, count] of SCREENS)
  test.describe(`${width} x ${height}, text of ${text} %`, () => {
    test.use({ viewport: { width, height }, hasTouch: true, isMobile: true });

    test('however much is told, the way back and the last “Undo” are met by a finger', async ({ page, box }) => {
      test.slow();
      const names = ['one that has a long name, as files of people have.txt', 'two.txt', 'three.txt'].slice(0, count);
      const root = seed(box, 'Told', Object.fromEntries([...names, 'kept.txt'].map((name) => [name, name])));
      await signInOffline(page);
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`;
      }, text);
      const app = await openOwnFiles(page);
      await enterByHand(app, 'Told');
      const notices = page.getByRole('region', { name: 'Notifications' });
      for (const name of names) {
        const row = entry(app, name);
        await expect(async () => {
          await row.scrollIntoViewIfNeeded();
          await longPress(page, row);
          await expect(app.getByRole('heading', { name: '1 selected' })).toBeVisible({ timeout: 2_000 });
        }).toPass();
        await app.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: 'Delete' }).tap();
        await expect(notices.getByText(`Delete “${name}”`)).toHaveCount(1);
        await expect(row).toHaveCount(0);
        await expectReachable(app.getByRole('button', { name: 'Back', exact: true }));
        await expectReachable(app.getByRole('button', { name: 'More actions' }));
        await expectReachable(app.getByRole('button', { name: 'Add', exact: true }));
      }
      const last = notices.getByRole('button', { name: 'Undo' }).first();
      await expectReachable(last);
      await last.tap();
      await expect.poll(() => readdirSync(root)).toContain(names.at(-1));
    });
  });

/** What is told on a small screen, or in large text, leaves the head of the page and the buttons of the page to the finger. */
import { readdirSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { signInOffline } from './desktop-page.ts';
import { listOf, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';
import { enterByTouch, openOwnFiles } from './touch-actions.ts';

/** How long a page may take to come to rest, ms: what lies over something goes by itself much later. */
const REST_MS = 1_000;

/** Whether a finger in its middle meets it, now. */
const expectReachable = (button: Locator): Promise<void> =>
  expect
    .poll(
      () =>
        button.evaluate((own) => {
          const { left, top, width, height } = own.getBoundingClientRect();
          return own.contains(document.elementFromPoint(left + width / 2, top + height / 2));
        }),
      { timeout: REST_MS },
    )
    .toBe(true);

/** Width and height, px, and how large somebody has their text, % of what is usual. */
const SCREENS = [
  [640, 400, 100],
  [640, 400, 200],
  [844, 390, 100],
  [844, 390, 200],
  [390, 844, 200],
  [320, 568, 200],
] as const;

/** From this width on the places stand beside the page, px. */
const BESIDE = 700;

/** As many as are shown at once. */
const TOLD = 4;

for (const [width, height, text] of SCREENS)
  test.describe(`${width} x ${height}, text of ${text} % @full`, () => {
    test.use({ viewport: { width, height }, hasTouch: true, isMobile: true });

    test('however much is told, the way back and the last “Undo” are met by a finger', async ({ page, box }) => {
      const names = Array.from(
        { length: TOLD + 1 },
        (_, at) => `one of ${at} that has a long name, as files of people have.txt`,
      );
      const root = seed(box, 'Told', Object.fromEntries(names.map((name) => [name, name])));
      await signInOffline(page);
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = `${size}%`;
      }, text);
      const app = await openOwnFiles(page);
      await enterByTouch(app, 'Told');
      const notices = page.getByRole('region', { name: 'Notifications' });
      // By keys, which nothing lies over, and quickly: a notice goes by itself.
      await listOf(app).focus();
      for (let told = 1; told <= TOLD; told += 1) {
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Delete');
        const left = names.length - told;
        await expect.poll(() => readdirSync(root)).toHaveLength(left);
        // The next key moves to what is left; the head of the columns counts as a row.
        await expect(listOf(app)).toHaveAttribute('aria-rowcount', String(left + 1));
        await expect(notices.getByText(/^Delete “/).first()).toBeVisible();
        // The head of what was selected gives way to that of the folder.
        const back = app.getByRole('button', { name: 'Back', exact: true });
        await expect(back).toBeVisible();
        await expectReachable(back);
      }
      await expectReachable(app.getByRole('button', { name: 'More actions' }));
      await expectReachable(app.getByRole('button', { name: 'Add', exact: true }));
      // Below a narrower screen the places give way to a list that is drawn.
      if (width >= BESIDE) for (const place of await page.locator('[data-place]').all()) await expectReachable(place);
      const last = notices.getByRole('button', { name: 'Undo' }).first();
      await expectReachable(last);
      await last.tap();
      await expect.poll(() => readdirSync(root)).toHaveLength(2);
    });
  });

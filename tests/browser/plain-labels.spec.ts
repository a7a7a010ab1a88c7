/** What is read in Files: each menu, and each dialog that a menu leads to, in both languages. The other screens are read where axe looks at them (`a11y.spec.ts`). */
import type { Locator, Page } from '@playwright/test';
import { messages } from '../../apps/desktop/src/apps/files/all-messages.ts';
import { LANGUAGES } from '../../apps/desktop/src/platform/i18n/language.ts';
import { Languages } from '../../apps/desktop/src/platform/i18n/languages.ts';
import { appIcon, signInOffline } from './desktop-page.ts';
import { entry, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';
import { findUnclearTexts } from './plain-language-check.ts';

/** What acts at once and asks nothing. */
const ACTS = ['refresh', 'cut', 'copy', 'paste', 'delete', 'download', 'here', 'selectAll'] as const;

/** Closes whatever a menu has opened, but the window of the folder. */
const tidyUp = async (page: Page, folder: Locator): Promise<void> => {
  const over = page.locator('[role="dialog"], [role="alertdialog"], [role="menu"]');
  await expect(async () => {
    if ((await over.count()) > 0) await page.keyboard.press('Escape');
    await expect(over).toHaveCount(0, { timeout: 300 });
  }).toPass();
  await expect(async () => {
    if ((await page.locator('[data-window]').count()) > 1) await page.keyboard.press('Alt+F4');
    await expect(page.locator('[data-window]')).toHaveCount(1, { timeout: 300 });
  }).toPass();
  await expect(folder).toHaveAttribute('data-active', '');
};

const label = (item: Locator): Promise<string> =>
  item.evaluate((one: HTMLElement) => one.innerText.split('\n')[0] ?? '');

/** Opens the menu that an entry leads to. */
const openWithin = (menu: Locator, item: Locator): Promise<void> =>
  expect(async () => {
    if ((await menu.count()) === 1) {
      await item.focus();
      await menu.page().keyboard.press('ArrowRight');
    }
    await expect(menu).toHaveCount(2, { timeout: 500 });
  }).toPass();

/** What a menu offers, each as the way to it: a menu within it counts with what is in it. */
const waysOf = async (menu: Locator): Promise<readonly (readonly string[])[]> => {
  const page = menu.page();
  const ways: (readonly string[])[] = [];
  for (const item of await menu.first().getByRole('menuitem').all()) {
    if ((await item.getAttribute('aria-disabled')) === 'true') continue;
    const name = await label(item);
    if ((await item.getAttribute('aria-haspopup')) !== 'menu') {
      ways.push([name]);
      continue;
    }
    await openWithin(menu, item);
    for (const inner of await menu.last().getByRole('menuitem').all())
      if ((await inner.getAttribute('aria-disabled')) !== 'true') ways.push([name, await label(inner)]);
    // A menu that shows does not have the focus in the same moment.
    await expect(async () => {
      if ((await menu.count()) > 1) await page.keyboard.press('ArrowLeft');
      await expect(menu).toHaveCount(1, { timeout: 300 });
    }).toPass();
  }
  return ways;
};

test('no menu of a file and no dialog that it opens speaks of the machine, in both languages @full', async ({
  page,
  box,
}) => {
  test.slow();
  seed(box, 'Plain', { 'a.txt': 'a', 'b.zip': 'PK', 'c.jpg': 'c', 'Inside/': '' });
  const read = async (what: string): Promise<void> => {
    expect(await findUnclearTexts(page), what).toEqual([]);
  };
  const menu = page.getByRole('menu');
  const window = page.locator('[data-window]').first();
  await signInOffline(page);
  await appIcon(page, 'files').click();
  await entry(window, 'Plain').locator('[data-grab]').dblclick();
  for (const language of LANGUAGES) {
    await page.evaluate((name) => {
      localStorage.setItem('language', name);
    }, language);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const t = new Languages(language).text(messages);
    const acts = new Set<string>(ACTS.map((id) => t(id)));
    const known = new Set<string>();
    const open = async (name: string): Promise<void> => {
      await entry(window, name).locator('[data-grab]').click({ button: 'right' });
      await expect(menu).toHaveCount(1);
    };
    for (const name of ['a.txt', 'b.zip', 'c.jpg', 'Inside']) {
      await open(name);
      await read(`menu of ${name}`);
      const ways = await waysOf(menu);
      await tidyUp(page, window);
      for (const [first = '', second] of ways) {
        const way = `${first} ${second ?? ''}`;
        if (known.has(way) || acts.has(second ?? first)) continue;
        known.add(way);
        await open(name);
        const item = menu.first().getByRole('menuitem', { name: first }).first();
        if (second === undefined) await item.click();
        else {
          await openWithin(menu, item);
          await menu.last().getByRole('menuitem', { name: second, exact: true }).click();
        }
        await expect(menu).toHaveCount(0);
        // A dialog, a window, or a panel of this one.
        await page.waitForTimeout(150);
        await read(`${way} of ${name}`);
        await tidyUp(page, window);
      }
    }
    expect(known.size).toBeGreaterThan(9);
  }
});

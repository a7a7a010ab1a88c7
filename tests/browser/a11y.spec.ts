import type { Locator, Page } from '@playwright/test';
import { startBoxProcess } from '../lib/box/box-process.ts';
import { apps } from '../../apps/desktop/src/apps/index.ts';
import { axeOn } from './axe.ts';
import { OWNER, PASSWORD } from './desktop-page.ts';
import { expect, test } from './fixtures.ts';
import { findUnclearTexts } from './plain-language-check.ts';

test.beforeEach(({ page }) => {
  page.setDefaultTimeout(15_000);
});

/** The apps that a desktop may show. */
const APPS = apps.filter(({ announced, desktop }) => announced !== true && desktop !== 'hidden');
/** Those that walk through files: what their side leads to are folders, not pages. */
const BROWSERS: readonly string[] = ['files', 'safe', 'private', 'search'];

/**
 * No word of the machine is on the page as it stands (finding 29), and what axe finds serious or critical on the page as it stands: everything in the light, the contrasts in the dark as well. Another language
 * has other words and the same colours, which cost axe most of its time.
 */
const check = async (page: Page, screen: string): Promise<void> => {
  expect(await findUnclearTexts(page), screen).toEqual([]);
  const inEnglish = (await page.locator('html').getAttribute('lang')) !== 'zh-CN';
  for (const colorScheme of inEnglish ? (['light', 'dark'] as const) : (['light'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const axe = await axeOn(page);
    if (colorScheme === 'dark') axe.withRules('color-contrast');
    else if (!inEnglish) axe.disableRules('color-contrast');
    const { violations } = await axe.analyze();
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(
      grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`),
      `${screen}, ${colorScheme}`,
    ).toEqual([]);
  }
};

/** Names that do not change with the language: fields, places and roles. */
const enter = async (page: Page): Promise<void> => {
  await page.goto('/?auto=N');
  await page.locator('[name="username"]').fill(OWNER);
  await page.locator('[name="password"]').fill(PASSWORD);
  await page.locator('[name="password"]').press('Enter');
  await page.waitForURL('**/home');
  await page.locator('header[aria-label], [data-place="files"]').first().waitFor();
};
/** Runs an entry of the palette, which finds everything by its English name in both languages. */
const run = async (page: Page, name: string): Promise<void> => {
  await page.keyboard.press('Control+k');
  // Windows have boxes of their own in which one chooses.
  const field = page.getByRole('dialog').getByRole('combobox');
  await field.fill(name);
  await page.keyboard.press('Enter');
  await expect(field).toHaveCount(0);
};
const active = (page: Page): Locator => page.locator('[data-window][data-active]');

for (const locale of ['en-US', 'zh-CN'] as const)
  test.describe(`in ${locale}`, () => {
    test.use({ locale, viewport: { width: 1600, height: 1000 } });

    test('axe finds nothing serious before the desktop: sign-in, offline, joining, a new password, setting up, choosing @full', async ({
      page,
    }) => {
      test.slow();
      const fresh = await startBoxProcess({ withUsers: false });
      try {
        const submit = page.locator('button[type="submit"]:visible');
        await page.goto('/?auto=N');
        await submit.waitFor();
        await check(page, 'sign-in');
        await page.getByRole('tab').nth(1).click();
        await submit.click();
        await check(page, 'offline with issues');
        await page.goto('/?join=');
        await submit.click();
        await check(page, 'joining with issues');
        await page.goto('/?join=forgot');
        await page.locator('main code').waitFor();
        await check(page, 'without the password');
        // The same page for the browser but for the fragment, which it reads when it begins.
        await page.goto('about:blank');
        await page.goto('/?join=forgot#renew=annabel.secret');
        await submit.click();
        await check(page, 'a new password with issues');
        await page.goto(`${fresh.origin}/?setup=${fresh.setupCode ?? ''}`);
        await submit.click();
        await check(page, 'setting up with issues');
        await enter(page);
        await page.goto('/tobox?auto=N');
        await page.locator('main ul button').waitFor();
        await check(page, 'choosing');
      } finally {
        await fresh.remove();
      }
    });

    // The one sweep of axe in the core.
    const tag = locale === 'en-US' ? '' : ' @full';
    test(`axe finds nothing serious in any window of the shell, on any of its pages and tabs${tag}`, async ({
      page,
    }) => {
      test.setTimeout(300_000);
      await enter(page);
      await check(page, 'the desktop');
      for (const { id, title } of APPS) {
        // By the name that the palette finds in both languages.
        const name = title.en;
        await run(page, name);
        const window = active(page);
        await window.waitFor();
        const pages = BROWSERS.includes(id) ? [] : await window.getByRole('navigation').getByRole('button').all();
        for (const [at, one] of [null, ...pages].entries()) {
          await one?.click();
          if (one !== null || pages.length === 0) await check(page, `${name}, page ${at}`);
          const tabs = await window.getByRole('tab').all();
          for (const tab of tabs.slice(1)) {
            await tab.click();
            await check(page, `${name}, tab ${(await tab.textContent()) ?? ''}`);
          }
        }
        if (name === 'Family share') {
          await window.getByRole('toolbar').getByRole('button').first().click();
          await page.getByRole('dialog').getByRole('switch').first().waitFor();
          await check(page, 'sharing a folder');
          await page.keyboard.press('Escape');
          await expect(page.getByRole('dialog')).toHaveCount(0);
        }
        await page.keyboard.press('Alt+F4');
        await expect(window).toHaveCount(0);
      }
    });

    test('axe finds nothing serious in menus, dialogs, the drawer and the palette @full', async ({ page }) => {
      test.setTimeout(240_000);
      await enter(page);
      const bar = page.getByRole('banner');
      for (const menu of await bar.locator('[aria-haspopup="menu"]').all()) {
        await menu.click();
        await page.getByRole('menu').waitFor();
        await check(page, `menu ${(await menu.getAttribute('aria-label')) ?? ''}`);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('menu')).toHaveCount(0);
      }
      for (const [name, role] of [
        ['Desktop settings', 'dialog'],
        ['Wallpaper', 'dialog'],
        ['Reboot', 'alertdialog'],
        ['Sign out', 'alertdialog'],
      ] as const) {
        await run(page, name);
        await page.getByRole(role).waitFor();
        await check(page, name);
        await page.keyboard.press('Escape');
        await expect(page.getByRole(role)).toHaveCount(0);
      }
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').waitFor();
      await check(page, 'the palette');
      await page.keyboard.press('Escape');
      await bar.getByRole('button', { name: /Messages|unread|消息/ }).click();
      for (const tab of await page.getByRole('dialog').getByRole('tab').all()) {
        await tab.click();
        await check(page, `the drawer, ${(await tab.textContent()) ?? ''}`);
      }
    });

    test.describe('on a phone @full', () => {
      test.use({ viewport: { width: 390, height: 844 } });
      test('axe finds nothing serious on the places and in an app', async ({ page }) => {
        test.slow();
        await enter(page);
        for (const place of ['files', 'photos', 'shared', 'more']) {
          await page.locator(`[data-place="${place}"]`).click();
          await check(page, place);
        }
        await page.locator('[data-place="files"]').click();
        await page.locator('[data-start="files"] button').first().click();
        await page.getByRole('combobox').fill('se');
        await check(page, 'the search');
        await page.keyboard.press('Escape');
        await expect(page.getByRole('combobox')).toHaveCount(0);
        await page.locator('[data-place="more"]').click();
        await page.locator('[data-app="settings"]').click();
        await page.getByRole('region').first().waitFor();
        await check(page, 'an app');
      });
    });
  });

/** The accessible name of what has the focus, as far as the shell gives it one. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
  });
/** Goes on with Tab until the focus is where it is wanted; fails when the whole page was walked in vain. */
const tabTo = async (page: Page, name: string | RegExp): Promise<void> => {
  for (let step = 0; step < 60; step++) {
    const now = await focused(page);
    if (typeof name === 'string' ? now === name : name.test(now)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reached ${String(name)}`);
};

/** A menu that shows is not yet a menu that has the focus. */
const inMenu = async (page: Page): Promise<void> => {
  await expect
    .poll(() => page.evaluate(() => (document.activeElement?.closest('[role="menu"]') ?? null) !== null))
    .toBe(true);
};

test('a whole evening without a mouse: sign in, open, arrange and switch windows, menus, a dialog, the drawer, sign out @full', async ({
  page,
}) => {
  test.slow();
  const press = (...keys: readonly string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
  await page.setViewportSize({ width: 1600, height: 1000 });
  await page.goto('/?auto=N');
  await expect(page.locator('[name="username"]')).toBeFocused();
  await page.keyboard.type(OWNER);
  await press('Tab');
  await page.keyboard.type(PASSWORD);
  await press('Enter');
  await page.waitForURL('**/home');
  await page.getByRole('banner').waitFor();
  // Icons: one stop for Tab, arrows within, Enter opens.
  await tabTo(page, 'Files');
  await press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
  await expect.poll(() => focused(page)).toBe('Settings');
  await press('Enter');
  const settings = page.getByRole('region', { name: 'Settings', exact: true });
  await expect(settings).toHaveAttribute('data-active', '');
  await tabTo(page, 'Appearance');
  await press('Enter');
  await expect(settings.getByRole('slider', { name: 'Zoom' })).toBeVisible();
  // Arranged by its menu: move, then half the screen, then away and back.
  const before = await settings.boundingBox();
  await tabTo(page, 'Window menu');
  await press('Enter');
  await page.getByRole('menuitem', { name: 'Move' }).waitFor();
  await inMenu(page);
  await press('ArrowDown', 'Home');
  for (let step = 0; step < 12 && !/^Move/.test(await focused(page)); step++) await press('ArrowDown');
  await press('Enter', 'ArrowRight', 'ArrowDown', 'Enter');
  await expect.poll(async () => (await settings.boundingBox())?.x).toBeGreaterThan(before?.x ?? 0);
  await press('Control+Alt+ArrowLeft');
  await expect.poll(async () => (await settings.boundingBox())?.x).toBe(0);
  await press('Control+k');
  await page.getByRole('combobox').waitFor();
  await page.keyboard.type('Activity');
  await press('Enter');
  const activity = page.getByRole('region', { name: 'Activity', exact: true });
  await expect(activity).toHaveAttribute('data-active', '');
  await page.keyboard.down('Alt');
  await press('Backquote');
  await page.keyboard.up('Alt');
  await expect(settings).toHaveAttribute('data-active', '');
  await press('Control+Alt+ArrowDown', 'Control+Alt+ArrowDown');
  await expect(settings).toBeHidden();
  await tabTo(page, 'Settings');
  // A menu and a dialog: the focus goes in, stays in, and comes back.
  await tabTo(page, 'Return to desktop');
  await tabTo(page, 'Search');
  await tabTo(page, 'Settings');
  await press('Enter');
  await page.getByRole('menuitem', { name: 'Reboot' }).waitFor();
  await inMenu(page);
  for (let step = 0; step < 12 && (await focused(page)) !== 'Reboot'; step++) await press('ArrowDown');
  await press('Enter');
  // This box has no helper that may restart the machine, and says so instead of asking.
  const ask = page.getByRole('alertdialog', { name: 'Reboot' });
  await expect(ask).toContainText('boxwood-host');
  await expect.poll(() => ask.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  for (let step = 0; step < 6; step++) {
    await press('Tab');
    // At either end the focus is sent round by a guard that holds it for a moment.
    await expect.poll(() => ask.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  }
  await press('Escape');
  await expect(ask).toBeHidden();
  await tabTo(page, /^Messages|unread/);
  await press('Enter');
  const drawer = page.getByRole('dialog', { name: 'Messages' });
  // The one that is shown, which is where something is unread.
  await tabTo(page, /^(Friend Messages|System Notices)/);
  await press('Home', 'ArrowRight', 'ArrowRight');
  await expect(drawer.getByRole('tab', { name: /^System Notices/ })).toHaveAttribute('aria-selected', 'true');
  await press('Escape');
  await expect(drawer).toBeHidden();
  await expect.poll(() => focused(page)).toMatch(/^Messages|unread/);
  await tabTo(page, `Account ${OWNER}`);
  await press('Enter');
  await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  await inMenu(page);
  await press('End');
  await expect.poll(() => focused(page)).toBe('Sign out');
  await press('Enter');
  await page.getByRole('alertdialog').waitFor();
  await tabTo(page, 'Sign out');
  await press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign in to Boxwood' })).toBeVisible();
});

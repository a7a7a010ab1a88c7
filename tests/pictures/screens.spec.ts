/**
 * Every screen in six variants, for review: `.cache/pictures/<look>`, which is not committed. Axe checks the contrast
 * of each.
 */
import { expect } from '@playwright/test';
import { apps } from '../../apps/desktop/src/apps/index.ts';
import { OWNER, PASSWORD } from '../lib/box/box-process.ts';
import { test } from './picture-fixtures.ts';
import { walkPhoneScreens } from './phone-screens.ts';
import { SCREEN_VARIANTS, open, tabs, ScreenWalk, walkFiles } from './screen-walk.ts';

/** Apps that browse files: their sidebar lists folders, not pages. */
const BROWSERS: readonly string[] = ['files', 'safe', 'private', 'search', 'photos'];
const APPS = apps.filter(({ announced, desktop }) => announced !== true && desktop !== 'hidden');

/** The screens before the desktop. */
const before = async (walk: ScreenWalk, demo: string, fresh: string): Promise<void> => {
  const { page } = walk;
  await page.goto(`${demo}/?auto=N`);
  await page.getByRole('tab').nth(1).waitFor();
  await walk.take('sign-in');
  await page.getByRole('tab').nth(1).click();
  await page.locator('button[type="submit"]:visible').click();
  await walk.take('sign-in offline');
  await page.goto(`${demo}/?join=`);
  await walk.take('join');
  await page.goto(fresh);
  await walk.take('setup');
  await page.goto(`${demo}/?auto=N`);
  await page.locator('[name="username"]').first().fill(OWNER);
  await page.locator('[name="password"]').first().fill(PASSWORD);
  await page.locator('[name="password"]').first().press('Enter');
  await page.waitForURL('**/home');
  await page.goto(`${demo}/tobox?auto=N`);
  await page.locator('main ul button').waitFor();
  await walk.take('chooser');
  await page.locator('main ul button').first().click();
  await page.locator('header[aria-label], [data-place="files"]').first().waitFor();
};

const onDesktop = async (walk: ScreenWalk): Promise<void> => {
  const { page } = walk;
  const active = page.locator('[data-window][data-active]');
  await walk.take('desktop');
  const bar = page.getByRole('banner');
  for (const [index, menu] of (await bar.locator('[aria-haspopup="menu"]').all()).entries()) {
    await menu.click();
    await page.getByRole('menu').waitFor();
    await walk.take(`menu ${index}`);
    await walk.leave(page.getByRole('menu'));
  }
  for (const name of ['Desktop settings', 'Wallpaper', 'Keyboard shortcuts', 'Reboot', 'Sign out']) {
    await walk.run(name);
    await walk.take(`panel ${name}`);
    await walk.leave(page.getByRole('dialog').or(page.getByRole('alertdialog')).last());
  }
  await page.keyboard.press('Control+k');
  await walk.take('search');
  await page.getByRole('combobox').fill('se');
  await walk.take('search typed');
  await walk.leave(page.getByRole('combobox'));
  for (const { id, title } of APPS) {
    await walk.run(title.en);
    await active.waitFor();
    await walk.take(id);
    const pages = BROWSERS.includes(id) ? [] : await active.getByRole('navigation').getByRole('button').all();
    for (const [at, one] of pages.entries()) {
      await one.click();
      await walk.take(`${id} page ${at}`);
      await tabs(walk, active, `${id} page ${at}`);
    }
    if (pages.length === 0) await tabs(walk, active, id);
    if (id === 'files') await walkFiles(walk, active);
    await page.keyboard.press('Alt+F4');
    await active.waitFor({ state: 'detached' });
  }
};

for (const look of SCREEN_VARIANTS)
  test(`screens: ${look.size[0]} ${look.colorScheme} ${look.locale}`, async ({ browser, demo, fresh }) => {
    test.setTimeout(1_200_000);
    const walk = new ScreenWalk(await open(browser, look), look);
    await before(walk, demo.origin, `${fresh.origin}/?setup=${fresh.setupCode ?? ''}`);
    await (walk.isPhone ? walkPhoneScreens(walk, demo.origin) : onDesktop(walk));
    await walk.page.context().close();
    expect(walk.faint, 'too faint to be read').toEqual([]);
  });

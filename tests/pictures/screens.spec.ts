/** Every screen in six looks, for people to look at: `.cache/pictures/<look>`, which is not kept. Axe looks whether each can be read. */
import { fileURLToPath } from 'node:url';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { apps } from '../../apps/desktop/src/apps/index.ts';
import { messages as files } from '../../apps/desktop/src/apps/files/messages.ts';
import type { Words } from '../../apps/desktop/src/i18n/define-messages.ts';
import { axeOn } from '../browser/axe.ts';
import { OWNER, PASSWORD } from '../lib/box-process.ts';
import { quiet } from '../lib/quiet.ts';
import { test } from './desks.ts';
import { takePicture } from './picture.ts';

const LOOKS = [
  { size: [1280, 800], colorScheme: 'light', locale: 'en-US' },
  { size: [1280, 800], colorScheme: 'dark', locale: 'zh-CN' },
  { size: [1920, 1080], colorScheme: 'light', locale: 'zh-CN' },
  { size: [2560, 1440], colorScheme: 'light', locale: 'en-US' },
  { size: [390, 844], colorScheme: 'light', locale: 'en-US' },
  { size: [390, 844], colorScheme: 'dark', locale: 'zh-CN' },
] as const;
type Look = (typeof LOOKS)[number];

const PHONE = 640;
const FOLDER = '2026 海边假期';
/** Apps that walk through files: what stands at their side are folders, not pages. */
const BROWSERS: readonly string[] = ['files', 'safe', 'private', 'search', 'photos'];
const APPS = apps.filter(({ coming, desktop }) => coming !== true && desktop !== 'hidden');

/** One look at a box: the page, and what takes its pictures. */
class Walk {
  readonly page: Page;
  /** What is too faint to be read, and on which picture. */
  readonly faint: string[] = [];
  readonly #look: Look;
  readonly #into: string;

  constructor(page: Page, look: Look) {
    this.page = page;
    this.#look = look;
    const name = [look.size[0], look.colorScheme, look.locale].join('-');
    this.#into = fileURLToPath(new URL(`../../.cache/pictures/${name}`, import.meta.url));
  }

  get isPhone(): boolean {
    return this.#look.size[0] < PHONE;
  }

  /** Takes the picture when the page has come to rest. */
  async take(name: string): Promise<void> {
    await quiet(this.page);
    // What is on its way, and on a busy machine comes late; a picture of what never comes is one as well.
    const arrives = this.page.locator('[aria-busy="true"]:visible, [class*="skeleton"]:visible');
    await expect(arrives)
      .toHaveCount(0, { timeout: 10_000 })
      .catch(() => undefined);
    await takePicture(this.page, name.replaceAll(/[^\p{L}\p{N}]+/gu, '-'), this.#into);
    const axe = await axeOn(this.page);
    const { violations } = await axe.withRules('color-contrast').analyze();
    for (const { nodes } of violations)
      for (const { html, any } of nodes) this.faint.push(`${name}: ${any[0]?.message ?? ''} ${html.slice(0, 200)}`);
  }

  /** A word as this look shows it. */
  word(words: Words): string {
    return this.#look.locale === 'zh-CN' ? words.zh : words.en;
  }

  /** Ends what was opened, as Escape does. */
  async leave(of: Locator): Promise<void> {
    await this.page.keyboard.press('Escape');
    await of.waitFor({ state: 'hidden' });
  }

  /** Runs an entry of the one search, which knows everything by its English name as well. */
  async run(name: string): Promise<void> {
    const field = this.page.getByRole('combobox');
    await this.page.keyboard.press('Control+k');
    await field.fill(name);
    await this.page.keyboard.press('Enter');
    await field.waitFor({ state: 'hidden' });
  }
}

const open = async (browser: Browser, look: Look): Promise<Page> => {
  const [width, height] = look.size;
  const { colorScheme, locale } = look;
  const isPhone = width < PHONE;
  const context = await browser.newContext({
    ...{ viewport: { width, height }, colorScheme, locale, reducedMotion: 'reduce', timezoneId: 'UTC' },
    ...{ hasTouch: isPhone, isMobile: isPhone, deviceScaleFactor: isPhone ? 2 : 1 },
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return page;
};

/** Every tab of what is shown. */
const tabs = async (walk: Walk, at: Locator, name: string): Promise<void> => {
  const all = await at.getByRole('tab').all();
  for (const [index, tab] of all.entries()) {
    if (index === 0) continue;
    await tab.click();
    await walk.take(`${name} tab ${index}`);
  }
};

/** What is asked of a file, and how files are looked at. */
const walkFiles = async (walk: Walk, at: Locator): Promise<void> => {
  const { page } = walk;
  const entry = (name: string): Locator => at.locator('[data-index]').filter({ hasText: name }).first();
  const into = async (name: string): Promise<void> => {
    await (walk.isPhone ? entry(name).tap() : entry(name).locator('[data-grab]').dblclick());
    await quiet(page);
  };
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog')).last();
  const first = at.locator('[data-index] [data-grab]').first();
  const menu = page.getByRole('menu').first();
  const openMenu = async (): Promise<void> => {
    await first.click({ button: 'right' });
    await menu.waitFor();
  };
  await walk.take('files own');
  await into('Photos');
  await into(FOLDER);
  await walk.take('files list');
  await openMenu();
  await walk.take('files menu');
  await walk.leave(menu);
  const { rename, moveTo, details, share, shareHttp, compress, here } = files.table;
  for (const [name, ...path] of [
    ['rename', rename],
    ['move', moveTo],
    ['details', details],
    ['share', share, shareHttp],
    ['compress', compress, here],
  ] as const) {
    await openMenu();
    // A sheet holds what a menu keeps in another one.
    const steps = walk.isPhone ? path.slice(-1) : path;
    for (const [step, words] of steps.entries())
      await page
        .getByRole('menuitem', { name: walk.word(words), exact: step < steps.length - 1 })
        .first()
        // A sheet at half its height has entries below the screen.
        .dispatchEvent('click');
    await dialog.waitFor();
    await walk.take(`files dialog ${name}`);
    await walk.leave(dialog);
  }
  // What was chosen for its menu is let go first.
  if (walk.isPhone) await first.tap();
  await into('IMG');
  await walk.take('photo');
  await (walk.isPhone ? page.goBack() : page.keyboard.press('Alt+F4'));
};

/** What stands before the desktop. */
const before = async (walk: Walk, demo: string, fresh: string): Promise<void> => {
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

const onDesktop = async (walk: Walk): Promise<void> => {
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

const inHand = async (walk: Walk): Promise<void> => {
  const { page } = walk;
  const front = page.locator('main section:not([hidden])').first();
  const goTo = async (place: string): Promise<void> => {
    await page.locator(`[data-place="${place}"]`).tap();
    await page.locator(`[data-start="${place}"]`).waitFor();
  };
  for (const place of ['files', 'photos', 'shared', 'more']) {
    await goTo(place);
    await walk.take(`place ${place}`);
  }
  const ids = await page
    .locator('[data-start="more"] [data-app]')
    .evaluateAll((all) => all.map((row) => row.getAttribute('data-app') ?? ''));
  for (const id of ids) {
    await goTo('more');
    await page.locator(`[data-app="${id}"]`).tap();
    await page.locator('[data-start="more"]').waitFor({ state: 'hidden' });
    await walk.take(id);
    await tabs(walk, front, id);
  }
  await goTo('files');
  const start = page.locator('[data-start="files"]');
  await start.locator('button').first().tap();
  await walk.take('search');
  await page.getByRole('combobox').fill('se');
  await walk.take('search typed');
  await walk.leave(page.getByRole('combobox'));
  await start.getByRole('button', { name: walk.word({ en: 'Personal space', zh: '个人空间' }) }).tap();
  await start.waitFor({ state: 'hidden' });
  await walkFiles(walk, front);
};

for (const look of LOOKS)
  test(`screens: ${look.size[0]} ${look.colorScheme} ${look.locale}`, async ({ browser, demo, fresh }) => {
    test.setTimeout(1_200_000);
    const walk = new Walk(await open(browser, look), look);
    await before(walk, demo.origin, `${fresh.origin}/?setup=${fresh.setupCode ?? ''}`);
    await (walk.isPhone ? inHand(walk) : onDesktop(walk));
    await walk.page.context().close();
    expect(walk.faint, 'too faint to be read').toEqual([]);
  });

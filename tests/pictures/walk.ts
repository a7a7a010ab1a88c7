/** A look at a box: a page of one size, in one language, by day or at night, and what takes its pictures. */
import { fileURLToPath } from 'node:url';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { messages as files } from '../../apps/desktop/src/apps/files/all-messages.ts';
import type { Words } from '../../apps/desktop/src/i18n/define-messages.ts';
import { axeOn } from '../browser/axe.ts';
import { quiet } from '../lib/quiet.ts';
import { takePicture } from './picture.ts';

export const LOOKS = [
  { size: [1280, 800], colorScheme: 'light', locale: 'en-US' },
  { size: [1280, 800], colorScheme: 'dark', locale: 'zh-CN' },
  { size: [1920, 1080], colorScheme: 'light', locale: 'zh-CN' },
  { size: [2560, 1440], colorScheme: 'light', locale: 'en-US' },
  { size: [390, 844], colorScheme: 'light', locale: 'en-US' },
  { size: [390, 844], colorScheme: 'dark', locale: 'zh-CN' },
] as const;
export type Look = (typeof LOOKS)[number];

const PHONE = 640;
export const FOLDER = '2026 海边假期';

/** One look at a box: the page, and what takes its pictures. */
export class Walk {
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

  /** Another page, looked at in the same way. */
  on(page: Page): Walk {
    return Object.assign(new Walk(page, this.#look), { faint: this.faint });
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

export const open = async (browser: Browser, look: Look): Promise<Page> => {
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
export const tabs = async (walk: Walk, at: Locator, name: string): Promise<void> => {
  const all = await at.getByRole('tab').all();
  for (const [index, tab] of all.entries()) {
    if (index === 0) continue;
    await tab.click();
    await walk.take(`${name} tab ${index}`);
  }
};

/** What is asked of a file, and how files are looked at. */
export const walkFiles = async (walk: Walk, at: Locator): Promise<void> => {
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

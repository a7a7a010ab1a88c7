/**
 * A variant for pictures of a box: a page with one size, language and theme, and the functions that take its pictures.
 */
import { fileURLToPath } from 'node:url';
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { messages as files } from '../../apps/desktop/src/apps/files/all-messages.ts';
import type { LocalizedText } from '../../apps/desktop/src/platform/i18n/define-messages.ts';
import { axeOn } from '../browser/axe.ts';
import { waitForNetworkIdle } from '../lib/network-idle.ts';
import { takePicture } from './take-picture.ts';

export const SCREEN_VARIANTS = [
  { size: [1280, 800], colorScheme: 'light', locale: 'en-US' },
  { size: [1280, 800], colorScheme: 'dark', locale: 'zh-CN' },
  { size: [1920, 1080], colorScheme: 'light', locale: 'zh-CN' },
  { size: [2560, 1440], colorScheme: 'light', locale: 'en-US' },
  { size: [390, 844], colorScheme: 'light', locale: 'en-US' },
  { size: [390, 844], colorScheme: 'dark', locale: 'zh-CN' },
] as const;
export type ScreenVariant = (typeof SCREEN_VARIANTS)[number];

const PHONE = 640;
export const FOLDER = '2026 海边假期';

/** One variant of a box: the page, and the functions that take its pictures. */
export class ScreenWalk {
  readonly page: Page;
  /** Elements with too little contrast, and their pictures. */
  readonly faint: string[] = [];
  readonly #variant: ScreenVariant;
  readonly #into: string;

  constructor(page: Page, look: ScreenVariant) {
    this.page = page;
    this.#variant = look;
    const name = [look.size[0], look.colorScheme, look.locale].join('-');
    this.#into = fileURLToPath(new URL(`../../.cache/pictures/${name}`, import.meta.url));
  }

  /** The same variant with another page. */
  on(page: Page): ScreenWalk {
    return Object.assign(new ScreenWalk(page, this.#variant), { faint: this.faint });
  }

  get isPhone(): boolean {
    return this.#variant.size[0] < PHONE;
  }

  /** Takes the picture once the page is idle. */
  async take(name: string): Promise<void> {
    await waitForNetworkIdle(this.page);
    // Content that is still loading, which may be late on a busy machine; when it never arrives, the picture is taken
    // anyway.
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

  /** A label in the language of this variant. */
  label(words: LocalizedText): string {
    return this.#variant.locale === 'zh-CN' ? words.zh : words.en;
  }

  /** Closes what was opened, with Escape. */
  async leave(of: Locator): Promise<void> {
    await this.page.keyboard.press('Escape');
    await of.waitFor({ state: 'hidden' });
  }

  /** Runs an entry of the command palette, which also finds everything by its English name. */
  async run(name: string): Promise<void> {
    const field = this.page.getByRole('combobox');
    await this.page.keyboard.press('Control+k');
    await field.fill(name);
    await this.page.keyboard.press('Enter');
    await field.waitFor({ state: 'hidden' });
  }
}

export const open = async (browser: Browser, look: ScreenVariant): Promise<Page> => {
  const [width, height] = look.size;
  const { colorScheme, locale } = look;
  const isPhone = width < PHONE;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    locale,
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    hasTouch: isPhone,
    isMobile: isPhone,
    deviceScaleFactor: isPhone ? 2 : 1,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return page;
};

/** Every tab of the current view. */
export const tabs = async (walk: ScreenWalk, at: Locator, name: string): Promise<void> => {
  const all = await at.getByRole('tab').all();
  for (const [index, tab] of all.entries()) {
    if (index === 0) continue;
    await tab.click();
    await walk.take(`${name} tab ${index}`);
  }
};

/** The dialogs of a file, and the views of files. */
export const walkFiles = async (walk: ScreenWalk, at: Locator): Promise<void> => {
  const { page } = walk;
  const entry = (name: string): Locator => at.locator('[data-index]').filter({ hasText: name }).first();
  const into = async (name: string): Promise<void> => {
    await (walk.isPhone ? entry(name).tap() : entry(name).locator('[data-grab]').dblclick());
    await waitForNetworkIdle(page);
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
    // A sheet shows the entries of a submenu directly.
    const steps = walk.isPhone ? path.slice(-1) : path;
    for (const [step, words] of steps.entries())
      await page
        .getByRole('menuitem', { name: walk.label(words), exact: step < steps.length - 1 })
        .first()
        // A sheet at half its height has entries below the screen.
        .dispatchEvent('click');
    await dialog.waitFor();
    await walk.take(`files dialog ${name}`);
    await walk.leave(dialog);
  }
  // Clears the selection that was made for its menu.
  if (walk.isPhone) await first.tap();
  await into('IMG');
  await walk.take('photo');
  await (walk.isPhone ? page.goBack() : page.keyboard.press('Alt+F4'));
};

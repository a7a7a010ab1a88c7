import type { Browser, Locator, Page } from '@playwright/test';
import { waitForNetworkIdle } from '../lib/network-idle.ts';
import { test } from './picture-fixtures.ts';
import { takePicture } from './take-picture.ts';

const SIZES = { '1280x800': [1280, 800], '1920x1080': [1920, 1080], phone: [390, 844] } as const;
type Size = keyof typeof SIZES;
type Theme = 'light' | 'dark';
type Language = 'en' | 'zh-CN';

/** The labels that the script presses, in both languages. */
const WORDS = {
  en: {
    sign: 'Sign in',
    account: 'Account',
    password: 'Password',
    open: 'Open The family box',
    back: 'Back',
    messages: /^Messages|unread/,
  },
  'zh-CN': {
    sign: '登录',
    account: '账号',
    password: '密码',
    open: '打开 The family box',
    back: '返回',
    messages: /消息/,
  },
} as const;

const open = async (browser: Browser, size: Size, theme: Theme, language: Language): Promise<Page> => {
  const [width, height] = SIZES[size];
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: size === 'phone' ? 2 : 1,
    colorScheme: theme,
    locale: language,
    reducedMotion: 'reduce',
  });
  return context.newPage();
};

/** Moves and resizes the active window by its title bar and its corner, as a user does. */
const place = async (page: Page, x: number, y: number, width: number, height: number): Promise<void> => {
  const frame = page.locator('[data-window][data-active]');
  const drag = async (grip: Locator, dx: number, dy: number): Promise<void> => {
    const at = await grip.boundingBox();
    if (at === null) throw new Error('nothing to drag');
    const from = { x: at.x + Math.min(300, at.width / 2), y: at.y + Math.min(18, at.height / 2) };
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + dx / 2, from.y + dy / 2, { steps: 4 });
    await page.mouse.move(from.x + dx, from.y + dy, { steps: 4 });
    await page.mouse.up();
  };
  const rect = async () => (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const before = await rect();
  await drag(frame.locator('[data-handle="se"]'), width - before.width, height - before.height);
  const sized = await rect();
  await drag(frame.locator('[data-title-bar]'), x - sized.x, y - sized.y);
};

/** The positions of the three windows in the desktop picture. */
const ARRANGED = {
  '1280x800': [
    [132, 52, 800, 480],
    [470, 110, 800, 450],
    [230, 216, 900, 500],
  ],
  '1920x1080': [
    [240, 64, 940, 560],
    [1034, 116, 860, 470],
    [500, 390, 1080, 600],
  ],
} as const;

for (const size of Object.keys(SIZES) as readonly Size[])
  for (const theme of ['light', 'dark'] as const)
    for (const language of ['en', 'zh-CN'] as const)
      test(`${size} ${theme} ${language}`, async ({ browser, demo, fresh, catalogue }) => {
        const words = WORDS[language];
        const page = await open(browser, size, theme, language);
        const take = (name: string): Promise<void> => takePicture(page, `${name}-${size}-${theme}-${language}`);
        const settle = (): Promise<void> => waitForNetworkIdle(page);

        await page.goto(`${demo.origin}/?auto=N`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await take('sign-in');

        await page.goto(`${fresh.origin}/?setup=${fresh.setupCode ?? ''}`);
        await page.locator('[name="box-name"]').waitFor();
        await take('setup');

        await page.goto(`${demo.origin}/?auto=N`);
        await page.locator('form [name="username"]').first().fill('annabel');
        await page.locator('form [name="password"]').first().fill('hedge-in-june');
        await page.locator('form [name="password"]').first().press('Enter');
        await page.waitForURL('**/home');
        await page.goto(`${demo.origin}/tobox?auto=N`);
        const box = page.getByRole('button', { name: words.open });
        await box.waitFor();
        await take('chooser');
        await box.click();
        await page.waitForURL('**/home');
        await page.locator('header[aria-label], [data-place="files"]').first().waitFor();

        const phone = size === 'phone';
        const openApp = async (id: string): Promise<void> => {
          // On a phone the apps are behind one of the four places.
          if (phone) await page.locator('[data-place="more"]').click();
          await page.locator(`[data-app="${id}"]`).click();
        };
        const look = async (name: string): Promise<void> => {
          await settle();
          await take(name);
          if (phone) await page.getByRole('button', { name: words.back, exact: true }).first().click();
        };
        const arranged = phone ? null : ARRANGED[size];
        const arrange = async (at: 0 | 1 | 2): Promise<void> => {
          if (arranged !== null) {
            const [x, y, width, height] = arranged[at];
            await place(page, x, y, width, height);
          }
        };
        if (arranged === null) await take('desktop');
        await openApp('device-status');
        // Two more readings, so that the charts have something to show.
        await page.waitForTimeout(11_000);
        await look('device-status');
        await arrange(0);
        await openApp('task-centre');
        await page
          .locator(phone ? 'body' : '[data-window][data-active]')
          .getByRole('tab')
          .nth(3)
          .click();
        await look('task-centre');
        await arrange(1);
        if (arranged !== null) {
          await openApp('files');
          await arrange(2);
          for (const name of ['Photos', '2026 海边假期'])
            await page.locator('[data-grab]').filter({ hasText: name }).first().dblclick();
          await settle();
          await page.waitForTimeout(1500);
          await take('desktop');
        }
        await (phone ? page : page.getByRole('banner')).getByRole('button', { name: words.messages }).first().click();
        await page.getByRole('dialog').getByRole('tab').nth(2).click();
        await settle();
        await take('drawer');
        await page.goto(`${catalogue.url}?section=lists&theme=${theme}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        if (!phone && language === 'en') await take('catalogue');
        await page.context().close();
      });

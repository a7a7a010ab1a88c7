/**
 * A family's first day, from the setup link to a page that a stranger sees, in both languages on an ordinary laptop. Every step is found by what
 * stands on the screen, and on no screen stands a word of the machine.
 */
import { join } from 'node:path';
import { existsSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { createPhoto } from '../../apps/box/src/bin/demo/generated-photos.ts';
import { SeededRandom } from '../../apps/box/src/bin/demo/seeded-random.ts';
import { commonMessages } from '../../apps/desktop/src/kit/app/messages.ts';
import { messages as account } from '../../apps/desktop/src/apps/account/messages.ts';
import { dialogMessages } from '../../apps/desktop/src/apps/files/dialogs/messages.ts';
import { shareMessages } from '../../apps/desktop/src/kit/files/share/messages.ts';
import { messages as files } from '../../apps/desktop/src/apps/files/all-messages.ts';
import { Languages } from '../../apps/desktop/src/platform/i18n/languages.ts';
import { uploadPanelMessages } from '../../apps/desktop/src/shell/uploads/upload-panel-messages.ts';
import { welcomeMessages } from '../../apps/desktop/src/shell/welcome/welcome-messages.ts';
import { setUp } from '../../apps/desktop/src/shell/sign-in/setup-messages.ts';
import { startBoxProcess } from '../lib/box/box-process.ts';
import { OWNER, PASSWORD } from './desktop-page.ts';
import { browsers, entry, openContextMenu } from './files-page.ts';
import { findUnclearTexts } from './plain-language-check.ts';

/** What the page calls itself; a word of the machine on it fails the step. */
const plain = (page: Page, where: string): Promise<void> =>
  expect.poll(() => findUnclearTexts(page), { message: where }).toEqual([]);

for (const language of ['en', 'zh-CN'] as const)
  test.describe(`${language} @full`, () => {
    test.use({ locale: language === 'en' ? 'en-US' : 'zh-CN' });

    test(`PROD-08: a family's first day in ${language}, from the setup link to a folder page that a stranger sees`, async ({
      page,
      browser,
    }) => {
      test.slow();
      const languages = new Languages(language);
      const w = {
        start: languages.text(setUp),
        welcome: languages.text(welcomeMessages),
        up: languages.text(uploadPanelMessages),
        files: languages.text(files),
        dialogs: languages.text(dialogMessages),
        share: languages.text(shareMessages),
        account: languages.text(account),
        common: languages.text(commonMessages),
      };
      const parts = {
        places: w.files('places'),
        files: w.files('files'),
        path: w.files('path'),
        refresh: w.files('refresh'),
        menu: w.files('fileMenu'),
      };
      const button = (place: Page | Locator, name: string): Locator => place.getByRole('button', { name, exact: true });
      const box = await startBoxProcess({ withUsers: false });
      try {
        // The setup link.
        await page.goto(`${box.origin}/?setup=${box.setupCode ?? ''}`);
        await page.getByLabel(w.start('boxName')).fill(language === 'en' ? 'Attic' : '阁楼');
        await plain(page, 'setup');
        await page.getByLabel(w.start('ownerName')).fill(OWNER);
        await page.getByLabel(w.start('password'), { exact: true }).fill(PASSWORD);
        await page.getByLabel(w.start('repeat')).fill(PASSWORD);
        await button(page, w.start('create')).click();

        // The first desktop says what to do.
        const card = page.getByRole('region', { name: w.welcome('title', { name: OWNER }) });
        await expect(card.getByRole('listitem')).toHaveCount(3);
        await plain(page, 'welcome');
        const random = new SeededRandom(5);
        const pictures = await Promise.all(
          ['1.jpg', '2.jpg', '3.jpg'].map(async (name) => ({
            name,
            mimeType: 'image/jpeg',
            buffer: await createPhoto(random, new Date()),
          })),
        );
        const chooser = page.waitForEvent('filechooser');
        await button(card, w.welcome('choose')).click();
        await (await chooser).setFiles(pictures);
        const uploads = page.getByRole('region', { name: w.up('uploads'), exact: true });
        await expect(button(uploads, w.up('show'))).toBeVisible();
        expect(existsSync(join(box.usb1, OWNER, 'My Images', '3.jpg'))).toBe(true);
        await button(uploads, w.up('show')).click();
        const window = browsers(page, parts).first();
        await expect(entry(window, '1.jpg')).toBeVisible();
        await plain(page, 'pictures');

        // One folder up, and a link to it: a number first, which the dialog asks for and the box fills in the code.
        await button(window, w.files('up')).click();
        const share = async (): Promise<void> => {
          const menu = await openContextMenu(window, 'My Images', parts);
          await plain(page, 'menu');
          await menu.getByRole('menuitem', { name: w.files('share'), exact: true }).hover();
          await page.getByRole('menuitem', { name: w.files('shareHttp') }).click();
        };
        await share();
        const missing = page.getByRole('alertdialog', { name: w.share('noPhoneTitle') });
        await plain(page, 'number');
        await button(missing, w.share('accountManagement')).click();
        const accounts = page.getByRole('region', { name: w.share('accountManagement'), exact: true });
        await button(accounts, w.account('bind')).last().click();
        const number = page.getByRole('dialog').filter({ has: page.getByLabel(w.account('newMobile')) });
        await number.getByLabel(w.account('newMobile')).fill(language === 'en' ? '+44 7700 900123' : '13800138000');
        await button(number, w.account('sendCode')).click();
        await expect(number.getByLabel(w.account('code'), { exact: true })).toHaveValue(/^\d{6}$/);
        await plain(page, 'code');
        await button(number, w.common('save')).click();
        await expect(number).toHaveCount(0);
        await button(accounts, w.common('close')).first().click();
        await share();
        const dialog = page.getByRole('dialog', { name: w.share('share') });
        const link = dialog.getByLabel(w.share('link'), { exact: true });
        await expect(link).toHaveValue(/\/s\/[A-Za-z0-9]{16}$/);
        await plain(page, 'link');

        // Whoever has it needs nothing else.
        const context = await browser.newContext({
          locale: language === 'en' ? 'en-US' : 'zh-CN',
          viewport: { width: 1280, height: 800 },
        });
        const visit = await context.newPage();
        await visit.goto(`${box.origin}${new URL(await link.inputValue()).pathname}`);
        await expect(visit.getByRole('heading', { name: 'My Images' })).toBeVisible();
        const picture = visit.getByRole('link', { name: '1.jpg', exact: true }).locator('img');
        await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
        await plain(visit, 'page');
        await context.close();
      } finally {
        await box.remove();
      }
    });
  });

/** PHOTO-17, DIALOG-21: a box whose photo index does not run, or whose firmware is too old for it. */
import type { Locator } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { common } from '../../apps/desktop/src/app-kit/messages.ts';
import { photos } from '../../apps/desktop/src/apps/photos/manifest.ts';
import { indexWords } from '../../apps/desktop/src/apps/photos/index-words.ts';
import { win } from './desk.ts';
import { HOME, type LiteralDesk, tell } from './literal-desk.ts';
import { goTo } from './touch.ts';

const FILES = { [`${HOME}/My Images/lake.jpg`]: 'no picture' };
const MARKET = { en: 'App market', zh: '应用市场' };

/** The dialog in place of the page, and that it says why and what would do. */
const instead = async ({ page, words }: LiteralDesk, why: 'plugin' | 'firmware', here: string): Promise<Locator> => {
  const t = words.of(indexWords);
  const dialog = page.getByRole('dialog', { name: t('title') });
  await expect(dialog).toContainText(t(why));
  await expect(dialog).toContainText('N2 1.0.1018, N3 1.0.13, G2 1.0.1');
  await expect(dialog).toContainText(here);
  await expect(page.getByRole('grid')).toHaveCount(0);
  return dialog;
};

/** Opens the photos of a box that has none, sees why, closes it, and goes to the app market from there. */
const story =
  (why: 'plugin' | 'firmware') =>
  async (desk: LiteralDesk): Promise<void> => {
    const { page, box, words } = desk;
    await desk.byAccount();
    await desk.open(photos);
    const dialog = await instead(desk, why, `${box.model} 1.0.`);
    await desk.shot(`no photos ${why}`);
    await dialog
      .getByRole('button', { name: words.of(common)('close'), exact: true })
      .last()
      .click();
    await expect(win(page, words.title(photos.title))).toHaveCount(0);
    await desk.open(photos);
    await desk.press(words.of(indexWords)('market'), await instead(desk, why, box.model));
    await expect(win(page, words.title(MARKET))).toBeVisible();
    await expect(win(page, words.title(photos.title))).toHaveCount(0);
    await desk.shot(`market ${why}`);
  };

tell('PHOTO-17, DIALOG-21: without the index', FILES, story('plugin'), { models: ['N3', 'G2'], without: ['slpmdb'] });
tell('PHOTO-17, DIALOG-21: too old', FILES, story('firmware'), { models: ['N2'], version: '1.0.1017' });
tell('PHOTO-17, DIALOG-21: too old', FILES, story('firmware'), {
  models: ['N3'],
  version: '1.0.12',
  languages: ['zh-CN'],
});

for (const [model, version] of [
  ['N2', '1.0.1018'],
  ['N3', '1.0.13'],
] as const)
  tell(
    'PHOTO-17: the oldest that will do',
    FILES,
    async (desk) => {
      await desk.byAccount();
      const window = await desk.open(photos);
      await expect(window.getByRole('gridcell', { name: 'lake.jpg' })).toBeVisible();
      await expect(desk.page.getByRole('dialog')).toHaveCount(0);
    },
    { models: [model], version, languages: ['en'] },
  );

test.describe('in one hand', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  tell(
    'PHOTO-17, DIALOG-21: the place of the photos says why it is empty, and the index that comes is seen',
    FILES,
    async (desk) => {
      const { page, words } = desk;
      const t = words.of(indexWords);
      await desk.enterAccount();
      await page.locator('[data-place="photos"]').waitFor();
      await goTo(page, 'photos');
      const dialog = await instead(desk, 'plugin', desk.box.model);
      await desk.shot('no photos phone');
      await dialog
        .getByRole('button', { name: words.of(common)('close'), exact: true })
        .last()
        .tap();
      const place = page.locator('[data-start="photos"]');
      await expect(place).toContainText(t('plugin'));
      await desk.shot('no photos phone closed');
      await place.getByRole('button', { name: t('market') }).tap();
      await expect(page.getByRole('heading', { name: words.title(MARKET) }).first()).toBeVisible();
    },
    { models: ['N3', 'G2'], without: ['slpmdb'] },
  );
});

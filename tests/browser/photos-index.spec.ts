/** PHOTO-17, DIALOG-21: a box whose photo index does not run, or whose firmware is too old for it. */
import type { Locator } from '@playwright/test';
import { expect } from '@playwright/test';
import { test } from './recorded-test.ts';
import { commonMessages } from '../../apps/desktop/src/kit/app/messages.ts';
import { photos } from '../../apps/desktop/src/apps/photos/manifest.ts';
import { photoIndexMessages } from '../../apps/desktop/src/apps/photos/photo-index-messages.ts';
import { win } from './desktop-page.ts';
import { HOME, type LiteralDesktop, defineStory } from './literal-desktop.ts';
import { goTo } from './touch-actions.ts';

const FILES = { [`${HOME}/My Images/lake.jpg`]: 'no picture' };
const MARKET = { en: 'App market', zh: '应用市场' };

/** The dialog in place of the page, and that it says why and what would do. */
const instead = async (
  { page, labels }: LiteralDesktop,
  why: 'plugin' | 'firmware',
  here: string,
): Promise<Locator> => {
  const t = labels.of(photoIndexMessages);
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
  async (desk: LiteralDesktop): Promise<void> => {
    const { page, box, labels } = desk;
    await desk.byAccount();
    await desk.open(photos);
    const dialog = await instead(desk, why, `${box.model} 1.0.`);
    await desk.shot(`no photos ${why}`);
    await dialog
      .getByRole('button', { name: labels.of(commonMessages)('close'), exact: true })
      .last()
      .click();
    await expect(win(page, labels.title(photos.title))).toHaveCount(0);
    await desk.open(photos);
    await desk.press(labels.of(photoIndexMessages)('market'), await instead(desk, why, box.model));
    await expect(win(page, labels.title(MARKET))).toBeVisible();
    await expect(win(page, labels.title(photos.title))).toHaveCount(0);
    await desk.shot(`market ${why}`);
  };

defineStory('PHOTO-17, DIALOG-21: without the index', FILES, story('plugin'), {
  models: ['N3', 'G2'],
  without: ['slpmdb'],
});
defineStory('PHOTO-17, DIALOG-21: too old', FILES, story('firmware'), { models: ['N2'], version: '1.0.1017' });
defineStory('PHOTO-17, DIALOG-21: too old', FILES, story('firmware'), {
  models: ['N3'],
  version: '1.0.12',
  languages: ['zh-CN'],
});

for (const [model, version] of [
  ['N2', '1.0.1018'],
  ['N3', '1.0.13'],
] as const)
  defineStory(
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

test.describe('in one hand @full', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  defineStory(
    'PHOTO-17, DIALOG-21: the place of the photos says why it is empty, and the index that comes is seen',
    FILES,
    async (desk) => {
      const { page, labels } = desk;
      const t = labels.of(photoIndexMessages);
      await desk.enterAccount();
      await page.locator('[data-place="photos"]').waitFor();
      await goTo(page, 'photos');
      const dialog = await instead(desk, 'plugin', desk.box.model);
      await desk.shot('no photos phone');
      await dialog
        .getByRole('button', { name: labels.of(commonMessages)('close'), exact: true })
        .last()
        .tap();
      const place = page.locator('[data-start="photos"]');
      await expect(place).toContainText(t('plugin'));
      await desk.shot('no photos phone closed');
      await place.getByRole('button', { name: t('market') }).tap();
      await expect(page.getByRole('heading', { name: labels.title(MARKET) }).first()).toBeVisible();
    },
    { models: ['N3', 'G2'], without: ['slpmdb'] },
  );
});

/** What is written in pictures: a family turns it on, finds a letter by its words, and takes them along. The pages are drawn here and really read. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { createTextImage } from '../../apps/box/src/platform/testing/text-image-fixture.ts';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { axeOn } from './axe.ts';
import { openByPalette, OWNER, signInOffline, win } from './desktop-page.ts';
import { expectDiscardQuestion } from './discard-dialog.ts';
import { expect, test } from './fixtures.ts';
import { clearPhotos, picture } from './photos-fixture.ts';
import { findTouchFaults, goTo } from './touch-actions.ts';

const LETTER = ['Invoice No. 20417', 'Annabel Hedge, Garden Lane', '请妥善保管此收据'];

/** What the box is set to is the same for every test that it runs after this one. */
test.afterEach(async ({ box }) => {
  const owner = await signIn(box.origin, OWNER);
  const { cfg } = await owner.photos.ai({ user: OWNER });
  await owner.photos.setAi({ user: OWNER, cfg: { ...cfg, enable: 0, text: 0 } });
});

/** A letter and a meadow among somebody's pictures, and whether the letter was read. */
const arrived = async (box: BoxProcess) => {
  clearPhotos(box, OWNER);
  const images = join(box.usb1, OWNER, 'My Images');
  mkdirSync(images, { recursive: true });
  writeFileSync(join(images, 'letter.png'), await createTextImage(LETTER));
  writeFileSync(join(images, 'meadow.png'), picture(77));
  const owner = await signIn(box.origin, OWNER);
  const found = async (words: string): Promise<number> =>
    (await owner.photos.run({ start: 0, count: 10, words })).total;
  await expect.poll(() => found('letter.png'), { timeout: 60_000 }).toBe(1);
  return { owner, found };
};

/** The words of a picture in its details, with what can be done with them. */
const wordsOf = async (viewer: Locator): Promise<Locator> => {
  const words = viewer
    .getByRole('complementary', { name: 'Photo details' })
    .getByRole('region', { name: 'Text in this picture' });
  await expect(words).toContainText('Annabel Hedge, Garden Lane');
  await expect(words).toContainText('请妥善保管此收据');
  return words;
};

test('text in pictures is read once the owner turns it on, found in both languages, shown and copied @full', async ({
  page,
  box,
  context,
}) => {
  test.setTimeout(300_000);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { found } = await arrived(box);
  await signInOffline(page, OWNER);
  await openByPalette(page, 'Photos');
  const window = win(page, 'Photos');
  const side = window.getByRole('navigation');
  await side.getByRole('button', { name: 'People', exact: true }).click();
  await window.getByRole('button', { name: 'Find people' }).click();
  const settings = page.getByRole('dialog', { name: 'Recognition settings' });
  const reads = settings.getByRole('switch', { name: /^Text in pictures/ });
  const open = async (): Promise<void> => {
    await window.getByRole('button', { name: 'More actions for people' }).click();
    await page.getByRole('menuitem', { name: 'Recognition settings…' }).click();
  };

  await test.step('it has a switch of its own, off at first', async () => {
    await open();
    await expect(reads).not.toBeChecked();
    await reads.click();
    await expectDiscardQuestion(settings);
    await open();
    await reads.click();
    const { violations } = await (await axeOn(page)).analyze();
    expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(settings).toHaveCount(0);
    await expect.poll(() => found('annabel invoice'), { timeout: 240_000 }).toBe(1);
  });

  await test.step('one field finds it by what is written in it', async () => {
    await side.getByRole('button', { name: 'Photos', exact: true }).click();
    const find = window.getByRole('searchbox', { name: 'Search photos' });
    for (const words of ['annabel invoice', '收据', 'letter garden']) {
      await find.fill(words);
      await expect(window.getByRole('gridcell')).toHaveCount(1);
    }
    await find.fill('annabel meadow');
    await expect(window.getByText('No pictures found')).toBeVisible();
    await find.fill('20417');
    await window.getByRole('gridcell', { name: 'letter.png' }).dblclick();
  });

  await test.step('the details show it, and copy it', async () => {
    const viewer = page.getByRole('region', { name: 'letter.png' });
    await viewer.getByRole('button', { name: 'Photo details' }).click();
    const words = await wordsOf(viewer);
    await words.getByRole('button', { name: 'Copy' }).click();
    await expect(words.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Invoice No. 20417');
    await words.getByText('Annabel Hedge').selectText();
    expect(await page.evaluate(() => document.getSelection()?.toString())).toContain('Annabel Hedge');
    if (process.env['BOXWOOD_SHOTS'] !== undefined)
      await page.screenshot({ path: `${process.env['BOXWOOD_SHOTS']}/text.png` });
  });

  await test.step('off, the box forgets it', async () => {
    await page.getByRole('region', { name: 'letter.png' }).getByRole('button', { name: 'Close' }).first().click();
    await side.getByRole('button', { name: 'People', exact: true }).click();
    await open();
    await expect(reads).toBeChecked();
    await reads.click();
    await settings.getByRole('button', { name: 'Save' }).click();
    await expect(settings).toHaveCount(0);
    expect(await found('annabel invoice')).toBe(0);
  });
});

test.describe('in a hand @full', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('text in a picture is found and read as on a desktop', async ({ page, box }) => {
    test.setTimeout(300_000);
    const { owner, found } = await arrived(box);
    const { cfg } = await owner.photos.ai({ user: OWNER });
    await owner.photos.setAi({ user: OWNER, cfg: { ...cfg, enable: 1, text: 1 } });
    await expect.poll(() => found('annabel invoice'), { timeout: 240_000 }).toBe(1);
    await signInOffline(page, OWNER);
    await goTo(page, 'photos');
    await page.locator('[data-start="photos"]').getByRole('gridcell', { name: 'letter.png' }).tap();
    const viewer = page.getByRole('region', { name: 'letter.png' });
    await viewer.getByRole('button', { name: 'Photo details' }).tap();
    const words = await wordsOf(viewer);
    await words.getByRole('button', { name: 'Copy' }).tap();
    await expect(words.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await findTouchFaults(page)).toEqual([]);
  });
});

/** The first minutes on a new box: what it is good for is said on the desktop, one click each. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createPhoto } from '../../apps/box/src/bin/demo/generated-photos.ts';
import { SeededRandom } from '../../apps/box/src/bin/demo/seeded-random.ts';
import { startBoxProcess } from '../lib/box/box-process.ts';
import { axeOn } from './axe.ts';
import { OWNER, PASSWORD, watchConsole, win } from './desktop-page.ts';
import { browsers, entry } from './files-page.ts';
import { expect, test } from './fixtures.ts';
import { findUnclearTexts } from './plain-language-check.ts';

test('a new owner brings photos in, finds the invitation and the way for the phone, and is not told twice @full', async ({
  page,
}) => {
  const box = await startBoxProcess({ withUsers: false });
  // By a name that other devices know.
  const origin = `http://box.test:${box.port}`;
  const errors = watchConsole(page);
  try {
    await page.goto(`${origin}/?setup=${box.setupCode ?? ''}`);
    await page.getByLabel('Name of the box').fill('Attic');
    await page.getByLabel('Your user name').fill(OWNER);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Password again').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create and sign in' }).click();
    const card = page.getByRole('region', { name: `Welcome, ${OWNER}` });
    await expect(card.getByRole('listitem')).toHaveCount(3);
    await expect(card.getByRole('img', { name: `QR code of ${origin}` })).toBeVisible();
    const axe = (await axeOn(page)).include('section[aria-labelledby="welcome-title"]');
    expect((await axe.analyze()).violations).toEqual([]);

    expect(await findUnclearTexts(page)).toEqual([]);
    await page.evaluate(() => {
      localStorage.setItem('language', 'zh-CN');
    });
    await page.reload();
    await expect(page.getByRole('region', { name: OWNER }).getByRole('listitem')).toHaveCount(3);
    expect(await findUnclearTexts(page)).toEqual([]);
    await page.evaluate(() => {
      localStorage.setItem('language', 'en');
    });
    await page.reload();

    const random = new SeededRandom(3);
    const pictures = await Promise.all(
      ['1.jpg', '2.jpg'].map(async (name) => ({
        name,
        mimeType: 'image/jpeg',
        buffer: await createPhoto(random, new Date()),
      })),
    );
    const chooser = page.waitForEvent('filechooser');
    await card.getByRole('button', { name: 'Choose photos' }).click();
    await (await chooser).setFiles(pictures);
    const uploads = page.getByRole('region', { name: 'Uploads', exact: true });
    await expect(uploads).toContainText('2 files uploaded to My Images');
    expect(existsSync(join(box.usb1, OWNER, 'My Images', '2.jpg'))).toBe(true);
    await uploads.getByRole('button', { name: 'Show' }).click();
    await expect(entry(browsers(page).first(), '1.jpg')).toBeVisible();
    await browsers(page).first().getByRole('button', { name: 'Close' }).first().click();

    await card.getByRole('button', { name: 'Invite' }).click();
    const account = win(page, 'Account Management');
    await expect(account.getByRole('button', { name: 'Show invitation code' })).toBeVisible();
    await account.getByRole('button', { name: 'Close' }).first().click();

    await page.reload();
    await card.getByRole('button', { name: 'Close the welcome' }).click();
    await expect(card).toHaveCount(0);
    await page.reload();
    await page.getByRole('banner', { name: 'Top bar' }).waitFor();
    await expect(page.locator('nav [data-app="files"]')).toBeVisible();
    await expect(card).toHaveCount(0);
    expect(errors).toEqual([]);
  } finally {
    await box.remove();
  }
});

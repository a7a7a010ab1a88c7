/** The page of a link as a stranger meets it: no account, no script, on a desk and on a phone. */
import { readFileSync } from 'node:fs';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { createVideo } from '../../apps/box/src/bin/demo/webm-video.ts';
import { createPdf } from '../../apps/box/src/bin/demo/pdf-document.ts';
import { createPhoto } from '../../apps/box/src/bin/demo/generated-photos.ts';
import { SeededRandom } from '../../apps/box/src/bin/demo/seeded-random.ts';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { axeOn } from './axe.ts';
import { MEMBER, watchConsole } from './desktop-page.ts';
import { seed } from './files-page.ts';
import { ANY_ORIGIN, expect, test } from './fixtures.ts';
import { findUnclearTexts } from './plain-language-check.ts';

const FOLDER = 'Holidays 假期';

/** A link to a folder with pictures, one that is none, a film and papers. */
const give = async (box: BoxProcess): Promise<string> => {
  const random = new SeededRandom(7);
  const day = new Date(Date.UTC(2026, 5, 1));
  const pictures: Record<string, Uint8Array> = {};
  for (const n of [1, 2, 3]) pictures[`IMG_${n}.jpg`] = await createPhoto(random, day);
  seed(
    box,
    FOLDER,
    {
      ...pictures,
      'IMG_4.jpg': 'no picture',
      'Sunset.webm': await createVideo(3, 2),
      'Beach/IMG_5.jpg': await createPhoto(random, day),
      'Tickets.pdf': createPdf('Tickets', ['Two seats']),
      'Budget.xlsx': 'numbers',
      '.diary': 'hidden',
    },
    MEMBER,
  );
  const owner = await signIn(box.origin, MEMBER);
  const link = { path: `/mnt/usb1/${MEMBER}`, names: [FOLDER], days: 3, code: '0000' };
  return (await owner.shares.link(link)).url;
};

const isShown = (page: Page, name: string): Promise<boolean> =>
  page
    .getByRole('link', { name, exact: true })
    .locator('img')
    .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0);

const stranger = (options: BrowserContextOptions): BrowserContextOptions => ({ ...options, acceptDownloads: true });

test(
  'SHARE-18: a stranger sees who gives what until when, its pictures and films, and takes one or all of it',
  ANY_ORIGIN,
  async ({ box, browser }) => {
    const url = await give(box);
    const context = await browser.newContext(stranger({ locale: 'en-US', viewport: { width: 1280, height: 800 } }));
    const page = await context.newPage();
    const complaints = watchConsole(page);
    await page.goto(url);
    await expect(page.getByRole('heading', { name: FOLDER })).toBeVisible();
    await expect(page.getByText(`${MEMBER} shares 5 photos, 1 film and 2 files with you · until`)).toBeVisible();
    await expect.poll(() => isShown(page, 'IMG_1.jpg')).toBe(true);
    await expect.poll(() => isShown(page, 'IMG_4.jpg')).toBe(false);
    expect((await (await axeOn(page)).analyze()).violations).toEqual([]);

    await page.getByRole('link', { name: 'IMG_2.jpg' }).click();
    await expect(page.getByRole('heading', { name: 'IMG_2.jpg' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'IMG_2.jpg' })).toHaveJSProperty('complete', true);
    expect((await (await axeOn(page)).analyze()).violations).toEqual([]);
    await page.getByRole('link', { name: 'Previous' }).click();
    await expect(page.getByRole('heading', { name: 'IMG_1.jpg' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Previous' })).toHaveCount(0);
    const [one] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download IMG_1.jpg' }).click(),
    ]);
    expect(readFileSync(await one.path()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    await page.getByRole('navigation', { name: 'Where you are' }).getByRole('link', { name: FOLDER }).click();

    await page.getByRole('link', { name: 'Sunset.webm' }).click();
    const film = page.locator('video');
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => Math.round(video.duration))).toBe(2);
    await film.evaluate((video: HTMLVideoElement) => video.play());
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.3);
    await page.goBack();

    const [all] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^Download all · [\d.]+ [KM]B$/ }).click(),
    ]);
    expect(all.suggestedFilename()).toBe(`${FOLDER}.zip`);
    const archive = readFileSync(await all.path());
    expect([archive.includes('Beach/IMG_5.jpg'), archive.includes('Two seats')]).toEqual([true, true]);
    expect(archive.includes('.diary')).toBe(false);
    // The one that has no thumbnail is a 404, which the browser notes; a film has one where there is ffmpeg.
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
    await context.close();
  },
);

test('SHARE-18: the page of a link works on a phone without scripts, in Chinese and in the dark', async ({
  box,
  browser,
}) => {
  const url = await give(box);
  const context = await browser.newContext(
    stranger({
      locale: 'zh-CN',
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      javaScriptEnabled: false,
    }),
  );
  const page = await context.newPage();
  await page.goto(url);
  await expect(page.getByText(`${MEMBER} 与你分享了 5 张照片、1 个视频、2 个文件`)).toBeVisible();
  expect(await findUnclearTexts(page)).toEqual([]);
  const all = page.getByRole('link', { name: /^全部下载/ });
  // At hand, whatever is on the page.
  const box390 = await all.boundingBox();
  expect((box390?.y ?? 0) + (box390?.height ?? 0)).toBeGreaterThan(800);
  for (const link of await page.getByRole('link').all()) {
    const size = await link.boundingBox();
    if (size !== null && (await link.locator('bdi').count()) === 0) expect(size.height).toBeGreaterThanOrEqual(44);
  }
  await page.getByRole('link', { name: 'Beach' }).tap();
  await page.getByRole('link', { name: 'IMG_5.jpg' }).tap();
  await expect(page.getByRole('heading', { name: 'IMG_5.jpg' })).toBeVisible();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: '下载 IMG_5.jpg' }).tap(),
  ]);
  expect(saved.suggestedFilename()).toBe('IMG_5.jpg');
  await page.getByRole('link', { name: FOLDER }).tap();
  await expect(page.getByRole('link', { name: 'Sunset.webm' })).toBeVisible();
  await context.close();
});

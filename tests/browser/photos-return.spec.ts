/** Who loads the page again is in Photos where they were: in the same part, and at the same pictures of it. */
import type { Locator } from '@playwright/test';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { MEMBER, openByPalette, OWNER, signInOffline, win } from './desktop-page.ts';
import { seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';
import { clearPhotos, picture } from './photos-fixture.ts';
import { goTo } from './touch-actions.ts';

/** Months, and pictures of each: far more than a screen. */
const [MONTHS, EACH] = [12, 8] as const;

/** A year of pictures of somebody, and an album with those of its first half. */
const library = async (box: BoxProcess, user: string, first: number, name: string): Promise<void> => {
  clearPhotos(box, user);
  const names = Array.from({ length: MONTHS * EACH }, (_, at) => `year ${at}.png`);
  const takenAt = (file: string): number => {
    const at = names.indexOf(file);
    return Date.UTC(2023, Math.floor(at / EACH), 5, 12, at % EACH) / 1000;
  };
  const files = Object.fromEntries(names.map((file, at) => [file, picture(first + at)]));
  seed(box, 'My Images/Year', files, user, takenAt);
  const owner = await signIn(box.origin, user);
  const found = async () => (await owner.photos.run({ start: 0, count: 500 })).list;
  await expect.poll(async () => (await found()).length, { timeout: 60_000 }).toBe(names.length);
  const { id } = await owner.photos.putAlbum({ owner: user, id: '', name, members: [] });
  const half = (await found()).filter(({ taken }) => taken < Date.UTC(2023, 6) / 1000);
  await owner.photos.addPhotos({ album: id, ids: half.map((photo) => photo.id) });
};

/** The first tile that is whole on the screen, and how far below the top of its line, in steps of eight pixels: rows are reckoned anew. */
const topTile = (line: Locator): Promise<string> =>
  line.evaluate((node) => {
    const { top } = node.getBoundingClientRect();
    const tiles = [...node.querySelectorAll('[role=gridcell]')];
    const first = tiles.find((tile) => tile.getBoundingClientRect().top >= top);
    return `${first?.ariaLabel ?? ''} ${Math.round(((first?.getBoundingClientRect().top ?? 0) - top) / 8)}`;
  });

/** Goes down a line, and waits until what is there has come. */
const goDown = async (line: Locator, by: number): Promise<string> => {
  await line.evaluate((node, far) => {
    node.scrollTop += far;
  }, by);
  await expect(line.locator('[data-coming]')).toHaveCount(0);
  await expect.poll(() => topTile(line)).toMatch(/^year \d+/);
  return topTile(line);
};

test('a reload finds the part, the album and the pictures that were looked at; another window begins at the beginning @full', async ({
  page,
  box,
}) => {
  test.setTimeout(120_000);
  await library(box, OWNER, 2000, 'Half a year');
  await signInOffline(page);
  await openByPalette(page, 'Photos');
  const window = win(page, 'Photos');
  const side = window.getByRole('navigation');
  const line = window.getByRole('grid', { name: 'Pictures by day' });
  await expect(line.getByRole('rowheader').first()).toContainText('December');
  const seen = await goDown(line, 1_500);
  expect(seen).not.toContain('December');
  await page.reload();
  await expect.poll(() => topTile(line)).toBe(seen);
  await side.getByRole('button', { name: 'Half a year' }).click();
  await expect(window.getByRole('heading', { name: 'Half a year' })).toBeVisible();
  await expect(line.getByRole('rowheader').first()).toContainText('June');
  const half = await goDown(line, 500);
  await page.reload();
  await expect(window.getByRole('heading', { name: 'Half a year' })).toBeVisible();
  await expect.poll(() => topTile(line)).toBe(half);
  // Each part has its own place.
  await side.getByRole('button', { name: 'Photos', exact: true }).click();
  await expect.poll(() => topTile(line)).toBe(seen);
  await side.getByRole('button', { name: 'People' }).click();
  await page.reload();
  await expect(side.getByRole('button', { name: 'People' })).toHaveAttribute('aria-current', 'page');
  await expect(window.getByText('Recognition is off')).toBeVisible();
  await window.getByRole('button', { name: 'Close' }).first().click();
  await openByPalette(page, 'Photos');
  await expect(line.getByRole('rowheader').first()).toContainText('December');
});

test.describe('in one hand @full', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a reload finds the album and the picture that lies over it, and Back goes on from there', async ({
    page,
    box,
  }) => {
    test.setTimeout(120_000);
    await library(box, MEMBER, 3000, 'Half in hand');
    await signInOffline(page, MEMBER);
    await goTo(page, 'photos');
    const place = page.locator('[data-start="photos"]');
    const line = place.getByRole('grid', { name: 'Pictures by day' });
    await expect(line.getByRole('gridcell').first()).toBeVisible();
    const seen = await goDown(line, 700);
    await place.getByRole('button', { name: 'Albums' }).tap();
    await place.getByRole('button', { name: /Half in hand/ }).tap();
    await expect(place.getByRole('heading', { name: 'Half in hand' })).toBeVisible();
    const half = await goDown(line, 300);
    await page.reload();
    await expect(place.getByRole('heading', { name: 'Half in hand' })).toBeVisible();
    await expect.poll(() => topTile(line)).toBe(half);
    // The step of the picture lies above that of the album, also when both came anew.
    const name = half.split(',')[0] ?? '';
    await line.getByRole('gridcell', { name }).tap();
    const viewer = page.getByRole('region', { name });
    await expect(viewer.getByText(/of \d+/)).toBeVisible();
    await page.reload();
    await expect(viewer.getByText(/of \d+/)).toBeVisible();
    await page.goBack();
    await expect(viewer).toHaveCount(0);
    await expect(place.getByRole('heading', { name: 'Half in hand' })).toBeVisible();
    // As long as the other line is asked for, the one of the album stands in its place.
    const asked = Promise.withResolvers<null>();
    await page.route('**/photoalbum', async (route, request) => {
      if (request.postData()?.includes('PHOTOMONTHS') === true) await asked.promise;
      await route.fallback();
    });
    await page.goBack();
    await expect(place.getByRole('button', { name: 'Albums', pressed: true })).toBeVisible();
    await expect(place.getByRole('button', { name: /Half in hand/ })).toBeVisible();
    await place.getByRole('button', { name: 'Photos', exact: true }).tap();
    await expect(line.getByRole('rowheader').first()).toContainText('Jun');
    asked.resolve(null);
    await expect.poll(() => topTile(line)).toBe(seen);
  });
});

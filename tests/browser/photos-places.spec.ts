import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { MEMBER, openByPalette, signInOffline, win } from './desktop-page.ts';
import { seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';
import { clearPhotos, picture } from './photos-fixture.ts';

/** Four pictures in Hangzhou, five in Hong Kong, four in Paris, and in Lhasa too few to be a place of its own. */
const TRIPS = [
  ...Array.from({ length: 4 }, () => [30.2431, 120.1505] as const),
  ...Array.from({ length: 5 }, () => [22.2849, 114.1577] as const),
  ...Array.from({ length: 4 }, () => [48.8584, 2.2945] as const),
  ...Array.from({ length: 3 }, () => [29.6578, 91.1169] as const),
];

test('on this day stands what was taken on it in other years, and each place has its pictures @full', async ({
  page,
  box,
}) => {
  // The box looks at each picture that comes before it shows it.
  test.setTimeout(120_000);
  clearPhotos(box, MEMBER);
  const root = seed(box, 'My Images/Then', { 'other.png': picture(150) }, MEMBER);
  const now = new Date();
  const other = Date.UTC(2018, now.getUTCMonth() + 6, 15) / 1000;
  utimesSync(join(root, 'other.png'), other, other);
  // The test may be over after midnight, and in another zone than its browser: one of the three is of today. Both years have a 29th of February.
  for (const [at, year] of [2016, 2020].entries())
    for (const off of [-1, 0, 1]) {
      const name = `${year} ${off + 1}.png`;
      seed(box, 'My Images/Then', { [name]: picture(151 + at * 3 + off + 1) }, MEMBER);
      const taken = Date.UTC(year, now.getUTCMonth(), now.getUTCDate() + off, 12) / 1000;
      utimesSync(join(root, name), taken, taken);
    }
  await signInOffline(page, MEMBER);
  await openByPalette(page, 'Photos');
  const window = win(page, 'Photos');
  await expect(window.getByText('7 pictures', { exact: true })).toBeVisible({ timeout: 60_000 });
  await window.getByRole('navigation', { name: 'Sections of the photos' }).getByText('On this day').click();
  await expect(window.getByText('2 pictures', { exact: true })).toBeVisible();
  const line = window.getByRole('grid', { name: 'Pictures by day' });
  await expect(line.getByRole('rowheader')).toHaveText([/, 2020$/, /, 2016$/]);

  await test.step('PHOTO-02, PHOTO-18: places with more than three pictures, in the words of the country they are in', async () => {
    const side = window.getByRole('navigation', { name: 'Sections of the photos' });
    const asked = page.waitForRequest((request) => request.postData()?.includes('LABELLIST') === true);
    await side.getByText('Places').click();
    expect((await asked).postData()).toContain('"start":0,"count":500');
    await expect(window.getByText('No places yet')).toBeVisible();
    const shots = Object.fromEntries(TRIPS.map((place, at) => [`trip ${at}.png`, picture(160 + at, place)]));
    seed(box, 'My Images/Trips', shots, MEMBER);
    const cards = (group: string) => window.getByRole('region', { name: group }).getByRole('button');
    await expect(cards('China')).toHaveText([/^HangzhouZhejiang · 4 pictures$/], { timeout: 60_000 });
    await expect(cards('Hong Kong, Macau, Taiwan')).toHaveText([/^Hong Kong5 pictures$/]);
    await expect(cards('Other countries')).toHaveText([/^ParisFrance · 4 pictures$/]);
    await expect(cards('China').locator('img')).toHaveJSProperty('naturalWidth', 96);
    // The box has the map itself; keys go nearer and back, and each part of it shows its pictures.
    const map = window.getByRole('group', { name: 'Map of the pictures' });
    const spot = (name: string) => map.getByRole('button', { name });
    await expect(spot('Paris, 4 pictures')).toBeVisible();
    const land = map.locator('svg').first();
    await expect(land.locator('path').first()).toBeAttached();
    await map.press('+');
    const seen = (await land.getAttribute('viewBox')) ?? '';
    await map.press('+');
    await expect(land).not.toHaveAttribute('viewBox', seen);
    await map.press('-');
    await expect(land).toHaveAttribute('viewBox', seen);
    await spot('Hong Kong, 5 pictures').press('Enter');
    await expect(window.getByRole('heading', { name: 'Around Hong Kong' })).toBeVisible();
    await expect(window.getByText('5 pictures', { exact: true })).toBeVisible();
    await side.getByText('Places').click();
    await cards('Other countries').click();
    await expect(window.getByRole('heading', { name: 'Paris' })).toBeVisible();
    await expect(window.getByText('4 pictures', { exact: true })).toBeVisible();
    // Who loads the page again is there, and not at the beginning.
    await page.reload();
    await expect(window.getByRole('heading', { name: 'Paris' })).toBeVisible();
    await expect(window.getByText('4 pictures', { exact: true })).toBeVisible();
    await line.getByRole('gridcell').first().dblclick();
    const viewer = page.getByRole('region', { name: /^trip \d+\.png$/ });
    await viewer.getByRole('button', { name: 'Photo details' }).click();
    await expect(viewer.getByRole('complementary', { name: 'Photo details' })).toContainText(
      'Paris, Île-de-France, France',
    );
  });

  await test.step('what lies here more than once is tidied up: a copy stays, and it can be taken back', async () => {
    const side = window.getByRole('navigation', { name: 'Sections of the photos' });
    // The picture that was opened lies over it.
    await page
      .getByRole('region', { name: /^trip \d+\.png$/ })
      .getByRole('button', { name: 'Close', exact: true })
      .click();
    await side.getByText('Duplicates').click();
    await expect(window.getByText('No duplicates')).toBeVisible();
    const spare = seed(
      box,
      'My Images/Trips/Spare',
      { 'a.png': picture(160, TRIPS[0]), 'b.png': picture(160, TRIPS[0]) },
      MEMBER,
    );
    const found = window.getByRole('list', { name: 'Duplicate pictures' }).getByRole('listitem');
    await expect(found.getByText(/^3 copies of/)).toBeVisible({ timeout: 60_000 });
    await expect(found.locator('img')).toHaveJSProperty('naturalWidth', 96);
    for (const name of ['a.png', 'b.png']) await found.getByText(`Spare › ${name}`).click();
    await expect(found.getByText('One copy must stay')).toBeVisible();
    await expect(found.getByRole('checkbox', { name: /trip 0\.png/ })).toBeDisabled();
    await window.getByRole('button', { name: 'Select none' }).click();
    await window.getByRole('button', { name: 'Select all but one of each' }).click();
    await window.getByRole('button', { name: /^Delete 2 copies/ }).click();
    await expect.poll(() => readdirSync(spare)).toEqual([]);
    expect(readdirSync(join(spare, '..'))).toContain('trip 0.png');
    await expect(window.getByText('No duplicates')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => readdirSync(spare).toSorted()).toEqual(['a.png', 'b.png']);
  });
});

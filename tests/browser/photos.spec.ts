import { readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { CHILD } from '../lib/box-process.ts';
import { placedAt } from '../lib/photo-placed.ts';
import type { BoxProcess } from '../lib/box-process.ts';
import { MEMBER, openByPalette, OWNER, signInOffline, win } from './desk.ts';
import { seed } from './files-desk.ts';
import { expect, test } from './fixtures.ts';
import { faultsOfHand, goTo, longPress, pinch } from './touch.ts';

const chunk = (kind: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
};

/** A real picture, 96 by 72 pixels: a sky over a meadow, another one for each number. */
const picture = (at: number, place?: readonly [latitude: number, longitude: number]): Buffer => {
  const [width, height] = [96, 72];
  const pixels = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const ground = y > 44 + 8 * Math.sin((x + at * 31) / 14);
      const place = y * (1 + width * 3) + 1 + x * 3;
      pixels[place] = ground ? 60 + ((at * 37) % 60) : 130 + ((at * 29) % 100) - y;
      pixels[place + 1] = ground ? 120 - (y - 44) : 170 - ((at * 17) % 70) + y / 2;
      pixels[place + 2] = ground ? 70 : 230 - ((at * 11) % 60);
    }
  // The box knows pictures by their content: none may be the twin of another.
  pixels[1] = at;
  const head = Buffer.from([0, 0, 0, width, 0, 0, 0, height, 8, 2, 0, 0, 0]);
  return Buffer.concat([
    ...[Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', head)],
    ...(place === undefined ? [] : [chunk('eXIf', placedAt(...place))]),
    ...[chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))],
  ]);
};

/** What tests before this one left among a person's pictures is none of its. */
const clear = (box: BoxProcess, user: string): void => {
  rmSync(join(box.usb1, user, 'My Images'), { recursive: true, force: true });
};

test('pictures stand by day, are found, walked through by keys, opened, deleted, taken back, and brought in', async ({
  page,
  box,
}) => {
  // One sign-in and one index for everything that the window does.
  test.setTimeout(120_000);
  clear(box, OWNER);
  const names = Array.from({ length: 24 }, (_, at) =>
    at === 22 ? 'Screenshot_22.png' : `${at % 2 === 0 ? 'lake' : 'wood'} ${at}.png`,
  );
  const root = seed(box, 'My Images/Trip', Object.fromEntries(names.map((name, at) => [name, picture(at)])), OWNER);
  // The same picture a second time: it is one picture of two files.
  const beside = seed(box, 'My Images', { 'again.png': picture(23) }, OWNER);
  // Six on each of four days, a quarter of a year apart.
  names.forEach((name, at) => {
    const taken = Date.UTC(2024, 5 - 3 * Math.floor(at / 6), 9, 12, at) / 1000;
    utimesSync(join(root, name), taken, taken);
  });
  const oldest = Date.UTC(2024, 5 - 3 * 3, 9, 12, 23) / 1000;
  utimesSync(join(beside, 'again.png'), oldest, oldest);
  await signInOffline(page);
  await openByPalette(page, 'Photos');
  const window = win(page, 'Photos');
  const line = window.getByRole('grid', { name: 'Pictures by day' });
  const tile = (name: string) => line.getByRole('gridcell', { name, exact: true });
  const footer = window.getByRole('contentinfo').or(window.locator('footer'));
  // The box looks at pictures when nothing else is waiting.
  await expect(footer).toContainText('24 pictures', { timeout: 60_000 });
  await expect(line.getByRole('rowheader').first()).toHaveText('Sun, June 9, 2024');
  await expect(tile('wood 5.png').locator('img')).toHaveJSProperty('naturalWidth', 96);

  /** Presses Undo in the notice that says this. */
  const undo = (said: string): Promise<void> =>
    page
      .getByText(said, { exact: true })
      .locator('xpath=ancestor::*[.//button][1]')
      .getByRole('button', { name: 'Undo' })
      .click();

  await test.step('the edge goes to a year, the keys walk, Enter opens the viewer with its neighbours', async () => {
    const edge = window.getByRole('slider', { name: 'Go to a month' });
    await edge.press('End');
    await expect(edge).toHaveAttribute('aria-valuetext', /2023/);
    await edge.press('Home');
    await tile('wood 5.png').click();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await expect(footer).toContainText('2 selected');
    await page.keyboard.press('Escape');
    // Two further on: what stands there is a matter of the second in which each was written.
    const there = await window.locator('[role="gridcell"][tabindex="0"]').getAttribute('aria-label');
    expect(there).not.toBe('wood 5.png');
    await page.keyboard.press('Enter');
    const viewer = win(page, there ?? '');
    await expect(viewer).toBeVisible();
    await expect(viewer).toContainText('of 24');
    await viewer.getByRole('button', { name: 'Close' }).first().click();
  });

  await test.step('I tells what is known; a caption and another date are said in place, and shown in the line', async () => {
    await tile('lake 4.png').dblclick();
    const viewer = win(page, 'lake 4.png');
    await viewer.getByRole('button', { name: 'Favourite' }).waitFor();
    await page.keyboard.press('i');
    const facts = viewer.getByRole('complementary', { name: 'Photo details' });
    await expect(facts).toContainText('Sunday, June 9, 2024');
    await expect(facts).toContainText('time of the file');
    await expect(facts).toContainText('96 × 72');
    await expect(facts.getByRole('listitem')).toHaveText([/My Images › Trip › lake 4\.png/]);
    await facts.getByLabel('Caption').fill('At the pier');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Caption saved')).toBeVisible();
    await facts.getByRole('button', { name: 'Change the date' }).click();
    await facts.getByLabel('Date and time where it was taken').fill('2020-01-02T03:04:05');
    await facts.getByRole('button', { name: 'Save' }).click();
    await expect(facts).toContainText('Thursday, January 2, 2020');
    await expect(facts).toContainText('By itself: Sunday, June 9, 2024');
    await viewer.getByRole('button', { name: 'Close' }).first().click();
    await window.getByRole('searchbox').fill('pier 2020');
    await expect(tile('At the pier')).toBeVisible();
    await expect(line.getByRole('rowheader')).toHaveText(['Thu, January 2, 2020']);
    await tile('At the pier').dblclick();
    await viewer.getByRole('button', { name: 'Photo details' }).click();
    await facts.getByRole('button', { name: 'Back to its own' }).click();
    await expect(facts).toContainText('Sunday, June 9, 2024');
    await facts.getByLabel('Caption').fill('');
    await page.keyboard.press('Enter');
    await viewer.getByRole('button', { name: 'Close' }).first().click();
    await window.getByRole('searchbox').fill('');
    await expect(tile('lake 4.png')).toBeVisible();
    // One picture of two files: whichever stands for it, the other one is told.
    await window.getByRole('slider', { name: 'Go to a month' }).press('End');
    await line.getByRole('gridcell', { name: /again|wood 23/ }).dblclick();
    const twin = page.getByRole('region', { name: /^(again|wood 23)\.png$/ });
    await twin.getByRole('button', { name: 'Photo details' }).click();
    const files = twin.getByRole('complementary', { name: 'Photo details' });
    await expect(files).toContainText('Other files of the same picture');
    await expect(files.getByRole('listitem')).toHaveCount(2);
    await twin.getByRole('button', { name: 'Close' }).first().click();
    await window.getByRole('slider', { name: 'Go to a month' }).press('Home');
    await expect(tile('lake 4.png')).toBeVisible();
  });

  await test.step('words find in names and folders; what is found is deleted and comes back', async () => {
    const find = window.getByRole('searchbox', { name: 'Search photos' });
    await find.fill('trip LAKE 10');
    await expect(footer).toContainText('1 picture');
    await tile('lake 10.png').click();
    await page.keyboard.press('Delete');
    await expect(window.getByText('No picture fits')).toBeVisible();
    await undo('Moved to the recycle bin');
    await expect(tile('lake 10.png')).toBeVisible();
    // A year, in the words of either language.
    await find.fill('2024年');
    await expect(footer).toContainText('12 pictures');
    await find.fill('');
    await expect(footer).toContainText('24 pictures');
  });

  await test.step('F makes favourites, which have a part of their own, and Undo takes them back', async () => {
    await tile('wood 5.png').click();
    await tile('lake 4.png').click({ modifiers: ['Control'] });
    await page.keyboard.press('f');
    await expect(page.getByText('2 pictures added to favourites')).toBeVisible();
    await window.getByRole('button', { name: 'Favourites' }).click();
    await expect(footer).toContainText('2 pictures');
    await tile('lake 4.png').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Not a favourite' }).click();
    await expect(footer).toContainText('1 picture');
    await expect(tile('wood 5.png')).toBeVisible();
    await undo('2 pictures added to favourites');
    await expect(window.getByText('No favourites yet')).toBeVisible();
  });

  await test.step('kinds have parts of their own, and say so when there is none', async () => {
    await window.getByRole('button', { name: 'Screenshots' }).click();
    await expect(footer).toContainText('1 picture');
    await window.getByRole('button', { name: 'Films' }).click();
    await expect(window.getByText('No films yet')).toBeVisible();
    await window.getByRole('navigation').getByRole('button', { name: 'Photos', exact: true }).click();
    await expect(footer).toContainText('24 pictures');
  });

  await test.step('an album begins with what is selected, takes what is dropped on it, is renamed, and its end deletes no picture', async () => {
    await tile('wood 5.png').click();
    await tile('lake 4.png').click({ modifiers: ['Control'] });
    await window.getByRole('button', { name: 'Add to album' }).click();
    await page.getByRole('menuitem', { name: 'New album…' }).click();
    const dialog = page.getByRole('dialog', { name: 'New album' });
    await expect(dialog.getByRole('button', { name: 'Create' })).toHaveAttribute('aria-disabled', 'true');
    // Offline nobody knows who could be let in (PHOTO-12).
    await expect(dialog).toContainText('Sign in with your account to let somebody in');
    await dialog.getByLabel('Name').fill('Lake days');
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 pictures added to “Lake days”')).toBeVisible();
    const side = window.getByRole('navigation');
    await tile('wood 3.png').dragTo(side.getByRole('button', { name: 'Lake days' }));
    await expect(page.getByText('Added to “Lake days”', { exact: true })).toBeVisible();
    await side.getByRole('button', { name: 'Lake days' }).click();
    await expect(footer).toContainText('3 pictures');
    await tile('wood 3.png').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Take out of the album' }).click();
    await expect(footer).toContainText('2 pictures');
    await undo('Taken out of “Lake days”');
    await expect(footer).toContainText('3 pictures');
    await tile('lake 4.png').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Use as cover' }).click();
    await expect(page.getByText('This is the cover now')).toBeVisible();
    // DIALOG-28, DIALOG-29, PICKER-36, VALID-35 to VALID-37, PHOTO-05 to PHOTO-08: what is uploaded to it lies in a folder that belongs to it.
    // The folder is one of the album or of the box, or another one.
    await window.getByRole('button', { name: 'Upload to album' }).click();
    const upload = page.getByRole('dialog', { name: 'Upload to “Lake days”' });
    const submit = upload.getByRole('button', { name: 'Upload to album' });
    await expect(submit).toHaveAccessibleDescription('Choose local files first');
    await expect(upload.getByRole('button', { name: 'Choose a folder' })).toBeVisible();
    const picked = { name: 'jetty.png', mimeType: 'image/png', buffer: picture(77) };
    await upload.locator('input[type=file]').first().setInputFiles(picked);
    await expect(upload).toContainText('1 file chosen');
    await expect(submit).toHaveAccessibleDescription('Choose a target directory');
    await upload.getByRole('button', { name: 'Choose', exact: true }).click();
    const sources = page.getByRole('dialog', { name: 'Photo folders' });
    await sources.getByRole('button', { name: 'Refresh' }).click();
    const ok = sources.getByRole('button', { name: 'OK' });
    await expect(ok).toHaveAccessibleDescription('please select the directory to which photos are added');
    await sources.getByRole('radio', { name: /My Images/ }).click();
    await ok.click();
    await expect(upload).toContainText('My Images › manual-upload');
    await upload.getByRole('radio', { name: 'Another folder' }).click();
    await upload.getByRole('button', { name: 'Choose', exact: true }).click();
    const custom = page.getByRole('dialog', { name: 'Choose the folder for the pictures' });
    await custom.getByRole('button', { name: 'Close' }).click();
    await expect(submit).toHaveAccessibleDescription('Choose a target directory');
    await upload.getByRole('radio', { name: 'A photo folder' }).click();
    // Something stands where the folder has to be made.
    writeFileSync(join(beside, 'manual-upload'), '');
    await submit.click();
    await expect(upload.getByRole('alert')).toHaveText(/target directory creation failed, retry/i);
    rmSync(join(beside, 'manual-upload'));
    await submit.click();
    await expect(tile('jetty.png')).toBeVisible({ timeout: 40_000 });
    await expect(line.getByRole('gridcell')).toHaveCount(4);
    expect(readdirSync(join(beside, 'manual-upload'))).toEqual(['jetty.png']);
    const menu = window.getByRole('button', { name: 'Menu of the album' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Rename or share' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Sea days');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(window.getByRole('heading', { name: 'Sea days' })).toBeVisible();
    await side.getByRole('button', { name: 'All albums' }).click();
    const card = window.getByRole('list', { name: 'Albums' }).getByRole('button', { name: /Sea days/ });
    await expect(card).toContainText('4 pictures');
    await expect(card.locator('img')).toHaveJSProperty('naturalWidth', 96);
    await card.click();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete the album' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('No picture is deleted');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the album' }).click();
    await expect(window.getByText('No albums yet')).toBeVisible();
    await side.getByRole('button', { name: 'Photos', exact: true }).click();
    await expect(footer).toContainText('25 pictures');
  });

  await test.step('two are saved as one archive', async () => {
    await tile('wood 5.png').click();
    await tile('lake 4.png').click({ modifiers: ['Control'] });
    const saved = page.waitForEvent('download');
    await window.getByRole('button', { name: 'Download' }).click();
    expect((await saved).suggestedFilename()).toMatch(/\.zip$/);
  });

  await test.step('a picture of this computer arrives on its day', async () => {
    await window
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'new one.png', mimeType: 'image/png', buffer: picture(99) });
    await expect(tile('new one.png')).toBeVisible();
    await tile('new one.png').focus();
    await page.keyboard.press('Escape');
    await expect(footer).toContainText('26 pictures');
  });
});

/** Four pictures in Hangzhou, five in Hong Kong, four in Paris, and in Lhasa too few to be a place of its own. */
const TRIPS = [
  ...Array.from({ length: 4 }, () => [30.2431, 120.1505] as const),
  ...Array.from({ length: 5 }, () => [22.2849, 114.1577] as const),
  ...Array.from({ length: 4 }, () => [48.8584, 2.2945] as const),
  ...Array.from({ length: 3 }, () => [29.6578, 91.1169] as const),
];

test('on this day stands what was taken on it in other years, and each place has its pictures', async ({
  page,
  box,
}) => {
  // The box looks at each picture that comes before it shows it.
  test.setTimeout(120_000);
  clear(box, MEMBER);
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
  await window.getByRole('navigation', { name: 'Parts of the photos' }).getByText('On this day').click();
  await expect(window.getByText('2 pictures', { exact: true })).toBeVisible();
  const line = window.getByRole('grid', { name: 'Pictures by day' });
  await expect(line.getByRole('rowheader')).toHaveText([/, 2020$/, /, 2016$/]);

  await test.step('PHOTO-02, PHOTO-18: places with more than three pictures, in the words of the country they are in', async () => {
    const side = window.getByRole('navigation', { name: 'Parts of the photos' });
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
    await line.getByRole('gridcell').first().dblclick();
    const viewer = page.getByRole('region', { name: /^trip \d+\.png$/ });
    await viewer.getByRole('button', { name: 'Photo details' }).click();
    await expect(viewer.getByRole('complementary', { name: 'Photo details' })).toContainText(
      'Paris, Île-de-France, France',
    );
  });

  await test.step('what lies here more than once is tidied up: a copy stays, and it can be taken back', async () => {
    const side = window.getByRole('navigation', { name: 'Parts of the photos' });
    // The picture that was opened lies over it.
    await page
      .getByRole('region', { name: /^trip \d+\.png$/ })
      .getByRole('button', { name: 'Close', exact: true })
      .click();
    await side.getByText('Duplicates').click();
    await expect(window.getByText('Nothing lies here twice')).toBeVisible();
    const spare = seed(
      box,
      'My Images/Trips/Spare',
      { 'a.png': picture(160, TRIPS[0]), 'b.png': picture(160, TRIPS[0]) },
      MEMBER,
    );
    const found = window.getByRole('list', { name: 'Pictures that lie here more than once' }).getByRole('listitem');
    await expect(found.getByText(/^3 copies of/)).toBeVisible({ timeout: 60_000 });
    await expect(found.locator('img')).toHaveJSProperty('naturalWidth', 96);
    for (const name of ['a.png', 'b.png']) await found.getByText(`Spare › ${name}`).click();
    await expect(found.getByText('One copy stays')).toBeVisible();
    await expect(found.getByRole('checkbox', { name: /trip 0\.png/ })).toBeDisabled();
    await window.getByRole('button', { name: 'Select none' }).click();
    await window.getByRole('button', { name: 'Select all but one of each' }).click();
    await window.getByRole('button', { name: /^Delete 2 copies/ }).click();
    await expect.poll(() => readdirSync(spare)).toEqual([]);
    expect(readdirSync(join(spare, '..'))).toContain('trip 0.png');
    await expect(window.getByText('Nothing lies here twice')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => readdirSync(spare).toSorted()).toEqual(['a.png', 'b.png']);
  });
});

test('a page without pictures says that the box is still looking, and when it is done that there are none', async ({
  page,
  box,
}) => {
  let reading = 1;
  await page.route('**/photoalbum', async (route, request) => {
    if (request.postData()?.includes('PHOTOMONTHS') !== true) await route.fallback();
    else await route.fulfill({ json: { error: 0, version: '1.1.1', same: 0, total: 0, list: [], reading } });
  });
  await signInOffline(page, CHILD);
  await openByPalette(page, 'Photos');
  const window = win(page, 'Photos');
  await expect(window.getByText('The box is looking for pictures')).toBeVisible();
  reading = 0;
  // Whatever changes is told, and asked for anew.
  seed(box, 'My Images/Later', { 'later.png': picture(90) }, CHILD);
  await expect(window.getByText('No pictures yet')).toBeVisible();
});

test.describe('in one hand', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a tap opens, a long press selects, two fingers change the size, and an album is a sheet away', async ({
    page,
    box,
  }) => {
    test.setTimeout(90_000);
    clear(box, MEMBER);
    const hand = ['one', 'two', 'three'].map((name, at) => [`${name}.png`, picture(120 + at)] as const);
    seed(box, 'My Images/Hand', Object.fromEntries(hand), MEMBER);
    await signInOffline(page, MEMBER);
    await goTo(page, 'photos');
    const place = page.locator('[data-start="photos"]');
    const tile = (name: string) => place.getByRole('gridcell', { name, exact: true });
    await expect(place.getByText('3 pictures')).toBeVisible({ timeout: 60_000 });
    expect(await faultsOfHand(page)).toEqual([]);
    const width = async (): Promise<number> => (await tile('two.png').boundingBox())?.width ?? 0;
    const before = await width();
    await pinch(page, tile('two.png'), 100, 180);
    await expect.poll(width).toBeGreaterThan(before * 1.2);
    await longPress(page, tile('one.png'));
    await expect(place.getByRole('heading', { name: '1 selected' })).toBeVisible();
    await tile('three.png').tap();
    await expect(place.getByRole('heading', { name: '2 selected' })).toBeVisible();
    expect(await faultsOfHand(page)).toEqual([]);
    await place.getByRole('button', { name: 'Favourite', exact: true }).tap();
    await place.getByRole('button', { name: 'Add to album' }).tap();
    await page.getByRole('dialog').getByText('New album…').tap();
    await page.getByLabel('Name').fill('Pocket');
    await page.getByRole('button', { name: 'Create' }).tap();
    await expect(page.getByText('2 pictures added to “Pocket”')).toBeVisible();
    await page.goBack();
    await expect(place.getByRole('heading', { name: 'Photos' })).toBeVisible();
    await place.getByRole('button', { name: 'Favourites' }).tap();
    await expect(place.getByText('2 pictures')).toBeVisible();
    await place.getByRole('button', { name: 'Albums' }).tap();
    await place.getByRole('button', { name: /Pocket/ }).tap();
    await expect(place.getByRole('heading', { name: 'Pocket' })).toBeVisible();
    await tile('one.png').tap();
    const viewer = page.getByRole('region', { name: 'one.png' });
    await expect(viewer.getByText('of 2')).toBeVisible();
    await viewer.getByRole('button', { name: 'Photo details' }).tap();
    await expect(viewer.getByRole('complementary', { name: 'Photo details' })).toContainText('96 × 72');
  });
});

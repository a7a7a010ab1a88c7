import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHILD } from '../lib/box/box-process.ts';
import { dragOver, createLocalFiles } from './local-files.ts';
import { MEMBER, openByPalette, OWNER, signInOffline, win } from './desktop-page.ts';
import { seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';
import { clearPhotos, picture, undo } from './photos-fixture.ts';
import { findTouchFaults, goTo, longPress, pinch } from './touch-actions.ts';

test('pictures stand by day, are found, walked through by keys, opened, deleted, taken back, and brought in @full', async ({
  page,
  box,
}) => {
  // One sign-in and one index for everything that the window does.
  test.setTimeout(120_000);
  clearPhotos(box, OWNER);
  const names = Array.from({ length: 24 }, (_, at) =>
    at === 22 ? 'Screenshot_22.png' : `${at % 2 === 0 ? 'lake' : 'wood'} ${at}.png`,
  );
  // Six on each of four days, a quarter of a year apart.
  const takenAt = (at: number): number => Date.UTC(2024, 5 - 3 * Math.floor(at / 6), 9, 12, at) / 1000;
  // Not those of other files: what lies on the box twice is as old as the older one.
  const pictures = Object.fromEntries(names.map((name, at) => [name, picture(1000 + at)]));
  const root = seed(box, 'My Images/Trip', pictures, OWNER, (name) => takenAt(names.indexOf(name)));
  // The same picture a second time: it is one picture of two files.
  const beside = seed(box, 'My Images', { 'again.png': picture(1023) }, OWNER, () => takenAt(23));
  // A box that has read one before it had its time hears of that as of nothing: something that comes has it read the folders again.
  for (const folder of [root, beside]) {
    writeFileSync(join(folder, 'read.me'), '');
    rmSync(join(folder, 'read.me'));
  }
  await signInOffline(page);
  await openByPalette(page, 'Photos');
  const window = win(page, 'Photos');
  const line = window.getByRole('grid', { name: 'Pictures by day' });
  const tile = (name: string) => line.getByRole('gridcell', { name });
  const footer = window.getByRole('contentinfo').or(window.locator('footer'));
  // The box looks at pictures when nothing else is waiting.
  await expect(footer).toContainText('24 pictures', { timeout: 60_000 });
  await expect(line.getByRole('rowheader').first()).toHaveText('Sun, June 9, 2024');
  await expect(tile('wood 5.png').locator('img')).toHaveJSProperty('naturalWidth', 96);

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
    const read = await window.locator('[role="gridcell"][tabindex="0"]').getAttribute('aria-label');
    // What is read of it begins with its name.
    const [there] = (read ?? '').split(', ');
    expect(there).not.toBe('wood 5.png');
    await page.keyboard.press('Enter');
    const viewer = win(page, there ?? '');
    await expect(viewer).toBeVisible();
    await expect(viewer).toContainText('of 24');
    // Escape ends the slide show, then the viewer; the keyboard is on the tile again.
    await viewer.getByRole('button', { name: 'Start the slide show' }).click();
    await expect(viewer.getByRole('button', { name: 'Stop the slide show' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(viewer.getByRole('button', { name: 'Start the slide show' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
    await expect(tile(there ?? '')).toBeFocused();
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
    await expect(facts).toContainText('Original: Sunday, June 9, 2024');
    await viewer.getByRole('button', { name: 'Close' }).first().click();
    await window.getByRole('searchbox').fill('pier 2020');
    await expect(tile('At the pier')).toBeVisible();
    await expect(line.getByRole('rowheader')).toHaveText(['Thu, January 2, 2020']);
    await tile('At the pier').dblclick();
    await viewer.getByRole('button', { name: 'Photo details' }).click();
    await facts.getByRole('button', { name: 'Restore the original date' }).click();
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
    await expect(window.getByText('No pictures found')).toBeVisible();
    await undo(page, 'Moved to the recycle bin');
    await expect(tile('lake 10.png')).toBeVisible();
    // What is deleted leaves its place to its neighbour; the keys take back and do again.
    await find.fill('lake');
    await expect(footer).toContainText('11 pictures');
    // Both days that are seen have come.
    for (const at of [0, 2, 4, 6, 8, 10]) await expect(tile(`lake ${at}.png`)).toBeVisible();
    await line.getByRole('gridcell').first().click();
    await page.keyboard.press('ArrowRight');
    const names = await line.getByRole('gridcell').evaluateAll((all) => all.map((one) => one.ariaLabel));
    await page.keyboard.press('Delete');
    await expect(footer).toContainText('10 pictures');
    await expect(tile(names[2] ?? '')).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(footer).toContainText('11 pictures');
    await page.keyboard.press('Control+Shift+z');
    await expect(footer).toContainText('10 pictures');
    await tile(names[2] ?? '').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(footer).toContainText('9 pictures');
    await expect(tile(names[3] ?? '')).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(footer).toContainText('10 pictures');
    await page.keyboard.press('Control+z');
    await expect(footer).toContainText('11 pictures');
    // A year, in the words of either language.
    await find.fill('2024年');
    await expect(footer).toContainText('12 pictures');
    await find.fill('');
    await expect(footer).toContainText('24 pictures');
  });

  await test.step('one heart is a step back of its own, in the line and in the viewer: what was done to files before stays', async () => {
    const bareOf = 'wood 5.png, June 9, 2024';
    await tile('wood 5.png').click();
    await page.keyboard.press('f');
    await expect(tile('wood 5.png')).toHaveAccessibleName(`${bareOf}, favourite`);
    await page.keyboard.press('Control+z');
    await expect(tile('wood 5.png')).toHaveAccessibleName(bareOf);
    await page.keyboard.press('Control+y');
    await expect(tile('wood 5.png')).toHaveAccessibleName(`${bareOf}, favourite`);
    await tile('wood 5.png').dblclick();
    const viewer = win(page, 'wood 5.png');
    const heart = viewer.getByRole('button', { name: 'Favourite' });
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('f');
    await expect(heart).toHaveAttribute('aria-pressed', 'false');
    await page.keyboard.press('Control+z');
    await expect(heart).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Control+z');
    await expect(heart).toHaveAttribute('aria-pressed', 'false');
    await page.keyboard.press('Escape');
    await expect(tile('wood 5.png')).toHaveAccessibleName(bareOf);
    await page.keyboard.press('Escape');
    await expect(footer).toContainText('24 pictures');
  });

  await test.step('F makes favourites, which have a part of their own, and Undo takes them back', async () => {
    await tile('wood 5.png').click();
    await tile('lake 4.png').click({ modifiers: ['Control'] });
    await page.keyboard.press('f');
    await expect(page.getByText('2 pictures added to favourites')).toBeVisible();
    // Who does not see the tile hears its day and the heart.
    await expect(tile('wood 5.png')).toHaveAccessibleName('wood 5.png, June 9, 2024, favourite');
    await window.getByRole('button', { name: 'Favourites' }).click();
    await expect(footer).toContainText('2 pictures');
    await tile('lake 4.png').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Not a favourite' }).click();
    await expect(footer).toContainText('1 picture');
    await expect(tile('wood 5.png')).toBeVisible();
    await undo(page, '2 pictures added to favourites');
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

  await test.step('two are saved as one archive', async () => {
    await tile('wood 5.png').click();
    await tile('lake 4.png').click({ modifiers: ['Control'] });
    const saved = page.waitForEvent('download');
    await window.getByRole('button', { name: 'Download' }).click();
    expect((await saved).suggestedFilename()).toMatch(/\.zip$/);
  });

  await test.step('a picture of this computer arrives on its day', async () => {
    const chosen = { name: 'new one.png', mimeType: 'image/png', buffer: picture(99) };
    const input = window.locator('input[type=file]').first();
    await input.setInputFiles(chosen);
    await expect(tile('new one.png')).toBeVisible();
    await tile('new one.png').focus();
    await page.keyboard.press('Escape');
    await expect(footer).toContainText('25 pictures');
    // Chosen once more, its name is taken, which is asked about.
    await input.setInputFiles(chosen);
    const question = page.getByRole('dialog', { name: 'Upload: these names already exist' });
    await question.getByRole('radio', { name: /^Leave these files out/ }).check();
    await question.getByRole('button', { name: 'Continue' }).click();
    await expect(question).toHaveCount(0);
    await expect(footer).toContainText('25 pictures');
    // What is dragged onto the window arrives as well.
    const computer = createLocalFiles({ 'read.me': '' });
    writeFileSync(join(computer, 'dragged.png'), picture(98));
    const drop = await dragOver(page, line, [join(computer, 'dragged.png')]);
    await expect(window.getByText('Drop to upload into “My Images”')).toBeVisible();
    await drop();
    await expect(tile('dragged.png')).toBeVisible();
    await expect(window.getByText('Drop to upload into “My Images”')).toHaveCount(0);
    expect(existsSync(join(box.usb1, OWNER, 'My Images', 'dragged.png'))).toBe(true);
    rmSync(computer, { recursive: true });
  });
});

test('a part whose code does not arrive says so in its place, and is tried again there: the other parts stay @full', async ({
  page,
}) => {
  await page.route('**/assets/photo-pages-*.js', (route) => route.abort());
  await signInOffline(page, CHILD);
  await openByPalette(page, 'Photos');
  const window = win(page, 'Photos');
  const side = window.getByRole('navigation');
  await side.getByRole('button', { name: 'People' }).click();
  await expect(window.getByRole('alert')).toContainText('A part of the page could not be loaded');
  await side.getByRole('button', { name: 'Favourites' }).click();
  await expect(window.getByText('No favourites yet')).toBeVisible();
  await side.getByRole('button', { name: 'All albums' }).click();
  await expect(window.getByRole('alert')).toBeVisible();
  await page.unroute('**/assets/photo-pages-*.js');
  await window.getByRole('button', { name: 'Try again' }).click();
  await expect(window.getByText('No albums yet')).toBeVisible();
});

test.describe('in one hand @full', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a tap opens, a long press selects, two fingers change the size, and an album is a sheet away', async ({
    page,
    box,
  }) => {
    test.setTimeout(90_000);
    clearPhotos(box, MEMBER);
    const hand = ['one', 'two', 'three'].map((name, at) => [`${name}.png`, picture(120 + at)] as const);
    seed(box, 'My Images/Hand', Object.fromEntries(hand), MEMBER);
    await signInOffline(page, MEMBER);
    await goTo(page, 'photos');
    const place = page.locator('[data-start="photos"]');
    const tile = (name: string) => place.getByRole('gridcell', { name });
    await expect(place.getByText('3 pictures')).toBeVisible({ timeout: 60_000 });
    expect(await findTouchFaults(page)).toEqual([]);
    const width = async (): Promise<number> => (await tile('two.png').boundingBox())?.width ?? 0;
    const before = await width();
    await pinch(page, tile('two.png'), 100, 180);
    await expect.poll(width).toBeGreaterThan(before * 1.2);
    await longPress(page, tile('one.png'));
    await expect(place.getByRole('heading', { name: '1 selected' })).toBeVisible();
    await tile('three.png').tap();
    await expect(place.getByRole('heading', { name: '2 selected' })).toBeVisible();
    expect(await findTouchFaults(page)).toEqual([]);
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
    // Delete asks first what is meant: the album, or all places.
    await longPress(page, tile('one.png'));
    await place.getByRole('button', { name: 'Delete' }).tap();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove from album' }).tap();
    await expect(tile('one.png')).toHaveCount(0);
    expect(existsSync(join(box.usb1, MEMBER, 'My Images/Hand/one.png'))).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).tap();
    await tile('one.png').tap();
    const viewer = page.getByRole('region', { name: 'one.png' });
    await expect(viewer.getByText('of 2')).toBeVisible();
    await viewer.getByRole('button', { name: 'Photo details' }).tap();
    await expect(viewer.getByRole('complementary', { name: 'Photo details' })).toContainText('96 × 72');
    // Escape of a keyboard at the phone does what Back does.
    await page.keyboard.press('Escape');
    await expect(viewer.getByRole('complementary', { name: 'Photo details' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(viewer).toHaveCount(0);
    await expect(place.getByRole('heading', { name: 'Pocket' })).toBeVisible();
  });
});

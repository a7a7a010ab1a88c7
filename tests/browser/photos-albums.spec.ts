import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { dropOn, createLocalFiles } from './local-files.ts';
import { openByPalette, OWNER, signInOffline, win } from './desktop-page.ts';
import { seed } from './files-page.ts';
import { expectDiscardQuestion } from './discard-dialog.ts';
import { expect, test } from './fixtures.ts';
import { clearPhotos, picture, undo } from './photos-fixture.ts';

/** Four pictures of a trip, in the window of photos. */
const atTheLine = async (page: Page, box: BoxProcess): Promise<Locator> => {
  clearPhotos(box, OWNER);
  const names = ['lake 4.png', 'wood 3.png', 'wood 5.png', 'lake 6.png'];
  seed(box, 'My Images/Trip', Object.fromEntries(names.map((name, at) => [name, picture(200 + at)])), OWNER);
  await signInOffline(page);
  await openByPalette(page, 'Photos');
  const window = win(page, 'Photos');
  await expect(window.locator('footer')).toContainText('4 pictures', { timeout: 60_000 });
  return window;
};

test('an album begins with what is selected, takes what is dropped on it, is renamed, and its end deletes no picture @full', async ({
  page,
  box,
}) => {
  test.setTimeout(120_000);
  const window = await atTheLine(page, box);
  const beside = join(box.usb1, OWNER, 'My Images');
  const line = window.getByRole('grid', { name: 'Pictures by day' });
  const tile = (name: string) => line.getByRole('gridcell', { name });
  const footer = window.locator('footer');
  await tile('wood 5.png').click();
  await tile('lake 4.png').click({ modifiers: ['Control'] });
  await window.getByRole('button', { name: 'Add to album' }).click();
  await page.getByRole('menuitem', { name: 'New album…' }).click();
  const dialog = page.getByRole('dialog', { name: 'New album' });
  await expect(dialog.getByRole('button', { name: 'Create' })).toHaveAttribute('aria-disabled', 'true');
  // Offline nobody knows who could be let in (PHOTO-12).
  await expect(dialog).toContainText('Sign in with your account to add people');
  await dialog.getByLabel('Name').fill('Lake');
  await expectDiscardQuestion(dialog);
  await window.getByRole('button', { name: 'Add to album' }).click();
  await page.getByRole('menuitem', { name: 'New album…' }).click();
  await dialog.getByLabel('Name').fill('Lake days');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 pictures added to “Lake days”')).toBeVisible();
  const side = window.getByRole('navigation');
  await tile('wood 3.png').dragTo(side.getByRole('button', { name: 'Lake days' }));
  await expect(page.getByText('Added to “Lake days”', { exact: true })).toBeVisible();
  await side.getByRole('button', { name: 'Lake days' }).click();
  await expect(footer).toContainText('3 pictures');
  await tile('wood 3.png').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Remove from album' }).click();
  await expect(footer).toContainText('2 pictures');
  await undo(page, 'Removed from “Lake days”');
  await expect(footer).toContainText('3 pictures');
  await tile('lake 4.png').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Use as cover' }).click();
  await expect(page.getByText('Cover changed')).toBeVisible();
  // DIALOG-28, DIALOG-29, PICKER-36, VALID-35 to VALID-37, PHOTO-05 to PHOTO-08, ERR-142, ERR-159: what is uploaded to it lies in a folder that belongs to it.
  // The folder is one of the album or of the box, or another one.
  await window.getByRole('button', { name: 'Upload to album' }).click();
  const upload = page.getByRole('dialog', { name: 'Upload to “Lake days”' });
  const submit = upload.getByRole('button', { name: 'Upload to album' });
  await expect(submit).toHaveAccessibleDescription('Choose local files first');
  await expect(upload.getByRole('button', { name: 'Choose a folder' })).toBeVisible();
  const picked = { name: 'jetty.png', mimeType: 'image/png', buffer: picture(210) };
  await upload.locator('input[type=file]').first().setInputFiles(picked);
  await expectDiscardQuestion(upload);
  await window.getByRole('button', { name: 'Upload to album' }).click();
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
  await expect(footer).toContainText('5 pictures');
});

/** An album of two pictures, shown. One of each name: what a test before it made is still there. */
const withAlbum = async (page: Page, box: BoxProcess, name: string): Promise<Locator> => {
  const window = await atTheLine(page, box);
  const line = window.getByRole('grid', { name: 'Pictures by day' });
  await line.getByRole('gridcell', { name: 'wood 5.png' }).click();
  await line.getByRole('gridcell', { name: 'lake 4.png' }).click({ modifiers: ['Control'] });
  await window.getByRole('button', { name: 'Add to album' }).click();
  await page.getByRole('menuitem', { name: 'New album…' }).click();
  await page.getByRole('dialog', { name: 'New album' }).getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`2 pictures added to “${name}”`)).toBeVisible();
  await window.getByRole('navigation').getByRole('button', { name }).click();
  await expect(window.locator('footer')).toContainText('2 pictures');
  return window;
};

test('PHOTO-09, ERR-160: a folder that cannot be listed is told, and nothing is uploaded @full', async ({
  page,
  box,
}) => {
  test.setTimeout(120_000);
  const window = await withAlbum(page, box, 'Wood days');
  // What is dragged onto an album is asked about as what is chosen for it.
  const computer = createLocalFiles({ 'read.me': '' });
  writeFileSync(join(computer, 'late.png'), picture(211));
  await dropOn(page, window.getByRole('grid', { name: 'Pictures by day' }), [join(computer, 'late.png')]);
  const upload = page.getByRole('dialog', { name: 'Upload to “Wood days”' });
  await expect(upload).toContainText('1 file chosen');
  await upload.getByRole('button', { name: 'Choose', exact: true }).click();
  const sources = page.getByRole('dialog', { name: 'Photo folders' });
  await sources.getByRole('radio', { name: /My Images/ }).click();
  await sources.getByRole('button', { name: 'OK' }).click();
  // Somebody takes the folder away after it was made and before it is listed.
  const folder = join(box.usb1, OWNER, 'My Images', 'manual-upload');
  await page.route('**/fsnotify', async (route, request) => {
    const asked = request.postData() ?? '';
    if (asked.includes('"LIST"') && asked.includes('manual-upload')) rmSync(folder, { recursive: true });
    await route.fallback();
  });
  const submit = upload.getByRole('button', { name: 'Upload to album' });
  await submit.click();
  await expect(upload.getByRole('alert')).toHaveText(/file list load failed, retry/i);
  expect(existsSync(folder)).toBe(false);
  await page.unroute('**/fsnotify');
  await submit.click();
  await expect(upload).toHaveCount(0);
  await expect.poll(() => readdirSync(folder)).toEqual(['late.png']);
  rmSync(computer, { recursive: true });
});

test('PHOTO-19, PHOTO-21: the folders of an album are asked for all at once; one more is bound, let go of, and taken back @full', async ({
  page,
  box,
}) => {
  test.setTimeout(120_000);
  const window = await withAlbum(page, box, 'Sun days');
  const asked = page.waitForRequest((request) => request.postData()?.includes('LISTWATCH') === true);
  await window.getByRole('button', { name: 'Menu of the album' }).click();
  await page.getByRole('menuitem', { name: 'Folders of the album' }).click();
  expect((await asked).postData()).toMatch(/"offset":0,"count":255/);
  const folders = page.getByRole('dialog', { name: 'Folders of “Sun days”' });
  await expect(folders).toContainText('No folder yet');
  const rows = folders.getByRole('list', { name: 'Folders of the album' }).getByRole('listitem');
  await folders.getByRole('button', { name: 'Add a folder' }).click();
  const picker = page.getByRole('dialog', { name: 'Choose a folder for the album' });
  const row = (name: string) => picker.getByRole('row').filter({ hasText: name }).locator('[data-grab]');
  await row('Main disk').dblclick();
  await row('My Images').dblclick();
  await row('Trip').click();
  await picker.getByRole('button', { name: 'Confirm' }).click();
  await expect(rows).toHaveText([/My Images › Trip\s*4 pictures$/]);
  await rows.getByRole('button', { name: /^Remove .*Trip from the album$/ }).click();
  await expect(rows).toHaveCount(0);
  await undo(page, '“Sun days” no longer shows this folder');
  await expect(rows).toHaveCount(1);
  await folders.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(window.locator('footer')).toContainText('4 pictures');
});

test('Delete in an album asks whether its pictures leave the album or all places, by the key, the menu and in the viewer; either is taken back @full', async ({
  page,
  box,
}) => {
  test.setTimeout(120_000);
  const window = await withAlbum(page, box, 'Bin days');
  const disk = (name: string): string => join(box.usb1, OWNER, 'My Images/Trip', name);
  const line = window.getByRole('grid', { name: 'Pictures by day' });
  const tile = (name: string) => line.getByRole('gridcell', { name });
  const question = page.getByRole('alertdialog');
  const leave = question.getByRole('button', { name: 'Remove from album' });

  await test.step('the key: Escape does nothing, Enter takes it out of the album alone', async () => {
    await tile('wood 5.png').click();
    await page.keyboard.press('Delete');
    await expect(question).toHaveAccessibleName('Remove the picture from “Bin days”?');
    await expect(question).toContainText('go to the recycle bin');
    await expect(leave).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(tile('wood 5.png')).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(leave).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(tile('wood 5.png')).toHaveCount(0);
    expect(existsSync(disk('wood 5.png'))).toBe(true);
    await undo(page, 'Removed from “Bin days”');
    await expect(tile('wood 5.png')).toBeVisible();
  });

  await test.step('Ctrl+Z takes back what was done last: the album, and only then the older deed of files', async () => {
    const side = window.getByRole('navigation');
    await side.getByRole('button', { name: 'Photos', exact: true }).click();
    await tile('lake 6.png').click();
    await page.keyboard.press('Delete');
    await expect.poll(() => existsSync(disk('lake 6.png'))).toBe(false);
    await expect(page.getByText('Moved to the recycle bin', { exact: true })).toBeVisible();
    await side.getByRole('button', { name: 'Bin days' }).click();
    await tile('wood 5.png').click();
    await page.keyboard.press('Delete');
    await leave.click();
    await expect(tile('wood 5.png')).toHaveCount(0);
    await expect(page.getByText('Removed from “Bin days”', { exact: true })).toBeVisible();
    await page.keyboard.press('Control+z');
    await expect(tile('wood 5.png')).toBeVisible();
    await expect(page.getByText('Removed from “Bin days”', { exact: true })).toHaveCount(0);
    expect(existsSync(disk('lake 6.png'))).toBe(false);
    await page.keyboard.press('Control+z');
    await expect.poll(() => existsSync(disk('lake 6.png'))).toBe(true);
  });

  await test.step('a search for the name of the album finds what is in it', async () => {
    const side = window.getByRole('navigation');
    await side.getByRole('button', { name: 'Photos', exact: true }).click();
    const find = window.getByRole('searchbox', { name: 'Search photos' });
    await find.fill('bin days');
    await expect(window.locator('footer')).toContainText('2 pictures');
    await expect(tile('wood 5.png')).toBeVisible();
    await find.fill('');
    await side.getByRole('button', { name: 'Bin days' }).click();
  });

  await test.step('the menu: Delete in the question means the recycle bin', async () => {
    await tile('wood 5.png').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(tile('wood 5.png')).toHaveCount(0);
    await expect.poll(() => existsSync(disk('wood 5.png'))).toBe(false);
    await undo(page, 'Moved to the recycle bin');
    await expect(tile('wood 5.png')).toBeVisible();
    await expect.poll(() => existsSync(disk('wood 5.png'))).toBe(true);
  });

  await test.step('the viewer asks the same, and goes on to what is left of the album', async () => {
    await tile('wood 5.png').dblclick();
    const viewer = win(page, 'wood 5.png');
    await expect(viewer).toContainText('of 2');
    await page.keyboard.press('Delete');
    await leave.click();
    await expect(win(page, 'lake 4.png')).toContainText('1 of 1');
    expect(existsSync(disk('wood 5.png'))).toBe(true);
    await expect(line.getByRole('gridcell')).toHaveCount(1);
    await undo(page, 'Removed from “Bin days”');
    await expect(line.getByRole('gridcell')).toHaveCount(2);
    await expect(win(page, 'wood 5.png')).toContainText('of 2');
    await win(page, 'wood 5.png').getByRole('button', { name: 'Close' }).first().click();
  });

  await test.step('what a folder brings into the album cannot leave it alone, and that is said', async () => {
    const owner = await signIn(box.origin, OWNER);
    const { list } = await owner.photos.albums({ user: OWNER, start: 0, count: 500 });
    const id = list.find(({ name }) => name === 'Bin days')?.id ?? '';
    await owner.photos.addFolder({ id, path: `/mnt/usb1/${OWNER}/My Images/Trip` });
    await tile('wood 3.png').click();
    await page.keyboard.press('Delete');
    await expect(question).toContainText('shows everything in its folder');
    await expect(leave).toHaveCount(0);
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
    // Of some from there and some from elsewhere those stay that cannot leave.
    const far = join(box.usb1, OWNER, 'My Images/Far');
    mkdirSync(far, { recursive: true });
    writeFileSync(join(far, 'far.png'), picture(221));
    const all = async () => (await owner.photos.run({ start: 0, count: 500 })).list;
    const found = async () => (await all()).find(({ path }) => path.endsWith('far.png'))?.id ?? '';
    await expect.poll(found, { timeout: 60_000 }).not.toBe('');
    await owner.photos.addPhotos({ album: id, ids: [await found()] });
    await expect(tile('far.png')).toBeVisible();
    await tile('far.png').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await expect(question).toContainText('4 of them are in a folder of the album');
    await leave.click();
    await expect(tile('far.png')).toHaveCount(0);
    await expect(line.getByRole('gridcell')).toHaveCount(4);
    expect(existsSync(join(far, 'far.png'))).toBe(true);
  });
});

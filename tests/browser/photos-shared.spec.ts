/** An album of a family from both sides: its owner does everything with it, who was let in looks. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signIn } from '../lib/box/client.ts';
import { makePicture } from '../lib/media/png-picture.ts';
import { MEMBER, openByPalette, OWNER, signInOffline, win } from './desktop-page.ts';
import { expect, test } from './fixtures.ts';

test('ROLE-08, PHOTO-10, PHOTO-11, VALID-99: who was let into an album sees what they may read of it, and is offered nothing that is its owner’s @full', async ({
  page,
  box,
}) => {
  test.setTimeout(90_000);
  const folder = join(box.usb1, 'shared-files', 'Party');
  mkdirSync(folder, { recursive: true });
  for (const name of ['cake.png', 'song.png']) writeFileSync(join(folder, name), makePicture(`party ${name}`));
  writeFileSync(join(box.usb1, OWNER, 'alone.png'), makePicture('alone'));
  const owner = await signIn(box.origin, OWNER);
  const all = { start: 0, count: 500 };
  const ids = async (): Promise<readonly string[]> =>
    (await owner.photos.run(all)).list.filter(({ path }) => /(?:cake|song|alone)\.png$/.test(path)).map(({ id }) => id);
  await expect.poll(async () => (await ids()).length, { timeout: 60_000 }).toBe(3);
  const make = async (name: string, members: readonly string[]): Promise<string> => {
    const { id } = await owner.photos.putAlbum({ owner: OWNER, id: '', name, members });
    await owner.photos.addPhotos({ album: id, ids: await ids() });
    return id;
  };
  const albums = [await make('Our party', [MEMBER]), await make('For myself', [])];

  const open = async (user: string, name: string): Promise<ReturnType<typeof win>> => {
    await signInOffline(page, user);
    await openByPalette(page, 'Photos');
    const window = win(page, 'Photos');
    await window.getByRole('navigation').getByRole('button', { name }).click();
    await expect(window.getByRole('heading', { name })).toBeVisible();
    return window;
  };
  /** What the menu of a picture offers. */
  const offered = async (window: ReturnType<typeof win>): Promise<readonly string[]> => {
    await window.getByRole('gridcell', { name: 'cake.png' }).click({ button: 'right' });
    await expect(page.getByRole('menu')).toBeVisible();
    const entries = await page.getByRole('menuitem').allInnerTexts();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    return entries.map((entry) => entry.split('\n')[0] ?? '');
  };

  await test.step('who was let in: two of three pictures, no menu of the album, no cover, nothing to take out or bring in', async () => {
    const window = await open(MEMBER, 'Our party');
    await expect(window.getByRole('gridcell')).toHaveCount(2);
    await expect(window.getByRole('gridcell', { name: 'alone.png' })).toHaveCount(0);
    const entries = await offered(window);
    expect(entries).toContain('Download');
    for (const word of ['Use as cover', 'Remove from album']) expect(entries).not.toContain(word);
    for (const name of ['Menu of the album', 'Upload to album', 'Remove from album'])
      await expect(window.getByRole('button', { name })).toHaveCount(0);
    await window.getByRole('gridcell', { name: 'cake.png' }).click();
    // Delete could only mean the file.
    await page.keyboard.press('Delete');
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText(`Only ${OWNER} can change the album “Our party”`);
    await expect(question.getByRole('button', { name: 'Remove from album' })).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
    expect(existsSync(join(folder, 'cake.png'))).toBe(true);
    // It is no place to put pictures into, either.
    await window.getByRole('button', { name: 'Add to album' }).click();
    await expect(page.getByRole('menuitem', { name: 'New album…' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Our party' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await window.getByRole('navigation').getByRole('button', { name: 'All albums' }).click();
    await expect(window.getByRole('list', { name: 'Albums' }).getByRole('button', { name: /Our party/ })).toContainText(
      OWNER,
    );
  });

  await test.step('its owner: everything, but a cover for an album that others see', async () => {
    const window = await open(OWNER, 'Our party');
    await expect(window.getByRole('gridcell')).toHaveCount(3);
    const entries = await offered(window);
    expect(entries).toContain('Remove from album');
    expect(entries).not.toContain('Use as cover');
    await expect(window.getByRole('button', { name: 'Menu of the album' })).toBeVisible();
    await window.getByRole('navigation').getByRole('button', { name: 'For myself' }).click();
    await expect(window.getByRole('heading', { name: 'For myself' })).toBeVisible();
    expect(await offered(window)).toContain('Use as cover');
  });

  for (const id of albums) await owner.photos.removeAlbum({ owner: OWNER, id });
  rmSync(folder, { recursive: true });
});

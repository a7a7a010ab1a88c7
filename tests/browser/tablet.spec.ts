/** A tablet: the places and a folder beside each other, things drawn between them by a finger, and the keys of a desktop (phone.md). */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { signIn } from '../lib/box/client.ts';
import { MEMBER, OWNER, signInOffline, watchConsole } from './desktop-page.ts';
import { entry, openFiles, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';
import { clearPhotos, picture } from './photos-fixture.ts';
import { dragOnto, enterByTouch, findTouchFaults, front, goTo, longPress } from './touch-actions.ts';

test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true });

test('what a finger has selected it carries to a place beside, to a folder, and nowhere; keys do what they do on a desktop @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Tablet', { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c', 'd.txt': 'd', 'Shelf/e.txt': 'e' });
  const errors = watchConsole(page);
  await signInOffline(page);
  const places = page.locator('[data-start="files"]');
  // What is opened comes where the words say so.
  const left = async (what: Locator): Promise<number> => (await what.boundingBox())?.x ?? Number.NaN;
  expect(await left(places)).toBeLessThan(await left(page.getByText('Choose something on the left')));
  await places.getByRole('button', { name: 'Personal space' }).tap();
  const app = front(page);
  await enterByTouch(app, 'Tablet');
  await expect(places).toBeVisible();

  // Two by hand, and both are carried by one of them. What lets a finger carry comes with the first selection.
  const code = page.waitForResponse(/touch-drag/);
  await longPress(page, entry(app, 'a.txt'));
  await (await code).finished();
  await entry(app, 'b.txt').tap();
  await expect(app.getByRole('heading', { name: '2 selected' })).toBeVisible();
  const shared = places.getByRole('button', { name: /^Public space/ });
  await dragOnto(page, entry(app, 'a.txt'), shared, places.locator('[data-over]'));
  await expect.poll(() => readdirSync(root).sort()).toEqual(['Shelf', 'c.txt', 'd.txt']);
  // Each is a task, and what has not ended yet stays to be taken back.
  const owner = await signIn(box.origin, OWNER);
  const ended = async () => {
    const { list } = await owner.tasks.list({ user: OWNER, count: 20, start: 0, type: 'ALL' });
    return list.filter(({ tb_source, tb_state }) => tb_source.includes('/Tablet/') && tb_state === 1).length;
  };
  await expect.poll(ended).toBe(2);
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect.poll(() => readdirSync(root).length).toBe(5);
  // They come back one by one, and each moves what stands below it.
  await expect(entry(app, 'a.txt')).toBeVisible();
  await expect(entry(app, 'b.txt')).toBeVisible();

  // Into a folder of the same list.
  const chosen = app.getByRole('row', { selected: true });
  await longPress(page, entry(app, 'c.txt'));
  await expect(chosen).toHaveText(/c\.txt/);
  await dragOnto(page, entry(app, 'c.txt'), entry(app, 'Shelf'), page.getByText('c.txt', { exact: true }).last());
  await expect.poll(() => existsSync(join(root, 'Shelf', 'c.txt'))).toBe(true);

  // Nothing takes it: it stays, and stays selected. Lifted where it was, it is given back.
  await expect(entry(app, 'c.txt')).toHaveCount(0);
  await longPress(page, entry(app, 'd.txt'));
  await expect(chosen).toHaveText(/d\.txt/);
  const one = app.getByRole('heading', { name: '1 selected' });
  await dragOnto(page, entry(app, 'd.txt'), places.getByRole('button', { name: 'Search everything' }), one);
  await expect(one).toBeVisible();
  expect(existsSync(join(root, 'd.txt'))).toBe(true);
  await longPress(page, entry(app, 'd.txt'));
  await expect(one).toHaveCount(0);

  await app.getByRole('grid').press('Control+a');
  await expect(app.getByRole('heading', { name: '4 selected' })).toBeVisible();
  await app.getByRole('grid').press('Escape');
  await longPress(page, entry(app, 'd.txt'));
  await app.getByRole('grid').press('F2');
  await expect(page.getByRole('dialog', { name: 'Rename' })).toBeVisible();
  expect(await findTouchFaults(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(errors).toEqual([]);
});

/** Whether a list was scrolled as far as it goes. */
const isAtEnd = (list: HTMLElement): boolean =>
  [list, ...list.querySelectorAll('*')].some(
    ({ scrollTop, scrollHeight, clientHeight }) => scrollTop > 0 && scrollTop + clientHeight > scrollHeight - 1,
  );

test('what is carried to the end of a list draws it on, until what it is for comes to the finger @full', async ({
  page,
  box,
}) => {
  const names = Array.from({ length: 60 }, (_, at) => `F${String(at).padStart(2, '0')}`);
  const root = seed(box, 'Far', Object.fromEntries(names.map((name) => [`${name}/x.txt`, 'x'])));
  await signInOffline(page);
  await page.locator('[data-start="files"]').getByRole('button', { name: 'Personal space' }).tap();
  const app = front(page);
  await enterByTouch(app, 'Far');
  const code = page.waitForResponse(/touch-drag/);
  await longPress(page, entry(app, 'F00'));
  await (await code).finished();
  const list = await app.getByRole('grid').boundingBox();
  const from = await entry(app, 'F00').boundingBox();
  if (list === null || from === null) throw new Error('no list');
  const fingers = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number): Promise<unknown> =>
    fingers.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: list.x + 120, y }],
    });
  await touch('touchStart', from.y + from.height / 2);
  await page.waitForTimeout(700);
  for (const part of [0.3, 0.6, 0.9]) await touch('touchMove', list.y + list.height * part);
  const last = entry(app, 'F59');
  await expect(last).toBeHidden();
  await touch('touchMove', list.y + list.height - 20);
  // The finger stays; the list comes, to its end.
  await expect(last).toBeVisible();
  await expect.poll(() => app.getByRole('grid').evaluate(isAtEnd)).toBe(true);
  const to = await last.boundingBox();
  if (to === null) throw new Error('no last one');
  await touch('touchMove', to.y + to.height / 2 - 1);
  await touch('touchMove', to.y + to.height / 2);
  await touch('touchEnd', 0);
  await expect.poll(() => existsSync(join(root, 'F59', 'F00', 'x.txt'))).toBe(true);
  expect(existsSync(join(root, 'F00'))).toBe(false);
});

test('a picture that a finger selects stays where it is, as all others do; keys do with pictures what they do on a desktop @full', async ({
  page,
  box,
}) => {
  clearPhotos(box, MEMBER);
  const names = ['pond', 'hill', 'barn', 'mill'].map((name) => `${name}.png`);
  seed(box, 'My Images/Slate', Object.fromEntries(names.map((name, at) => [name, picture(140 + at)])), MEMBER);
  await signInOffline(page, MEMBER);
  await goTo(page, 'photos');
  const place = page.locator('[data-start="photos"]');
  await expect(place.getByText('4 pictures')).toBeVisible({ timeout: 60_000 });
  const tiles = place.getByRole('gridcell');
  const spots = () => tiles.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().x)));
  const before = await spots();
  await longPress(page, tiles.nth(1));
  await expect(place.getByRole('heading', { name: '1 selected' })).toBeVisible();
  expect(await spots()).toEqual(before);
  await expect(page.getByRole('navigation', { name: 'Places' })).toBeHidden();

  await tiles.nth(0).focus();
  await page.keyboard.press('Control+a');
  await expect(place.getByRole('heading', { name: '4 selected' })).toBeVisible();
  await page.keyboard.press('f');
  await expect(page.getByText('4 pictures added to favourites')).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(place.getByText('No pictures yet')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(tiles).toHaveCount(4);
  // A picture that a finger has opened hears them as well.
  await tiles.nth(0).tap();
  const viewer = front(page);
  await expect(viewer.getByText('1 of 4')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('2 of 4')).toBeVisible();
});

test.describe('on its side @full', () => {
  test.use({ viewport: { width: 1180, height: 820 } });

  test('a finger carries what it has pressed to a folder and to a place; lifted where it was it gets the menu', async ({
    page,
    box,
  }) => {
    const root = seed(box, 'Wide', { 'a.txt': 'a', 'b.txt': 'b', 'Shelf/c.txt': 'c' });
    const errors = watchConsole(page);
    const window = await openFiles(page);
    const code = page.waitForResponse(/touch-drag/);
    await entry(window, 'Wide').tap();
    await (await code).finished();
    const [a, b] = [entry(window, 'a.txt'), entry(window, 'b.txt')];
    await expect(a).toBeVisible();
    await longPress(page, a);
    await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
    await page.keyboard.press('Escape');
    await dragOnto(page, a, entry(window, 'Shelf'), page.getByText('a.txt', { exact: true }).last());
    await expect.poll(() => existsSync(join(root, 'Shelf', 'a.txt'))).toBe(true);
    // What stood below it has come up.
    await expect(a).toHaveCount(0);
    const places = window.getByRole('navigation', { name: 'Places' });
    await dragOnto(
      page,
      b,
      places.getByRole('button', { name: /^Public space/ }),
      page.getByText('b.txt', { exact: true }).last(),
    );
    const there = join(box.usb1, 'shared-files', 'b.txt');
    await expect.poll(() => existsSync(there)).toBe(true);
    expect(existsSync(join(root, 'b.txt'))).toBe(false);
    rmSync(there);
    expect(errors).toEqual([]);
  });
});

/** Files in one hand: by touch alone, as phone.md draws it. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { axeOn } from './axe.ts';
import { signInOffline, watchConsole } from './desktop-page.ts';
import { entry, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';
import { TouchScreen, waitUntilStill } from './touch-screen.ts';
import { dragFinger, dragSelect, enterByTouch, longPress, openOwnFiles } from './touch-actions.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const openFolder = async (page: Page, name: string): Promise<Locator> => {
  await signInOffline(page);
  const app = await openOwnFiles(page);
  await enterByTouch(app, name);
  return app;
};

const selected = (app: Locator): Locator => app.getByRole('row', { selected: true });

test('a long press selects and stays when the finger is lifted; taps select more; Back ends it and nothing else @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Hand', { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c', 'd.txt': 'd' });
  const errors = watchConsole(page);
  const app = await openFolder(page, 'Hand');
  await expect(app.getByText('Personal space · 4 items')).toBeVisible();
  // A finger that is drawn scrolls.
  await longPress(page, entry(app, 'a.txt'), 40);
  await expect(selected(app)).toHaveCount(0);
  await longPress(page, entry(app, 'a.txt'));
  await expect(app.getByRole('heading', { name: '1 selected' })).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCount(0);
  await entry(app, 'c.txt').tap();
  await expect(app.getByRole('heading', { name: '2 selected' })).toBeVisible();
  await entry(app, 'c.txt').tap();
  await longPress(page, entry(app, 'b.txt'));
  await expect(selected(app)).toHaveCount(2);
  await page.goBack();
  await expect(app.getByRole('heading', { name: 'Hand' })).toBeVisible();
  await expect(selected(app)).toHaveCount(0);
  await longPress(page, entry(app, 'a.txt'));
  await app.getByRole('button', { name: 'All', exact: true }).tap();
  await expect(app.getByRole('heading', { name: '4 selected' })).toBeVisible();
  await app.getByRole('button', { name: 'End the selection' }).tap();
  await expect(selected(app)).toHaveCount(0);

  // Drawn on without being lifted, it takes what it goes over, and gives back what it leaves.
  await dragSelect(page, entry(app, 'a.txt'), [entry(app, 'b.txt'), entry(app, 'd.txt'), entry(app, 'c.txt')]);
  await expect(app.getByRole('heading', { name: '3 selected' })).toBeVisible();
  await entry(app, 'c.txt').tap();
  await app.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: 'Delete' }).tap();
  await expect.poll(() => readdirSync(root).sort()).toEqual(['c.txt', 'd.txt']);
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect.poll(() => readdirSync(root).length).toBe(4);
  await expect(entry(app, 'b.txt')).toBeVisible();
  expect(errors).toEqual([]);
});

test('what was deleted and came back, before the folder could be read again, is not selected any more @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Back', { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' });
  const app = await openFolder(page, 'Back');
  await dragSelect(page, entry(app, 'a.txt'), [entry(app, 'b.txt')]);
  await expect(app.getByRole('heading', { name: '2 selected' })).toBeVisible();
  let asked = 0;
  const held: (() => void)[] = [];
  await page.route('**/fsnotify', async (route) => {
    if ((route.request().postData() ?? '').includes('LIST')) {
      asked++;
      await new Promise<void>((go) => held.push(go));
    }
    await route.fallback();
  });
  await app.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: 'Delete' }).tap();
  await expect.poll(() => readdirSync(root)).toEqual(['c.txt']);
  await expect.poll(() => asked).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect.poll(() => readdirSync(root).length).toBe(3);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const go of held) go();
  await expect(app.getByRole('heading', { name: 'Back' })).toBeVisible();
  await expect(entry(app, 'b.txt')).toBeVisible();
  await expect(selected(app)).toHaveCount(0);
});

test('a long name has two lines and keeps its ending, a short one has one; nothing is ringed after a reload until a key moves it @full', async ({
  page,
  box,
}) => {
  const long = `Everybody in front of the old house ${'on a sunny day '.repeat(4)}2019.jpg`;
  seed(box, 'Long', { 'Breakfast in May 2019.jpg': '', [long]: '' });
  const app = await openFolder(page, 'Long');
  const boxOf = async (text: string | RegExp) => app.getByText(text, { exact: true }).boundingBox();
  const [short, name, row] = await Promise.all([
    boxOf('Breakfast in May 2019.jpg'),
    boxOf(long),
    entry(app, long).boundingBox(),
  ]);
  if (short === null || name === null || row === null) throw new Error('not drawn');
  expect(Math.round(name.height / short.height)).toBe(2);
  expect(name.y).toBeGreaterThanOrEqual(row.y);
  expect(name.y + name.height).toBeLessThan(row.y + row.height);
  // What is read last stands in the second line, and ends within it.
  const ending = await entry(app, long).locator('bdi').boundingBox();
  if (ending === null) throw new Error('not drawn');
  expect(ending.x + ending.width).toBeLessThanOrEqual(name.x + name.width + 1);
  expect(ending.y).toBeGreaterThan(name.y);

  await page.reload();
  const list = app.getByRole('grid', { name: 'Files' });
  await expect(list).toBeFocused();
  const ring = (which = '[data-active]') =>
    list.locator(which).evaluate((row) => getComputedStyle(row, '::before').boxShadow);
  const clear = /^none$|^rgba\(0, 0, 0, 0\)/;
  expect(await ring('[data-index="0"]')).toMatch(clear);
  // What listens comes after the first paint.
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    expect(await ring()).not.toMatch(clear);
  }).toPass();
});

test('one button adds, the header leads back and finds, and everything is large enough for a thumb @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Thumb', { 'one.txt': '1', 'deep/two.txt': '2' });
  const app = await openFolder(page, 'Thumb');
  const small = (): Promise<readonly string[]> =>
    app.getByRole('button').evaluateAll((buttons) =>
      buttons.flatMap((button) => {
        const { width, height } = button.getBoundingClientRect();
        return width >= 44 && height >= 44 ? [] : [`${button.textContent}${button.ariaLabel ?? ''} ${width}x${height}`];
      }),
    );
  // The screen is the app's: one line stands above its list.
  expect((await app.boundingBox())?.y).toBe(0);
  expect((await entry(app, 'deep').boundingBox())?.y).toBeLessThan(60);
  expect(await small()).toEqual([]);
  expect((await (await axeOn(page)).analyze()).violations).toEqual([]);
  await app.getByRole('button', { name: 'Add' }).tap();
  await page.getByRole('menuitem', { name: 'New folder' }).tap();
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await dialog.getByLabel('Folder name').fill('made');
  await dialog.getByRole('button', { name: 'Create' }).tap();
  await expect.poll(() => existsSync(join(root, 'made'))).toBe(true);
  await expect(entry(app, 'made')).toBeVisible();

  const chooser = page.waitForEvent('filechooser');
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'showOpenFilePicker'));
  await app.getByRole('button', { name: 'Add' }).tap();
  await page.getByRole('menuitem', { name: 'Upload files' }).tap();
  await (await chooser).setFiles({ name: 'up.txt', mimeType: 'text/plain', buffer: Buffer.from('up') });
  await expect.poll(() => existsSync(join(root, 'up.txt'))).toBe(true);
  const camera = page.waitForEvent('filechooser');
  await app.getByRole('button', { name: 'Add' }).tap();
  await page.getByRole('menuitem', { name: 'Take a photo' }).tap();
  const seen = await camera;
  expect(await seen.element().getAttribute('capture')).toBe('environment');
  await seen.setFiles({ name: 'taken.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('taken') });
  await expect.poll(() => existsSync(join(root, 'taken.jpg'))).toBe(true);
  const panel = page.getByRole('region', { name: 'Uploads', exact: true });
  const close = await panel.getByRole('button', { name: 'Close uploads' }).boundingBox();
  expect(Math.min(close?.width ?? 0, close?.height ?? 0)).toBeGreaterThanOrEqual(44);
  await panel.getByRole('button', { name: 'Close uploads' }).tap();

  await app.getByRole('button', { name: 'Search', exact: true }).tap();
  // It answers while one types, and is narrowed by a tap.
  await app.getByRole('searchbox').fill('two');
  await expect(entry(app, 'two.txt')).toBeVisible();
  const images = app.getByRole('button', { name: 'Pictures', exact: true });
  await images.tap();
  await expect(entry(app, 'two.txt')).toHaveCount(0);
  await images.tap();
  await expect(entry(app, 'two.txt')).toBeVisible();
  // What is searched for on purpose is offered again.
  await app.getByRole('searchbox').press('Enter');
  await app.getByRole('button', { name: 'Clear the search' }).tap();
  await expect(entry(app, 'one.txt')).toBeVisible();
  await app.getByRole('group', { name: 'Searched before' }).getByRole('button', { name: 'two' }).tap();
  await expect(entry(app, 'two.txt')).toBeVisible();
  await longPress(page, entry(app, 'two.txt'));
  // What was searched for is still there, and stays where the finger is.
  await expect(app.getByRole('searchbox')).toHaveValue('two');
  await app.getByRole('button', { name: 'End the selection' }).tap();
  await expect(entry(app, 'two.txt')).toBeVisible();
  await app.getByRole('button', { name: 'Search', exact: true }).first().tap();
  await expect(entry(app, 'one.txt')).toBeVisible();

  await longPress(page, entry(app, 'one.txt'));
  expect(await small()).toEqual([]);
  expect((await (await axeOn(page)).analyze()).violations).toEqual([]);
  await app.getByRole('button', { name: 'More', exact: true }).tap();
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  // What cannot be done takes no room.
  await expect(menu.locator('[aria-disabled="true"]')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await app.getByRole('button', { name: 'End the selection' }).tap();
  await entry(app, 'deep').tap();
  await expect(app.getByText('Personal space · 1 item')).toBeVisible();
  // Where it is gone nothing is added.
  rmSync(join(root, 'deep'), { recursive: true });
  await expect(app.getByRole('alert')).toContainText('This folder no longer exists');
  await expect(app.getByRole('button', { name: 'Add' })).toHaveCount(0);
  expect(await small()).toEqual([]);
  await app.getByRole('button', { name: 'To Thumb' }).tap();
  await expect(entry(app, 'one.txt')).toBeVisible();
  await app.getByRole('button', { name: 'Back', exact: true }).tap();
  await app.getByRole('button', { name: 'Back', exact: true }).tap();
  await expect(app.getByRole('heading', { name: 'Thumb' })).toBeVisible();
  await app.getByRole('button', { name: 'Back', exact: true }).tap();
  await app.getByRole('button', { name: 'Back', exact: true }).tap();
  await expect(page.locator('[data-start="files"]')).toBeVisible();
});

test('a folder is asked for while the finger is on it, once, and begins at its beginning wherever the one before stood @full', async ({
  page,
  box,
}) => {
  const folders = Array.from({ length: 40 }, (_, at) => `F${String(at).padStart(2, '0')}`);
  const inside = Array.from({ length: 40 }, (_, at) => `n${String(at).padStart(2, '0')}.txt`);
  seed(box, 'Aim', Object.fromEntries(folders.flatMap((one) => inside.map((name) => [`${one}/${name}`, '']))));
  const app = await openFolder(page, 'Aim');
  const asked: string[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    // What waits for changes names it as well.
    if (/count\\":/.test(body)) asked.push(...(/Aim\/(F\d\d)/.exec(body)?.slice(1) ?? []));
  });
  await app.getByRole('grid').evaluate((list) => {
    list.scrollTop = 15 * 64;
  });
  await expect(entry(app, 'F20')).toBeInViewport();
  const at = await entry(app, 'F20').boundingBox();
  if (at === null) throw new Error('no folder');
  const lifted = page.evaluate(
    () =>
      new Promise<{ readonly time: number; readonly heading: string }>((resolve) => {
        const told = ({ timeStamp: time }: Event): void => {
          resolve({ time, heading: document.querySelector('main section:not([hidden]) h1')?.textContent ?? '' });
        };
        addEventListener('pointerup', told, { capture: true, once: true });
      }),
  );
  const hand = new TouchScreen(await page.context().newCDPSession(page));
  const from = await page.evaluate(() => performance.now());
  await hand.down([at.x + 100, at.y + 20]);
  // As long as people tap, and some more for a machine that is busy, on which a question in between would make it a long press. Chromium keeps
  // timers back meanwhile.
  await page.waitForTimeout(200);
  await hand.up();
  await expect(app.getByRole('heading', { name: 'F20' })).toBeVisible();
  expect((await lifted).heading).toBe('Aim');
  await expect(entry(app, 'n00.txt')).toBeInViewport();
  expect(asked.filter((one) => one === 'F20')).toHaveLength(1);
  const begun = await page.evaluate(
    (since) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name, startTime }) => name.endsWith('/fsnotify') && startTime > since)
        .map(({ startTime }) => startTime),
    from,
  );
  expect(Math.min(...begun)).toBeLessThan((await lifted).time);
});

test('a folder that is a moment away is where every act goes; the rows of the one before stand still until then, and open nothing @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Soon', { 'In/': '', 'Other/': '', 'x.txt': 'x' });
  // A moment is long enough for a hand in it.
  await page.addInitScript(() => {
    const { setInterval: every } = globalThis;
    const longer = (run: () => void, ms?: number): unknown => every(run, ms === 80 ? 8_000 : ms);
    Object.assign(globalThis, { setInterval: longer });
  });
  const app = await openFolder(page, 'Soon');
  await expect(entry(app, 'x.txt')).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  let asked = false;
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.route('**/fsnotify', async (route) => {
    const body = route.request().postData() ?? '';
    if (!asked && body.includes('Soon/In')) {
      asked = true;
      await held;
    }
    await route.continue();
  });
  await entry(app, 'In').tap();
  await expect(app.getByRole('heading', { name: 'In', exact: true })).toBeVisible();
  const old = await entry(app, 'Other').boundingBox();
  if (old === null) throw new Error('the rows of the folder before are gone');
  await page.touchscreen.tap(old.x + 100, old.y + 20);
  await app.getByRole('button', { name: 'Add' }).tap();
  await page.getByRole('menuitem', { name: 'New folder' }).tap();
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await dialog.getByLabel('Folder name').fill('made');
  await dialog.getByRole('button', { name: 'Create' }).tap();
  await expect.poll(() => existsSync(join(root, 'In', 'made'))).toBe(true);
  expect(existsSync(join(root, 'made'))).toBe(false);
  await expect(app.getByRole('heading', { name: 'In', exact: true })).toBeVisible();
  go();
  await expect(entry(app, 'made')).toBeVisible();
  await expect(entry(app, 'Other')).toHaveCount(0);
  await page.goBack();
  await expect(app.getByRole('heading', { name: 'Soon' })).toBeVisible();
  await expect(entry(app, 'Other')).toBeVisible();
});

test('a button that is pressed before its menu has come opens it when it has @full', async ({ page, box }) => {
  seed(box, 'Early', { 'a.txt': 'a' });
  const held: (() => void)[] = [];
  await page.route(/assets\/tools-/, async (route) => {
    await new Promise<void>((go) => held.push(go));
    await route.continue();
  });
  const app = await openFolder(page, 'Early');
  await app.getByRole('button', { name: 'Add' }).tap();
  await expect.poll(() => held.length).toBe(1);
  held.pop()?.();
  await page.getByRole('menuitem', { name: 'New folder' }).tap();
  await expect(page.getByRole('dialog', { name: 'New folder' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('menu')).toHaveCount(0);
});

test('what is told does not move while the list moves, nor when the places go and come back: the next tap meets what it was meant for @full', async ({
  page,
  box,
}) => {
  seed(
    box,
    'Told',
    Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`n${String(at).padStart(2, '0')}.txt`, ''])),
  );
  const app = await openFolder(page, 'Told');
  await longPress(page, entry(app, 'n01.txt'));
  await app.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: 'Delete' }).tap();
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await waitUntilStill(page);
  const places = page.locator('main > nav');
  const stands = await places.evaluate((bar) => bar.getBoundingClientRect().top);
  const tops = await undo.evaluateHandle((button) => {
    const seen = new Set<number>();
    const look = (): void => {
      seen.add(Math.round(button.getBoundingClientRect().top));
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  await dragFinger(page, { x: 150, y: 560 }, { x: 150, y: 160 });
  await expect.poll(() => places.evaluate((bar) => bar.getBoundingClientRect().top)).toBeGreaterThan(stands + 40);
  await dragFinger(page, { x: 150, y: 160 }, { x: 150, y: 400 });
  await expect.poll(() => places.evaluate((bar) => bar.getBoundingClientRect().top)).toBe(stands);
  await waitUntilStill(page);
  await expect(undo).toBeVisible();
  expect(await tops.evaluate((seen) => [...seen])).toHaveLength(1);
});

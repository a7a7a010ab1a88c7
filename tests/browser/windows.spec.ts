import type { Page } from '@playwright/test';
import { drag, appIcon, openByPalette, rect, settingsMenu, signInOffline, watchConsole, win } from './desktop-page.ts';
import { browsers, enter, entry, listOf, openContextMenu, openFiles, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

test.use({ viewport: { width: 1600, height: 1000 } });

test('SHELL-01 SHELL-02 SHELL-03: a new window sits at 100,64 with 1280 by 720, visible and on top @full', async ({
  page,
}) => {
  const errors = watchConsole(page);
  await signInOffline(page);
  await appIcon(page, 'device-status').click();
  expect(await rect(win(page, 'Device Status'))).toEqual({ x: 100, y: 64, width: 1280, height: 720 });
  await openByPalette(page, 'Settings');
  const z = (title: string) => win(page, title).evaluate((element) => Number(getComputedStyle(element).zIndex));
  expect(await z('Settings')).toBeGreaterThan(await z('Device Status'));
  expect(errors).toEqual([]);
});

test('SHELL-04 SHELL-07 PROD-04: eight handles resize, never below 800 by 450, and the far edge stays @full', async ({
  page,
}) => {
  await signInOffline(page);
  await appIcon(page, 'settings').click();
  const window = win(page, 'Settings');
  await expect(window.locator('[data-handle]')).toHaveCount(8);
  const before = await rect(window);
  await drag(page, { x: before.x + 1, y: before.y + 300 }, { x: before.x + 1000, y: before.y + 300 });
  const narrow = await rect(window);
  expect(narrow.width).toBe(800);
  expect(narrow.x + narrow.width).toBeCloseTo(before.x + before.width, 0);
  const handle = await window.locator('[data-handle="se"]').boundingBox();
  const corner = { x: (handle?.x ?? 0) + (handle?.width ?? 0) / 2, y: (handle?.y ?? 0) + (handle?.height ?? 0) / 2 };
  await drag(page, corner, { x: corner.x - 500, y: corner.y - 600 });
  const small = await rect(window);
  expect([small.width, small.height]).toEqual([800, 450]);
  for (const [edge, dx, dy] of [
    ['n', 0, -10],
    ['s', 0, 10],
    ['e', 10, 0],
    ['ne', 10, -10],
    ['nw', -10, -10],
    ['sw', -10, 10],
  ] as const) {
    const now = await rect(window);
    const box = await window.locator(`[data-handle="${edge}"]`).boundingBox();
    if (box === null) throw new Error(`no handle ${edge}`);
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await drag(page, from, { x: from.x + dx, y: from.y + dy });
    const then = await rect(window);
    expect(then.width * then.height, edge).toBeGreaterThan(now.width * now.height);
  }
});

test('SHELL-05 SHELL-06 SHELL-17: the frame shows title, icon and three buttons, left or right as chosen, and remembers @full', async ({
  page,
}) => {
  await signInOffline(page);
  await appIcon(page, 'settings').click();
  const window = win(page, 'Settings');
  await expect(window.getByRole('heading', { name: 'Settings' })).toBeVisible();
  for (const name of ['Minimise', 'Maximise', 'Close', 'Window menu']) {
    await expect(window.getByRole('button', { name, exact: true })).toBeVisible();
  }
  const side = async () => {
    const frame = await rect(window);
    const close = await window.getByRole('button', { name: 'Close', exact: true }).boundingBox();
    return (close?.x ?? 0) < frame.x + frame.width / 2 ? 'L' : 'R';
  };
  expect(await side()).toBe('R');
  await settingsMenu(page);
  await page.getByRole('menuitem', { name: 'Button position' }).click();
  await page.getByRole('menuitemradio', { name: 'Left' }).click();
  expect(await side()).toBe('L');
  expect(await page.evaluate(() => localStorage.getItem('closeButton'))).toBe('L');
  await page.reload();
  await expect(window).toBeVisible();
  expect(await side()).toBe('L');
});

test('SHELL-08: dragging keeps the window inside the viewport and y at least 40 @full', async ({ page }) => {
  await signInOffline(page);
  await appIcon(page, 'settings').click();
  const window = win(page, 'Settings');
  const start = await rect(window);
  const grip = { x: start.x + 400, y: start.y + 15 };
  await drag(page, grip, { x: grip.x - 60, y: 46 });
  const high = await rect(window);
  expect(high.y).toBe(40);
  expect(high.x).toBe(40);
  const again = { x: high.x + 400, y: high.y + 15 };
  await drag(page, again, { x: again.x + 900, y: again.y + 100 });
  const right = await rect(window);
  expect(right.x + right.width).toBeLessThanOrEqual(1600);
});

test('SHELL-09: a maximised window has the full width and starts under the 40 px bar @full', async ({ page }) => {
  await signInOffline(page);
  expect((await page.getByRole('banner').boundingBox())?.height).toBe(40);
  await appIcon(page, 'settings').click();
  const window = win(page, 'Settings');
  const before = await rect(window);
  await window.getByRole('button', { name: 'Maximise' }).click();
  expect(await rect(window)).toMatchObject({ x: 0, y: 40, width: 1600 });
  await window.getByRole('heading', { name: 'Settings' }).dblclick();
  expect(await rect(window)).toEqual(before);
});

test('SHELL-10 SHELL-12 SHELL-13 SHELL-39 SHELL-40: the window bar has one icon per minimised window, hides all, restores, closes @full', async ({
  page,
}) => {
  await signInOffline(page);
  const bar = page.getByRole('toolbar', { name: 'Window bar' });
  await expect(bar.getByRole('button')).toHaveCount(4);
  await appIcon(page, 'settings').click();
  await win(page, 'Settings').getByRole('button', { name: 'Minimise' }).click();
  await expect(bar.getByRole('button', { name: 'Settings', exact: true })).toBeVisible();
  await expect(win(page, 'Settings')).toBeHidden();
  await openByPalette(page, 'Activity');
  await bar.getByRole('button', { name: 'Return to desktop' }).click();
  await expect(bar.getByRole('button')).toHaveCount(6);
  await expect(win(page, 'Activity')).toBeHidden();
  await bar.getByRole('button', { name: 'Settings', exact: true }).click();
  await expect(win(page, 'Settings')).toBeVisible();
  await expect(bar.getByRole('button')).toHaveCount(5);
  await bar.getByRole('button', { name: 'Activity' }).click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Hide all' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Hide all' }).click();
  await expect(bar.getByRole('button')).toHaveCount(6);
  await bar.getByRole('button', { name: 'Activity' }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Close' }).click();
  await expect(bar.getByRole('button')).toHaveCount(5);
  // The same without a right click.
  await bar.getByRole('button', { name: 'Settings', exact: true }).click();
  const more = bar.getByRole('button', { name: 'More window actions' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Hide all' }).click();
  await expect(win(page, 'Settings')).toBeHidden();
  await more.click();
  await page.getByRole('menuitem', { name: 'Close “Settings”' }).click();
  await expect(bar.getByRole('button')).toHaveCount(4);
});

test('SHELL-36 SHELL-41: windows start at z 500, each raise adds one, and the layout is there again after a reload @full', async ({
  page,
}) => {
  await signInOffline(page);
  await appIcon(page, 'settings').click();
  await openByPalette(page, 'Activity');
  const z = (title: string) => win(page, title).evaluate((element) => Number(getComputedStyle(element).zIndex));
  expect(await z('Settings')).toBe(500);
  expect(await z('Activity')).toBe(501);
  const start = await rect(win(page, 'Activity'));
  await drag(page, { x: start.x + 300, y: start.y + 15 }, { x: start.x + 500, y: start.y + 95 });
  const moved = await rect(win(page, 'Activity'));
  expect(moved.x).toBe(start.x + 200);
  await page.waitForTimeout(500);
  await page.reload();
  await expect(win(page, 'Activity')).toBeVisible();
  expect(await rect(win(page, 'Activity'))).toEqual(moved);
  await expect(win(page, 'Settings')).toBeVisible();
});

test('a window whose content comes late after a reload stays under the window opened meanwhile @full', async ({
  page,
  box,
}) => {
  seed(box, 'Late', {});
  await openFiles(page);
  await page.waitForTimeout(500);
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/assets/files-*.js', async (route) => {
    await arrived;
    await route.continue();
  });
  await page.reload();
  await expect(win(page, 'Files')).toBeVisible();
  await openByPalette(page, 'Settings');
  const settings = win(page, 'Settings');
  await expect(settings).toHaveAttribute('data-active', '');
  arrive();
  await expect(entry(win(page, 'Files'), 'Late')).toBeVisible();
  await expect(settings).toHaveAttribute('data-active', '');
  await page.keyboard.press('Alt+Backquote');
  await expect(listOf(win(page, 'Files'))).toBeFocused();
});

/** What Chromium did while something went on, by the names of its own trace. */
const countsWhile = async (page: Page, work: () => Promise<void>): Promise<(name: string) => number> => {
  const browser = page.context().browser();
  if (browser === null) throw new Error('a page without a browser has no trace');
  await browser.startTracing(page, { categories: ['blink', 'devtools.timeline'] });
  await work();
  const trace = (await browser.stopTracing()).toString();
  return (name) => trace.split(`"name":"${name}"`).length - 1;
};

test('SHELL-08: a window that is dragged moves its layer and nothing else: no content is rendered, laid out or put into layers @full', async ({
  page,
}) => {
  await signInOffline(page);
  await appIcon(page, 'files').click();
  await appIcon(page, 'settings').click();
  const window = win(page, 'Settings');
  await expect(window.getByText('G2')).toBeVisible();
  const content = window.getByRole('group', { name: 'About' });
  await content.evaluate((element) => {
    element.dataset['changes'] = '0';
    new MutationObserver((records) => {
      element.dataset['changes'] = String(Number(element.dataset['changes']) + records.length);
    }).observe(element, { subtree: true, childList: true, characterData: true });
  });
  const MOVES = 24;
  const start = await rect(window);
  const grip = { x: start.x + 300, y: start.y + 15 };
  await page.mouse.move(grip.x, grip.y);
  await page.mouse.down();
  await page.mouse.move(grip.x + 20, grip.y + 20);
  const countOf = await countsWhile(page, async () => {
    for (let move = 1; move <= MOVES; move++) {
      await page.mouse.move(grip.x + 20 + move, grip.y + 20 + move);
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    }
  });
  await page.mouse.up();
  expect((await rect(window)).x).toBe(start.x + 20 + MOVES);
  await expect(content).toHaveAttribute('data-changes', '0');
  expect(countOf('UpdateLayoutTree'), 'the moves are in the trace').toBeGreaterThanOrEqual(MOVES);
  expect(countOf('Layout'), 'layouts').toBeLessThan(MOVES / 2);
  expect(countOf('PaintArtifactCompositor::Update'), 'layers made anew').toBeLessThan(MOVES / 2);
});

test('SHELL-08: however many windows lie behind one, the browser has no more layers to draw @full', async ({
  page,
  box,
}) => {
  seed(
    box,
    'Long',
    Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`${String(at).padStart(2, '0')}.txt`, ''])),
  );
  await signInOffline(page);
  const session = await page.context().newCDPSession(page);
  let drawn = 0;
  session.on('LayerTree.layerTreeDidChange', ({ layers }) => {
    if (layers !== undefined) drawn = layers.filter((layer) => layer.drawsContent).length;
  });
  await session.send('LayerTree.enable');
  const openLong = async (at: number): Promise<void> => {
    if (at === 0) await appIcon(page, 'files').click();
    else await appIcon(page, 'files').dispatchEvent('click');
    const list = browsers(page).nth(at);
    await enter(list, 'Long');
    await entry(list, '00.txt').waitFor();
  };
  for (let at = 0; at < 2; at++) await openLong(at);
  await expect.poll(() => drawn).toBeGreaterThan(0);
  const two = drawn;
  for (let at = 2; at < 5; at++) await openLong(at);
  // Nothing else draws: each further list with a head that sticks would be three layers.
  await expect.poll(() => drawn, 'layers with five windows').toBeLessThanOrEqual(two + 1);
  await session.detach();

  // A head stays where it is all the same: in a window that was scrolled and lies behind, and in one that is scrolled there.
  const scrolled = browsers(page).nth(0);
  const list = listOf(scrolled);
  const headAt = () =>
    list.evaluate((element) => {
      const head = element.querySelector('[role="rowgroup"]');
      return (head?.getBoundingClientRect().top ?? NaN) - element.getBoundingClientRect().top;
    });
  await list.evaluate((element) => element.scrollTo({ top: 700 }));
  await expect.poll(headAt).toBe(0);
  expect(await list.locator('[role="rowgroup"]').evaluate((head) => getComputedStyle(head).position)).toBe('relative');
});

test.describe('on a small screen @full', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('a new window leaves the desktop in sight and no window hides another; a larger screen has places of its own', async ({
    page,
  }) => {
    await signInOffline(page);
    await appIcon(page, 'device-status').click();
    expect(await rect(win(page, 'Device Status'))).toEqual({ x: 128, y: 110, width: 1024, height: 563 });
    await openByPalette(page, 'Settings');
    expect(await rect(win(page, 'Settings'))).toEqual({ x: 160, y: 142, width: 1024, height: 563 });
    await page.setViewportSize({ width: 1920, height: 1080 });
    const settings = win(page, 'Settings');
    const start = await rect(settings);
    await drag(page, { x: start.x + 300, y: start.y + 15 }, { x: start.x + 700, y: start.y + 200 });
    const large = await rect(settings);
    expect(large.x).toBe(start.x + 400);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(() => rect(settings)).toEqual({ x: 160, y: 142, width: 1024, height: 563 });
    await page.setViewportSize({ width: 1920, height: 1080 });
    await expect.poll(() => rect(settings)).toEqual(large);
  });
});

test('a window that was snapped twice takes its own size back when it is pulled off @full', async ({ page }) => {
  await signInOffline(page);
  await appIcon(page, 'settings').click();
  const window = win(page, 'Settings');
  const own = await rect(window);
  const dragTitle = async (x: number, y: number) => {
    const from = await rect(window);
    await drag(page, { x: from.x + 300, y: from.y + 15 }, { x, y });
  };
  await dragTitle(1, 500);
  expect((await rect(window)).width).toBe(800);
  await dragTitle(1599, 500);
  expect(await rect(window)).toMatchObject({ x: 800, width: 800 });
  await page.waitForTimeout(500);
  await page.reload();
  await dragTitle(700, 200);
  expect(await rect(window)).toMatchObject({ width: own.width, height: own.height });
});

test('a folder opens in a window of its own by its menu and by the middle button; the desktop has a menu @full', async ({
  page,
  box,
}) => {
  seed(box, 'Beside', { 'inner/deep.txt': 'x', 'plain.txt': 'x' });
  const first = await openFiles(page);
  await enter(first, 'Beside');
  const menu = await openContextMenu(first, 'inner');
  await menu.getByRole('menuitem', { name: 'Open in a new window' }).click();
  await expect(browsers(page)).toHaveCount(2);
  const second = win(page, 'inner');
  await expect(entry(second, 'deep.txt')).toBeVisible();
  await expect(entry(win(page, 'Beside'), 'plain.txt')).toBeVisible();
  await second.getByRole('button', { name: 'Close', exact: true }).first().click();

  await entry(win(page, 'Beside'), 'inner').locator('[data-grab]').click({ button: 'middle' });
  await expect(entry(win(page, 'inner'), 'deep.txt')).toBeVisible();
  await win(page, 'inner').getByRole('button', { name: 'Close', exact: true }).first().click();
  // A file has no window of this kind.
  await entry(win(page, 'Beside'), 'plain.txt').locator('[data-grab]').click({ button: 'middle' });
  await openContextMenu(win(page, 'Beside'), 'plain.txt');
  await expect(page.getByRole('menuitem', { name: /^Rename/ })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Open in a new window' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(browsers(page)).toHaveCount(1);
  await win(page, 'Beside').getByRole('button', { name: 'Close', exact: true }).first().click();

  await page.locator('main').click({ button: 'right', position: { x: 900, y: 500 } });
  await page.getByRole('menuitem', { name: 'Wallpaper' }).click();
  await expect(page.getByRole('dialog', { name: 'Wallpaper' })).toBeVisible();
});

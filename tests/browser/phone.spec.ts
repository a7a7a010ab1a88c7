import { readdirSync, renameSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { signIn } from '../lib/box/client.ts';
import { axeOn } from './axe.ts';
import { OWNER, signInOffline, watchConsole } from './desktop-page.ts';
import { entry, seed } from './files-page.ts';
import { waitForNetworkIdle } from '../lib/network-idle.ts';
import {
  dragFinger,
  enterByTouch,
  findTouchFaults,
  front,
  goTo,
  longPress,
  openFromMore,
  openOwnFiles,
} from './touch-actions.ts';
import { expect, test } from './fixtures.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const LONG = 'a name that is a good deal longer than a phone is wide, even when it is held across.txt';

interface Size {
  readonly width: number;
  readonly height: number;
  /** How large somebody has their text, in px; 16 as it is delivered. */
  readonly text?: number;
}
const USUAL: Size = { width: 390, height: 844 };
/** A phone, an old small one, a phone on its side, and one whose owner reads without glasses: text of 200 %. */
const SIZES: readonly Size[] = [
  USUAL,
  { width: 320, height: 568 },
  { width: 844, height: 390 },
  { width: 360, height: 640, text: 32 },
];
/** A phone with larger text, a small one, and a computer at 200 %. */
const OTHER_SIZES: readonly Size[] = [
  { width: 390, height: 844, text: 24 },
  { width: 320, height: 568 },
  { width: 640, height: 400 },
];

/** Gives the page a size, and its text. */
const resize = async (page: Page, { width, height, text = 16 }: Size): Promise<void> => {
  await page.evaluate((px) => {
    document.documentElement.style.fontSize = `${px}px`;
  }, text);
  await page.setViewportSize({ width, height });
  await drawn(page);
};

/** What of the screen that is shown is not made for a hand, in any of the sizes. */
const faultsIn = async (page: Page, screen: string, sizes: readonly Size[] = SIZES): Promise<readonly string[]> => {
  const faults: string[] = [];
  await waitForNetworkIdle(page);
  for (const size of sizes) {
    await resize(page, size);
    const { width, text = 16 } = size;
    faults.push(
      ...(await findTouchFaults(page)).map((fault) => `${screen}, ${width} wide, text of ${text} px: ${fault}`),
    );
  }
  await resize(page, USUAL);
  return faults;
};

/** Two frames: what a new size changes is laid out in the first. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => {
          requestAnimationFrame(() => {
            resolve();
          });
        });
      }),
  );

/** Words for what is done with a mouse or with keys; `f3` between colons is a part of the address of a network card. */
const DESK = /right-click|double-click|\bdrag\b|ctrl|(?<![:\w])F[1-9](?![:\w])|右键|双击|拖/i;

/** Opens every screen there is, one after the other, and looks at each. */
const walk = async (page: Page, sizes: readonly Size[]): Promise<readonly string[]> => {
  const faults: string[] = [];
  for (const place of ['files', 'photos', 'shared', 'more'] as const) {
    await goTo(page, place);
    faults.push(...(await faultsIn(page, place, sizes)));
  }
  const rows = page.locator('[data-start="more"] [data-app]');
  const apps = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-app') ?? ''));
  expect(apps.length).toBeGreaterThan(8);
  for (const id of apps) {
    await openFromMore(page, id);
    faults.push(...(await faultsIn(page, id, sizes)));
    // What only a desk has is of no use to a hand. What was done names what people made, who may call a folder "Drag".
    const told = id === 'activity' ? await front(page).getByRole('listitem').allInnerTexts() : [];
    const said = told.reduce((text, row) => text.replace(row, ''), await front(page).innerText());
    if (DESK.test(said)) faults.push(`${id}: speaks of what a phone has not`);
  }
  return faults;
};

/** The questions that are asked of a file, each opened from the bar of what is selected. */
const walkDialogs = async (page: Page): Promise<readonly string[]> => {
  const faults: string[] = [];
  await goTo(page, 'files');
  const files = await openOwnFiles(page);
  await enterByTouch(files, 'Hands');
  await longPress(page, entry(files, 'one.txt'));
  for (const name of ['Move', 'Rename'] as const) {
    const bar = files.getByRole('toolbar', { name: 'Actions' });
    const inBar = bar.getByRole('button', { name, exact: true });
    if ((await inBar.count()) > 0) await inBar.tap();
    else {
      await bar.getByRole('button', { name: 'More', exact: true }).tap();
      faults.push(...(await faultsIn(page, 'more of a file')));
      await page.getByRole('menuitem', { name }).tap();
    }
    await page.getByRole('dialog').waitFor();
    faults.push(...(await faultsIn(page, name)));
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await files.getByRole('button', { name: 'End the selection' }).tap();
  return faults;
};

test('every screen is made for a hand: what is pressed is 44 px, letters are 12, nothing goes sideways, also with text of 200 % @full', async ({
  page,
  box,
}) => {
  test.setTimeout(600_000);
  seed(box, 'Hands', { [LONG]: 'x', 'one.txt': 'x' });
  await page.goto('/?auto=N');
  await expect(page.locator('input[type="password"]').first()).toBeVisible();
  expect(await faultsIn(page, 'sign-in')).toEqual([]);
  await signInOffline(page);
  expect(await walk(page, SIZES)).toEqual([]);
  expect(await walkDialogs(page)).toEqual([]);
  await goTo(page, 'more');
  await page.getByRole('button', { name: 'Language' }).tap();
  await page.getByRole('menuitemradio', { name: '简体中文' }).tap();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.getByRole('heading', { name: '更多', exact: true })).toBeVisible();
  expect(await walk(page, OTHER_SIZES)).toEqual([]);
});

test('lists in a hand: the bin and the family shares have lines, not columns; a long press selects, and the bar has what can be done @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Phone', { 'away.txt': 'xx', 'gone.txt': 'x' });
  await signInOffline(page);
  const files = await openOwnFiles(page);
  await enterByTouch(files, 'Phone');
  await expect(entry(files, 'away.txt')).toContainText('2 B · Nov 14, 2023');
  await longPress(page, entry(files, 'away.txt'));
  await entry(files, 'gone.txt').tap();
  await files.getByRole('button', { name: 'Delete', exact: true }).tap();
  await expect(entry(files, 'away.txt')).toHaveCount(0);
  const bin = await openFromMore(page, 'trash');
  const away = bin.getByRole('row', { name: /away\.txt/ });
  await expect(away).toContainText('Personal space › Phone');
  await expect(bin.getByRole('columnheader')).toHaveCount(0);
  await expect(bin.getByRole('toolbar')).toHaveCount(0);
  await longPress(page, away);
  await expect(bin.getByRole('heading', { name: '1 selected' })).toBeVisible();
  await page.goBack();
  await expect(bin.getByRole('heading', { name: 'Recycle bin' })).toBeVisible();
  // There is nothing to open here: a tap selects.
  await away.tap();
  await bin.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: 'Restore' }).tap();
  await expect(away).toHaveCount(0);
  await expect(bin.getByRole('heading', { name: 'Recycle bin' })).toBeVisible();
  await bin.getByRole('button', { name: 'More actions' }).tap();
  await page.getByRole('menuitem', { name: 'Empty the recycle bin' }).tap();
  await page.getByRole('button', { name: 'Empty the recycle bin' }).tap();
  await expect(bin.getByText('The recycle bin is empty')).toBeVisible();
  await expect.poll(() => readdirSync(root)).toEqual(['away.txt']);

  // A favourite stands on the first page.
  await goTo(page, 'files');
  const own = await openOwnFiles(page);
  await longPress(page, entry(own, 'Phone'));
  await own.getByRole('button', { name: 'More', exact: true }).tap();
  await expect(page.getByRole('menu')).toBeVisible();
  // It has come to rest at half its height; what stands further down is drawn into view.
  await page.waitForTimeout(350);
  await dragFinger(page, { x: 195, y: 800 }, { x: 195, y: 300 });
  await page.getByRole('menuitem', { name: 'Add to favourites' }).tap();
  await own.getByRole('button', { name: 'End the selection' }).tap();
  await goTo(page, 'files');
  const start = page.locator('[data-start="files"]');
  await expect(start.getByRole('heading', { name: 'Favourites' })).toBeVisible();
  await start.getByRole('button', { name: 'Phone Personal space' }).tap();
  await expect(front(page).getByRole('heading', { name: 'Phone', exact: true })).toBeVisible();
  // The box keeps it, and shows what is not there any more.
  renameSync(root, `${root} away`);
  await goTo(page, 'files');
  await page.reload();
  await expect(start.getByRole('button', { name: /^Phone \(missing\)/ })).toBeVisible();
  await start.getByRole('button', { name: 'Remove from favourites' }).tap();
  await expect(start.getByRole('heading', { name: 'Favourites' })).toHaveCount(0);

  // On a small phone with letters of twice the size the search is two lines high.
  await resize(page, { width: 320, height: 568, text: 32 });
  const search = start.getByRole('button', { name: 'Search everything' });
  expect(await search.evaluate((field) => field.scrollHeight - field.clientHeight)).toBe(0);
});

test('a tap on a link opens all that belongs to it, and a long press selects it @full', async ({ page, box }) => {
  seed(box, 'Lent', { 'lent.txt': 'x' });
  const owner = await signIn(box.origin, OWNER);
  await owner.shares.link({ path: `/mnt/usb1/${OWNER}/Lent`, names: ['lent.txt'], days: 3, code: '4711' });
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: ({ url = '' }: ShareData) => {
        document.documentElement.dataset['sent'] = url;
        return Promise.resolve();
      },
    });
  });
  await signInOffline(page);
  await goTo(page, 'shared');
  const links = page.locator('[data-start="shared"]');
  const lent = links.getByRole('row', { name: /lent\.txt/ });
  await longPress(page, lent);
  await expect(links.getByRole('heading', { name: '1 selected' })).toBeVisible();
  await page.goBack();
  await expect(links.getByRole('heading', { name: 'Shared' })).toBeVisible();
  await lent.tap();
  const sheet = page.getByRole('dialog', { name: 'lent.txt' });
  const link = sheet.getByLabel('Link', { exact: true });
  await expect(link).toHaveValue(/\/s\//);
  await expect(sheet.getByLabel('Code', { exact: true })).toHaveValue('4711');
  await expect(sheet.getByText(/^Available until/)).toBeVisible();
  await expect(sheet.getByText('0 visits')).toBeVisible();
  await expect(sheet.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  expect(await findTouchFaults(page)).toEqual([]);
  expect((await (await axeOn(page)).analyze()).violations).toEqual([]);
  await sheet.getByRole('button', { name: 'Send link' }).tap();
  await expect(page.locator('html')).toHaveAttribute('data-sent', await link.inputValue());
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await findTouchFaults(page)).toEqual([]);
  await sheet.getByRole('button', { name: 'Show in Files' }).tap();
  await expect(front(page).getByRole('heading', { name: 'Lent' })).toBeVisible();
  await expect(entry(front(page), 'lent.txt')).toHaveAttribute('data-active');
  await goTo(page, 'shared');
  await lent.tap();
  await sheet.getByRole('button', { name: 'Stop sharing' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop sharing' }).tap();
  await expect(lent).toHaveCount(0);
});

test('a menu stays on the screen, and speaks of no keys @full', async ({ page, box }) => {
  seed(box, 'Phone', { 'one.txt': 'x' });
  await signInOffline(page);
  const files = await openOwnFiles(page);
  await enterByTouch(files, 'Phone');
  await entry(files, 'one.txt').locator('[data-grab]').click({ button: 'right' });
  const menu = page.getByRole('menu', { name: 'File menu' });
  await expect(menu.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await expect(menu.getByText('F2')).toBeHidden();
  // At half height its end can be drawn into view.
  const last = menu.getByRole('menuitem', { name: 'Details' });
  await expect(async () => {
    // While it still comes up there is nothing to draw.
    await last.scrollIntoViewIfNeeded();
    const { y, height } = (await last.boundingBox()) ?? { y: 999, height: 0 };
    expect(y).toBeGreaterThanOrEqual(0);
    // Its height is a share of the screen, and no whole number.
    expect(Math.floor(y + height)).toBeLessThanOrEqual(844);
  }).toPass();
});

test('four places under the thumb; whatever opens is closed by Back, the last one first, and by every other hand @full', async ({
  page,
  box,
}) => {
  seed(box, 'Phone', { 'one.txt': 'x', 'two.txt': 'x' });
  const errors = watchConsole(page);
  await signInOffline(page);
  const start = page.locator('[data-start="files"]');
  await expect(start.getByRole('button', { name: /Personal space .*free of/ })).toBeVisible();
  const files = await openOwnFiles(page);
  await enterByTouch(files, 'Phone');
  const menu = page.getByRole('menu');
  const open = async (): Promise<void> => {
    await files.getByRole('button', { name: 'More actions' }).tap();
    await expect(menu).toBeVisible();
    // It has come to rest.
    await page.waitForTimeout(350);
  };
  await open();
  await page.goBack();
  await expect(menu).toHaveCount(0);
  await expect(entry(files, 'one.txt')).toBeVisible();
  await open();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await open();
  await page.touchscreen.tap(195, 60);
  await expect(menu).toHaveCount(0);
  await open();
  await dragFinger(page, { x: 195, y: 440 }, { x: 195, y: 820 });
  await expect(menu).toHaveCount(0);
  // Four sheets later Back is still the way out of the folder, and of the page.
  await page.goBack();
  await expect(entry(files, 'Phone')).toBeVisible();
  await page.goBack();
  await expect(start).toBeVisible();

  await entry(await openOwnFiles(page), 'Phone').tap();
  await entry(files, 'one.txt').tap();
  await expect(files.getByRole('heading', { name: 'one.txt' })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(start.getByRole('group', { name: 'Recently opened' }).getByRole('button')).toHaveText(['one.txt']);

  await openFromMore(page, 'settings');
  // What is open is written down a moment later.
  await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join())).toContain('settings');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.locator('[data-start="more"]')).toBeVisible();
  await page.goBack();
  await expect(start).toBeVisible();
  expect(page.url()).toContain('/home');
  expect(errors).toEqual([]);
});

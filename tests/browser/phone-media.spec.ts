/** What a phone opens, what plays on meanwhile, what it hands to other apps, and the sheets that ask for something. */
import type { Locator, Page } from '@playwright/test';
import { createVideo } from '../../apps/box/src/bin/demo/webm-video.ts';
import { createDocx } from '../../apps/box/src/bin/demo/office-documents.ts';
import { SeededRandom } from '../../apps/box/src/bin/demo/seeded-random.ts';
import { createWav } from '../../apps/box/src/bin/demo/wav-audio.ts';
import { createUser, signIn } from './account-page.ts';
import { bindPhone } from './bind-phone.ts';
import { signInOffline } from './desktop-page.ts';
import { entry, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';
import { TouchScreen } from './touch-screen.ts';
import { waitForNetworkIdle } from '../lib/network-idle.ts';
import { picture } from './photos-fixture.ts';
import { enterByTouch, findTouchFaults, front, goTo, longPress, openFromMore, openOwnFiles } from './touch-actions.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const SIZES = [
  [390, 844],
  [320, 568],
  [844, 390],
  [820, 1180],
  // Text of 200 %.
  [360, 640, 32],
] as const;

/** What is not made for a hand, on each screen there is. */
const faultsIn = async (page: Page, what: string): Promise<readonly string[]> => {
  const faults: string[] = [];
  await waitForNetworkIdle(page);
  for (const [width, height, text = 16] of SIZES) {
    await page.evaluate((px) => {
      document.documentElement.style.fontSize = `${px}px`;
    }, text);
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(100);
    faults.push(
      ...(await findTouchFaults(page)).map((fault) => `${what}, ${width} wide, text of ${text} px: ${fault}`),
    );
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
  await page.setViewportSize({ width: 390, height: 844 });
  return faults;
};

test('what is opened fits a hand: songs and their player, a paper whose text flows, a text; what plays on lies over no place @full', async ({
  page,
  box,
}) => {
  test.setTimeout(120_000);
  const random = new SeededRandom(7);
  const line = 'A premium that is to be paid for the coming year, before the first of the month. '.repeat(3);
  seed(box, 'Open', {
    'one song.wav': createWav(random, 8),
    'two song.wav': createWav(random, 8),
    'paper.docx': createDocx(['House insurance', line]),
    'note.txt': line,
    'list.md': `# List\n\n- ${line}\n`,
    '日记.txt': Buffer.from([0xc4, 0xe3, 0xba, 0xc3]),
  });
  await signInOffline(page);
  const faults: string[] = [];
  const files = await openOwnFiles(page);
  await enterByTouch(files, 'Open');
  for (const name of ['note.txt', 'list.md']) {
    await entry(files, name).tap();
    await expect(front(page).getByText('A premium', { exact: false }).first()).toBeVisible();
    faults.push(...(await faultsIn(page, name)));
    await page.goBack();
  }
  // What can be done with a document is in the one line above it, and all of the screen is the text's.
  await entry(files, '日记.txt').tap();
  const diary = front(page);
  await expect(diary.getByText('你好')).toBeVisible();
  await expect(diary.getByRole('toolbar')).toHaveCount(0);
  await diary.getByRole('button', { name: 'More', exact: true }).tap();
  await expect(page.getByRole('menuitemradio', { name: 'Chinese (GBK)' })).toBeChecked();
  await page.getByRole('menuitemradio', { name: 'Western (Windows)' }).tap();
  await expect(diary.getByText('ÄãºÃ')).toBeVisible();
  await diary.getByRole('button', { name: 'Edit' }).tap();
  await expect(diary.getByRole('textbox', { name: 'Text' })).toBeVisible();
  await page.goBack();
  await entry(files, 'paper.docx').tap();
  const paper = front(page).locator('iframe').contentFrame();
  await expect(paper.getByText('House insurance')).toBeVisible();
  faults.push(...(await faultsIn(page, 'paper.docx')));
  // Its words are not beyond an edge, where no hand would find them.
  const { x, width } = (await paper.getByText('A premium').boundingBox()) ?? { x: -1, width: 0 };
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(390);
  await page.goBack();

  await entry(files, 'one song.wav').tap();
  const player = front(page);
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(player.getByRole('button', { name: /two song/ })).toBeInViewport();
  faults.push(...(await faultsIn(page, 'songs')));
  await page.goBack();
  const bar = page.getByRole('region', { name: 'Playing now' });
  await expect(bar).toBeVisible();
  faults.push(...(await faultsIn(page, 'a song plays on')));
  // Playwright presses nothing that lies under something else.
  for (const place of ['photos', 'shared', 'more', 'files'] as const) await goTo(page, place);
  await bar.getByRole('button', { name: 'Stop playing' }).tap();
  await expect(bar).toHaveCount(0);
  expect(faults).toEqual([]);
  // What the help says can be done with a finger.
  await goTo(page, 'more');
  await page.getByRole('button', { name: 'Help' }).tap();
  const help = front(page);
  await expect(help.getByText('Hold a file or a folder')).toBeVisible();
  await expect(help.getByText(/right-click|drag|ctrl/i)).toHaveCount(0);
});

/** Draws a sheet down by its head, and lifts the finger. */
const drawDown = async (page: Page, sheet: Locator, by: number): Promise<void> => {
  // Its code comes after it.
  await expect(sheet).toHaveAttribute('data-drawable', '');
  const { x, y } = (await sheet.getByRole('heading').first().boundingBox()) ?? { x: 0, y: 0 };
  const hand = new TouchScreen(await page.context().newCDPSession(page));
  await hand.down([x + 30, y + 10]);
  await hand.draw([x + 40, y + 10 + by]);
  await hand.up();
};

test('a sheet that asks for something is drawn away by its head; a little drawn it springs back @full', async ({
  page,
  box,
}) => {
  seed(box, 'Sheets', { 'one.txt': 'x' });
  await signInOffline(page);
  const files = await openOwnFiles(page);
  await enterByTouch(files, 'Sheets');
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  const open = async (): Promise<void> => {
    await files.getByRole('button', { name: 'Add', exact: true }).tap();
    await page.getByRole('menuitem', { name: 'New folder' }).tap();
    await expect(dialog).toBeVisible();
  };
  await open();
  await drawDown(page, dialog, 30);
  await page.waitForTimeout(300);
  await expect(dialog).toBeVisible();
  expect(await dialog.evaluate((one) => one.style.translate)).toBe('');
  await drawDown(page, dialog, 150);
  await expect(dialog).toHaveCount(0);
  await open();
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await open();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await open();
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await expect(dialog).toHaveCount(0);
  // Nothing was left behind of them: Back is the way out of the folder.
  await page.goBack();
  await expect(entry(files, 'Sheets')).toBeVisible();
});

test('several pictures are handed to another app as they are, and a link as an address @full', async ({
  page,
  box,
}) => {
  test.setTimeout(120_000);
  const user = await createUser(box);
  const names = ['lake 1.png', 'lake 2.png', 'lake 3.png'];
  seed(box, 'My Images', Object.fromEntries(names.map((name, at) => [name, picture(60 + at)])), user);
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: ({ files = [], url = '' }: ShareData) => {
        document.documentElement.dataset['sent'] = files.length > 0 ? files.map(({ name }) => name).join() : url;
        return Promise.resolve();
      },
    });
  });
  await signIn(page, user);
  await goTo(page, 'photos');
  const start = page.locator('[data-start="photos"]');
  const tile = (name: string) => start.getByRole('gridcell', { name });
  await expect(tile('lake 3.png')).toBeVisible({ timeout: 60_000 });
  await waitForNetworkIdle(page);
  await longPress(page, tile('lake 1.png'));
  await tile('lake 3.png').tap();
  expect(await findTouchFaults(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 568 });
  expect(await findTouchFaults(page)).toEqual([]);
  await start.getByRole('button', { name: 'Send', exact: true }).tap();
  await expect(page.locator('html')).toHaveAttribute('data-sent', /^lake [13]\.png,lake [13]\.png$/);
  await page.goBack();
  await expect(start.getByRole('heading', { name: '2 selected' })).toHaveCount(0);

  await bindPhone(page, box, user);
  await goTo(page, 'photos');
  await waitForNetworkIdle(page);
  await longPress(page, tile('lake 1.png'));
  await tile('lake 3.png').tap();
  await start.getByRole('button', { name: 'Share', exact: true }).tap();
  const shared = page.getByRole('dialog', { name: 'Share by link' });
  await expect(shared.getByLabel('Link', { exact: true })).toHaveValue(/\/s\//);
  await expect(shared.getByText('2 items of this folder')).toBeVisible();
  await page.goBack();
  await page.goBack();
  // Nothing was done with it, so it is told of; that lies over the head of a page for a while.
  await page.getByRole('button', { name: 'Stop sharing' }).tap();
  await expect(page.getByText(/can be reached by their link/)).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('button')).toHaveCount(0, {
    timeout: 30_000,
  });
  await goTo(page, 'files');
  const files = await openOwnFiles(page);
  await waitForNetworkIdle(page);
  await longPress(page, entry(files, 'My Images'));
  await files.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: 'Share', exact: true }).tap();
  const dialog = page.getByRole('dialog', { name: 'Share by link' });
  const link = dialog.getByLabel('Link', { exact: true });
  await expect(link).toHaveValue(/\/s\//);
  await dialog.getByRole('button', { name: 'Send link' }).tap();
  await expect(page.locator('html')).toHaveAttribute('data-sent', await link.inputValue());
  expect(await findTouchFaults(page)).toEqual([]);
  await page.goBack();
  await files.getByRole('button', { name: 'End the selection' }).tap();

  // What only an account has.
  await openFromMore(page, 'account');
  const faults: string[] = [];
  for (const one of await front(page).getByRole('navigation').getByRole('button').all()) {
    await one.tap();
    faults.push(...(await faultsIn(page, `account, ${await one.innerText()}`)));
  }
  expect(faults).toEqual([]);
  // Messages come over everything else, and go as every sheet does.
  await goTo(page, 'more');
  await page.getByRole('button', { name: /^Messages/ }).tap();
  const messages = page.getByRole('dialog', { name: 'Messages' });
  await drawDown(page, messages, 200);
  await expect(messages).toHaveCount(0);
});

test('the part of films counts films @full', async ({ page, box }) => {
  seed(box, 'Reels', { 'picnic.mp4': Buffer.from('a film that nobody can play'), 'tree.png': picture(4711) });
  await signInOffline(page);
  await goTo(page, 'photos');
  await page.getByRole('button', { name: 'Films', exact: true }).tap();
  // Other tests may have left some at this box.
  await expect(page.getByText(/^\d+ films?$/)).toBeVisible();
});

test('held across there is the film and nothing else, its name and the way back while somebody touches it; a picture has its height @full', async ({
  page,
  box,
}) => {
  seed(box, 'Across', { 'river.webm': await createVideo(7, 6), 'one.png': picture(81), 'two.png': picture(82) });
  await signInOffline(page);
  const files = await openOwnFiles(page);
  await enterByTouch(files, 'Across');
  await page.setViewportSize({ width: 844, height: 390 });
  await entry(files, 'river.webm').tap();
  const player = page.getByRole('region', { name: 'river.webm' });
  const head = player.locator('div:has(> header)');
  const back = player.getByRole('button', { name: 'Back', exact: true });
  await expect(player.locator('video')).toHaveJSProperty('paused', false);
  expect(await player.locator('video').boundingBox()).toEqual({ x: 0, y: 0, width: 844, height: 390 });
  await expect(head).toHaveCSS('opacity', '0');
  await page.touchscreen.tap(422, 195);
  await expect(player.locator('video')).toHaveJSProperty('paused', true);
  await expect(head).toHaveCSS('opacity', '1');
  await expect(player.getByRole('heading', { name: 'river.webm' })).toBeVisible();
  await back.tap();
  await expect(player).toHaveCount(0);
  await entry(files, 'one.png').tap();
  const viewer = page.getByRole('region', { name: 'one.png' });
  await expect(viewer.getByRole('toolbar')).toBeVisible();
  const strip = viewer.getByRole('navigation', { name: 'All photos of the folder' });
  await expect(strip).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(strip).toBeVisible();
});

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDocx, createXlsx } from '../../apps/box/src/bin/demo/office-documents.ts';
import { createPdf } from '../../apps/box/src/bin/demo/pdf-document.ts';
import { enter, entry, openFiles, seed } from './files-page.ts';
import { OWNER, watchConsole, win } from './desktop-page.ts';
import { expect, test, WHOLE_BROWSER } from './fixtures.ts';

/** The smallest picture that a browser shows. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A grey picture that Chromium does not show. */
const tiff = (width: number, height: number): Buffer => {
  const tags = [
    [256, width],
    [257, height],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 122],
    [277, 1],
    [278, height],
    [279, width * height],
  ] as const;
  const head = Buffer.alloc(122);
  head.write('II*\0', 0, 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(tags.length, 8);
  for (const [at, [tag, value]] of tags.entries()) {
    head.writeUInt16LE(tag, 10 + 12 * at);
    head.writeUInt16LE(4, 12 + 12 * at);
    head.writeUInt32LE(1, 14 + 12 * at);
    head.writeUInt32LE(value, 18 + 12 * at);
  }
  return Buffer.concat([head, Buffer.alloc(width * height, 128)]);
};

/** A second of silence, 8 kHz mono. */
const wav = (): Buffer => {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + 8000, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(8000, 40);
  return Buffer.concat([head, Buffer.alloc(8000, 128)]);
};

test('FILES-30 PREVIEW-02: office documents are shown in a frame that can run nothing @full', async ({ page, box }) => {
  const problems = watchConsole(page);
  seed(box, 'Office', {
    'letter.docx': createDocx(['Title 标题', 'A paragraph']),
    'sums.xlsx': createXlsx('Sheet 一', [
      ['What', 'Amount'],
      ['=HYPERLINK("javascript:1")', '<img src=x onerror=alert(1)>'],
    ]),
  });
  const window = await openFiles(page);
  await enter(window, 'Office');
  await entry(window, 'letter.docx').locator('[data-grab]').dblclick();
  const frame = win(page, 'letter.docx').locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', 'allow-same-origin allow-popups');
  await expect(frame.contentFrame().getByText('Title 标题')).toBeVisible();
  const size = await frame
    .contentFrame()
    .getByText('Title 标题')
    .evaluate((element) => getComputedStyle(element).fontSize);
  expect(Number.parseFloat(size)).toBeGreaterThan(20);
  await win(page, 'letter.docx').getByRole('button', { name: 'Close', exact: true }).click();

  await entry(window, 'sums.xlsx').locator('[data-grab]').dblclick();
  const sums = win(page, 'sums.xlsx');
  await expect(sums.getByRole('tab', { name: 'Sheet 一' })).toBeVisible();
  await expect(sums.getByRole('cell', { name: '<img src=x onerror=alert(1)>' })).toBeVisible();
  await expect(sums.locator('img[src="x"]')).toHaveCount(0);
  await sums.getByRole('button', { name: 'Close', exact: true }).click();

  // The frame refuses what the test itself looks it over with.
  expect(problems.filter((text) => !text.startsWith('Blocked script execution in'))).toEqual([]);
});

test('PREVIEW-02: markdown and source are shown; nothing in them runs, loads or leads to a script @full', async ({
  page,
  box,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  seed(box, 'Texts', {
    'evil.md':
      '# Notes\n\n<script>window.hacked = 1</script>\n\n<img src="http://127.0.0.1:9/pixel.png" onerror="window.hacked = 1">\n\n![far](http://127.0.0.1:9/far.png)\n\n[click](javascript:window.hacked=1) [good](https://example.org/)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
    'code.py': 'def f(x):  # note\n    return "text"\n',
    'broken.docx': 'this is no document',
  });
  const window = await openFiles(page);
  await enter(window, 'Texts');
  await entry(window, 'evil.md').locator('[data-grab]').dblclick();
  const text = win(page, 'evil.md');
  await expect(text.getByRole('heading', { name: 'Notes' })).toBeVisible();
  await expect(text.getByRole('cell', { name: '2', exact: true })).toBeVisible();
  await expect(text.getByRole('link', { name: 'good' })).toHaveAttribute('target', '_blank');
  expect(await text.getByText('click').getAttribute('href')).toBeNull();
  await text.getByText('click').click();
  expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
  expect(requests.filter((url) => url.includes(':9/'))).toEqual([]);
  await text.getByRole('button', { name: 'Close', exact: true }).click();
  await entry(window, 'code.py').locator('[data-grab]').dblclick();
  const code = win(page, 'code.py');
  await expect(code.locator('pre')).toHaveText('def f(x):  # note\n    return "text"\n');
  await expect(code.locator('pre span')).toHaveText(['def', '# note', 'return', '"text"']);
  await code.getByRole('button', { name: 'Close', exact: true }).click();
  await entry(window, 'broken.docx').locator('[data-grab]').dblclick();
  await expect(win(page, 'broken.docx').getByRole('alert')).toContainText('could not be shown');
});

test('a text is edited and saved to the disk; a change from elsewhere is noticed first @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Edit', { 'note.txt': 'first' });
  const window = await openFiles(page);
  await enter(window, 'Edit');
  await entry(window, 'note.txt').locator('[data-grab]').dblclick();
  const note = win(page, 'note.txt');
  await note.getByRole('button', { name: 'Edit' }).click();
  await note.getByRole('textbox', { name: 'Text' }).fill('second 第二');
  await expect(note.getByText('Not saved yet')).toBeVisible();
  await note.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(note.getByText('Saved', { exact: true })).toBeVisible({ timeout: 20_000 });
  expect(readFileSync(join(root, 'note.txt'), 'utf8')).toBe('second 第二');
  writeFileSync(join(root, 'note.txt'), 'changed elsewhere');
  await note.getByRole('textbox', { name: 'Text' }).fill('third');
  await page.keyboard.press('Control+s');
  const warning = page.getByRole('alertdialog');
  await expect(warning).toContainText('The file has changed');
  expect(readFileSync(join(root, 'note.txt'), 'utf8')).toBe('changed elsewhere');
  await warning.getByRole('button', { name: 'Save anyway' }).click();
  await expect.poll(() => readFileSync(join(root, 'note.txt'), 'utf8'), { timeout: 20_000 }).toBe('third');
});

test('PREVIEW-07 VALID-42: 10,485,760 bytes are shown, one more is refused with words @full', async ({ page, box }) => {
  seed(box, 'Limit', { 'fits.txt': `${'x'.repeat(63)}\n`.repeat(163_840), 'over.txt': 'x'.repeat(10_485_761) });
  const window = await openFiles(page);
  await enter(window, 'Limit');
  await entry(window, 'over.txt').locator('[data-grab]').dblclick();
  await expect(page.getByText('Files over 10M cannot be previewed').first()).toBeVisible();
  await expect(win(page, 'over.txt')).toHaveCount(0);
  await entry(window, 'fits.txt').locator('[data-grab]').dblclick();
  const text = win(page, 'fits.txt').locator('pre');
  await expect(text).toBeVisible({ timeout: 20_000 });
  await expect(text).toBeFocused();
  await page.keyboard.press('PageDown');
  await expect.poll(() => text.evaluate((own) => own.scrollTop)).toBeGreaterThan(0);
});

test('PREVIEW-01: a pdf opens in a new tab @full', WHOLE_BROWSER, async ({ page, box, context }) => {
  seed(box, 'Pdf', { 'paper.pdf': createPdf('Paper', ['One line']) });
  const window = await openFiles(page);
  await enter(window, 'Pdf');
  const opened = context.waitForEvent('page');
  await entry(window, 'paper.pdf').locator('[data-grab]').dblclick();
  const tab = await opened;
  await expect.poll(() => tab.url()).toContain('/port_80/mnt/usb1/annabel/Pdf/paper.pdf');
});

test('a drawing, a TIFF and a HEIC, which the browser does not show, are shown as the box draws them @full', async ({
  page,
  box,
}) => {
  seed(box, 'Drawn', {
    'house.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><circle r="90" fill="red"/></svg>',
    'phone.heic': readFileSync(new URL('../lib/phone.heic', import.meta.url)),
    'scan.tif': tiff(700, 300),
  });
  const window = await openFiles(page);
  await enter(window, 'Drawn');
  // The box knows a picture by its content as soon as it has looked at it, which may be after the list, and nothing tells of it.
  for (const name of ['house.svg', 'phone.heic', 'scan.tif'])
    await expect(async () => {
      await window.getByRole('button', { name: 'Refresh', exact: true }).click();
      await expect(entry(window, name).locator('img[src*="/thumb/"]')).toBeVisible({ timeout: 3000 });
    }).toPass();
  await entry(window, 'house.svg').locator('[data-grab]').dblclick();
  const viewer = win(page, 'house.svg');
  const shown = viewer.getByRole('img', { name: 'house.svg' });
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640);
  await viewer.getByRole('button', { name: 'Next photo' }).click();
  const phone = page.getByRole('img', { name: 'phone.heic' });
  await expect.poll(() => phone.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(120);
  await win(page, 'phone.heic').getByRole('button', { name: 'Next photo' }).click();
  const scan = page.getByRole('img', { name: 'scan.tif' });
  await expect.poll(() => scan.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(700);
});

test('FILES-29 PREVIEW-09: the photo viewer goes through the photos of the folder by keyboard @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Photos1', { 'a.png': PNG, 'b.png': PNG, 'c.png': PNG, 'not.txt': '' });
  const window = await openFiles(page);
  await enter(window, 'Photos1');
  // A look without opening it says how many pixels it has, and so do its details (finding 67).
  await entry(window, 'b.png').locator('[data-grab]').click();
  await page.keyboard.press('Space');
  const look = page.getByRole('dialog', { name: 'b.png' });
  await expect(look.getByText(/^Picture · .+ · 1 × 1 · /)).toBeVisible();
  await page.keyboard.press('Space');
  await expect(look).toHaveCount(0);
  await page.keyboard.press('Alt+Enter');
  const details = page.getByRole('dialog', { name: 'Details' });
  await expect(details.getByText('1 × 1', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
  await entry(window, 'b.png').locator('[data-grab]').dblclick();
  const viewer = page.getByRole('region').filter({ has: page.getByRole('button', { name: 'Rotate left' }) });
  await expect(viewer.getByText('2 of 3')).toBeVisible();
  await expect(viewer.getByRole('img', { name: 'b.png' })).toBeVisible();
  // Its keys are there before anybody clicks into it, and wherever a click has put the focus.
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('3 of 3')).toBeVisible();
  await expect(win(page, 'c.png')).toBeVisible();
  await viewer.getByRole('navigation').getByRole('button', { name: 'a.png' }).click();
  await expect(viewer.getByText('1 of 3')).toBeVisible();
  await page.keyboard.press('End');
  await expect(viewer.getByText('3 of 3')).toBeVisible();
  await viewer.getByRole('button', { name: 'Previous photo' }).click();
  await expect(viewer.getByText('2 of 3')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('3 of 3')).toBeVisible();
  await page.keyboard.press('Delete');
  await expect(viewer.getByText('2 of 2')).toBeVisible();
  expect(existsSync(join(root, 'c.png'))).toBe(false);
  await viewer.getByRole('button', { name: 'Rotate right' }).click();
  await expect(viewer.getByRole('img', { name: 'b.png' })).toHaveCSS('rotate', '90deg');
  // It is shared from here, which needs the Internet, and the keyboard stays with it (finding 49).
  const shareIt = viewer.getByRole('button', { name: 'Share by link' });
  await shareIt.click();
  await expect(page.getByRole('alertdialog')).toContainText('Share by link');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(shareIt).toBeFocused();
  await viewer.getByRole('button', { name: 'Photo details' }).click();
  await expect(viewer.getByRole('complementary', { name: 'Photo details' })).toContainText('b.png');
});

test('FILES-27 DIALOG-32 PREVIEW-04 PREVIEW-06 PREVIEW-10: music plays at once with its title; closing clears the source @full', async ({
  page,
  box,
}) => {
  seed(box, 'Songs', { 'One song.wav': wav(), 'Two.wav': wav() });
  const window = await openFiles(page);
  await enter(window, 'Songs');
  await entry(window, 'One song.wav').locator('[data-grab]').dblclick();
  const player = win(page, 'Music');
  await expect(player.getByRole('heading', { name: 'One song' })).toBeVisible();
  const audio = page.locator('audio');
  await expect(audio).toHaveAttribute('src', /\/port_80\/mnt\/usb1\/annabel\/Songs\/One%20song\.wav\?key=/);
  await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.played.length)).toBeGreaterThan(0);
  await expect(player.getByRole('list', { name: 'Music of this folder' }).getByRole('button')).toHaveCount(2);
  await player.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(player.getByRole('heading', { name: 'Two' })).toBeVisible();
  const element = await audio.elementHandle();
  await player.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(player).toHaveCount(0);
  expect(await element.evaluate((node) => [node.hasAttribute('src'), 'paused' in node && node.paused])).toEqual([
    false,
    true,
  ]);
});

test('ROUTE-07: /wpsoffice shows one document as a full page @full', async ({ page, box }) => {
  seed(box, 'Full', { 'page.txt': 'the whole page' });
  await openFiles(page);
  await page.goto(`/wpsoffice?path=${encodeURIComponent(`/mnt/usb1/${OWNER}/Full/page.txt`)}`);
  await expect(page.locator('pre')).toHaveText('the whole page');
  // On a phone there is no header of a page here that could hold what can be done with it.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Download' })).toBeVisible();
  await expect(page.getByRole('banner', { name: 'Top bar' })).toHaveCount(0);
});

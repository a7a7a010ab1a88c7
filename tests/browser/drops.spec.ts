import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adversarialNames } from '../lib/adversarial/adversarial-names.ts';
import { dragOver, dropOn, createLocalFiles } from './local-files.ts';
import { openByPalette, OWNER, signInOffline, win } from './desktop-page.ts';
import { browsers, enter, entry, openFiles, seed } from './files-page.ts';
import { ANY_ORIGIN, expect, test } from './fixtures.ts';

const STRANGE = adversarialNames({ js: 'void 0', far: '' });
/** Names that are text; a browser knows no others. */
const READABLE = STRANGE.flatMap(({ name, bytes }) => (typeof name === 'string' ? [{ name, bytes }] : []));
const NAMELESS = STRANGE.flatMap(({ name, bytes }) => (typeof name === 'string' ? [] : [{ name, bytes }]));

const inBytes = (folder: string): readonly string[] =>
  readdirSync(Buffer.from(folder), 'buffer').map((name) => name.toString('latin1'));
const latin = (name: string): string => Buffer.from(name).toString('latin1');

test('FILES-25: a dropped folder with every strange name arrives whole; what has no readable name is said, and tried again @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Target', {});
  const computer = createLocalFiles({ 'Odd/ inner %/': '' });
  const at = (name: string | Buffer): Buffer =>
    Buffer.concat([Buffer.from(join(computer, 'Odd/')), typeof name === 'string' ? Buffer.from(name) : name]);
  for (const { name, bytes } of STRANGE) writeFileSync(at(name), bytes);
  for (const { name, bytes } of READABLE) writeFileSync(join(computer, 'Odd/ inner %', name), bytes);
  const window = await openFiles(page);
  await enter(window, 'Target');
  await dropOn(page, window.getByRole('group', { name: 'Files', exact: true }), [join(computer, 'Odd')]);
  const said = page.getByRole('alertdialog', { name: '1 item could not be read' });
  await expect(said.getByRole('listitem')).toHaveText(['In “Odd”: a name that the browser cannot read']);
  expect(NAMELESS).toHaveLength(1);
  expect(readdirSync(root)).toEqual([]);

  for (const { name } of NAMELESS) renameSync(at(name), at('has a name now.txt'));
  await said.getByRole('button', { name: 'Try again' }).click();
  const wanted = [...READABLE.map(({ name }) => name), ' inner %', 'has a name now.txt'].map(latin).sort();
  const arrived = (folder: string): readonly string[] => {
    try {
      return [...inBytes(join(root, folder))].sort();
    } catch {
      return [];
    }
  };
  await expect.poll(() => arrived('Odd'), { timeout: 30_000 }).toEqual(wanted);
  await expect
    .poll(() => arrived('Odd/ inner %'), { timeout: 30_000 })
    .toEqual(READABLE.map(({ name }) => latin(name)).sort());
  for (const { name, bytes } of READABLE)
    for (const folder of ['Odd', 'Odd/ inner %'])
      expect(readFileSync(join(root, folder, name)).equals(Buffer.from(bytes))).toBe(true);
  await expect(said).toHaveCount(0);
  rmSync(computer, { recursive: true });
});

test('FILES-25: what cannot be read is left out when the person says so, and nothing is uploaded when they leave @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Part', {});
  const computer = createLocalFiles({ 'Some/good.txt': 'good' });
  mkdirSync(Buffer.concat([Buffer.from(join(computer, 'Some/')), Buffer.from([0xff, 0xfe])]));
  const window = await openFiles(page);
  await enter(window, 'Part');
  const list = window.getByRole('group', { name: 'Files', exact: true });
  const said = page.getByRole('alertdialog', { name: '1 item could not be read' });
  await dropOn(page, list, [join(computer, 'Some')]);
  await said.getByRole('button', { name: 'Cancel' }).click();
  await expect(said).toHaveCount(0);
  await dropOn(page, list, [join(computer, 'Some')]);
  expect(readdirSync(root)).toEqual([]);
  await said.getByRole('button', { name: 'Upload the others' }).click();
  await expect.poll(() => readdirSync(root), { timeout: 20_000 }).toEqual(['Some']);
  await expect.poll(() => readdirSync(join(root, 'Some')), { timeout: 20_000 }).toEqual(['good.txt']);
  rmSync(computer, { recursive: true });
});

test(
  'a drop that nobody takes is caught: the page stays, and nothing is uploaded @full',
  ANY_ORIGIN,
  async ({ page, box }) => {
    const computer = createLocalFiles({ 'stray.txt': 'stray' });
    const files = [join(computer, 'stray.txt')];
    await page.goto('/?auto=N');
    await page.evaluate(() => (document.documentElement.dataset['same'] = 'page'));
    await dropOn(page, page.locator('body'), files);
    await expect(page.locator('html')).toHaveAttribute('data-same', 'page');
    const window = await openFiles(page);
    await openByPalette(page, 'Settings');
    await page.evaluate(() => (document.documentElement.dataset['same'] = 'page'));
    const before = readdirSync(join(box.usb1, OWNER)).sort();
    const settings = win(page, 'Settings');
    for (const target of [
      page.getByRole('banner', { name: 'Top bar' }),
      settings,
      settings.getByRole('heading', { name: 'Settings' }).first(),
    ])
      await dropOn(page, target, files);
    await settings.getByRole('button', { name: 'Close', exact: true }).first().click();
    for (const target of [
      window.getByRole('toolbar', { name: 'Actions' }),
      window.getByRole('navigation', { name: 'Path' }),
      window.getByRole('heading').first(),
    ])
      await dropOn(page, target, files);
    // A drop that is taken comes last: what came before it would have been there by now.
    await dropOn(page, window.getByRole('grid', { name: 'Files', exact: true }), files);
    await expect(entry(window, 'stray.txt')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-same', 'page');
    expect(readdirSync(join(box.usb1, OWNER)).sort()).toEqual([...before, 'stray.txt'].sort());
    rmSync(computer, { recursive: true });
  },
);

test(
  'a drop on the desktop goes into the personal space; it lights up, and taken names are asked about @full',
  ANY_ORIGIN,
  async ({ page, box }) => {
    const home = join(box.usb1, OWNER);
    const computer = createLocalFiles({ 'desk.txt': 'from the desk', 'Trip/a.txt': 'a' });
    await signInOffline(page);
    const ground = page.getByRole('main');
    const lit = page.getByText('Drop to upload into your personal space');
    const drop = await dragOver(page, ground, [join(computer, 'desk.txt'), join(computer, 'Trip')], { x: 0.8, y: 0.5 });
    await expect(lit).toBeVisible();
    await drop();
    await expect(lit).toHaveCount(0);
    await expect(page.getByText('2 files uploaded to Personal space')).toBeVisible({ timeout: 20_000 });
    await expect.poll(() => readdirSync(home).includes('desk.txt'), { timeout: 20_000 }).toBe(true);
    await expect.poll(() => readdirSync(home).includes('Trip'), { timeout: 20_000 }).toBe(true);
    writeFileSync(join(computer, 'desk.txt'), 'second');
    await dropOn(page, ground, [join(computer, 'desk.txt')], { x: 0.8, y: 0.5 });
    const question = page.getByRole('dialog', { name: 'Upload: these names already exist' });
    await question.getByRole('radio', { name: /^Keep both/ }).check();
    await question.getByRole('button', { name: 'Continue' }).click();
    await expect
      .poll(() => readdirSync(home).filter((name) => name.startsWith('desk')).length, { timeout: 20_000 })
      .toBe(2);
    expect(readFileSync(join(home, 'desk.txt'), 'utf8')).toBe('from the desk');
    rmSync(computer, { recursive: true });
  },
);

test(
  'FILES-26: places at the side take files; the safe, open or closed, answers with its warning @full',
  ANY_ORIGIN,
  async ({ page, box }) => {
    const computer = createLocalFiles({ 'aside.txt': 'aside' });
    const files = [join(computer, 'aside.txt')];
    const window = await openFiles(page);
    const place = (name: string) =>
      window.getByRole('navigation', { name: 'Places' }).getByRole('button', { name, exact: true });
    await dropOn(page, place('Public space'), files, { x: 0.5, y: 0.5 });
    await expect.poll(() => readdirSync(join(box.usb1, 'shared-files')), { timeout: 20_000 }).toContain('aside.txt');
    await dropOn(page, place('Safe'), files, { x: 0.5, y: 0.5 });
    await expect(page.getByText('The encrypted area does not support drag upload').first()).toBeVisible();
    await page.reload();
    await place('Safe').click();
    await expect(browsers(page).first().getByRole('form')).toBeVisible();
    await dropOn(page, browsers(page).first().getByRole('form'), files);
    await expect(page.getByText('The encrypted area does not support drag upload').first()).toBeVisible();
    rmSync(computer, { recursive: true });
  },
);

test('Ctrl+V uploads a picture that was copied elsewhere, with date and time; what was copied in Boxwood after it is pasted instead @full', async ({
  page,
  box,
  context,
}) => {
  const root = seed(box, 'Paste', { 'here.txt': 'here', 'In/': '' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: `http://127.0.0.1:${box.port}` });
  const window = await openFiles(page);
  await enter(window, 'Paste');
  // Another program copies; only a secure page may write pictures to the clipboard.
  const other = await context.newPage();
  await other.goto(`http://127.0.0.1:${box.port}/?auto=N`);
  await other.bringToFront();
  await other.evaluate(async () => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 4;
    const png = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/png');
    });
    if (png !== null) await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
  });
  await page.bringToFront();
  await window.getByRole('grid', { name: 'Files', exact: true }).focus();
  await page.keyboard.press('Control+v');
  const pictures = (): readonly string[] =>
    readdirSync(root).filter((name) => /^Screenshot \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/.test(name));
  await expect.poll(pictures, { timeout: 20_000 }).toHaveLength(1);
  expect(
    [...readFileSync(join(root, pictures()[0] ?? '')).subarray(1, 4)].map((one) => String.fromCharCode(one)).join(''),
  ).toBe('PNG');

  await entry(window, 'here.txt').locator('[data-grab]').click();
  await page.keyboard.press('Control+c');
  await entry(window, 'In').locator('[data-grab]').dblclick();
  await expect(window.getByText('This folder is empty')).toBeVisible();
  await page.keyboard.press('Control+v');
  await expect.poll(() => readdirSync(join(root, 'In')), { timeout: 20_000 }).toEqual(['here.txt']);
  expect(pictures()).toHaveLength(1);
});

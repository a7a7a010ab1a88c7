import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dropOn, createLocalFiles } from './local-files.ts';
import { openByPalette, win } from './desktop-page.ts';
import { browsers, enter, entry, listOf, openArea, openFiles, seed } from './files-page.ts';
import { ANY_ORIGIN, expect, test, WHOLE_BROWSER } from './fixtures.ts';

test('FILES-25 UPLOAD-33: a folder dropped from the computer arrives with everything in it, empty folders too @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Dropped', {});
  const computer = createLocalFiles({
    'Trip 旅行/😀 a.txt': 'a',
    'Trip 旅行/deep/b.txt': 'b',
    'Trip 旅行/empty/': '',
    'single.txt': 'single',
  });
  const window = await openFiles(page);
  await enter(window, 'Dropped');
  await dropOn(page, window.getByRole('group', { name: 'Files', exact: true }), [
    join(computer, 'Trip 旅行'),
    join(computer, 'single.txt'),
  ]);
  await expect(page.getByText('Upload task submitted')).toBeVisible();
  await expect.poll(() => existsSync(join(root, 'single.txt')), { timeout: 20_000 }).toBe(true);
  await expect.poll(() => existsSync(join(root, 'Trip 旅行/deep/b.txt')), { timeout: 20_000 }).toBe(true);
  expect(readFileSync(join(root, 'Trip 旅行/😀 a.txt'), 'utf8')).toBe('a');
  await expect.poll(() => existsSync(join(root, 'Trip 旅行/empty'))).toBe(true);
  await expect(entry(window, 'Trip 旅行')).toBeVisible();
  await expect(entry(window, 'single.txt')).toBeVisible();
  rmSync(computer, { recursive: true });
});

test('UPLOAD-34 UPLOAD-26 UPLOAD-28: the menu takes files and a folder; without a conflict nothing is asked @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Chosen', {});
  const computer = createLocalFiles({ 'Folder/x.txt': 'x', 'Folder/y/z.txt': 'z' });
  const window = await openFiles(page);
  // The picker that hands out handles is the browser's own window; without it the same entry opens the input.
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'showOpenFilePicker'));
  await enter(window, 'Chosen');
  const upload = window.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: 'Upload', exact: true });
  await upload.click();
  const files = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload files' }).click();
  await (await files).setFiles({ name: 'picked.txt', mimeType: 'text/plain', buffer: Buffer.from('picked') });
  await expect.poll(() => existsSync(join(root, 'picked.txt')), { timeout: 20_000 }).toBe(true);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await upload.click();
  const folder = page.waitForEvent('filechooser');
  await page.getByRole('menuitem', { name: 'Upload a folder' }).click();
  await (await folder).setFiles(join(computer, 'Folder'));
  await expect.poll(() => existsSync(join(root, 'Folder/y/z.txt')), { timeout: 20_000 }).toBe(true);
  expect(readFileSync(join(root, 'Folder/x.txt'), 'utf8')).toBe('x');
  rmSync(computer, { recursive: true });
});

test('DIALOG-01 DIALOG-02 UPLOAD-23 UPLOAD-24 UPLOAD-25: the upload conflict, answered in four ways @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Clash', { 'same.txt': 'old' });
  const window = await openFiles(page);
  await enter(window, 'Clash');
  const dialog = page.getByRole('dialog', { name: 'Upload: these names already exist' });
  const send = async (content: string): Promise<void> => {
    await page
      .locator('input[data-choose="files"]')
      .setInputFiles({ name: 'same.txt', mimeType: 'text/plain', buffer: Buffer.from(content) });
    await expect(dialog).toBeVisible();
  };
  await send('cancelled');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await send('left out');
  await dialog.getByRole('radio', { name: /^Leave these files out/ }).check();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('No files to upload')).toBeVisible();
  expect(readdirSync(root)).toEqual(['same.txt']);
  await send('beside');
  await dialog.getByRole('radio', { name: /^Keep both/ }).check();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => existsSync(join(root, 'same_copy.txt')), { timeout: 20_000 }).toBe(true);
  expect(readFileSync(join(root, 'same.txt'), 'utf8')).toBe('old');
  await send('replaced');
  await dialog.getByRole('radio', { name: /^Replace/ }).check();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => readFileSync(join(root, 'same.txt'), 'utf8'), { timeout: 20_000 }).toBe('replaced');
  expect(readFileSync(join(root, 'same_copy.txt'), 'utf8')).toBe('beside');
});

test('UPLOAD-02: after a reload an upload goes on by itself where the browser keeps the file, else once it is chosen again @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Reloaded', { 'there.txt': 'there' });
  rmSync(join(root, 'film.bin'), { force: true });
  let window = await openFiles(page);
  await enter(window, 'Reloaded');
  const content = 'film '.repeat(10_000);
  // A handle of the browser's own file system can be stored and read like one that a person picked.
  const secure = await page.evaluate(async (text) => {
    if (!('showOpenFilePicker' in globalThis)) return false;
    const folder = await navigator.storage.getDirectory();
    const handle = await folder.getFileHandle('film.bin', { create: true });
    const stream = await handle.createWritable();
    await stream.write(text);
    await stream.close();
    Object.assign(globalThis, { showOpenFilePicker: () => Promise.resolve([handle]) });
    return true;
  }, content);
  const computer = createLocalFiles({ 'film.bin': content });
  let lineHolds = false;
  await page.route('**/filetrans?*', (route) =>
    route.request().method() !== 'PUT' || lineHolds ? route.fallback() : undefined,
  );
  if (secure) {
    await window.getByRole('toolbar', { name: 'Actions' }).getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Upload files' }).click();
  } else await page.locator('input[data-choose="files"]').setInputFiles(join(computer, 'film.bin'));
  // The stored list is written after the log.
  await page.waitForFunction(() => localStorage.getItem('upload_tasks')?.includes('film.bin'));
  lineHolds = true;
  await page.reload();
  expect(existsSync(join(root, 'film.bin'))).toBe(false);
  if (!secure) {
    await expect(listOf(browsers(page).first())).toBeVisible();
    await openByPalette(page, 'Task Centre');
    window = win(page, 'Task Centre');
    await window.getByRole('button', { name: 'Upload tasks' }).click();
    await window.getByRole('tab', { name: /^Waiting/ }).click();
    await expect(window.getByText('Choose the file again to continue')).toBeVisible();
    await window.locator('input[type="file"]:not([webkitdirectory])').setInputFiles(join(computer, 'film.bin'));
  }
  await expect.poll(() => existsSync(join(root, 'film.bin')), { timeout: 20_000 }).toBe(true);
  expect(readFileSync(join(root, 'film.bin'), 'utf8') === content).toBe(true);
  rmSync(computer, { recursive: true });
});

test('FILES-26 ERR-141: a drop into the safe is refused with its warning @full', ANY_ORIGIN, async ({ page, box }) => {
  const computer = createLocalFiles({ 'plain.txt': 'plain' });
  const window = await openFiles(page);
  await window.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Safe', exact: true }).click();
  const fields = window.getByRole('form');
  await openArea(fields, 'abc123');
  const safe = window.locator('[role="group"][aria-label="Files"], [role="grid"][aria-label="Files"]');
  await expect(safe).toBeVisible();
  await dropOn(page, safe, [join(computer, 'plain.txt')]);
  await expect(page.getByText('The encrypted area does not support drag upload').first()).toBeVisible();
  expect(existsSync(join(box.usb1, 'annabel/.safebox/plain.txt'))).toBe(false);
  rmSync(computer, { recursive: true });
});

test('UPLOAD-09: the same file again finishes at once, and the folder stays in step @full', async ({ page, box }) => {
  const root = seed(box, 'Again', {});
  const window = await openFiles(page);
  await enter(window, 'Again');
  const big = 'b'.repeat(9 * 1024 * 1024);
  const computer = createLocalFiles({ 'big.bin': big });
  await page.locator('input[data-choose="files"]').setInputFiles(join(computer, 'big.bin'));
  await expect(entry(window, 'big.bin')).toBeVisible({ timeout: 30_000 });
  await expect(listOf(window)).toBeVisible();
  expect(readFileSync(join(root, 'big.bin'), 'utf8') === big).toBe(true);
  const chunks: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') chunks.push(request.url());
  });
  await page.locator('input[data-choose="files"]').setInputFiles(join(computer, 'big.bin'));
  const dialog = page.getByRole('dialog', { name: 'Upload: these names already exist' });
  await dialog.getByRole('radio', { name: /^Replace/ }).check();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Upload task submitted').last()).toBeVisible();
  await page.waitForTimeout(2_000);
  expect(chunks).toEqual([]);

  await openByPalette(page, 'Task Centre');
  const tasks = win(page, 'Task Centre');
  await tasks.getByRole('button', { name: 'Upload tasks' }).click();
  await tasks.getByRole('tab', { name: 'Completed' }).click();
  await tasks.getByRole('button', { name: 'Details' }).first().click();
  const details = page.getByRole('dialog', { name: 'Task details' });
  for (const fact of ['BIN', 'Upload', 'Done', 'Personal space › Again › big.bin'])
    await expect(details.getByText(fact, { exact: true })).toBeVisible();
  rmSync(computer, { recursive: true });
});

test('UPLOAD-10 UPLOAD-31: a large file goes in one body, and after a pause in chunks from where the box has it @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Large', {});
  const computer = createLocalFiles({});
  const content = randomBytes(72 * 1024 * 1024);
  writeFileSync(join(computer, 'large.bin'), content);
  const window = await openFiles(page);
  await enter(window, 'Large');
  const puts: URLSearchParams[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PUT') puts.push(new URL(request.url()).searchParams);
  });
  await openByPalette(page, 'Task Centre');
  await win(page, 'Task Centre').getByRole('button', { name: 'Upload tasks' }).click();
  const line = await page.context().newCDPSession(page);
  const conditions = { latency: 0, downloadThroughput: -1, uploadThroughput: 20 * 1024 * 1024, offline: false };
  await line.send('Network.enable');
  await line.send('Network.emulateNetworkConditions', conditions);
  await page.locator('input[data-choose="files"]').setInputFiles(join(computer, 'large.bin'));
  const parts = join(box.usb1, '.boxwood/parts');
  const arrived = (): number =>
    existsSync(parts) ? Math.max(0, ...readdirSync(parts).map((name) => statSync(join(parts, name)).size)) : 0;
  await expect.poll(arrived, { intervals: [20] }).toBeGreaterThan(10 * 1024 * 1024);
  const tasks = win(page, 'Task Centre');
  await tasks.getByRole('button', { name: 'Pause all' }).click();
  await expect(tasks.getByRole('button', { name: 'Resume all' })).toBeEnabled();
  expect(puts).toHaveLength(1);
  expect(puts[0]?.get('whole')).toBe('1');
  expect(readdirSync(root)).toEqual([]);
  await line.send('Network.emulateNetworkConditions', { ...conditions, uploadThroughput: -1 });
  await tasks.getByRole('button', { name: 'Resume all' }).click();
  await expect.poll(() => readdirSync(root), { timeout: 40_000 }).toEqual(['large.bin']);
  expect(readFileSync(join(root, 'large.bin')).equals(content)).toBe(true);
  expect(puts.length).toBeGreaterThan(1);
  for (const put of puts.slice(1)) {
    expect(put.get('whole')).toBeNull();
    // What the browser last reported of the body (UPLOAD-10); the box may already have had more.
    expect(Number(put.get('start'))).toBeGreaterThan(5 * 1024 * 1024);
  }
  rmSync(computer, { recursive: true });
});

test(
  'UPLOAD-11: the title of the tab says how far an upload is, and the screen stays on until it is over @full',
  WHOLE_BROWSER,
  async ({ page, box }) => {
    seed(box, 'Signs', {});
    await page.addInitScript(() => {
      if (!('wakeLock' in navigator)) return;
      const { wakeLock } = navigator;
      const ask = wakeLock.request.bind(wakeLock);
      wakeLock.request = async (type) => {
        const lock = await ask(type);
        document.documentElement.dataset['awake'] = 'yes';
        lock.addEventListener('release', () => (document.documentElement.dataset['awake'] = 'no'));
        return lock;
      };
    });
    const computer = createLocalFiles({ 'slow.bin': 's'.repeat(6 * 1024 * 1024) });
    const window = await openFiles(page);
    await enter(window, 'Signs');
    await expect(page).toHaveTitle(/^[^↑]+ · Boxwood$/);
    const line = await page.context().newCDPSession(page);
    const conditions = { latency: 0, downloadThroughput: -1, uploadThroughput: 2 * 1024 * 1024, offline: false };
    await line.send('Network.enable');
    await line.send('Network.emulateNetworkConditions', conditions);
    await page.locator('input[data-choose="files"]').setInputFiles(join(computer, 'slow.bin'));
    await expect(page).toHaveTitle(/^↑ \d+ % · [^↑]+ · Boxwood$/);
    const secure = await page.evaluate(() => isSecureContext);
    const awake = () => page.evaluate(() => document.documentElement.dataset['awake'] ?? 'never');
    await expect.poll(awake).toBe(secure ? 'yes' : 'never');
    await expect(entry(window, 'slow.bin')).toBeVisible({ timeout: 20_000 });
    await expect(page).toHaveTitle(/^[^↑]+ · Boxwood$/);
    await expect.poll(awake).toBe(secure ? 'no' : 'never');
    rmSync(computer, { recursive: true });
  },
);

test('UPLOAD-05 UPLOAD-23: a folder of many small files goes in a few calls, a conflict of it is asked once, and replacing replaces @full', async ({
  page,
  box,
}) => {
  const names = Array.from({ length: 120 }, (_, at) => `${at}.txt`);
  const root = seed(box, 'Many', { 'Notes/7.txt': 'older' });
  const computer = createLocalFiles({
    ...Object.fromEntries(names.map((name) => [`Notes/${name}`, `this is ${name}`])),
    'Notes/empty.txt': '',
    'Notes/deep/last.txt': 'last',
  });
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/filetrans')) calls.push(request.method());
  });
  const window = await openFiles(page);
  await enter(window, 'Many');
  await page.locator('input[data-choose="folder"]').setInputFiles(join(computer, 'Notes'));
  const dialog = page.getByRole('dialog', { name: 'Upload: these names already exist' });
  await dialog.getByRole('radio', { name: /^Replace/ }).check();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const arrived = (): number => (existsSync(join(root, 'Notes')) ? readdirSync(join(root, 'Notes')).length : 0);
  await expect.poll(arrived, { timeout: 20_000 }).toBe(names.length + 2);
  await expect.poll(() => existsSync(join(root, 'Notes/deep/last.txt')), { timeout: 20_000 }).toBe(true);
  await expect.poll(() => readFileSync(join(root, 'Notes/7.txt'), 'utf8'), { timeout: 20_000 }).toBe('this is 7.txt');
  for (const name of names) expect(readFileSync(join(root, 'Notes', name), 'utf8')).toBe(`this is ${name}`);
  const [at] = names;
  const times = [join(root, 'Notes', at ?? ''), join(computer, 'Notes', at ?? '')].map(
    (path) => statSync(path).mtimeMs,
  );
  expect(Math.floor((times[0] ?? 0) / 1000)).toBe(Math.floor((times[1] ?? 1) / 1000));
  // Three calls a file would be 366.
  expect(calls.length).toBeLessThan(20);
  rmSync(computer, { recursive: true });
});

import { existsSync, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { extractTask, fileUrl } from '@boxwood/box-sdk';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { plantCanary } from '../lib/adversarial/canary.ts';
import { signIn } from '../lib/box/client.ts';
import { adversarialArchives } from '../lib/adversarial/adversarial-archives.ts';
import type { AdversarialFile, AdversarialKind } from '../lib/adversarial/adversarial-files.ts';
import { adversarialFiles } from '../lib/adversarial/adversarial-files.ts';
import { MEMBER, OWNER, win } from './desktop-page.ts';
import { enter, entry, openContextMenu, openFiles, seed } from './files-page.ts';
import { expect as plain, test as base, WHOLE_BROWSER } from './fixtures.ts';
import type { HarmWatcher } from './harm-watcher.ts';
import { findExecutableMarkup, PAYLOAD_CALL, readWindow, watchHarm } from './harm-watcher.ts';

/** A busy machine is slow, not wrong. */
const expect = plain.configure({ timeout: 20_000 });

/** Tall enough for every file of a folder at once. */
base.use({ viewport: { width: 1280, height: 1600 } });

const test = base.extend<{ readonly watch: HarmWatcher }>({
  watch: async ({ context, origin }, use) => {
    const watch = await watchHarm(context, origin);
    await use(watch);
    await watch.end();
  },
});

const written = (name: AdversarialFile['name']): string => (typeof name === 'string' ? name : name.toString('latin1'));

const put = (root: string, name: AdversarialFile['name'], bytes: string | Uint8Array): void => {
  writeFileSync(typeof name === 'string' ? `${root}/${name}` : Buffer.concat([Buffer.from(`${root}/`), name]), bytes);
};

interface Room {
  readonly page: Page;
  readonly box: BoxProcess;
  readonly watch: HarmWatcher;
}

/** Puts the files of a kind into a folder of the real disk and opens it in a window that shows them all. */
const laidOut = async (
  { page, box, watch }: Room,
  kind: AdversarialKind,
): Promise<{ readonly window: Locator; readonly files: readonly AdversarialFile[] }> => {
  const files = await adversarialFiles(kind, { js: PAYLOAD_CALL, far: watch.far });
  const root = seed(box, `Hostile ${kind}`, {});
  for (const { name, bytes, companions = {} } of files) {
    put(root, name, bytes);
    for (const [other, text] of Object.entries(companions)) put(root, other, text);
  }
  const window = await openFiles(page);
  await enter(window, `Hostile ${kind}`);
  await window.getByRole('button', { name: 'Maximise', exact: true }).click();
  return { window, files };
};

/** Waits until a window shows what the file is to show: its words, or a refusal in words. */
const seen = async (window: Locator, { what, shows }: AdversarialFile): Promise<void> => {
  await expect
    .poll(
      async () => {
        const { words, refused } = await readWindow(window);
        if (shows === 'refusal') return refused;
        if (shows === 'either') return refused || (await window.locator('iframe, table, img, pre').count()) > 0;
        return words.includes(shows.words);
      },
      { message: what, timeout: 60_000, intervals: [50, 50, 100, 200] },
    )
    .toBe(true);
};

/** Nothing of the file ran, left, or stayed in the page. */
const harmless = async (page: Page, watch: HarmWatcher, what: string): Promise<void> => {
  expect(await findExecutableMarkup(page), what).toEqual([]);
  expect(watch.harm(), what).toEqual([]);
  expect(new URL(page.url()).pathname, what).toBe('/home');
};

const close = async (window: Locator): Promise<void> => {
  await window.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(window).toHaveCount(0);
};

const open = (window: Locator, name: string): Promise<void> => entry(window, name).locator('[data-grab]').dblclick();

for (const kind of ['words', 'sheets', 'slides', 'texts', 'photos', 'media'] as const)
  test(`PROD-08 PREVIEW-02: hostile ${kind} are shown or refused, and nothing of them runs or leaves${kind === 'words' ? '' : ' @full'}`, async ({
    page,
    box,
    watch,
  }) => {
    test.setTimeout(600_000);
    const { window, files } = await laidOut({ page, box, watch }, kind);
    for (const file of files) {
      const name = written(file.name);
      await open(window, name);
      const shown = kind === 'media' && !/webm|mp4/.test(name) ? win(page, 'Music') : win(page, name);
      if (kind === 'photos' && file.shows !== 'refusal')
        await shown.getByRole('button', { name: 'Photo details' }).click();
      await seen(shown, file);
      if (name.endsWith('.webm')) {
        // The subtitles beside it are fetched after the film has its place.
        const film = shown.locator('video');
        await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.textTracks.length)).toBe(2);
      }
      // Markdown that is no burden is formatted, not only harmless.
      if (file.shows !== 'refusal' && file.shows !== 'either' && file.shows.words === 'Readable title')
        await expect(shown.getByRole('heading', { name: 'Readable title' })).toBeVisible({ timeout: 20_000 });
      await harmless(page, watch, file.what);
      await close(shown);
    }
    expect(page.context().pages()).toHaveLength(1);
    console.log(`hostile ${kind}: ${files.length}`);
  });

test('hostile file names are names and nothing else', async ({ page, box, watch }) => {
  test.setTimeout(600_000);
  const { window, files } = await laidOut({ page, box, watch }, 'names');
  const rows = window.locator('[data-index]');
  await expect(rows).toHaveCount(files.length);
  const shown = page.getByRole('region').filter({ has: page.locator('pre, [role="alert"]') });
  const texts = new Set<string>();
  for (const at of files.keys()) {
    await window.locator(`[data-index="${at}"] [data-grab]`).dblclick();
    await expect(shown).toHaveCount(1);
    const text = (await shown.locator('pre').count()) > 0 ? await shown.locator('pre').innerText() : 'refused';
    texts.add(text);
    await harmless(page, watch, text);
    await close(shown);
  }
  // Bytes that are no text cannot stand in an address; every other file was read by its own name.
  const readable = files.filter(({ shows }) => shows !== 'either');
  expect(texts).toEqual(new Set([...readable.map(({ bytes }) => bytes), 'refused']));
  // The names go through every dialog that shows names.
  for (const keys of ['Alt+Enter', 'F2', 'Space', 'Shift+Delete'] as const) {
    await rows.nth(1).locator('[data-grab]').click();
    await page.keyboard.press(keys);
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await expect(dialog).toBeVisible();
    await harmless(page, watch, keys);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  console.log(`hostile names: ${files.length}`);
});

test(
  'PREVIEW-01: hostile papers open in a tab of their own that can do nothing @full',
  WHOLE_BROWSER,
  async ({ page, box, watch }) => {
    test.setTimeout(600_000);
    const { window, files } = await laidOut({ page, box, watch }, 'papers');
    for (const { name, what } of files) {
      const opened = page.context().waitForEvent('page');
      await open(window, written(name));
      const tab = await opened;
      await expect.poll(() => tab.url(), { message: what }).toContain('/port_80/');
      const { headers, status } = await page.evaluate(async (url) => {
        const reply = await fetch(url);
        return { status: reply.status, headers: Object.fromEntries(reply.headers) };
      }, tab.url());
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('application/pdf');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).not.toContain('script-src');
      // It stays open: what is in it has until the end to do something.
      await page.bringToFront();
      await harmless(page, watch, what);
    }
    expect(page.context().pages()).toHaveLength(1 + files.length);
    await harmless(page, watch, 'all of them');
    console.log(`hostile papers: ${files.length}`);
  },
);

test('FILES-32 PREVIEW-08: files that are no documents are refused, or shown as text or picture, and their bare addresses are harmless', async ({
  page,
  box,
  watch,
  origin,
}) => {
  test.setTimeout(600_000);
  const { window, files } = await laidOut({ page, box, watch }, 'raw');
  const client = await signIn(box.origin, OWNER);
  const { key } = await client.session.fileKey({});
  for (const { name, what } of files) {
    await open(window, written(name));
    const shown = win(page, written(name));
    const refusal = page.getByText('This type cannot be previewed online yet').or(shown);
    await expect(refusal.first(), what).toBeVisible();
    if ((await shown.count()) > 0) {
      // A source is a text to read, a drawing is a picture that the box made of it.
      await expect
        .poll(async () => (await readWindow(shown)).refused || (await shown.locator('pre, img').count()) > 0, {
          message: what,
          timeout: 15_000,
        })
        .toBe(true);
      await close(shown);
    }
    const tab = await page.context().newPage();
    const address = fileUrl({ base: origin, key }, `/mnt/usb1/${OWNER}/Hostile raw/${written(name)}`);
    const saved = tab.waitForEvent('download').then((download) => download.cancel().then(() => 'saved'));
    const reply = await Promise.race([saved, tab.goto(address).catch(() => saved)]);
    if (typeof reply !== 'string') {
      expect(reply?.headers()['content-type'], what).toBe('text/plain; charset=utf-8');
      expect(reply?.headers()['content-security-policy'], what).toMatch(/^sandbox; default-src 'none'/);
      await expect(tab.locator('pre'), what).toHaveCount(1);
    }
    await tab.close();
    await harmless(page, watch, what);
  }
  console.log(`hostile raw files: ${files.length}`);
});

/** Everything below a folder is a plain file or folder, or a link that stays inside. */
const isTame = (folder: string): boolean =>
  readdirSync(folder, { encoding: 'buffer' }).every((name) => {
    const path = Buffer.concat([Buffer.from(`${folder}/`), name]);
    const stat = lstatSync(path);
    return (stat.isFile() || stat.isSymbolicLink() || stat.isDirectory()) && (stat.mode & 0o7000) === 0;
  });

test('ARCHIVE-05: hostile archives are extracted inside their folder or refused with the right code', async ({
  page,
  box,
  watch,
}) => {
  test.setTimeout(600_000);
  const canary = plantCanary([box.dataDir, box.usb1, `${box.usb1}/${MEMBER}`, `${box.usb1}/${OWNER}`]);
  const root = seed(box, 'Hostile archives', {});
  const client = await signIn(box.origin, OWNER);
  const at = `/mnt/usb1/${OWNER}/Hostile archives`;
  const escapes = ['/tmp/boxwood-escape', `${root}/escape`, `${box.usb1}/escape`, `${box.usb1}/${OWNER}/escape`];
  /** Waits for the end of a task. @returns its progress code */
  const ended = async (id: string): Promise<number> => {
    for (;;) {
      const { list } = await client.tasks.list({ user: OWNER, count: 200, start: 0, type: 'ALL' });
      const task = list.find((one) => one.tb_id === id);
      if (task !== undefined && (task.tb_state === 1 || task.tb_state === -1)) return task.tb_code;
      await delay(30);
    }
  };
  for (const { what, name, bytes, codes } of adversarialArchives) {
    put(root, name, bytes());
    const { id } = await client.tasks.add(extractTask(OWNER, `${at}/${name}`, at));
    const code = await ended(id);
    expect(codes, `${what}: ${code}`).toContain(code);
    const out = readdirSync(root).filter((one) => one !== name);
    expect(out, what).toEqual(code === 5 ? ['h'] : []);
    if (code === 5) expect(isTame(`${root}/h`), what).toBe(true);
    expect(
      escapes.filter((path) => existsSync(path)),
      what,
    ).toEqual([]);
    for (const one of readdirSync(root)) rmSync(`${root}/${one}`, { recursive: true, force: true });
  }
  expect(canary.changes()).toEqual([]);

  // As a person does it: the refusal is said in words.
  const evil = adversarialArchives.find(({ what }) => what === 'zip with a parent path');
  if (evil === undefined) throw new Error('the archive is gone');
  put(root, 'evil.zip', evil.bytes());
  const window = await openFiles(page);
  await enter(window, 'Hostile archives');
  const menu = await openContextMenu(window, 'evil.zip');
  await menu.getByRole('menuitem', { name: 'Extract' }).hover();
  await page.getByRole('menuitem', { name: 'Into this folder' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Extract' }).click();
  await expect(page.getByText('The archive has an entry outside the target').first()).toBeVisible({ timeout: 60_000 });
  expect(readdirSync(root)).toEqual(['evil.zip']);
  await harmless(page, watch, 'an archive');
  console.log(`hostile archives: ${adversarialArchives.length}`);
});

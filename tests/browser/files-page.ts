import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { appIcon, OWNER, signInOffline } from './desktop-page.ts';

/**
 * Puts files into a new folder of the owner's personal space, on the real disk, with the times of `timeOf` (epoch
 * seconds).
 * @returns the folder's path on the disk
 */
export const seed = (
  box: BoxProcess,
  folder: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  user: string = OWNER,
  timeOf: (name: string) => number = () => 1_700_000_000,
): string => {
  const root = join(box.usb1, user, folder);
  mkdirSync(root, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(name.endsWith('/') ? path : dirname(path), { recursive: true });
    if (name.endsWith('/')) continue;
    writeFileSync(path, content);
    utimesSync(path, timeOf(name), timeOf(name));
  }
  return root;
};

/** The labels of the parts of a file browser window. */
export interface FileBrowserLabels {
  readonly places: string;
  readonly files: string;
  readonly path: string;
  readonly refresh: string;
  readonly menu: string;
}

const ENGLISH: FileBrowserLabels = {
  places: 'Places',
  files: 'Files',
  path: 'Path',
  refresh: 'Refresh',
  menu: 'File menu',
};

/** The open file browser windows. */
export const browsers = (page: Page, { places }: FileBrowserLabels = ENGLISH): Locator =>
  page.getByRole('region').filter({ has: page.getByRole('navigation', { name: places }) });

/** The list or grid of a file browser window. */
export const listOf = (window: Locator, { files }: FileBrowserLabels = ENGLISH): Locator =>
  window.getByRole('grid', { name: files, exact: true });

/** The entry of this name, as a row of the list or a tile of the grid. */
export const entry = (window: Locator, name: string): Locator =>
  window.locator('[data-index]').filter({ has: window.page().getByText(name, { exact: true }) });

/** Signs in and opens one file browser window. */
export const openFiles = async (page: Page, user: string = OWNER): Promise<Locator> => {
  await signInOffline(page, user);
  await appIcon(page, 'files').click();
  const window = browsers(page).first();
  // The first window of a page loads its code, which takes time on a busy machine.
  await expect(listOf(window)).toBeVisible({ timeout: 20_000 });
  return window;
};

/** Sets the first password of the safe or of the private files, in their form. */
export const setUpArea = async (form: Locator, password: string): Promise<void> => {
  await form.getByLabel('New password').fill(password);
  await form.getByLabel('Repeat the password').fill(password);
  await form.getByRole('checkbox').check();
  await form.getByRole('button', { name: 'Set password' }).click();
};

/**
 * Opens an area with this password, setting it up first when needed: the box is shared, and another test may have done
 * that.
 */
export const openArea = async (form: Locator, password: string): Promise<void> => {
  await expect(form).toBeVisible();
  if ((await form.getByLabel('New password').count()) > 0) await setUpArea(form, password);
  else {
    await form.getByLabel('Password', { exact: true }).fill(password);
    await form.getByRole('button', { name: 'Unlock' }).click();
  }
};

/** Opens a folder by double click, and waits for its list. */
export const enter = async (
  window: Locator,
  name: string,
  { refresh, path }: FileBrowserLabels = ENGLISH,
): Promise<void> => {
  await expect(async () => {
    await window.getByRole('button', { name: refresh, exact: true }).click();
    await expect(entry(window, name)).toBeVisible({ timeout: 700 });
  }).toPass();
  await entry(window, name).locator('[data-grab]').dblclick();
  await expect(window.getByRole('navigation', { name: path }).getByRole('button', { name, exact: true })).toBeVisible();
};

/** Opens the context menu of an entry. */
export const openContextMenu = async (
  window: Locator,
  name: string,
  { menu: called }: FileBrowserLabels = ENGLISH,
): Promise<Locator> => {
  const menu = window.page().getByRole('menu', { name: called });
  // The menu of another entry may still be closing.
  await expect(menu).toHaveCount(0);
  // A list that has just been rendered may receive the press before it listens.
  await expect(async () => {
    if (!(await menu.isVisible())) await entry(window, name).locator('[data-grab]').click({ button: 'right' });
    await expect(menu).toBeVisible({ timeout: 4_000 });
  }).toPass();
  return menu;
};

/** The names of the visible entries, in order; read in one step, because a list may change meanwhile. */
export const names = (window: Locator): Promise<readonly string[]> =>
  window.locator('[data-index]').evaluateAll((rows) =>
    rows
      .map((row) => ({
        at: Number(row.getAttribute('data-index')),
        name: (row.querySelector<HTMLElement>('[data-grab]')?.innerText.split('\n')[0] ?? '').trim(),
      }))
      .sort((a, b) => a.at - b.at)
      .map(({ name }) => name),
  );

/** The point at which the pointer grabs an entry, or drops on something else. */
const gripOf = async (
  window: Locator,
  target: string | Locator,
): Promise<{ readonly x: number; readonly y: number }> => {
  const place = typeof target === 'string' ? entry(window, target).locator('[data-grab]') : target;
  const at = await place.boundingBox();
  if (at === null) throw new Error(`${String(target)} is not there`);
  return { x: at.x + Math.min(40, at.width / 2), y: at.y + at.height / 2 };
};

/** Drags an entry by the mouse onto another one, which may be in another window, or onto a place; with Ctrl to copy it. */
export const dragEntry = async (
  from: Locator,
  name: string,
  onto: string | Locator,
  { to = from, copy = false }: { readonly to?: Locator; readonly copy?: boolean } = {},
): Promise<void> => {
  const page = from.page();
  const [start, end] = [await gripOf(from, name), await gripOf(to, onto)];
  if (copy) await page.keyboard.down('Control');
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + 8, start.y - 10, { steps: 3 });
  await page.mouse.move(end.x, end.y, { steps: 6 });
  await page.mouse.up();
  if (copy) await page.keyboard.up('Control');
};

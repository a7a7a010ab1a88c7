import type { Locator, Page } from '@playwright/test';
import { MEMBER, OWNER, PASSWORD } from '../lib/box/box-process.ts';
import { signIn } from '../lib/box/client.ts';
import { BLANK_PAGE_PATH } from './reusable-page.ts';

export { MEMBER, OWNER, PASSWORD };

const arrived = (page: Page): Promise<void> => page.locator('[aria-label="Top bar"], [data-place="files"]').waitFor();

/**
 * Signs in through the offline form of the sign-in page, as a user does, and waits for the desktop. `base` is a box
 * other than that of the test.
 */
export const signInByForm = async (page: Page, user: string = OWNER, base = ''): Promise<void> => {
  await page.goto(`${base}/?auto=N`);
  await page.getByRole('tab', { name: 'Offline' }).click();
  const form = page.getByRole('tabpanel', { name: 'Offline' });
  await form.getByLabel('User name').fill(user);
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in offline' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign in offline' }).click();
  await page.waitForURL('**/home');
  await arrived(page);
};

const stored = (page: Page): Promise<(readonly [string, string])[]> =>
  page.evaluate(() => Object.keys(localStorage).map((key) => [key, localStorage.getItem(key) ?? ''] as const));
/** How the desktop stores a token. */
const encodeToken = (token: string): string => `b64:${Buffer.from(token).toString('base64url')}`;
/** The storage entries that the form leaves in a browser, by address and user. */
const storedByUser = new Map<string, readonly (readonly [string, string])[]>();

/**
 * Opens a desktop with a signed-in user: through the form the first time, and later, in a third of the time, with a new
 * session and the stored entries of the form.
 */
export const signInOffline = async (page: Page, user: string = OWNER): Promise<void> => {
  // A page of the same origin that is no desktop, where a reused page starts. It has the same isolation as the desktop,
  // so that the next page stays in the process that wrote the storage.
  if (new URL(page.url()).pathname !== BLANK_PAGE_PATH) await page.goto(BLANK_PAGE_PATH);
  const { origin, port } = new URL(page.url());
  const known = storedByUser.get(`${origin} ${user}`);
  if (known === undefined) {
    const before = new Set((await stored(page)).map(([key]) => key));
    await signInByForm(page, user);
    storedByUser.set(
      `${origin} ${user}`,
      (await stored(page)).filter(([key]) => !before.has(key)),
    );
    return;
  }
  const { token } = await signIn(`http://127.0.0.1:${port}`, user);
  const entries = known.map(([key, value]) => [key, key === 'boxToken' ? encodeToken(token) : value] as const);
  await page.evaluate((all) => {
    for (const [key, value] of all) localStorage.setItem(key, value);
  }, entries);
  await page.goto('/home');
  await arrived(page);
};

/** The icon of an app on the desktop. */
export const appIcon = (page: Page, id: string): Locator => page.locator(`nav [data-app="${id}"]`);

/** An open window by its title. */
export const win = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true });

/** Opens an app from the command palette. */
export const openByPalette = async (page: Page, name: string): Promise<void> => {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Files, apps, settings and actions' });
  await field.fill(name);
  await page.getByRole('option', { name }).first().click();
  await win(page, name).waitFor();
};

/** A window's rectangle in page pixels. */
export const rect = async (window: Locator): Promise<{ x: number; y: number; width: number; height: number }> => {
  // Two frames in a row with the same position: the window has stopped moving.
  for (;;) {
    const one = await window.boundingBox();
    await window.page().waitForTimeout(60);
    const two = await window.boundingBox();
    if (one !== null && JSON.stringify(one) === JSON.stringify(two)) return one;
  }
};

/** Presses at one point, moves in steps, and releases at another. */
export const drag = async (page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> => {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.waitForTimeout(40);
  await page.mouse.up();
};

/** Collects what must never appear in a console: errors, policy violations, uncaught exceptions. */
export const watchConsole = (page: Page, may: (url: string) => boolean = () => false): string[] => {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(error.message));
  page.on('console', (message) => {
    const isMissing = message.text().includes('404') && may(message.location().url);
    if (message.type() === 'error' && !isMissing) found.push(message.text());
  });
  return found;
};
/** The thumbnail of a video, which is a 404 where there is no ffmpeg. */
export const isThumbnailUrl = (url: string): boolean => url.includes('/port_80/thumb/');

/** Opens the settings menu of the top bar. */
export const settingsMenu = async (page: Page): Promise<void> => {
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
};

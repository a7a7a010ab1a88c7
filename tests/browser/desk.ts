import type { Locator, Page } from '@playwright/test';
import { MEMBER, OWNER, PASSWORD } from '../lib/box-process.ts';

export { MEMBER, OWNER, PASSWORD };

/** Goes through the offline form of the sign-in page, as a person does, and arrives on the desktop. `base` is another box than that of the test. */
export const signInOffline = async (page: Page, user: string = OWNER, base = ''): Promise<void> => {
  await page.goto(`${base}/?auto=N`);
  await page.getByRole('tab', { name: 'Offline' }).click();
  const form = page.getByRole('tabpanel', { name: 'Offline' });
  await form.getByLabel('User name').fill(user);
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in offline' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign in offline' }).click();
  await page.waitForURL('**/home');
  await page.getByRole('banner', { name: 'Top bar' }).waitFor();
};

/** The icon of an app on the desktop. */
export const icon = (page: Page, id: string): Locator => page.locator(`nav [data-app="${id}"]`);

/** An open window by its title. */
export const win = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true });

/** Opens an app from the command palette. */
export const openByPalette = async (page: Page, name: string): Promise<void> => {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search apps, pages and actions' });
  await field.fill(name);
  await page.getByRole('option', { name }).first().click();
  await win(page, name).waitFor();
};

/** A window's rectangle in page pixels. */
export const rect = async (window: Locator): Promise<{ x: number; y: number; width: number; height: number }> => {
  // Two frames in a row with the same place: the window has come to rest.
  for (;;) {
    const one = await window.boundingBox();
    await window.page().waitForTimeout(60);
    const two = await window.boundingBox();
    if (one !== null && JSON.stringify(one) === JSON.stringify(two)) return one;
  }
};

/** Presses at one point, moves in steps, lets go at another. */
export const drag = async (page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> => {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.waitForTimeout(40);
  await page.mouse.up();
};

/** Collects what must never appear in a console: errors, policy violations, uncaught exceptions. */
export const watchConsole = (page: Page): string[] => {
  const found: string[] = [];
  page.on('pageerror', (error) => found.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(message.text());
  });
  return found;
};

/** Opens the settings menu of the top bar. */
export const settingsMenu = async (page: Page): Promise<void> => {
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
};

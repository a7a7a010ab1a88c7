import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { appIcon, MEMBER, openByPalette, OWNER, PASSWORD, signInOffline, win } from './desktop-page.ts';
import { browsers, enter, entry, listOf, openContextMenu, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

const signInWithAccount = async (page: Page, user: string): Promise<void> => {
  await page.goto('/?auto=N');
  const form = page.getByRole('tabpanel', { name: 'Account' });
  await form.getByLabel('Account', { exact: true }).fill(user);
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/home');
};

test('SCREEN-13 SHARE-14 SHARE-15 SHARE-16 SHARE-22 ROLE-07: a folder is shared from its menu, found by the other, changed and closed again', async ({
  page,
  box,
  browser,
}) => {
  const root = seed(box, 'Recipes', { 'soup.txt': 'water, salt' });
  await signInWithAccount(page, OWNER);
  await appIcon(page, 'files').click();
  const files = browsers(page).first();
  await expect(listOf(files)).toBeVisible();
  await (await openContextMenu(files, 'Recipes')).getByRole('menuitem', { name: 'Share', exact: true }).hover();
  await page.getByRole('menuitem', { name: 'Share with the family…' }).click();

  const window = win(page, 'Family share');
  const dialog = page.getByRole('dialog', { name: 'Share a folder with the family' });
  await expect(dialog.getByLabel('Folder')).toHaveValue('Personal space › Recipes');
  await expect(dialog.getByLabel('Name')).toHaveValue('Recipes');
  await expect(dialog.getByRole('switch', { name: /\(you, always\)$/ })).toBeDisabled();
  await dialog.getByLabel('Name').fill('a/b');
  await expect(dialog.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('Name').fill('Our recipes');
  await dialog.getByRole('switch', { name: MEMBER }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const row = window.getByRole('row').filter({ hasText: 'Our recipes' });
  await expect(row).toContainText(`You${MEMBER}`);

  const other = await browser.newContext();
  const theirs = await other.newPage();
  await signInOffline(theirs, MEMBER);
  await appIcon(theirs, 'files').click();
  const desk = browsers(theirs).first();
  await desk.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Friends’ shares' }).click();
  await enter(desk, OWNER);
  await enter(desk, 'Our recipes');
  await expect(entry(desk, 'soup.txt')).toBeVisible();
  await openByPalette(theirs, 'Family share');
  const shared = win(theirs, 'Family share');
  await shared.getByRole('row').filter({ hasText: 'Our recipes' }).locator('[data-grab]').click();
  const change = shared.getByRole('button', { name: 'Change' });
  await expect(change).toHaveAttribute('aria-disabled', 'true');
  await change.hover();
  await expect(theirs.getByText(`Only ${OWNER} can change this share`).first()).toBeVisible();

  await row.locator('[data-grab]').click();
  await window.getByRole('button', { name: 'Change' }).click();
  const changing = page.getByRole('dialog', { name: 'Change “Our recipes”' });
  const allowed = changing.getByRole('switch', { name: MEMBER });
  await expect(allowed).toBeChecked();
  await allowed.click();
  await changing.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('Nobody yet');
  await shared.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(shared.getByText('No folder is shared in the family yet')).toBeVisible();
  await shared.getByRole('button', { name: 'Close' }).click();
  await desk.getByRole('button', { name: 'Refresh', exact: true }).click();
  await expect(entry(desk, 'soup.txt')).toHaveCount(0);
  await other.close();

  await window.getByRole('button', { name: 'Stop sharing' }).click();
  const question = page.getByRole('alertdialog', { name: 'Stop sharing “Our recipes”?' });
  await question.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(row).toHaveCount(0);
  expect(existsSync(join(root, 'soup.txt'))).toBe(true);
});

test('P-13 G-07: offline a folder is chosen or proposed, what is wrong is said in words, and nobody can be let in @full', async ({
  page,
  box,
}) => {
  mkdirSync(join(box.usb1, OWNER, 'Chosen', 'Inner'), { recursive: true });
  writeFileSync(join(box.usb1, OWNER, 'Chosen', 'a.txt'), 'a');
  await signInOffline(page);
  await openByPalette(page, 'Family share');
  const window = win(page, 'Family share');
  await window.getByRole('button', { name: 'Share a folder' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share a folder with the family' });
  await expect(dialog.getByText('Sign in with your account to add people')).toBeVisible();
  await dialog.getByRole('button', { name: 'Choose' }).click();
  const picker = page.getByRole('dialog', { name: 'Choose the folder to share' });
  await expect(picker.getByRole('tab')).toHaveText(['Personal']);
  await picker.getByRole('row').filter({ hasText: 'Main disk' }).locator('[data-grab]').dblclick();
  await picker.getByRole('row').filter({ hasText: 'Chosen' }).locator('[data-grab]').dblclick();
  await picker.getByRole('row').filter({ hasText: 'Inner' }).locator('[data-grab]').click();
  await picker.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByLabel('Folder')).toHaveValue('Personal space › Chosen › Inner');
  await expect(dialog.getByLabel('Name')).toHaveValue('Inner');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const row = window.getByRole('row').filter({ hasText: 'Inner' });
  await expect(row).toBeVisible();

  await window.getByRole('button', { name: 'Share a folder' }).click();
  await expect(dialog.getByLabel('Folder')).toHaveValue('A new folder in “my-shares”');
  await dialog.getByLabel('Name').fill('Inner');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('You already have a family share with this name');
  await dialog.getByLabel('Name').fill('Proposed');
  await page.keyboard.press('Enter');
  await expect(window.getByRole('row').filter({ hasText: 'Proposed' })).toBeVisible();
  expect(existsSync(join(box.usb1, OWNER, 'my-shares', 'Proposed'))).toBe(true);

  await row.locator('[data-grab]').dblclick();
  await expect(browsers(page).first().getByRole('navigation', { name: 'Path' })).toContainText('Inner');
});

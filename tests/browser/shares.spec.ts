import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { bindPhone } from './bind-phone.ts';
import { appIcon, MEMBER, PASSWORD, watchConsole, win } from './desktop-page.ts';
import { browsers, enter, listOf, openContextMenu, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';
import { findUnclearTexts } from './plain-language-check.ts';

const shareMenu = async (page: Page, window: Locator, name: string): Promise<Locator> => {
  const menu = await openContextMenu(window, name);
  await menu.getByRole('menuitem', { name: 'Share', exact: true }).hover();
  const item = page.getByRole('menuitem', { name: 'Share by link' });
  await expect(item).toBeVisible();
  return item;
};

test('FILES-18 DIALOG-13 DIALOG-14 STATE-15 SHARE-04 SHARE-05 SHARE-06 SHARE-21 SHARE-13 SCREEN-15 VALID-45 VALID-47: a file is shared by link, opened by a stranger with its code, and ended @full', async ({
  page,
  box,
  browser,
}) => {
  const root = seed(box, 'Give', { 'gift 礼物.txt': 'for you' }, MEMBER);
  const errors = watchConsole(page);
  await page.goto('/?auto=N');
  const form = page.getByRole('tabpanel', { name: 'Account' });
  await form.getByLabel('Account', { exact: true }).fill(MEMBER);
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/home');
  await appIcon(page, 'files').click();
  const window = browsers(page).first();
  await expect(listOf(window)).toBeVisible();
  await enter(window, 'Give');

  await (await shareMenu(page, window, 'gift 礼物.txt')).click();
  const alert = page.getByRole('alertdialog', { name: 'Your phone number is missing' });
  await expect(alert.getByRole('button', { name: 'Account Management' })).toBeVisible();
  expect(await findUnclearTexts(page)).toEqual([]);
  await alert.getByRole('button', { name: 'Cancel' }).click();
  await bindPhone(page, box, MEMBER);

  const item = await shareMenu(page, window, 'gift 礼物.txt');
  await expect(page.getByRole('menuitem', { name: 'Share with friends' })).toHaveAttribute('aria-disabled', 'true');
  await item.click();
  const dialog = page.getByRole('dialog', { name: 'Share by link' });
  const link = dialog.getByLabel('Link', { exact: true });
  const generate = dialog.getByRole('button', { name: 'Generate link' });
  const copy = dialog.getByRole('button', { name: 'Copy link', exact: true });
  await expect(dialog.getByLabel('What is shared')).toHaveValue('Personal space › Give › gift 礼物.txt');
  await expect(dialog.getByLabel('What is shared')).not.toBeEditable();
  await expect(dialog.getByLabel('Days')).toHaveValue('3');
  // The link is there without asking, with its code for a camera and its copy as what Enter does.
  await expect(link).toHaveValue(/\/s\/[A-Za-z0-9]{16}$/);
  await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await expect(copy).toHaveAttribute('type', 'submit');
  expect(await findUnclearTexts(page)).toEqual([]);
  const code = dialog.getByRole('textbox', { name: /^Code/ });
  await expect(code).toHaveCount(0);
  const open = await link.inputValue();
  const statusOf = async (address: string) => (await fetch(`${box.origin}${new URL(address).pathname}`)).status;
  expect(await statusOf(open)).toBe(200);
  await dialog.getByLabel('Days').fill('256');
  await expect(link).toHaveValue('');
  await expect(dialog.getByText('A share lasts 1 to 255 days')).toBeVisible();
  await expect(generate).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('Days').fill('255');
  await dialog.getByRole('switch', { name: 'Ask for a code' }).click();
  await expect(code).toHaveValue(/^(?!0000)\d{4}$/);
  await code.fill('12');
  await expect(dialog.getByText('extraction code cannot be empty and must be four digits')).toBeVisible();
  renameSync(join(root, 'gift 礼物.txt'), join(root, 'away.txt'));
  await dialog.getByRole('button', { name: 'Generate a code' }).click();
  await generate.click();
  await expect(dialog.getByRole('alert')).toContainText('link generation failed');
  await expect(link).toHaveValue('');
  renameSync(join(root, 'away.txt'), join(root, 'gift 礼物.txt'));
  await generate.click();
  await expect(link).toHaveValue(/\/s\/[A-Za-z0-9]{16}$/);
  // Nobody keeps a way in without the code.
  expect(await statusOf(open)).toBe(404);
  const madeUp = await link.inputValue();
  await code.fill('0420');
  // Without another click.
  await expect(link).not.toHaveValue(madeUp);
  await expect(link).toHaveValue(/\/s\/[A-Za-z0-9]{16}$/);
  // One address, the one that works: a box that is reached without TLS says so.
  await expect(dialog.getByText('reached without HTTPS')).toHaveCount(
    (await link.inputValue()).startsWith('https') ? 0 : 1,
  );
  await copy.click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  const address = await link.inputValue();

  const stranger = await browser.newContext({ locale: 'en-US' });
  const visit = await stranger.newPage();
  const complaints = watchConsole(visit);
  await visit.goto(address);
  await expect(visit.getByText('gift 礼物.txt')).toHaveCount(0);
  const field = visit.getByLabel('Code');
  await field.fill('0421');
  await visit.getByRole('button', { name: 'Open' }).click();
  await expect(visit.getByRole('alert')).toHaveText('The code is wrong.');
  await field.fill('0420');
  await visit.getByRole('button', { name: 'Open' }).click();
  const [download] = await Promise.all([
    visit.waitForEvent('download'),
    visit.getByRole('link', { name: 'Download gift 礼物.txt' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('gift 礼物.txt');
  expect(readFileSync(await download.path(), 'utf8')).toBe(readFileSync(join(root, 'gift 礼物.txt'), 'utf8'));
  // A wrong code is an HTTP 403, which the browser notes.
  expect(complaints.filter((text) => !text.includes('403'))).toEqual([]);

  await dialog.getByRole('button', { name: 'My shared links' }).click();
  const list = win(page, 'My shared links');
  await expect(list).toHaveAttribute('data-active', '');
  // By its cell: the text of a row runs its cells together, and a made-up code may end so that the date goes on to 0420.
  const row = list.getByRole('row').filter({ has: page.getByRole('gridcell', { name: '0420', exact: true }) });
  await expect(row).toContainText('gift 礼物.txt');
  await expect(row).toContainText('Valid');
  await row.locator('[data-grab]').click();
  await list.getByRole('button', { name: 'Stop sharing' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop sharing' }).click();
  await expect(row).toHaveCount(0);

  // From the list itself: what it leads to is chosen first.
  await list.getByRole('button', { name: 'New link' }).click();
  const picker = page.getByRole('dialog', { name: 'Share by link' });
  await expect(picker.getByRole('tab')).toHaveText(['Personal', 'Public', 'Devices']);
  for (const name of ['Main disk', 'Give', 'gift 礼物.txt']) await picker.getByText(name, { exact: true }).dblclick();
  await expect(dialog.getByLabel('What is shared')).toHaveValue('Personal space › Give › gift 礼物.txt');
  await expect(link).toHaveValue(/\/s\/[A-Za-z0-9]{16}$/);
  expect(await statusOf(await link.inputValue())).toBe(200);
  await copy.click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(list.getByRole('row').filter({ hasText: 'gift 礼物.txt' })).toHaveCount(1);

  await visit.goto(address);
  await expect(visit.getByText('There is no such share.')).toBeVisible();
  // Whoever copied a link knows that it stays; a notice of it would still be there.
  const told = page.getByRole('region', { name: 'Notifications' });
  expect(await told.getByRole('button', { name: 'Stop sharing' }).count()).toBe(0);
  await stranger.close();
  expect(errors).toEqual([]);
});

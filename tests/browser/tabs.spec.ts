/** One person with Boxwood in two tabs of a browser: what was copied in one is there in the other. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { appIcon, MEMBER, OWNER, signInOffline } from './desktop-page.ts';
import { browsers, enter, entry, listOf, openFiles, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

const choose = (window: Locator, name: string): Promise<void> => entry(window, name).locator('[data-grab]').click();

/** A window of files of whoever is signed in, above those that were left open. */
const another = async (page: Page): Promise<Locator> => {
  await appIcon(page, 'files').click();
  const window = browsers(page).and(page.locator('[data-active]'));
  await expect(listOf(window)).toBeVisible();
  return window;
};

/** Whether there is something to paste, as the menu of the folder says. */
const expectPaste = async (window: Locator, there: boolean): Promise<void> => {
  const list = listOf(window);
  const below = await list.evaluate(({ clientHeight }) => clientHeight - 20);
  await list.click({ button: 'right', position: { x: 200, y: below } });
  const paste = window.page().getByRole('menuitem', { name: /^Paste/ });
  await (there ? expect(paste).toBeEnabled() : expect(paste).toBeDisabled());
  await window.page().keyboard.press('Escape');
  await expect(paste).toHaveCount(0);
};

test('what was copied or cut in one tab is pasted in another; who signs out takes it along @full', async ({
  page,
  context,
  box,
}) => {
  test.slow();
  const root = seed(box, 'Two tabs', { 'letter.txt': 'dear', 'bill.txt': 'paid', 'there/': '' });
  const here = await openFiles(page);
  await enter(here, 'Two tabs');
  await choose(here, 'letter.txt');
  await page.keyboard.press('Control+c');

  // A tab that is opened only now knows of it.
  const other = await context.newPage();
  await other.goto(new URL('/home', page.url()).href);
  const there = await another(other);
  for (const folder of ['Two tabs', 'there']) await enter(there, folder);
  await other.keyboard.press('Control+v');
  await expect(entry(there, 'letter.txt')).toBeVisible();

  // A cut that was pasted there can be pasted nowhere any more.
  await choose(here, 'bill.txt');
  await page.keyboard.press('Control+x');
  await listOf(there).focus();
  await other.keyboard.press('Control+v');
  await expect(entry(there, 'bill.txt')).toBeVisible();
  await expect
    .poll(() => [readdirSync(root), readdirSync(join(root, 'there')).sort()])
    .toEqual([
      ['letter.txt', 'there'],
      ['bill.txt', 'letter.txt'],
    ]);
  await expectPaste(here, false);

  await choose(here, 'letter.txt');
  await page.keyboard.press('Control+c');
  await expectPaste(there, true);
  await page.getByRole('button', { name: `Account ${OWNER}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  for (const tab of [page, other]) await expect(tab.getByRole('heading', { name: 'Sign in to Boxwood' })).toBeVisible();
  for (const user of [MEMBER, OWNER]) {
    await signInOffline(page, user);
    await expectPaste(await another(page), false);
    await signInOffline(other, user);
    await expectPaste(await another(other), false);
  }
  await other.close();
});

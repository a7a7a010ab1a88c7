/** What this browser still knows of a person after they are out (ASVS 14.3.1), read out of its databases. */
import type { Locator, Page } from '@playwright/test';
import { OWNER, signInOffline } from './desktop-page.ts';
import { browsers, enter, entry, openContextMenu, openFiles, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

/** Everything in every database of the page's origin, and in its local storage, as text. */
const stored = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const answered = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => {
          resolve(request.result);
        };
        request.onerror = () => {
          reject(new Error(String(request.error)));
        };
      });
    const found: unknown[] = [Object.entries(localStorage)];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answered(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const contents = database.transaction(store).objectStore(store);
        found.push([name, store, await answered(contents.getAll()), await answered(contents.getAllKeys())]);
      }
      database.close();
    }
    return JSON.stringify(found);
  });

/** Where a name still stands, with what is around it. */
const tracesOf = async (page: Page, name: RegExp): Promise<readonly string[]> =>
  [...(await stored(page)).matchAll(name)].map(({ index, input }) => input.slice(Math.max(0, index - 200), index + 40));

const upload = (page: Page, name: string): Promise<void> =>
  page
    .locator('input[data-choose="files"]')
    .first()
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(name) });

const logOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: `Account ${OWNER}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Boxwood' })).toBeVisible();
};

/** A window with an upload that is finished and stored in the browser. */
const uploaded = async (page: Page, name: string): Promise<Locator> => {
  const window = await openFiles(page);
  await enter(window, 'Sent');
  await upload(page, name);
  await expect(entry(window, name)).toBeVisible();
  await expect.poll(() => stored(page)).toContain(name);
  return window;
};

test.beforeEach(({ box }) => {
  seed(box, 'Sent', {});
});

test('LOGIN-12: who signs out leaves no name of a file in the browser, in no tab', async ({ page, context }) => {
  test.slow();
  await signInOffline(page);
  const other = await context.newPage();
  await other.goto(new URL('/home', page.url()).href);
  await uploaded(page, 'first-letter.txt');
  await uploaded(other, 'second-letter.txt');
  // What Ctrl+Z would take back is named as well.
  await entry(browsers(page).first(), 'first-letter.txt').locator('[data-grab]').click();
  await page.keyboard.press('Delete');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('first-letter.txt');
  // What was opened last is named; a favourite is the box's to remember.
  await entry(browsers(other).first(), 'second-letter.txt').locator('[data-grab]').dblclick();
  await browsers(page).first().getByRole('button', { name: 'Up', exact: true }).click();
  await (
    await openContextMenu(browsers(page).first(), 'Sent')
  )
    .getByRole('menuitem', { name: 'Add to favourites' })
    .click();
  const places = browsers(page).first().getByRole('navigation', { name: 'Places' });
  await expect(places.getByRole('button', { name: 'Sent', exact: true })).toBeVisible();
  // And what was looked for.
  await browsers(page).first().getByRole('searchbox').fill('lost-letter');
  await browsers(page).first().getByRole('searchbox').press('Enter');
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('lost-letter');
  await logOut(page);
  await expect(other.getByRole('heading', { name: 'Sign in to Boxwood' })).toBeVisible();
  await expect.poll(() => tracesOf(page, /-letter/g)).toEqual([]);
  await other.close();
  await page.reload();
  expect(await tracesOf(page, /-letter/g)).toEqual([]);
  // What the box remembers is there again, on whatever device.
  await signInOffline(page);
  const again = (await openFiles(page)).getByRole('navigation', { name: 'Places' });
  await again.getByRole('button', { name: 'Sent', exact: true }).hover();
  await again.getByRole('button', { name: 'Remove from favourites' }).click();
  await expect(again.getByRole('button', { name: 'Sent', exact: true })).toHaveCount(0);
});

test('a session that merely expired leaves them, and the person finds them again @full', async ({ page }) => {
  await signInOffline(page);
  await uploaded(page, 'third-letter.txt');
  await page.evaluate(() => {
    localStorage.setItem('boxToken', `b64:${btoa('x'.repeat(32)).replaceAll('=', '')}`);
  });
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Login expired, sign in again');
  expect(await stored(page)).toContain('third-letter.txt');
});

test('UPLOAD-02 G-25: of uploads only those that are not finished outlive a sign-out, as the question says @full', async ({
  page,
}) => {
  await signInOffline(page);
  const window = await uploaded(page, 'fourth-letter.txt');
  // The second one never gets its bytes through.
  await page.route('**/filetrans?*', () => undefined);
  await page.route('**/filetrans', () => undefined);
  await upload(page, 'long-film.txt');
  await expect.poll(() => stored(page)).toContain('long-film.txt');
  await logOut(page);
  await expect.poll(() => stored(page)).not.toContain('fourth-letter.txt');
  expect(await stored(page)).toContain('long-film.txt');
  await expect(window).toBeHidden();
});

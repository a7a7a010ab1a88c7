import type { Page, Request } from '@playwright/test';
import { openByPalette } from './desktop-page.ts';
import { browsers, enter, entry, openContextMenu, openFiles, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

/** Holds every request that fits for as long as the page wants it, as a box does that takes long. */
const hold = async (page: Page, fits: (request: Request) => boolean) => {
  const held: Request[] = [];
  const aborted: Request[] = [];
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText === 'net::ERR_ABORTED') aborted.push(request);
  });
  await page.route('**/*', async (route, request) => {
    if (fits(request)) held.push(request);
    else await route.fallback();
  });
  /** How many are still wanted; null before the first. */
  return () => (held.length === 0 ? null : held.filter((request) => !aborted.includes(request)).length);
};
const asks = (cmd: string, about: string) => (request: Request) => {
  const sent = request.postData() ?? '';
  return sent.includes(`"${cmd}"`) && sent.includes(about);
};

test('a closed window wants nothing any more: listing, measuring, searching and reading end on the wire @full', async ({
  page,
  box,
}) => {
  seed(box, 'Closing', { 'deep/leaf.txt': 'x', 'words.txt': 'words' });
  const close = async (name?: string): Promise<void> => {
    const window = name === undefined ? browsers(page).first() : page.getByRole('region', { name });
    await window.getByRole('button', { name: 'Close', exact: true }).first().click();
    await expect(window).toHaveCount(0);
  };
  let window = await openFiles(page);
  await enter(window, 'Closing');

  const measuring = await hold(page, asks('DU', 'Closing/deep'));
  await (await openContextMenu(window, 'deep')).getByRole('menuitem', { name: 'Details' }).click();
  await expect.poll(measuring).toBe(1);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
  await expect.poll(measuring).toBe(0);

  const reading = await hold(page, (request) => request.method() === 'GET' && request.url().includes('words.txt'));
  await entry(window, 'words.txt').locator('[data-grab]').dblclick();
  await expect.poll(reading).toBe(1);
  await close('words.txt');
  await expect.poll(reading).toBe(0);

  const listing = await hold(page, asks('LIST', 'Closing/deep'));
  await entry(window, 'deep').locator('[data-grab]').dblclick();
  await expect.poll(listing).toBe(1);
  await close();
  await expect.poll(listing).toBe(0);

  const searching = await hold(page, asks('SEARCH', 'walrus'));
  await openByPalette(page, 'Global search');
  window = browsers(page).first();
  await window.getByRole('searchbox').fill('walrus');
  await window.getByRole('searchbox').press('Enter');
  await expect.poll(searching).not.toBeNull();
  await close();
  await expect.poll(searching).toBe(0);
});

import { desktopDist, LIMITS, MOST_FILES, pageSize } from '../lib/desktop-size.ts';
import { expect, test } from './fixtures.ts';

/** One more request than its page needs is a part that came too early: these are asked for by a person, or when the page is idle. */
const LATE = /\/(desk|tools|More|panels|over|DropMenu|PointPopup|failure-words|session|shell|frame|hand|folder)-/;

for (const page of ['sign-in', 'desktop', 'phone', 'folder', 'photos'] as const)
  test(`the JavaScript of the ${page} page stays within ${LIMITS[page] / 1000} KB gzip and ${MOST_FILES[page]} files @full @unrecorded`, () => {
    const { gzip, files } = pageSize(desktopDist(), page);
    const largest = files.slice(0, 8).map((one) => `${one.gzip} ${one.file}`);
    expect(gzip, largest.join('\n')).toBeLessThanOrEqual(LIMITS[page]);
    expect(files.length, files.map(({ file }) => file).join('\n')).toBeLessThanOrEqual(MOST_FILES[page]);
  });

test('the sign-in page loads no part of the desktop until somebody types @full', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  expect(asked.filter((url) => LATE.test(url))).toEqual([]);
  await page.getByRole('textbox', { name: 'Account' }).pressSequentially('a');
  await expect.poll(() => asked.filter((url) => /\/shell-[^/]+\.js$/.test(url)).length).toBe(1);
});

test('the sign-in form waits for no answer of the box @full', async ({ page }) => {
  // A question that nobody answers is given up at last; the form is there before.
  const givenUp: string[] = [];
  page.on('requestfailed', (request) => givenUp.push(request.url()));
  await page.route('**/eshell', () => undefined);
  await page.goto('/');
  const account = page.getByRole('textbox', { name: 'Account' });
  await account.fill('annabel');
  await expect(account).toHaveValue('annabel');
  expect(givenUp).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

import { signInOffline, watchConsole, win } from './desktop-page.ts';
import { expect, test } from './fixtures.ts';

test('help for a family, and the documentation that the box serves: from the settings menu, found by words, in both themes, under its own policy @full', async ({
  page,
}) => {
  await signInOffline(page);
  await page.getByRole('banner', { name: 'Top bar' }).getByRole('button', { name: 'Settings' }).click();
  // What a family asks comes first; the builders' pages are apart.
  await page.getByRole('menuitem', { name: 'Help' }).click();
  const answers = win(page, 'Help');
  await expect(answers.getByText('Send a link to someone')).toBeVisible();
  const opened = page.context().waitForEvent('page');
  await answers.getByRole('button', { name: 'Open the documentation' }).click();
  const help = await opened;
  await help.waitForLoadState();
  const complaints = watchConsole(help);
  await help.reload();
  await expect(help.getByRole('heading', { name: 'Boxwood', level: 1 })).toBeVisible();

  await help.getByRole('searchbox', { name: 'Search the documentation' }).fill('architecture');
  await help
    .getByRole('banner')
    .getByRole('link', { name: /^Architecture/ })
    .click();
  await expect(help.getByRole('img', { name: /^Browsers and scripts use the box/ })).toBeVisible();
  await expect(help.getByRole('link', { name: 'Architecture' }).first()).toHaveAttribute('aria-current', 'page');

  const colour = (): Promise<string> => help.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await colour();
  await help.getByRole('button', { name: 'Dark' }).click();
  expect(await colour()).not.toBe(light);
  await help.reload();
  await expect(help.getByRole('button', { name: 'Light' })).toBeVisible();

  await help.getByRole('link', { name: 'Your first day with a box' }).click();
  const picture = help.getByRole('img', { name: 'The page that asks who you are' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  expect(complaints).toEqual([]);
});

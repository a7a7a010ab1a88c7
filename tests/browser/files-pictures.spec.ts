import { MEMBER, PASSWORD, win } from './desktop-page.ts';
import { seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

/** A real picture: 2 by 2 pixels, green. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGOw6QkAIgYIBQAeXgRhkf1uuAAAAABJRU5ErkJggg==',
  'base64',
);

test('DIALOG-16: a picture of My Images is chosen: into a folder, back, by the crumbs, and taken by a double-click @full', async ({
  page,
  box,
}) => {
  seed(box, 'My Images', { 'Trip/green.png': PNG, 'top.png': PNG, 'no picture.txt': '' }, MEMBER);
  await page.goto('/?auto=N');
  const form = page.getByRole('tabpanel', { name: 'Account' });
  await form.getByLabel('Account', { exact: true }).fill(MEMBER);
  await form.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL('**/home');
  await page.getByRole('button', { name: `Account ${MEMBER}` }).click();
  await page.getByRole('menuitem', { name: 'Personal Centre' }).click();
  await win(page, 'Account Management').getByRole('button', { name: 'Choose from My Images' }).click();
  const selector = page.getByRole('dialog', { name: 'Choose a picture' });
  const tile = (name: string) => selector.getByRole('gridcell').filter({ hasText: name });
  const crumbs = selector.getByRole('navigation', { name: 'Location' });
  await expect(selector.getByRole('gridcell')).toHaveCount(2);
  await expect(selector.getByRole('button', { name: 'Confirm' })).toHaveAttribute('aria-disabled', 'true');
  await tile('Trip').dblclick();
  await expect(selector.getByRole('gridcell')).toHaveText([/green\.png/]);
  await selector.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(tile('top.png')).toBeVisible();
  await tile('Trip').dblclick();
  await crumbs.getByRole('button', { name: 'My Images' }).click();
  await tile('top.png').click();
  await expect(selector.getByRole('button', { name: 'Confirm' })).not.toHaveAttribute('aria-disabled', 'true');
  await tile('Trip').dblclick();
  await expect(selector.getByRole('button', { name: 'Confirm' })).toHaveAttribute('aria-disabled', 'true');
  await tile('green.png').dblclick();
  await expect(selector).toHaveCount(0);
  const picture = page.getByRole('banner', { name: 'Top bar' }).locator('img[src*="/avatar/"]');
  await expect.poll(() => picture.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth)).toBe(2);
});

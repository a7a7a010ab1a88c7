import { browsers, enter, entry, openContextMenu, names, openFiles, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

test('FILES-06 FILES-10 FILES-11 FILES-45: sorting and the view are chosen, used and remembered @full', async ({
  page,
  box,
}) => {
  seed(box, 'Views', { 'b2.txt': 'xx', 'b10.txt': 'xxx', 'B1.txt': 'x', '.hidden.txt': '' });
  const window = await openFiles(page);
  await enter(window, 'Views');
  await expect.poll(() => names(window)).toEqual(['B1.txt', 'b2.txt', 'b10.txt']);
  await window.getByRole('columnheader', { name: 'Size' }).getByRole('button').click();
  await window.getByRole('columnheader', { name: 'Size' }).getByRole('button').click();
  await expect.poll(() => names(window)).toEqual(['b10.txt', 'b2.txt', 'B1.txt']);
  await window.getByRole('button', { name: 'Sort', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Show hidden files' }).click();
  await expect(entry(window, '.hidden.txt')).toBeVisible();
  await page.keyboard.press('Escape');
  await window.getByRole('button', { name: 'Icons', exact: true }).click();
  await expect(window.getByRole('columnheader', { name: 'Name' })).toHaveCount(0);
  const tile = entry(window, 'b2.txt');
  await tile.click();
  await expect(tile).toHaveAttribute('aria-selected', 'true');
  await entry(window, 'b10.txt').click();
  await expect(window.getByText('1 selected, 3 B')).toBeVisible();
  await entry(window, 'b10.txt').click();
  await expect(entry(window, 'b10.txt')).toHaveAttribute('aria-selected', 'false');
  await entry(window, 'b10.txt').click();
  await tile.click({ modifiers: ['Control'] });
  await expect(window.getByText('2 selected, 5 B')).toBeVisible();
  await tile.locator('[data-check]').click();
  await expect(tile).toHaveAttribute('aria-selected', 'false');
  await expect(window.getByText('1 selected, 3 B')).toBeVisible();
  await page.reload();
  const again = browsers(page).first();
  await expect(again.getByRole('button', { name: 'Icons', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => names(again)).toEqual(['b10.txt', 'b2.txt', 'B1.txt']);
  const stored = await page.evaluate((): string =>
    Object.keys(localStorage)
      .filter((key) => key.endsWith('boxViews'))
      .map((key) => localStorage.getItem(key) ?? '')
      .join(),
  );
  expect(stored).toBe('{"view":"icon","prop":"size","order":"desc"}');
  await again.getByRole('button', { name: 'List', exact: true }).click();

  // What belongs to a person's own arrangement: columns, how much is seen at once, and folders at the side.
  await again.getByRole('button', { name: 'Sort', exact: true }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Created' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Type' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Compact' }).click();
  await page.keyboard.press('Escape');
  const heads = (): Promise<readonly string[]> => again.getByRole('columnheader').allInnerTexts();
  await expect.poll(heads).toEqual(['', 'Name', 'Size', 'Modified', 'Created']);
  await expect.poll(async () => (await entry(again, 'b2.txt').boundingBox())?.height).toBe(28);
  const places = again.getByRole('navigation', { name: 'Places' });
  await places.getByRole('button', { name: 'Personal space' }).click();
  await (await openContextMenu(again, 'Views')).getByRole('menuitem', { name: 'Add to favourites' }).click();
  await page.reload();
  await expect.poll(heads).toEqual(['', 'Name', 'Size', 'Modified', 'Created']);
  await places.getByRole('button', { name: 'Views', exact: true }).click();
  await expect(entry(again, 'b2.txt')).toBeVisible();
  await expect(places.getByRole('button', { name: 'Views', exact: true })).toHaveAttribute('aria-current', 'page');
  await expect(places.getByRole('meter').or(places.getByRole('progressbar'))).toHaveAccessibleName('Main disk');
  await expect(places.getByText(/GB free of .*GB/)).toBeVisible();
  await places.getByRole('button', { name: 'Remove from favourites' }).click();
  await expect(places.getByRole('button', { name: 'Views', exact: true })).toHaveCount(0);
});

test('FILES-04 FILES-05: search starts on Enter, by words or by expression, narrowed to a kind @full', async ({
  page,
  box,
}) => {
  seed(box, 'Search', { 'x/beach day.txt': '', 'y/beach.jpg': '', 'y/mountain.txt': '' });
  const window = await openFiles(page);
  await enter(window, 'Search');
  const field = window.getByRole('searchbox');
  await field.fill('beach');
  await expect(entry(window, 'x')).toBeVisible();
  await field.press('Enter');
  await expect.poll(() => names(window)).toEqual(['beach day.txt', 'beach.jpg']);
  await expect(window.getByRole('columnheader', { name: 'Location' })).toBeVisible();
  await window.getByRole('button', { name: 'Advanced search' }).click();
  const panel = window.getByRole('group', { name: 'Advanced search' });
  await panel.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Picture' }).click();
  await panel.getByRole('button', { name: 'Search', exact: true }).click();
  await expect.poll(() => names(window)).toEqual(['beach.jpg']);
  await field.fill('');
  await expect(entry(window, 'x')).toBeVisible();
});

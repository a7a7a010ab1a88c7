/** The columns of a list of files are drawn wider and narrower, by the pointer and by keys, and stay so for the place. */
import { drag } from './desktop-page.ts';
import { browsers, enter, entry, openFiles, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

test('an edge between two heads is drawn; a double click fits what stands below; keys do both; each place keeps its own @full', async ({
  page,
  box,
}) => {
  test.slow();
  seed(box, 'Columns', { 'one.txt': 'x', 'two.txt': 'xx' });
  seed(box, 'Columns too', { 'one.txt': 'x' }, 'shared-files');
  const window = await openFiles(page);
  await enter(window, 'Columns');
  await expect(entry(window, 'one.txt')).toBeVisible();
  const edge = window.getByRole('separator', { name: 'Width of Type' });
  const width = async (): Promise<number> => Number(await edge.getAttribute('aria-valuenow'));
  const cell = entry(window, 'one.txt').locator('[data-column="type"]');
  const drawn = async (by: number): Promise<void> => {
    const at = await edge.boundingBox();
    if (at === null) throw new Error('no edge');
    const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
    await drag(page, { x, y }, { x: x + by, y });
  };
  expect(await width()).toBe(120);
  const before = await edge.boundingBox();
  await drawn(-60);
  await expect(edge).toHaveAttribute('aria-valuenow', '180');
  // It is where the pointer left it, the cells below are as wide, and nothing was sorted, dragged or chosen.
  expect(Math.round(((await edge.boundingBox())?.x ?? 0) - (before?.x ?? 0))).toBe(-60);
  expect(Math.round((await cell.boundingBox())?.width ?? 0)).toBe(180);
  await expect(window.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(entry(window, 'one.txt')).toHaveAttribute('aria-selected', 'false');
  // Never so wide that the name is gone.
  await drawn(-2_000);
  await expect.poll(width).toBeGreaterThan(180);
  expect((await window.getByRole('columnheader', { name: 'Name' }).boundingBox())?.width).toBeGreaterThanOrEqual(180);
  await edge.dblclick();
  await expect.poll(width).toBeLessThan(120);
  const fitting = await width();
  expect(await cell.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  await edge.press('ArrowLeft');
  await expect(edge).toHaveAttribute('aria-valuenow', String(fitting + 16));
  await edge.press('Enter');
  await expect(edge).toHaveAttribute('aria-valuenow', String(fitting));

  // The place keeps it, another one has its own.
  await page.reload();
  const again = browsers(page).first();
  await expect(edge.first()).toHaveAttribute('aria-valuenow', String(fitting));
  await again.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: 'Public space' }).click();
  await expect(edge.first()).toHaveAttribute('aria-valuenow', '120');
});

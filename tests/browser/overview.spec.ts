import { appIcon, openByPalette, rect, signInOffline, watchConsole, win } from './desktop-page.ts';
import { expect, test } from './fixtures.ts';

test('the overview shows every open window live and small, and leads to one or closes it @full', async ({ page }) => {
  const problems = watchConsole(page);
  await signInOffline(page);
  await appIcon(page, 'device-status').click();
  await openByPalette(page, 'Settings');
  await openByPalette(page, 'Task Centre');
  const titles = ['Device Status', 'Settings', 'Task Centre'];
  await win(page, 'Device Status').getByRole('button', { name: 'Minimise' }).dispatchEvent('click');
  await expect(win(page, 'Device Status')).toBeHidden();
  const before = await rect(win(page, 'Settings'));

  await page.keyboard.press('Control+Alt+a');
  const overview = page.getByRole('dialog', { name: 'All windows' });
  await expect(overview.getByRole('button', { name: 'Settings', exact: true })).toBeVisible();
  // The window before the current one is chosen.
  const chosen = overview.getByRole('button', { name: 'Settings', exact: true });
  await expect(chosen).toBeFocused();
  await expect(chosen).toHaveCSS('outline-style', 'solid');
  const frame = (title: string) =>
    page.locator('[data-window]').filter({ has: page.locator('h2', { hasText: title }) });
  const boxes = await Promise.all(titles.map((title) => rect(frame(title))));
  for (const [n, one] of boxes.entries()) {
    expect(one.width).toBeLessThan(700);
    for (const other of boxes.slice(n + 1))
      expect(one.x + one.width <= other.x || other.x + other.width <= one.x || one.y + one.height <= other.y).toBe(
        true,
      );
  }
  // The windows themselves: what they show goes on.
  await expect(frame('Device Status').getByText('Processor').first()).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(overview).toHaveCount(0);
  expect(await rect(win(page, 'Settings'))).toEqual(before);
  await expect(win(page, 'Device Status')).toBeHidden();

  await page.getByRole('toolbar', { name: 'Window bar' }).getByRole('button', { name: 'All windows' }).click();
  await overview.getByRole('button', { name: 'Close “Settings”' }).click();
  await expect(overview.getByRole('button', { name: 'Settings', exact: true })).toHaveCount(0);
  await page.keyboard.press('Tab');
  await overview.getByRole('button', { name: 'Task Centre', exact: true }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(overview).toHaveCount(0);
  await expect(win(page, 'Device Status')).toBeVisible();
  await expect(win(page, 'Device Status')).toHaveAttribute('data-active', '');
  expect(problems).toEqual([]);
});

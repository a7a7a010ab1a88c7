import { expect, type Locator, type Page } from '@playwright/test';
import { axeOn } from './axe.ts';
import { test, centre } from './catalogue-fixture.ts';

test.beforeEach(({ page }) => {
  page.setDefaultTimeout(8_000);
});

/** What axe finds by rules that measure; `packages/ui/src/base/catalogue-axe.test.tsx` runs the others. */
async function findings(page: Page): Promise<readonly string[]> {
  const axe = (await axeOn(page)).withRules(['color-contrast', 'scrollable-region-focusable', 'target-size']);
  const { violations } = await axe.analyze();
  return violations.map((one) => `${one.impact ?? ''} ${one.id}: ${one.nodes[0]?.html ?? ''}`);
}

const sections = [
  'tokens',
  'actions',
  'fields',
  'dialogs',
  'feedback',
  'navigation',
  'lists',
  'windows @full',
  'phone',
  'charts',
  'icons',
];

for (const theme of ['light', 'dark']) {
  test(`${sections.join(', ')}, ${theme}: contrasts and sizes are enough for axe @full`, async ({ page, open }) => {
    const found: Record<string, readonly string[]> = {};
    for (const section of sections)
      await test.step(section, async () => {
        await open(section, theme);
        if (section === 'charts') await expect(page.locator('canvas').first()).toBeVisible();
        found[section] = await findings(page);
      });
    expect(found).toEqual(Object.fromEntries(sections.map((section) => [section, []])));
  });

  test(`open menu, select, dialog, drawer and toasts, ${theme}: contrasts and sizes are enough for axe @full`, async ({
    page,
    open,
  }) => {
    await open('actions', theme);
    await page.getByRole('button', { name: 'File menu' }).click();
    await page.getByRole('menuitem', { name: 'Share' }).hover();
    await expect(page.getByRole('menuitem', { name: 'By link' })).toBeVisible();
    await page.waitForTimeout(250);
    expect(await findings(page)).toEqual([]);
    await open('fields', theme);
    await page.getByRole('combobox', { name: 'Package format' }).click();
    await expect(page.getByRole('option', { name: 'tar.gz' })).toBeVisible();
    await page.waitForTimeout(250);
    expect(await findings(page)).toEqual([]);
    await open('dialogs', theme);
    await page.getByRole('button', { name: '480' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.waitForTimeout(300);
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'With undo' }).click();
    await page.getByRole('button', { name: 'Messages' }).click();
    await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
    await page.waitForTimeout(300);
    expect(await findings(page)).toEqual([]);
    await open('phone', theme);
    await page.getByRole('button', { name: 'Menu as a sheet' }).click();
    await expect(page.getByRole('menuitem', { name: 'Move to bin' })).toBeVisible();
    await page.waitForTimeout(300);
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('menuitem', { name: 'Move to bin' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  });
}

test('a nested theme keeps its own colours in the build @full', async ({ page, open }) => {
  await open('tokens', 'light');
  const colours = await page.evaluate(() => {
    const probe = document.createElement('div');
    probe.dataset['theme'] = 'dark';
    probe.style.background = 'var(--bw-surface)';
    document.body.append(probe);
    return [
      getComputedStyle(probe).backgroundColor,
      getComputedStyle(document.body.firstElementChild?.firstElementChild ?? document.body).backgroundColor,
    ];
  });
  expect(colours).toEqual(['rgb(26, 31, 28)', 'rgb(255, 255, 255)']);
});

test.describe('windows @full', () => {
  const files = (page: Page): Locator => page.getByRole('region', { name: 'Files' });
  const place = (window: Locator): Promise<readonly number[]> =>
    window.evaluate((element: HTMLElement) => [
      element.offsetLeft,
      element.offsetTop,
      element.offsetWidth,
      element.offsetHeight,
    ]);

  async function drag(page: Page, grip: Locator, dx: number, dy: number): Promise<void> {
    const { x, y } = await centre(grip);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + dx, y + dy, { steps: 8 });
    await page.mouse.up();
  }

  test('SHELL-07, SHELL-08: follow the pointer; each handle moves its own edges', async ({ page, open }) => {
    await open('windows');
    const window = files(page);
    await drag(page, window.locator('[data-title-bar] h2'), 60, 40);
    expect(await place(window)).toEqual([84, 100, 800, 450]);
    await drag(page, window.locator('[data-handle=se]'), 30, 20);
    expect(await place(window)).toEqual([84, 100, 830, 470]);
    await drag(page, window.locator('[data-handle=w]'), 25, 0);
    expect(await place(window)).toEqual([109, 100, 805, 470]);
    await drag(page, window.locator('[data-handle=n]'), 0, -300);
    expect(await place(window)).toEqual([109, 40, 805, 530]);
  });

  test('the drag survives a frame under the pointer', async ({ page, open }) => {
    await open('windows');
    await page.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.style.cssText = 'position:absolute;inset:200px 0 0 300px;width:600px;height:400px;z-index:9999';
      document.querySelector('[data-window]')?.parentElement?.append(frame);
    });
    const window = files(page);
    const { x, y } = await centre(window.locator('[data-title-bar] h2'));
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 100, y + 220, { steps: 20 });
    await page.mouse.move(x + 50, y + 20, { steps: 20 });
    await page.mouse.up();
    expect(await place(window)).toEqual([74, 80, 800, 450]);
    await page.mouse.move(x + 150, y + 120);
    expect(await place(window)).toEqual([74, 80, 800, 450]);
  });

  test('a dialog blocks its window only; Esc closes it and the focus goes back', async ({ page, open }) => {
    await open('windows');
    await page.getByRole('button', { name: 'Settings', exact: true }).last().click();
    const button = page.getByRole('button', { name: 'Restart the box' });
    await button.click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await page.getByText('Photo 000002').click();
    await expect(page.getByRole('row', { selected: true })).toHaveCount(1);
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await page.getByRole('button', { name: 'Settings', exact: true }).last().click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(page.locator('[inert]')).toHaveCount(0);
    await expect(button).toBeFocused();
  });

  test('reachable and movable by keyboard alone', async ({ page, open }) => {
    await open('windows');
    const window = files(page);
    await window.getByRole('button', { name: 'Window menu' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Move with the arrow keys' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(window).toHaveAttribute('data-keys', 'move');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await place(window)).toEqual([40, 76, 800, 450]);
  });
});

test('a chart repaints when the theme changes, and says in words what it shows @full', async ({ page, open }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open('charts', 'light');
  const canvas = page.locator('canvas').first();
  await expect(canvas).toBeVisible();
  const picture = (): Promise<string> => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL());
  await page.waitForTimeout(300);
  const light = await picture();
  expect(await picture()).toBe(light);
  await page.getByRole('tab', { name: 'dark' }).click();
  await expect.poll(picture).not.toBe(light);
  await expect(page.getByRole('figure').first()).toContainText('Processor load over 15 minutes');
});

test('nothing moves for people who asked for that @full', async ({ page, open }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open('tokens');
  const motion = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--bw-motion'));
  expect(Number.parseFloat(motion)).toBe(0);
});

import { expect, type Locator, type Page } from '@playwright/test';
import { test, centre } from './catalogue-fixture.ts';

test.beforeEach(({ page }) => {
  page.setDefaultTimeout(8_000);
});

test.describe('lists of 100,000 @full', () => {
  const list = (page: Page): Locator => page.getByRole('grid', { name: 'Files', exact: true });

  test('the keyboard reaches the last row, and the active row is always in view', async ({ page, open }) => {
    await open('lists');
    await list(page).focus();
    for (const key of ['End', 'PageUp', 'ArrowUp', 'Home', 'PageDown', 'ArrowDown', 'End']) {
      await page.keyboard.press(key);
      await expect
        .poll(() =>
          list(page).evaluate((grid) => {
            const row = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
            const [a, b] = [row?.getBoundingClientRect(), grid.getBoundingClientRect()];
            return a !== undefined && a.top >= b.top + 35 && a.bottom <= b.bottom + 1;
          }),
        )
        .toBe(true);
    }
    await expect(list(page)).toBeFocused();
    await expect(page.getByText('File 099999.json')).toBeVisible();
    expect(await list(page).locator('[data-index]').count()).toBeLessThan(60);
  });

  for (const zoom of [0.6, 1.5]) {
    test(`SHELL-18: rows and band are right in content zoomed by ${zoom}`, async ({ page, open }) => {
      await open('lists');
      await list(page).evaluate((grid, scale) => {
        if (grid.parentElement !== null) grid.parentElement.style.zoom = String(scale);
      }, zoom);
      await list(page).focus();
      await page.keyboard.press('End');
      await expect(list(page).getByRole('row', { name: /File 099999/ })).toBeInViewport();
      await page.keyboard.press('Home');
      await expect(list(page).getByRole('row', { name: /Folder 1 / })).toBeInViewport();
      await page.keyboard.press('Escape');
      const from = await list(page)
        .getByRole('row', { name: /Folder 3 / })
        .boundingBox();
      const to = await list(page)
        .getByRole('row', { name: /Folder 5 / })
        .boundingBox();
      if (from === null || to === null) throw new Error('no rows');
      await page.mouse.move(from.x + from.width / 2, from.y + 6);
      await page.mouse.down();
      await page.mouse.move(to.x + to.width / 2 + 40, to.y + 6, { steps: 4 });
      await expect(list(page).getByRole('row', { selected: true })).toHaveCount(3);
      await page.mouse.up();
    });
  }

  test('the header stays above the rows that scroll', async ({ page, open }) => {
    await open('lists');
    await list(page).evaluate((grid) => {
      grid.scrollTop = 5000;
    });
    const [grid, header] = [
      await list(page).boundingBox(),
      await list(page).getByRole('columnheader', { name: 'Name' }).boundingBox(),
    ];
    expect(header?.y).toBeGreaterThanOrEqual(grid?.y ?? Infinity);
    expect(header?.y).toBeLessThan((grid?.y ?? 0) + 36);
  });

  test('a rubber band goes on beyond the mounted rows', async ({ page, open }) => {
    await open('lists');
    const box = await list(page).boundingBox();
    if (box === null) throw new Error('no list');
    await page.mouse.move(box.x + 500, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 650, box.y + 300, { steps: 4 });
    await page.mouse.move(box.x + 650, box.y + box.height + 150, { steps: 4 });
    await expect.poll(() => list(page).evaluate((grid) => grid.scrollTop)).toBeGreaterThan(3000);
    await page.mouse.up();
    const top = await list(page).evaluate((grid) => {
      const end = grid.scrollTop;
      grid.scrollTop = 0;
      return end;
    });
    expect(top).toBeGreaterThan(3000);
    await expect(list(page).getByRole('row', { name: /Folder 1 / })).toHaveAttribute('aria-selected', 'false');
    await expect(list(page).getByRole('row', { name: /Folder 3 / })).toHaveAttribute('aria-selected', 'true');
    await list(page).evaluate((grid) => {
      grid.scrollTop = 1500;
    });
    await expect(list(page).getByRole('row', { name: /File 000045/ })).toHaveAttribute('aria-selected', 'true');
  });

  test('an item is dragged onto a folder, which opens under a resting drag', async ({ page, open }) => {
    await open('lists');
    const [from, to] = [
      await centre(list(page).getByText('File 000008')),
      await centre(list(page).getByText('Folder 3')),
    ];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, from.y - 12, { steps: 3 });
    await page.mouse.move(to.x, to.y, { steps: 5 });
    // A hand never rests quite still: the browser reports it, the test must move.
    await page.waitForTimeout(100);
    await page.mouse.move(to.x + 2, to.y);
    await page.mouse.move(to.x + 3, to.y);
    await expect(page.getByText('Opening Folder 3')).toBeVisible();
    await page.mouse.up();
    await expect(page.getByText('Moved to Folder 3')).toBeVisible();
  });

  test('files from the computer are dropped', async ({ page, open }) => {
    await open('lists');
    const { x, y } = await centre(list(page));
    const session = await page.context().newCDPSession(page);
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', {
        type,
        x,
        y,
        data: { items: [], files: [import.meta.filename], dragOperationsMask: 1 },
      });
    }
    await expect(page.getByText('1 dropped')).toBeVisible();
  });

  test('the menu key opens the menu at the active row and gives the focus back', async ({ page, open }) => {
    await open('lists');
    await list(page).getByText('Folder 2').click();
    await page.keyboard.press('Shift+F10');
    const menu = page.getByRole('menu', { name: 'File' });
    await expect(menu).toBeVisible();
    const [a, b] = [await menu.boundingBox(), await list(page).getByText('Folder 2').boundingBox()];
    expect(Math.abs((a?.y ?? 0) - (b?.y ?? 999))).toBeLessThan(40);
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    await expect(list(page)).toBeFocused();
  });

  test('Escape is heard from the first moment of a menu, before it has the focus', async ({ page, open }) => {
    await open('lists');
    await list(page).getByText('Folder 2').click();
    // In the task in which the menu appears: no hand is quicker, a busy machine makes every hand as quick.
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        if (document.querySelector('[role="menu"]') === null) return;
        observer.disconnect();
        document.body.dataset['seen'] = '';
        const key = { key: 'Escape', code: 'Escape', bubbles: true, cancelable: true };
        (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', key));
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.keyboard.press('Shift+F10');
    await expect(page.locator('body[data-seen]')).toBeVisible();
    await expect(page.getByRole('menu', { name: 'File' })).toHaveCount(0);
    await expect(list(page)).toBeFocused();
  });
});

test('a time line of 100,000 pictures: few elements, a month is there at once, and what is seen stays when others are fetched @full', async ({
  page,
  open,
}) => {
  await open('lists');
  const line = page.getByRole('grid', { name: 'Pictures by month' });
  const edge = page.getByRole('slider', { name: 'Go to a month' });
  await expect(line.getByRole('gridcell').first()).toBeVisible();
  for (const part of [0.83, 0.11, 0.5, 0.97, 0.02]) {
    const box = await edge.boundingBox();
    if (box === null) throw new Error('The edge of the time line is not shown.');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height * part);
    await page.mouse.down();
    await page.mouse.up();
    await expect
      .poll(async () =>
        line.getByRole('rowheader', { name: (await edge.getAttribute('aria-valuetext')) ?? 'no month' }).count(),
      )
      .toBeGreaterThan(0);
    await expect.poll(() => line.getByRole('gridcell').count()).toBeGreaterThan(8);
    expect(await line.evaluate((node) => node.querySelectorAll('*').length)).toBeLessThan(1500);
  }
  // Upwards through months that nobody has fetched: each becomes another height above what is seen, and the first row in view stays where it is.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  const moved = await line.evaluate(async (node) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    node.scrollTop = node.scrollHeight * 0.6;
    await frame();
    await frame();
    const firstSeen = () =>
      [...node.querySelectorAll('[role=gridcell]')].find(
        (one) => one.getBoundingClientRect().top > node.getBoundingClientRect().top + 100,
      );
    const steps: number[] = [];
    for (let at = 0; at < 120; at += 1) {
      let tile = firstSeen();
      // What was jumped to is drawn when the page comes to it.
      for (let frames = 0; tile === undefined && frames < 600; frames += 1) {
        await frame();
        tile = firstSeen();
      }
      if (tile === undefined) break;
      const before = tile.getBoundingClientRect().top;
      node.scrollTop -= 60;
      await frame();
      await frame();
      if (tile.isConnected) steps.push(Math.abs(tile.getBoundingClientRect().top - before - 60));
    }
    return { worst: Math.max(...steps), seen: steps.length };
  });
  expect(moved.seen).toBeGreaterThan(100);
  expect(moved.worst).toBeLessThan(2);
});

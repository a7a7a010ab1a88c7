/** What somebody does in a window while the box is away is seen in the list as what it will become. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { startBoxProcess } from '../lib/box/box-process.ts';
import { appIcon, OWNER, signInByForm } from './desktop-page.ts';
import { browsers, enter, entry } from './files-page.ts';
import { expect, test } from './fixtures.ts';

/** A port that nothing listens on. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
  });

test('a folder that is made while the box is away has its row, says what it waits for, and is there when the box is @full', async ({
  page,
}) => {
  test.slow();
  const args = ['--port', String(await freePort())];
  const first = await startBoxProcess({ args });
  const disk = (...path: readonly string[]): string => join(first.usb1, OWNER, 'Barn', ...path);
  try {
    mkdirSync(disk(), { recursive: true });
    writeFileSync(disk('axe.txt'), 'axe');
    await signInByForm(page, OWNER, first.origin);
    await appIcon(page, 'files').click();
    const window = browsers(page).first();
    await enter(window, 'Barn');
    await expect(entry(window, 'axe.txt')).toBeVisible();
    await first.stop();
    await expect(page.getByText('Connection lost, reconnecting…')).toBeVisible();

    await window.getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('dialog', { name: 'New folder' }).getByLabel('Folder name').fill('Tools');
    await page.keyboard.press('Enter');
    await expect(entry(window, 'Tools')).toContainText('Will be created');
    await entry(window, 'axe.txt').locator('[data-grab]').click();
    await page.keyboard.press('Delete');
    await expect(entry(window, 'axe.txt')).toContainText('Will be deleted');
    expect(existsSync(disk('Tools'))).toBe(false);
    // What waits to be made is a folder like others: it is entered as soon as it is there.
    await entry(window, 'Tools').locator('[data-grab]').dblclick();

    const again = await startBoxProcess({ args, dataDir: first.dataDir });
    try {
      await expect(window.getByText('This folder is empty')).toBeVisible();
      expect(existsSync(disk('Tools'))).toBe(true);
      await window.getByRole('button', { name: 'Up', exact: true }).click();
      await expect(entry(window, 'axe.txt')).toHaveCount(0);
      await expect(entry(window, 'Tools')).toHaveCount(1);
      await expect(window.getByText('Will be created')).toHaveCount(0);
    } finally {
      await again.stop();
    }
  } finally {
    await first.remove();
  }
});

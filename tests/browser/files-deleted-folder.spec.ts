import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { signIn } from '../lib/box/client.ts';
import { enter, entry, openFiles, seed } from './files-page.ts';
import { OWNER } from './desktop-page.ts';
import { expect, test } from './fixtures.ts';

test('a cut that the box could not move is cut still: where there is a folder again it is pasted again @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Cut', { 'kept.txt': 'kept', 'to/': '' });
  const window = await openFiles(page);
  await enter(window, 'Cut');
  await entry(window, 'kept.txt').locator('[data-grab]').click();
  await page.keyboard.press('Control+x');
  await entry(window, 'to').locator('[data-grab]').dblclick();
  await expect(window.getByText('This folder is empty')).toBeVisible();
  // Taken away between the question whether it is there and the order to move.
  await page.route('**/*', async (route) => {
    if (route.request().postData()?.includes('ADDTASK') === true)
      rmSync(join(root, 'to'), { recursive: true, force: true });
    await route.fallback();
  });
  const refused = page.waitForResponse((response) => response.request().postData()?.includes('ADDTASK') === true);
  await page.keyboard.press('Control+v');
  expect(await (await refused).json()).toMatchObject({ error: 9 });
  expect(readFileSync(join(root, 'kept.txt'), 'utf8')).toBe('kept');
  await page.unroute('**/*');
  mkdirSync(join(root, 'to'));
  // The refusal has been said: before that there is nothing to paste. Whether the window has learnt that its folder went, and came, is all one.
  const notices = page.getByRole('region', { name: 'Notifications' });
  await expect(notices.getByText('Submit failed, retry').first()).toBeVisible({ timeout: 15_000 });
  await page.keyboard.press('Control+v');
  await expect(entry(window, 'kept.txt')).toBeVisible({ timeout: 15_000 });
  expect(readdirSync(root)).toEqual(['to']);
  expect(readFileSync(join(root, 'to/kept.txt'), 'utf8')).toBe('kept');
});

test('a folder that was deleted meanwhile is not made anew: nothing is put into it, the way up is there, and it comes back from the bin @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Deleted', { 'trip/day/one.txt': 'one' });
  const window = await openFiles(page);
  await enter(window, 'Deleted');
  await enter(window, 'trip');
  await enter(window, 'day');
  const make = window.getByRole('button', { name: 'New folder', exact: true });
  await make.click();
  const owner = await signIn(box.origin, OWNER);
  await owner.trash.put({ paths: [`/mnt/usb1/${OWNER}/Deleted/trip`] });
  // The question was asked before.
  await page.getByRole('dialog', { name: 'New folder' }).getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('This folder no longer exists. Nothing was put into it')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const said = window.getByRole('alert');
  await expect(said).toContainText('This folder no longer exists');
  await expect(make).toBeDisabled();
  await make.focus();
  await page.keyboard.press('Control+Shift+n');
  await window.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Upload files' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(readdirSync(root)).toEqual([]);
  await said.getByRole('button', { name: 'Restore “trip”' }).click();
  await expect(entry(window, 'one.txt')).toBeVisible();
  await expect(make).toBeEnabled();
  rmSync(join(root, 'trip'), { recursive: true });
  await said.getByRole('button', { name: 'To Deleted' }).click();
  await expect(window.getByText('This folder is empty')).toBeVisible();
});

test('where the folder goes while it is shown the keys of its window go on @full', async ({ page, box }) => {
  const root = seed(box, 'Going', { 'kept.txt': 'kept', 'away/': '' });
  const window = await openFiles(page);
  await enter(window, 'Going');
  await entry(window, 'kept.txt').locator('[data-grab]').click();
  await page.keyboard.press('Control+c');
  await entry(window, 'away').locator('[data-grab]').dblclick();
  await expect(window.getByText('This folder is empty')).toBeVisible();
  rmSync(join(root, 'away'), { recursive: true });
  await expect(window.getByRole('alert')).toBeVisible({ timeout: 15_000 });
  mkdirSync(join(root, 'away'));
  // Reads the folder anew, not the page.
  await page.keyboard.press('F5');
  await expect(window.getByText('This folder is empty')).toBeVisible({ timeout: 15_000 });
  await page.keyboard.press('Control+v');
  await expect(entry(window, 'kept.txt')).toBeVisible({ timeout: 15_000 });
  // No frame comes until the key is pressed, as on a machine with much else to do: it is the window's all the same.
  await page.evaluate(() => {
    const { requestAnimationFrame: frame } = globalThis;
    globalThis.requestAnimationFrame = () => 0;
    const again = (): void => {
      globalThis.requestAnimationFrame = frame;
    };
    document.addEventListener('keydown', again, { once: true, capture: true });
  });
  rmSync(join(root, 'away'), { recursive: true });
  await expect(window.getByRole('alert')).toBeVisible({ timeout: 15_000 });
  await page.keyboard.press('Control+v');
  await expect(page.getByText('This folder no longer exists. Nothing was put into it')).toBeVisible();
  await page.keyboard.press('Backspace');
  await expect(entry(window, 'kept.txt')).toBeVisible();
  await expect.poll(() => window.evaluate((own) => own.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Delete');
  await expect.poll(() => readdirSync(root)).toEqual([]);
});

/**
 * The box is switched off and on again in the middle of twelve views of a real box: it is said within five seconds over all of them, and each is
 * as true as before within five seconds of the box being there, without a click and with what was typed.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { boxCatalogue } from '@boxwood/box-sdk/messages';
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { test } from './recorded-test.ts';
import { startBoxProcess } from '../lib/box/box-process.ts';
import { signIn as scriptOf } from '../lib/box/client.ts';
import { waitForDesktop, signIn } from './account-page.ts';
import { MEMBER, openByPalette, OWNER, PASSWORD, win } from './desktop-page.ts';
import { picture, UI_TIMEOUT, expectMessage } from './fault-fixture.ts';
import { browsers, entry } from './files-page.ts';

const HOME = `/mnt/usb1/${OWNER}`;
const NETWORK = boxCatalogue['failure.network'].en;
const LOST = 'Connection lost, reconnecting…';

/** Opens a folder of the person in a window of its own. */
const openFolder = async (page: Page, name: string): Promise<Locator> => {
  const before = await browsers(page).count();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(name);
  await page.getByRole('group', { name: 'Files', exact: true }).getByRole('option', { name }).first().click();
  await expect(browsers(page)).toHaveCount(before + 1);
  return win(page, name);
};

test('twelve views say that the box is away, and are true again when it is back, with what was typed @full', async ({
  page,
}) => {
  test.slow();
  const first = await startBoxProcess();
  try {
    const own = (...names: readonly string[]): string => join(first.usb1, OWNER, ...names);
    for (const folder of ['Outage one/inner', 'Outage two', 'Outage shared'])
      mkdirSync(own(folder), { recursive: true });
    writeFileSync(own('Outage one', 'letter.txt'), 'first');
    writeFileSync(own('Outage one', 'inner', 'deep.txt'), 'x');
    writeFileSync(own('Outage one', 'sun.png'), picture());
    writeFileSync(own('Outage two', 'away.txt'), 'x');
    await signIn(page, OWNER, PASSWORD, first.origin);
    await waitForDesktop(page);

    const [one, two] = [await openFolder(page, 'Outage one'), await openFolder(page, 'Outage two')];
    const open = (window: Locator, name: string): Promise<void> =>
      entry(window, name).locator('[data-grab]').dispatchEvent('dblclick');
    await open(one, 'letter.txt');
    const letter = win(page, 'letter.txt');
    await letter.getByRole('button', { name: 'Edit' }).dispatchEvent('click');
    await letter.getByRole('textbox', { name: 'Text' }).fill('second, not saved');
    await open(one, 'sun.png');
    const photo = win(page, 'sun.png');
    await expect(photo.locator('img[src*="sun.png"], img[src^="blob:"]').first()).toBeVisible();
    const app = async (name: string): Promise<Locator> => {
      await openByPalette(page, name);
      return win(page, name);
    };
    const tasks = await app('Task Centre');
    const status = await app('Device Status');
    const bin = await app('Recycle bin');
    const links = await app('My shared links');
    const family = await app('Family share');
    const activity = await app('Activity');
    const info = await app('Box Info');
    const photos = await app('Photos');
    await two.getByRole('searchbox').fill('half a wor');
    await expect(tasks.getByText('Nothing is under way')).toBeVisible();
    await expect(bin.getByText('The recycle bin is empty')).toBeVisible();
    await expect(family.getByText('No folder is shared in the family yet')).toBeVisible();
    await expect(activity.getByText('No changes yet')).toBeVisible();
    await expect(photos.locator('[data-photo], [role="option"], img').first()).toBeVisible();

    const inner = win(page, 'inner');
    await first.stop();
    await expect(page.getByText(LOST)).toBeVisible(UI_TIMEOUT);
    await Promise.all([
      expectMessage(tasks, NETWORK),
      expectMessage(status, 'The box did not answer the last readings'),
      // Somebody goes on all the same: it is said where they look.
      open(one, 'inner').then(() => expectMessage(inner, NETWORK)),
    ]);
    await expect(letter.getByRole('textbox', { name: 'Text' })).toHaveValue('second, not saved');
    // Meanwhile something comes by another way.
    writeFileSync(own('Outage two', 'came.txt'), 'x');

    const again = await startBoxProcess({ args: ['--port', String(first.port)], dataDir: first.dataDir });
    try {
      await expect(page.getByText(LOST)).toHaveCount(0, UI_TIMEOUT);
      await Promise.all([
        expect(entry(inner, 'deep.txt')).toBeVisible(UI_TIMEOUT),
        expect(entry(two, 'came.txt')).toBeVisible(UI_TIMEOUT),
        expect(tasks.getByText('Nothing is under way')).toBeVisible(UI_TIMEOUT),
        expect(status.getByText('The box did not answer the last readings')).toHaveCount(0, UI_TIMEOUT),
        expect(page.getByText(NETWORK)).toHaveCount(0, UI_TIMEOUT),
      ]);
      // What somebody does from now on is seen by all of them.
      const script = await scriptOf(again.origin, OWNER);
      await script.shares.link({ path: `${HOME}/Outage two`, names: ['came.txt'], days: 3, code: '0000' });
      const shared = { id: '', name: 'Outage shared', path: `${HOME}/Outage shared` };
      await script.shares.familyPut({ ...shared, users: [{ user: MEMBER, perm: 'rw' }] });
      await script.trash.put({ paths: [`${HOME}/Outage two/away.txt`] });
      await Promise.all([
        expect(links.getByText('came.txt').first()).toBeVisible(UI_TIMEOUT),
        expect(family.getByText('Outage shared').first()).toBeVisible(UI_TIMEOUT),
        expect(bin.getByText('away.txt').first()).toBeVisible(UI_TIMEOUT),
        expect(activity.getByText('away.txt').first()).toBeVisible(UI_TIMEOUT),
        expect(entry(two, 'away.txt')).toHaveCount(0, UI_TIMEOUT),
      ]);
      await expect(info.getByText(OWNER).or(info.getByText('Test box')).first()).toBeVisible();
      await expect(photo.locator('img').first()).toBeVisible();
      await expect(photos.locator('img').first()).toBeVisible(UI_TIMEOUT);
      // Nothing that was typed is lost.
      await expect(letter.getByRole('textbox', { name: 'Text' })).toHaveValue('second, not saved');
      await expect(two.getByRole('searchbox')).toHaveValue('half a wor');
    } finally {
      await again.stop();
    }
  } finally {
    await first.remove();
  }
});

import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyTask } from '@boxwood/box-sdk';
import { createCli } from '../lib/box/cli.ts';
import { signIn } from '../lib/box/client.ts';
import { waitForNetworkIdle } from '../lib/network-idle.ts';
import { bind, canMount, mountSmallDisk, unbind, unmount } from '../lib/machine/small-disk.ts';
import { appIcon, MEMBER, openByPalette, OWNER, PASSWORD, signInOffline, win } from './desktop-page.ts';
import { browsers, enter, entry, listOf, openFiles, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

test('what a shell, a script, the command line and another person do shows in an open window, without a reload @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Live', { 'old.txt': 'x', 'sub/deep.txt': 'x' });
  const window = await openFiles(page);
  await enter(window, 'Live');
  await expect(entry(window, 'old.txt')).toBeVisible();
  await entry(window, 'old.txt').locator('[data-check]').click();

  writeFileSync(join(root, 'by a shell.txt'), 'x');
  await expect(entry(window, 'by a shell.txt')).toBeVisible();
  // What is chosen stays chosen.
  await expect(entry(window, 'old.txt')).toHaveAttribute('aria-selected', 'true');
  rmSync(join(root, 'by a shell.txt'));
  await expect(entry(window, 'by a shell.txt')).toHaveCount(0);

  const owner = await signIn(box.origin, OWNER);
  await owner.files.makeFolder({ path: `/mnt/usb1/${OWNER}/Live/by a script` });
  await expect(entry(window, 'by a script')).toBeVisible();

  const cli = createCli();
  const local = join(box.dataDir, 'by the command line.txt');
  writeFileSync(local, 'x');
  await cli.run(['login', box.origin, '-u', OWNER], { BOXWOOD_PASSWORD: PASSWORD });
  expect(await cli.run(['put', local, '--to', 'Live'])).toMatchObject({ code: 0 });
  cli.remove();
  await expect(entry(window, 'by the command line.txt')).toBeVisible();

  const share = {
    id: '',
    name: 'Live',
    path: `/mnt/usb1/${OWNER}/Live`,
    users: [{ user: MEMBER, perm: 'rw' as const }],
  };
  const { id } = await owner.shares.familyPut(share);
  const member = await signIn(box.origin, MEMBER);
  await member.files.makeFolder({ path: `/mnt/usb1/${MEMBER}/.share2me/${OWNER}/Live/by Robert` });
  await expect(entry(window, 'by Robert')).toBeVisible();
  await owner.shares.familyRemove({ id });

  // A folder that goes away under the window says so, and comes back by itself.
  await enter(window, 'sub');
  await expect(entry(window, 'deep.txt')).toBeVisible();
  renameSync(join(root, 'sub'), join(root, 'elsewhere'));
  await expect(entry(window, 'deep.txt')).toHaveCount(0);
  await expect(listOf(window)).toHaveCount(0);
  renameSync(join(root, 'elsewhere'), join(root, 'sub'));
  await expect(entry(window, 'deep.txt')).toBeVisible();
});

test('the bin, the task list and the shares follow what is done elsewhere @full', async ({ page, box }) => {
  seed(box, 'Elsewhere', { 'one.txt': 'x', 'two.txt': 'x', 'to/': '' });
  const home = `/mnt/usb1/${OWNER}/Elsewhere`;
  const owner = await signIn(box.origin, OWNER);
  await signInOffline(page);
  await openByPalette(page, 'Recycle bin');
  await waitForNetworkIdle(page);
  await owner.trash.put({ paths: [`${home}/one.txt`] });
  await expect(win(page, 'Recycle bin').getByText('one.txt')).toBeVisible();

  await openByPalette(page, 'Task Centre');
  await win(page, 'Task Centre').getByRole('tab', { name: 'Completed' }).click();
  await waitForNetworkIdle(page);
  await owner.tasks.add(copyTask(OWNER, `${home}/two.txt`, `${home}/to`));
  await expect(win(page, 'Task Centre').getByText('two.txt').first()).toBeVisible();

  await openByPalette(page, 'My shared links');
  await waitForNetworkIdle(page);
  await owner.shares.link({ path: home, names: ['two.txt'], days: 1, code: '0000' });
  await expect(win(page, 'My shared links').getByText('two.txt')).toBeVisible();
});

test('a stick shows in every open window when it is put in, and goes when it is pulled @full', async ({
  page,
  box,
}) => {
  test.skip(!canMount(), 'mounting needs the rights to');
  const stick = mountSmallDisk('size=8m') ?? '';
  const place = join(box.dataDir, 'extdev', 'Camera card');
  try {
    writeFileSync(join(stick, 'photo.txt'), 'x');
    mkdirSync(place, { recursive: true });
    const window = await openFiles(page);
    const shown = window
      .getByRole('navigation', { name: 'Places' })
      .getByRole('button', { name: 'Camera card', exact: true });
    await expect(shown).toHaveCount(0);
    bind(stick, place);
    await expect(shown).toBeVisible();
    const notices = page.getByRole('region', { name: 'Notifications' });
    await expect(notices.getByText('“Camera card” is connected')).toBeVisible();
    await notices.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(browsers(page)).toHaveCount(2);
    await expect(entry(browsers(page).last(), 'photo.txt')).toBeVisible();
    await browsers(page).last().getByRole('button', { name: 'Close', exact: true }).click();
    await expect(browsers(page)).toHaveCount(1);
    await shown.click();
    await expect(entry(window, 'photo.txt')).toBeVisible();
    unbind(place);
    await expect(notices.getByText('“Camera card” was unplugged without Eject')).toBeVisible();
    await expect(shown).toHaveCount(0);
    await expect(entry(window, 'photo.txt')).toHaveCount(0);
    await expect(window.getByText('“Camera card” is not connected')).toBeVisible();
    bind(stick, place);
    await expect(shown).toBeVisible();
    await expect(entry(window, 'photo.txt')).toBeVisible();
    await notices.getByRole('button', { name: 'Eject', exact: true }).click();
    await expect(notices.getByText('“Camera card” can be unplugged now')).toBeVisible();
    await expect(notices.getByText('“Camera card” is connected')).toHaveCount(0);
    await expect(shown).toHaveCount(0);
  } finally {
    unbind(place);
    rmSync(place, { recursive: true, force: true });
    unmount(stick);
  }
});

test('no window of an idle desktop asks for what the box tells of @full', async ({ page, box }) => {
  seed(box, 'Idle', { 'a.txt': 'x' });
  await page.clock.install();
  await signInOffline(page);
  for (const name of [
    'Recycle bin',
    'Task Centre',
    'My shared links',
    'Settings',
    'Activity',
    'Box Info',
    'Device storage',
  ])
    await openByPalette(page, name);
  for (let count = 1; count <= 3; count++) {
    await appIcon(page, 'files').click();
    await expect(browsers(page)).toHaveCount(count);
  }
  await waitForNetworkIdle(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    asked.push(/"cmd":"(\w+)"/.exec(request.postData() ?? '')?.[1] ?? new URL(request.url()).pathname);
  });
  // The question that waits is held open in our time, and given up after 65 s of the page's.
  await page.clock.runFor(60_000);
  await waitForNetworkIdle(page);
  const told = ['LIST', 'LISTTASK', 'QRYTASKNUM', 'SHARELIST', 'TRASHLIST', 'LISTDISKS'];
  expect(asked.filter((command) => told.includes(command))).toEqual([]);
  expect(asked.length, asked.join(' ')).toBeLessThanOrEqual(4);
});

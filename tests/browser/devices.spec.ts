/** A stick as a family sees it: a file system of its own, mounted for real under a real box that may unmount it. */
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeRemovableDisk } from '../lib/machine/small-disk.ts';
import { openByPalette, signInOffline, win } from './desktop-page.ts';
import { browsers, entry, openFiles, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

/** As the desktop writes bytes. */
const inMegabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(2)} MB`;
const spaceOf = (place: string) => {
  const { bsize, blocks, bavail } = statfsSync(place);
  const [total, free] = [blocks * bsize, bavail * bsize];
  return { free: inMegabytes(free), total: inMegabytes(total), used: inMegabytes(total - free) };
};

test('DIALOG-17 DISK-12 ERR-132: the dialog of a stick has its name, free, total and used with a bar, and Eject: one that is in use says so in the words of the machine, and then it lets go @full', async ({
  page,
  box,
}) => {
  const stick = makeRemovableDisk(64);
  test.skip(stick === null, 'mounting needs the rights to');
  if (stick === null) return;
  const place = join(box.dataDir, 'extdev', 'Holiday');
  mkdirSync(place, { recursive: true });
  seed(box, 'Stick', {});
  try {
    stick.plug(place);
    writeFileSync(join(place, 'beach.txt'), 'x'.repeat(5_000_000));
    const window = await openFiles(page);
    const places = window.getByRole('navigation', { name: 'Places' });
    await places.getByRole('button', { name: 'About Holiday' }).click();
    const dialog = page.getByRole('dialog', { name: 'Holiday' });
    const { free, total, used } = spaceOf(place);
    for (const text of ['Free', free, 'Total', total, 'Used', used])
      await expect(dialog.getByText(text, { exact: true })).toBeVisible();
    await expect(dialog.getByRole('progressbar', { name: 'Used' })).toHaveAttribute(
      'aria-valuetext',
      new RegExp(`^${used.replace(' ', '\\s')} of ${total.replace(' ', '\\s')} used$`),
    );
    await expect(dialog.getByRole('button', { name: 'Manage container' })).toHaveCount(0);
    // Something on the machine is still at work there.
    const busy = openSync(join(place, 'beach.txt'), 'r');
    try {
      await dialog.getByRole('button', { name: 'Eject' }).click();
      await expect(dialog.getByRole('alert')).toContainText('USB eject failed');
      await expect(dialog.getByRole('alert')).toContainText('target is busy');
    } finally {
      closeSync(busy);
    }
    await dialog.getByRole('button', { name: 'Eject' }).click();
    await expect(page.getByText('“Holiday” can be unplugged now')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    await expect(places.getByRole('button', { name: 'Holiday', exact: true })).toHaveCount(0);
  } finally {
    stick.pull(place);
    rmSync(place, { recursive: true, force: true });
    stick.remove();
  }
});

test('SCREEN-11 DISK-17 P-11: what is plugged in stands on a card each, with its space, opened and let go from there @full', async ({
  page,
  box,
}) => {
  const stick = makeRemovableDisk(64);
  test.skip(stick === null, 'mounting needs the rights to');
  if (stick === null) return;
  const place = join(box.dataDir, 'extdev', 'Camera');
  mkdirSync(place, { recursive: true });
  try {
    await signInOffline(page);
    await openByPalette(page, 'Device storage');
    const window = win(page, 'Device storage');
    await expect(window.getByText('No device is plugged in')).toBeVisible();
    stick.plug(place);
    writeFileSync(join(place, 'on the stick.txt'), 'x'.repeat(5_000_000));
    // Nobody presses anything.
    const card = window.getByRole('listitem').filter({ hasText: 'Camera' });
    await expect(card).toBeVisible();
    await window.getByRole('button', { name: 'Refresh', exact: true }).click();
    const { total, used } = spaceOf(place);
    await expect(card.getByText(`${used} of ${total} used`, { exact: true })).toBeVisible();
    await card.getByRole('button', { name: 'Open Camera' }).click();
    const files = browsers(page).first();
    await expect(entry(files, 'on the stick.txt')).toBeVisible();
    await files.getByRole('button', { name: 'Close', exact: true }).click();
    const busy = openSync(join(place, 'on the stick.txt'), 'r');
    try {
      await card.getByRole('button', { name: 'Eject Camera' }).click();
      await expect(card.getByRole('alert')).toContainText('USB eject failed');
    } finally {
      closeSync(busy);
    }
    await card.getByRole('button', { name: 'Eject Camera' }).click();
    await expect(window.getByText('No device is plugged in')).toBeVisible();
  } finally {
    stick.pull(place);
    rmSync(place, { recursive: true, force: true });
    stick.remove();
  }
});

/** The desktop at a box that answers what the specification says and no more (`packages/box-simulator`): files. */
import { expect } from '@playwright/test';
import { OWNER, win } from './desktop-page.ts';
import { entry } from './files-page.ts';
import type { LiteralDesktop } from './literal-desktop.ts';
import { HOME, defineStory } from './literal-desktop.ts';

const FILES = {
  [`${HOME}/Trip/same.txt`]: 'old',
  [`${HOME}/Trip/letter.txt`]: 'dear box',
  [`${HOME}/Trip/深/b.txt`]: 'b',
  '/mnt/usb1/shared-files/everybody.txt': 'all',
};

/** Gives a name that is taken, and says what is to happen with it. */
const uploadTaken = async (desk: LiteralDesktop, content: string, answer: 'keepBoth' | 'replace'): Promise<void> => {
  const { receive } = desk.labels;
  await desk.upload('same.txt', content);
  const taken = desk.page.getByRole('dialog', { name: receive('conflictUpload') });
  await taken.getByRole('radio', { name: receive(answer) }).check();
  if (answer === 'keepBoth') await desk.shot('name taken');
  await desk.press(receive('goOn'), taken);
};

defineStory(
  'files are uploaded and copied beside occupied names, after a broken connection too, and opened by their bare address',
  FILES,
  async (desk) => {
    const { page, box, labels } = desk;
    const { kit, receive, desk: shell } = labels;
    await desk.offline();
    const window = await desk.browser();
    await desk.go(window, kit('place2'));
    await expect(entry(window, 'everybody.txt')).toBeVisible();
    await desk.go(window, 'stick');
    await expect(entry(window, 'read me.txt')).toBeVisible();
    await desk.go(window, kit('place1'), 'Trip');
    await desk.shot('files');

    await uploadTaken(desk, 'beside', 'keepBoth');
    await expect.poll(() => box.tree.text(`${HOME}/Trip/same_copy.txt`)).toBe('beside');
    expect(box.tree.text(`${HOME}/Trip/same.txt`)).toBe('old');
    await uploadTaken(desk, 'replaced', 'replace');
    await expect.poll(() => box.tree.text(`${HOME}/Trip/same.txt`)).toBe('replaced');
    // A line that breaks: the upload goes on by itself.
    box.fault('cut-put@100000x1');
    await desk.upload('long.txt', 'x'.repeat(400_000));
    await expect.poll(() => box.tree.read(`${HOME}/Trip/long.txt`)?.length).toBe(400_000);
    await expect(entry(window, 'long.txt')).toBeVisible();

    await entry(window, 'letter.txt').locator('[data-grab]').click();
    await page.keyboard.press('Control+c');
    await desk.enter(window, '深');
    await page.keyboard.press('Control+v');
    await expect.poll(() => box.tree.text(`${HOME}/Trip/深/letter.txt`)).toBe('dear box');
    await expect(entry(window, 'letter.txt')).toBeVisible();
    // Once more: the name is taken now.
    await page.keyboard.press('Control+v');
    const taken = page.getByRole('dialog', { name: receive('conflictDownload') });
    await taken.getByRole('radio', { name: receive('keepBoth') }).check();
    await desk.press(receive('goOn'), taken);
    await expect.poll(() => box.tree.text(`${HOME}/Trip/深/letter_copy.txt`)).toBe('dear box');
    await expect(entry(window, 'letter_copy.txt')).toBeVisible();

    await entry(window, 'letter.txt').locator('[data-grab]').dblclick();
    await expect(win(page, 'letter.txt').getByText('dear box')).toBeVisible();
    await desk.shot('preview');
    await desk.press(shell('closeWindow'), win(page, 'letter.txt'));

    await desk.press(shell('userMenu', { name: OWNER }));
    await page.getByRole('menuitem', { name: shell('signOut') }).click();
    await desk.press(shell('signOut'), page.getByRole('alertdialog'));
    await expect(page.getByRole('heading', { name: labels.signIn('title') })).toBeVisible();
    // Nothing of the session is left: the desktop asks to sign in.
    await page.goto(`${box.origin}/home`);
    await expect(page.getByRole('heading', { name: labels.signIn('title') })).toBeVisible();
  },
  { models: ['N2'] },
);

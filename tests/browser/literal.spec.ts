/** The desktop at a box that answers what the specification says and no more (`packages/box-simulator`): files, on every model and in both languages. */
import { expect } from '@playwright/test';
import { deviceStatus } from '../../apps/desktop/src/apps/device-status/manifest.ts';
import { messages as statusWords } from '../../apps/desktop/src/apps/device-status/messages.ts';
import { taskCentre } from '../../apps/desktop/src/apps/task-centre/manifest.ts';
import { messages as taskWords } from '../../apps/desktop/src/apps/task-centre/messages.ts';
import { messages as trashWords } from '../../apps/desktop/src/apps/trash/messages.ts';
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
  'files are uploaded, opened, renamed, copied, thrown away and brought back; tasks and status are told',
  FILES,
  async (desk, model) => {
    const { page, box, labels } = desk;
    const { files, dialogs, kit, receive, desk: shell, common } = labels;
    // An N2 stands alone; the others are signed in to by account.
    if (model === 'N2') await desk.offline();
    else await desk.byAccount();
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
    await page.keyboard.press('F2');
    const renaming = page.getByRole('dialog', { name: dialogs('rename') });
    await renaming.getByLabel(dialogs('newName')).fill('note');
    await desk.shot('rename');
    await page.keyboard.press('Enter');
    await expect(entry(window, 'note.txt')).toBeVisible();
    await entry(window, 'note.txt').locator('[data-grab]').click();
    await page.keyboard.press('Control+c');
    await desk.enter(window, '深');
    await page.keyboard.press('Control+v');
    await expect.poll(() => box.tree.text(`${HOME}/Trip/深/note.txt`)).toBe('dear box');
    await expect(entry(window, 'note.txt')).toBeVisible();
    // Once more: the name is taken now.
    await page.keyboard.press('Control+v');
    const taken = page.getByRole('dialog', { name: receive('conflictDownload') });
    await taken.getByRole('radio', { name: receive('keepBoth') }).check();
    await desk.press(receive('goOn'), taken);
    await expect.poll(() => box.tree.text(`${HOME}/Trip/深/note_copy.txt`)).toBe('dear box');
    await expect(entry(window, 'note_copy.txt')).toBeVisible();

    await entry(window, 'note.txt').locator('[data-grab]').dblclick();
    await expect(win(page, 'note.txt').getByText('dear box')).toBeVisible();
    await desk.shot('preview');
    await desk.press(shell('closeWindow'), win(page, 'note.txt'));

    for (const end of ['restore', 'empty'] as const) {
      await entry(window, 'b.txt').locator('[data-grab]').click();
      await page.keyboard.press('Delete');
      await expect(entry(window, 'b.txt')).toHaveCount(0);
      expect(box.tree.has(`${HOME}/Trip/深/b.txt`)).toBe(false);
      await desk.press(files('trash'), window);
      const bin = win(page, files('trash'));
      const t = labels.of(trashWords);
      await bin.getByRole('row').filter({ hasText: 'b.txt' }).locator('[data-grab]').click();
      await desk.shot('trash');
      await desk.press(t(end), bin);
      if (end === 'empty') await desk.press(t('empty'), page.getByRole('alertdialog'));
      await expect(bin.getByText(t('emptyTitle'))).toBeVisible();
      expect(box.tree.has(`${HOME}/Trip/深/b.txt`)).toBe(end === 'restore');
      await desk.press(shell('closeWindow'), bin);
      await expect(entry(window, 'b.txt')).toHaveCount(end === 'restore' ? 1 : 0);
    }

    const tasks = await desk.open(taskCentre);
    const t = labels.of(taskWords);
    await tasks.getByRole('tab', { name: t('completed') }).click();
    const copied = tasks.getByRole('listitem').filter({ hasText: 'note.txt' });
    await expect(copied).toHaveCount(2);
    await expect(copied.first()).toContainText(t('COPY'));
    await expect(copied.first()).toContainText(/8\sB.*8\sB/);
    await desk.shot('tasks');
    await desk.press(t('details'), copied.first());
    const details = page.getByRole('dialog', { name: t('detailTitle') });
    await expect(details).toContainText('› Trip › 深');
    await desk.shot('task');
    await desk.press(common('close'), details);
    await desk.press(t('clear'), tasks);
    await expect(tasks.getByText(t('emptyCompleted'))).toBeVisible();

    const status = await desk.open(deviceStatus);
    const s = labels.of(statusWords);
    const overview = status.getByRole('region', { name: s('overview') });
    await expect(overview.getByRole('meter', { name: s('cpu'), exact: true })).toBeVisible();
    await expect(overview.getByText(s('network', { dev: 'eth0' }), { exact: true })).toBeVisible();
    await desk.shot('status');

    await desk.press(shell('userMenu', { name: OWNER }));
    await page.getByRole('menuitem', { name: shell('signOut') }).click();
    await desk.press(shell('signOut'), page.getByRole('alertdialog'));
    await expect(page.getByRole('heading', { name: labels.signIn('title') })).toBeVisible();
    // Nothing of the session is left: the desktop asks to sign in.
    await page.goto(`${box.origin}/home`);
    await expect(page.getByRole('heading', { name: labels.signIn('title') })).toBeVisible();
  },
);

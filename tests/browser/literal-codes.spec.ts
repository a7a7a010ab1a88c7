/** Every number with which a box may refuse what people do with files, on the screen: in the words of the specification's section 8. */
import {
  AddTask,
  CreateShareLink,
  FinishUpload,
  ListFiles,
  MakeFolder,
  MoveFile,
  PrepareUpload,
  RemoveFiles,
  SetPrivatePassword,
  TrashFiles,
  UnlockPrivate,
} from '@boxwood/box-sdk';
import { boxCatalogue, codeText } from '@boxwood/box-sdk/messages';
import type { CommandSpec } from '@boxwood/command-bus';
import type { Locator } from '@playwright/test';
import { expect } from '@playwright/test';
import { test } from './recorded-test.ts';
import { openByPalette, win } from './desktop-page.ts';
import {
  dismissAll,
  injectFaults,
  openTestFolder,
  press,
  UI_TIMEOUT,
  expectMessage,
  withBox,
} from './fault-fixture.ts';
import { entry } from './files-page.ts';

/** Beside its own numbers every command may be refused as badly asked, for want of rights, as unknown, or as no JSON. */
const ALWAYS = [4, 13, 19, 20];
const codesOf = ({ refusals }: CommandSpec): readonly number[] => [...new Set([...refusals, ...ALWAYS])];

const GONE = 'This folder no longer exists';

/** What a number means to one command, where its meaning is narrower than the table's (G-03, G-32). */
type Meant = Readonly<Record<number, string | RegExp>>;

test('every refusal of every command of the main story is said in the words of the specification @full', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await withBox(async (box) => {
    const files = await openTestFolder(page, box);
    const toasts = page.getByRole('region', { name: 'Notifications' });
    const grab = (name: string): Locator => entry(files, name).locator('[data-grab]');
    let said = 0;
    /** Refuses with each number in turn, and reads what is shown. */
    const each = (command: CommandSpec, place: Locator, act: (code: number) => Promise<void>, meant: Meant = {}) =>
      test.step(command.name, async () => {
        for (const code of codesOf(command)) {
          const off = injectFaults(box, `refuse-${command.cmd}@${code}`);
          await act(code);
          await expectMessage(place, meant[code] ?? codeText(command.errors, code, 'en'));
          expect(codeText(command.errors, code, 'zh-CN')).toMatch(/\p{Script=Han}/u);
          said += 1;
          off();
          if (place === toasts) await dismissAll(toasts);
        }
      });

    await each(ListFiles, files, () => press(files, 'Refresh'), { 6: GONE });
    await expect(grab('letter.txt')).toBeVisible(UI_TIMEOUT);

    await grab('letter.txt').click();
    await page.keyboard.press('F2');
    const rename = page.getByRole('dialog', { name: 'Rename' });
    await rename.getByLabel('New name').fill('note');
    await each(MoveFile, rename, () => rename.getByLabel('New name').press('Enter'));
    await page.keyboard.press('Escape');
    await dismissAll(toasts);

    await press(files, 'New folder');
    const folder = page.getByRole('dialog', { name: 'New folder' });
    await each(MakeFolder, folder, () => folder.getByRole('textbox').press('Enter'));
    await page.keyboard.press('Escape');
    await dismissAll(toasts);

    await grab('letter.txt').click();
    await each(TrashFiles, toasts, () => page.keyboard.press('Delete'));
    // A notice of what failed is one, too.
    const remove = page.getByRole('alertdialog').filter({ has: page.getByRole('button', { name: /^Delete/ }) });
    await each(RemoveFiles, toasts, async () => {
      await page.keyboard.press('Shift+Delete');
      await remove.getByRole('button', { name: /^Delete/ }).click();
      await expect(remove).toHaveCount(0);
    });
    await grab('letter.txt').click();
    await page.keyboard.press('Control+c');
    await each(AddTask, toasts, () => page.keyboard.press('Control+v'));
    await page.keyboard.press('Control+x');
    await grab('quick').dblclick();
    await expect(grab('other.txt')).toBeVisible(UI_TIMEOUT);
    await each(AddTask, toasts, () => page.keyboard.press('Control+v'));

    const upload = (code: number): Promise<void> =>
      page
        .locator('input[data-choose="files"]')
        .first()
        .setInputFiles({ name: `code ${code}.txt`, mimeType: 'text/plain', buffer: Buffer.from('x') });
    await each(PrepareUpload, toasts, upload);
    await each(FinishUpload, toasts, (code) => upload(code + 100));

    await grab('other.txt').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Share', exact: true }).hover();
    await page.getByRole('menuitem', { name: 'Share by link' }).click();
    const share = page.getByRole('dialog', { name: 'Share by link' });
    await expect(share.getByLabel('Link', { exact: true })).not.toHaveValue('', UI_TIMEOUT);
    let days = 10;
    await each(CreateShareLink, share, async () => {
      await share.getByLabel('Days').fill(String((days += 1)));
      await share.getByRole('button', { name: 'Generate link' }).click();
    });
    await page.keyboard.press('Escape');

    await openByPalette(page, 'Private files');
    const area = win(page, 'Private files');
    const setUp = area.getByRole('form', { name: 'Set up private files' });
    await setUp.getByLabel('New password').fill('abc123');
    await setUp.getByLabel('Repeat the password').fill('abc123');
    await setUp.getByRole('checkbox').check();
    await each(SetPrivatePassword, setUp, () => setUp.getByRole('button', { name: 'Set password' }).click());
    await setUp.getByRole('button', { name: 'Set password' }).click();
    // Uploads that are given up meanwhile say so over it, and more of them while one clicks.
    await expect(async () => {
      await dismissAll(toasts);
      await area.getByRole('button', { name: 'Lock', exact: true }).click({ timeout: 2000 });
    }).toPass();
    const unlock = area.getByRole('form', { name: 'Open private files' });
    await each(
      { ...UnlockPrivate, refusals: [6, 10] },
      unlock,
      async () => {
        await unlock.getByLabel('Password', { exact: true }).fill('wrong-1');
        await unlock.getByLabel('Password', { exact: true }).press('Enter');
      },
      { 6: boxCatalogue['account.passwordWrong'].en },
    );
    // The last one: it closes the form for ten minutes.
    injectFaults(box, 'refuse-SAFEHOMEPASSWDCHK@16');
    await unlock.getByLabel('Password', { exact: true }).fill('wrong-1');
    await unlock.getByLabel('Password', { exact: true }).press('Enter');
    await expectMessage(area, 'Locked for 10 minutes');
    expect(said).toBeGreaterThan(90);
  });
});

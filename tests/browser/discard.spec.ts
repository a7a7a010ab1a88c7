/** What somebody typed into a form is not thrown away unasked, whatever closes the form, its window or its page. */
import type { Locator } from '@playwright/test';
import { waitForDesktop, createUser, signIn } from './account-page.ts';
import { MEMBER, openByPalette, signInOffline, win } from './desktop-page.ts';
import { expectDiscardQuestion, discard, discardQuestion, keepEditing } from './discard-dialog.ts';
import { enter, entry, openArea, openFiles, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';
import { front, openFromMore } from './touch-actions.ts';

test('a dialog in which nothing was typed closes at once; else Escape, its buttons and its window ask first @full', async ({
  page,
}) => {
  await signInOffline(page);
  await openByPalette(page, 'Network storage');
  const window = win(page, 'Network storage');
  const form = page.getByRole('dialog', { name: 'Add network storage' });
  const address = form.getByRole('textbox', { name: 'Name or address of the server' });
  const open = async (): Promise<void> => {
    await window.getByRole('button', { name: 'Add network storage…' }).click();
    await expect(address).toBeFocused();
  };
  await open();
  await address.fill('nas');
  await address.fill('');
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);

  await open();
  await address.fill('nas.home');
  await page.keyboard.press('Escape');
  // The safe answer has the focus, and Escape is the same answer.
  await expect(discardQuestion(page).getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(discardQuestion(page)).toHaveCount(0);
  await expect(address).toHaveValue('nas.home');
  await expect(address).toBeFocused();
  for (const name of ['Close', 'Cancel']) {
    await form.getByRole('button', { name, exact: true }).click();
    await keepEditing(page);
  }
  await window.getByRole('button', { name: 'Close', exact: true }).first().click();
  await keepEditing(page);
  await expect(address).toHaveValue('nas.home');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await discard(page);
  await expect(form).toHaveCount(0);

  await open();
  await expect(address).toHaveValue('');
  await address.fill('nas.home');
  await page.keyboard.press('Alt+F4');
  await discard(page);
  await expect(window).toHaveCount(0);
});

test('every form of several fields, of a longer text or of a new name asks @full', async ({ page, box }) => {
  // The password of the private files is stretched on purpose.
  test.slow();
  seed(box, 'Forms', { 'a.txt': 'a', 'b.txt': 'b' }, MEMBER);
  const files = await openFiles(page, MEMBER);
  await enter(files, 'Forms');
  const formOf = (name: string): Locator => page.getByRole('dialog', { name });
  await files.getByRole('button', { name: 'New folder' }).click();
  await formOf('New folder').getByLabel('Folder name').fill('Half');
  await expectDiscardQuestion(formOf('New folder'));

  await files.getByRole('button', { name: 'Upload', exact: true }).click();
  await page.getByRole('menuitem', { name: 'From a web address…' }).click();
  await formOf('Download from the web').getByLabel('Web addresses').fill('https://example.org/a.iso');
  await expectDiscardQuestion(formOf('Download from the web'));

  for (const name of ['a.txt', 'b.txt'])
    await entry(files, name)
      .locator('[data-grab]')
      .click({ modifiers: ['ControlOrMeta'] });
  await page.keyboard.press('F2');
  await formOf('Batch rename').getByRole('button', { name: 'Move a.txt down' }).click();
  await expectDiscardQuestion(formOf('Batch rename'));

  await openByPalette(page, 'Private files');
  const hidden = win(page, 'Private files');
  await openArea(hidden.getByRole('form'), 'abc123');
  await hidden.getByRole('button', { name: 'Change password' }).click({ timeout: 40_000 });
  await formOf('Change password').getByLabel('New password', { exact: true }).fill('tulip');
  await expectDiscardQuestion(formOf('Change password'));

  await openByPalette(page, 'Family share');
  await win(page, 'Family share').getByRole('button', { name: 'Share a folder' }).click();
  await formOf('Share a folder with the family').getByLabel('Name').fill('Half');
  await expectDiscardQuestion(formOf('Share a folder with the family'));

  await openByPalette(page, 'Account Management');
  await win(page, 'Account Management').getByRole('button', { name: 'Scripts' }).click();
  await win(page, 'Account Management').getByRole('button', { name: 'New token' }).click();
  await formOf('New token').getByLabel('Purpose').fill('Half');
  await expectDiscardQuestion(formOf('New token'));
});

test('a plan that was changed is not closed away with its window, and that is asked in both languages @full', async ({
  page,
}) => {
  await signInOffline(page);
  await openByPalette(page, 'Scheduled reboot');
  const window = win(page, 'Scheduled reboot');
  const plan = window.getByRole('switch', { name: 'Restart automatically' });
  const close = window.getByRole('button', { name: 'Close', exact: true });
  await plan.click();
  await close.click();
  const speak = async (settings: string, language: string, name: string): Promise<void> => {
    await page.getByRole('banner').getByRole('button', { name: settings }).click();
    await page.getByRole('menuitem', { name: language }).click();
    await page.getByRole('menuitemradio', { name }).click();
    await page.keyboard.press('Escape');
  };
  await speak('Settings', 'Language', '简体中文');
  const question = page.getByRole('alertdialog', { name: '放弃已输入的内容？' });
  await expect(question.getByRole('button')).toHaveText(['', '继续编辑', '放弃']);
  await speak('设置', '语言', 'English');
  await keepEditing(page);
  await expect(plan).toBeChecked();
  await plan.click();
  await close.click();
  await expect(window).toHaveCount(0);
});

test('a section is not left with what was typed there, wherever the other one is opened @full', async ({
  page,
  box,
}) => {
  const person = await createUser(box);
  await signIn(page, person);
  await waitForDesktop(page);
  const choose = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: `Account ${person}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Personal Centre');
  const window = win(page, 'Account Management');
  for (const [row, title, field] of [
    ['Nickname', 'Nickname', 'Nickname'],
    ['E-mail', 'New e-mail address', 'New e-mail address'],
    ['Password', 'Change password', 'New password'],
  ] as const) {
    const form = page.getByRole('dialog', { name: title });
    await window.getByText(row, { exact: true }).locator('..').getByRole('button').click();
    await form.getByRole('textbox', { name: field, exact: true }).fill('Half');
    await expectDiscardQuestion(form);
  }
  await window.getByRole('button', { name: 'People of this box' }).click();
  const name = window.getByRole('textbox', { name: 'Your name for this box' });
  await name.fill('Attic');
  await window.getByRole('button', { name: 'Personal Centre' }).click();
  await keepEditing(page);
  await choose('Personal Centre');
  await keepEditing(page);
  await expect(name).toHaveValue('Attic');
  // What is saved is not asked about.
  await window.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved').first()).toBeVisible();
  await window.getByRole('button', { name: 'Personal Centre' }).click();
  await expect(name).toHaveCount(0);
  await window.getByRole('button', { name: 'People of this box' }).click();
  await name.fill('Cellar');
  await choose('Personal Centre');
  await discard(page);
  await expect(name).toHaveCount(0);
  await window.getByRole('button', { name: 'People of this box' }).click();
  await expect(name).toHaveValue('Attic');
});

test('feedback that was written is there when the form is opened again, in this tab alone; leaving the page asks @full', async ({
  page,
  box,
}) => {
  const person = await createUser(box);
  await signIn(page, person);
  await waitForDesktop(page);
  const window = win(page, 'Settings');
  const words = window.getByLabel('What would you like to tell us?');
  const open = async (): Promise<void> => {
    await openByPalette(page, 'Settings');
    await window.getByRole('button', { name: 'Feedback' }).click();
  };
  const close = async (): Promise<void> => {
    await window.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(window).toHaveCount(0);
  };
  await open();
  await words.fill('The drawer squeaks.');
  await close();
  await open();
  await expect(words).toHaveValue('The drawer squeaks.');
  const stored = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage].map((each) => Object.entries(each))),
  );
  expect(stored).not.toContain('squeaks');
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.evaluate(() => {
    globalThis.location.reload();
  });
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await expect(words).toHaveValue('The drawer squeaks.');
  // It is sent while its window is closed, and not offered again.
  await window.getByRole('button', { name: 'Send feedback' }).click();
  await expect(window.getByText('Thank you. Your feedback was sent.')).toBeVisible();
  await close();
  await open();
  await expect(words).toHaveValue('');
});

test('a name that was typed in a picker is asked about, and typed no second time when the folder could not be made @full', async ({
  page,
  box,
}) => {
  seed(box, 'Naming', { 'a.txt': 'a', 'taken/b.txt': 'b' });
  const window = await openFiles(page);
  await enter(window, 'Naming');
  await entry(window, 'a.txt').locator('[data-grab]').click();
  await window.getByRole('button', { name: 'Copy to…' }).click();
  const picker = page.getByRole('dialog', { name: 'Copy to' });
  await picker.locator('[data-index="0"] [data-grab]').dblclick();
  await picker.getByText('Naming', { exact: true }).first().dblclick();
  await expect(picker.getByText('taken', { exact: true })).toBeVisible();
  const naming = page.getByRole('dialog', { name: 'New folder' });
  const name = naming.getByLabel('Folder name');
  const ask = (): Promise<void> => picker.getByRole('button', { name: 'New folder' }).click();
  await ask();
  await page.keyboard.press('Escape');
  await expect(naming).toHaveCount(0);
  await ask();
  await name.fill('taken');
  await page.keyboard.press('Escape');
  await keepEditing(page);
  await window.getByRole('button', { name: 'Close', exact: true }).first().click();
  await keepEditing(page);
  await name.press('Enter');
  await expect(picker.getByRole('alert')).toHaveText('Target file already exists');
  await ask();
  await expect(name).toHaveValue('taken');
});

test.describe('on a phone @full', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('Back asks first, each time it is pressed, and so does the way out of a page', async ({ page }) => {
    const question = discardQuestion(page);
    const answer = async (name: string): Promise<void> => {
      await question.getByRole('button', { name }).tap();
      await expect(question).toHaveCount(0);
    };
    await signInOffline(page);
    const app = await openFromMore(page, 'network-storage');
    await app.getByRole('button', { name: 'Add network storage…' }).tap();
    const form = page.getByRole('dialog', { name: 'Add network storage' });
    const address = form.getByRole('textbox', { name: 'Name or address of the server' });
    await address.fill('nas.home');
    for (let times = 0; times < 2; times += 1) {
      await page.goBack();
      await answer('Keep editing');
      await expect(address).toHaveValue('nas.home');
    }
    // Back on the question is its safe answer.
    await page.goBack();
    await expect(question).toBeVisible();
    await page.goBack();
    await expect(question).toHaveCount(0);
    await expect(address).toHaveValue('nas.home');
    await page.goBack();
    await answer('Discard');
    await expect(form).toHaveCount(0);
    await expect(app.getByRole('button', { name: 'Add network storage…' })).toBeVisible();
    await page.goBack();
    await expect(page.locator('[data-start="more"]')).toBeVisible();

    const plan = (await openFromMore(page, 'reboot-plan')).getByRole('switch', { name: 'Restart automatically' });
    await plan.tap();
    await front(page).getByRole('button', { name: 'Back', exact: true }).tap();
    await answer('Keep editing');
    await expect(plan).toBeChecked();
    await page.goBack();
    await answer('Discard');
    await expect(page.locator('[data-start="more"]')).toBeVisible();
  });
});

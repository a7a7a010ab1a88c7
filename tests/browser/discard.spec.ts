/** What somebody typed into a form is not thrown away unasked, whatever closes the form, its window or its page. */
import { waitForDesktop, createUser, signIn } from './account-page.ts';
import { openByPalette, signInOffline, win } from './desktop-page.ts';
import { expectDiscardQuestion, discard, discardQuestion, keepEditing } from './discard-dialog.ts';
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

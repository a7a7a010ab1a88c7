import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { openByPalette, OWNER, win } from './desktop-page.ts';
import { browsers, enter, entry, openFiles, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

const NAME = 'letter.txt';
const textOf = (letter: Locator): Locator => letter.getByRole('textbox', { name: 'Text' });

const open = async (window: Locator): Promise<Locator> => {
  const letter = win(window.page(), NAME);
  await entry(window, NAME).locator('[data-grab]').dblclick();
  await expect(letter.getByRole('button', { name: 'Edit' })).toBeVisible();
  return letter;
};

const type = async (letter: Locator, text: string): Promise<void> => {
  await letter.getByRole('button', { name: 'Edit' }).click();
  await textOf(letter).fill(text);
  await expect(letter.getByText('Not saved yet')).toBeVisible();
};

/** The question, asked by the close button of the window. */
const close = async (page: Page, letter: Locator): Promise<Locator> => {
  await letter.getByRole('button', { name: 'Close', exact: true }).first().click();
  const question = page.getByRole('alertdialog', { name: 'Save the changes?' });
  await expect(question).toContainText(NAME);
  return question;
};

test('a window with unsaved text asks before it closes: Cancel stays, Discard drops, Save saves @full', async ({
  page,
  box,
}) => {
  const file = join(seed(box, 'Unsaved', { [NAME]: 'first' }), NAME);
  const window = await openFiles(page);
  await enter(window, 'Unsaved');
  let letter = await open(window);
  await type(letter, 'second');
  await (await close(page, letter)).getByRole('button', { name: 'Cancel' }).click();
  await expect(textOf(letter)).toHaveValue('second');
  // Every other way to close a window asks as well.
  await textOf(letter).press('Alt+F4');
  const question = page.getByRole('alertdialog', { name: 'Save the changes?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await openByPalette(page, 'Task Centre');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Files, apps, settings and actions' }).fill('Close all windows');
  await page.getByRole('option', { name: 'Close all windows' }).first().click();
  await expect(win(page, 'Task Centre')).toHaveCount(0);
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(letter).toHaveCount(0);
  expect(readFileSync(file, 'utf8')).toBe('first');

  await openByPalette(page, 'Files');
  const again = browsers(page).first();
  await enter(again, 'Unsaved');
  letter = await open(again);
  await expect(letter.getByText('has not been saved')).toHaveCount(0);
  await type(letter, 'third');
  await (await close(page, letter)).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(letter).toHaveCount(0, { timeout: 20_000 });
  expect(readFileSync(file, 'utf8')).toBe('third');
});

test('leaving the page with unsaved text is asked about, and the text is offered when the file is opened again @full', async ({
  page,
  box,
}) => {
  const file = join(seed(box, 'Draft', { [NAME]: 'first' }), NAME);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  const window = await openFiles(page);
  await enter(window, 'Draft');
  await type(await open(window), 'typed and not saved');
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  const letter = win(page, NAME);
  await expect(letter.getByText('has not been saved')).toBeVisible();
  expect(readFileSync(file, 'utf8')).toBe('first');
  await letter.getByRole('button', { name: 'Continue editing' }).click();
  await expect(textOf(letter)).toHaveValue('typed and not saved');
  await letter.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => readFileSync(file, 'utf8'), { timeout: 20_000 }).toBe('typed and not saved');
  await expect(letter.getByText('Saved', { exact: true })).toBeVisible();
  // That is said once, and not as an upload.
  await expect(page.getByText('Upload task submitted')).toHaveCount(0);
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await expect(win(page, NAME).getByRole('button', { name: 'Edit' })).toBeVisible();
  await expect(win(page, NAME).getByText('has not been saved')).toHaveCount(0);
  const kept = (): Promise<readonly string[]> => page.evaluate(() => Object.keys(localStorage));
  expect((await kept()).filter((key) => key.startsWith(`${OWNER}_draft`))).toEqual([]);
});

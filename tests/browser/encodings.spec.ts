import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { win } from './desktop-page.ts';
import { enter, entry, openFiles, seed } from './files-page.ts';
import { expect, test } from './fixtures.ts';

/** 你好 and a line of Windows, as Windows writes it; 再见 after it. */
const HELLO = Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0x0d, 0x0a]);
const BYE = Buffer.from([0xd4, 0xd9, 0xbc, 0xfb]);

const open = async (window: Locator, name: string): Promise<Locator> => {
  await entry(window, name).locator('[data-grab]').dblclick();
  return win(window.page(), name);
};

test('a Chinese text of Windows is read, and saved as it was written; what does not fit is asked about @full', async ({
  page,
  box,
}) => {
  const root = seed(box, 'Written', { '日记.txt': HELLO });
  const window = await openFiles(page);
  await enter(window, 'Written');
  const letter = await open(window, '日记.txt');
  const preview = letter.getByLabel('Preview of 日记.txt');
  await expect(preview).toHaveText('你好');
  await expect(letter.getByRole('combobox', { name: 'Encoding' })).toContainText('Chinese (GBK)');
  await letter.getByRole('button', { name: 'Edit' }).click();
  const text = letter.getByRole('textbox', { name: 'Text' });
  await expect(text).toHaveValue('你好\n');
  await text.fill('你好\n再见');
  await text.press('Control+s');
  await expect(letter.getByText('Saved', { exact: true })).toBeVisible();
  expect(readFileSync(join(root, '日记.txt')).equals(Buffer.concat([HELLO, BYE]))).toBe(true);

  await text.fill('你好\n🎉');
  await text.press('Control+s');
  const question = letter.getByRole('alertdialog', { name: 'Some characters cannot be saved' });
  await expect(question).toContainText('“🎉” does not exist in Chinese (GBK)');
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(readFileSync(join(root, '日记.txt')).equals(Buffer.concat([HELLO, BYE]))).toBe(true);
  await letter.getByRole('button', { name: 'Save', exact: true }).click();
  await question.getByRole('button', { name: 'Save as UTF-8' }).click();
  await expect(letter.getByText('Saved', { exact: true })).toBeVisible();
  expect(readFileSync(join(root, '日记.txt'), 'utf8')).toBe('你好\r\n🎉');
});

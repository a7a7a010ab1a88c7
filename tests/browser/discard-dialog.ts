import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** The confirmation that a form shows before its input is discarded. */
export const discardQuestion = (page: Page): Locator =>
  page.getByRole('alertdialog', { name: 'Discard what you typed?' });

const answer = (name: string) => async (page: Page) => {
  await discardQuestion(page).getByRole('button', { name }).click();
  await expect(discardQuestion(page)).toHaveCount(0);
};
export const keepEditing = answer('Keep editing');
export const discard = answer('Discard');

/** Expects that a changed form asks before it closes, and is closed after the confirmation. */
export const expectDiscardQuestion = async (form: Locator): Promise<void> => {
  const close = form.getByRole('button', { name: 'Close', exact: true }).first();
  await close.click();
  await keepEditing(form.page());
  await expect(form).toBeVisible();
  await close.click();
  await discard(form.page());
  await expect(form).toHaveCount(0);
};

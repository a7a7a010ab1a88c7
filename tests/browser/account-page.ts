import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createAccountClient, signInParams } from '@boxwood/account-sdk';
import { createBoxClient, fetchTransport } from '@boxwood/box-sdk';
import type { Page } from '@playwright/test';
import type { BoxProcess } from '../lib/box/box-process.ts';
import { OWNER, PASSWORD } from './desktop-page.ts';
import { expect } from './fixtures.ts';

/**
 * Signs in with an account through the form of the sign-in page; `base` is the address of a box other than the test's
 * own.
 */
export const signIn = async (page: Page, user: string, password: string = PASSWORD, base = ''): Promise<void> => {
  await page.goto(`${base}/?auto=N`);
  const form = page.getByRole('tabpanel', { name: 'Account' });
  await form.getByLabel('Account', { exact: true }).fill(user);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

/** A signed-in client of the account service. */
export const accountOf = async (origin: string, user: string) => {
  const baseUrl = `${origin}/account`;
  const anonymous = createAccountClient({ baseUrl, transport: fetchTransport() });
  const { token, userName } = await anonymous.session.signIn(signInParams(user, PASSWORD, 'k'.repeat(32)));
  return createAccountClient({
    baseUrl,
    transport: fetchTransport(),
    identity: () => ({ username: userName, token }),
  });
};

/** Waits for the desktop. */
export const waitForDesktop = async (page: Page): Promise<void> => {
  await page.waitForURL('**/home');
  await page.getByRole('banner', { name: 'Top bar' }).waitFor();
};

/** Creates a user of the box, so that changes to their account affect no other test. */
export const createUser = async (box: BoxProcess): Promise<string> => {
  const owner = await accountOf(box.origin, OWNER);
  const { boxid } = await createBoxClient({ baseUrl: box.origin, transport: fetchTransport() }).session.setup();
  const { inviteCode } = await owner.roster.invite({ boxName: boxid });
  const userName = `new-${String(Date.now()).slice(-9)}`;
  const anonymous = createAccountClient({ baseUrl: `${box.origin}/account`, transport: fetchTransport() });
  await anonymous.session.register({ userName, password: PASSWORD, param: '', code: '', inviteCode });
  return userName;
};

/** Requests a code for an address. Without a mail server the mail is in the outbox, from which the code is read. */
export const codeFor = async (box: BoxProcess, address: string): Promise<string> => {
  const folder = join(box.dataDir, '.boxwood', 'account', 'outbox');
  let code = '';
  await expect(() => {
    const letters = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
    const letter = letters.find((file) => readFileSync(file, 'utf8').startsWith(`To: ${address}\n`)) ?? '';
    code = /\b\d{6}\b/.exec(readFileSync(letter, 'utf8').slice(address.length + 5))?.[0] ?? '';
    expect(code).not.toBe('');
    rmSync(letter);
  }).toPass();
  return code;
};

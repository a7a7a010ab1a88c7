import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createAccountClient, codeParams } from '@boxwood/account-sdk';
import { fetchTransport } from '@boxwood/box-sdk';
import type { Page } from '@playwright/test';
import type { BoxProcess } from '../lib/box/box-process.ts';

/** Binds a phone number as the Personal Center does, in the session of the page; the code is read from the outbox. */
export const bindPhone = async (page: Page, box: BoxProcess, username: string): Promise<void> =>
  bindPhoneOf(await page.evaluate(() => localStorage.getItem('token')), box, username);

/** The same, with the token as a page stores it. */
export const bindPhoneOf = async (stored: string | null, box: BoxProcess, username: string): Promise<void> => {
  const token = Buffer.from((stored ?? '').replace('b64:', ''), 'base64').toString();
  const account = createAccountClient({
    baseUrl: `${box.origin}/account`,
    transport: fetchTransport(),
    identity: () => ({ username, token }),
  });
  const mobile = `1${String(Date.now()).slice(-10)}`;
  await account.session.sendCode(codeParams(mobile));
  const folder = join(box.dataDir, '.boxwood', 'account', 'outbox');
  const letters = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
  const letter = letters.find((file) => readFileSync(file, 'utf8').startsWith(`To: ${mobile}\n`)) ?? '';
  const mobileCode = /\b\d{6}\b/.exec(readFileSync(letter, 'utf8').split('\n').slice(1).join('\n'))?.[0] ?? '';
  rmSync(letter);
  await account.user.changeMobile({ mobile, mobileCode });
};

import type { Page } from '@playwright/test';
import { startBoxProcess } from '../lib/box/box-process.ts';
import { ANY_ORIGIN, expect, test } from './fixtures.ts';
import { OWNER, PASSWORD, signInByForm, watchConsole } from './desktop-page.ts';

const offline = async (page: Page) => {
  await page.goto('/?auto=N');
  await page.getByRole('tab', { name: 'Offline' }).click();
  await expect(page.getByRole('tabpanel')).toHaveCount(1);
};
const send = async (page: Page) => {
  await page.getByRole('button', { name: 'Sign in offline' }).click();
};
const confirm = async (page: Page) => {
  const notice = page.getByRole('alertdialog');
  await notice.getByRole('button', { name: 'Sign in offline' }).click();
  // Its button has the name of the one under it.
  await expect(notice).toHaveCount(0);
};

test('LOGIN-01 PROD-17: two ways to sign in are offered', async ({ page }) => {
  const errors = watchConsole(page);
  await page.goto('/?auto=N');
  await expect(page.getByRole('tab')).toHaveText(['Account', 'Offline']);
  await page.getByRole('tab', { name: 'Offline' }).click();
  await expect(page.getByLabel('Address of the box')).toBeVisible();
  expect(errors).toEqual([]);
});

test(
  'LOGIN-08 LOGIN-09: an empty account, an empty and a short password are refused in words, and nothing is sent @full',
  ANY_ORIGIN,
  async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/transitAuth/')) sent.push(request.url());
    });
    await page.goto('/?auto=N');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('Enter your account name')).toBeVisible();
    await expect(page.getByText('Enter your password')).toBeVisible();
    await page.getByLabel('Account', { exact: true }).last().fill('annabel');
    await page.getByLabel('Password', { exact: true }).fill('12345');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByText('A password has at least 6 characters')).toBeVisible();
    expect(sent).toEqual([]);
  },
);

test('LOGIN-10: the address of the box is required @full', ANY_ORIGIN, async ({ page }) => {
  await offline(page);
  await page.getByLabel('Address of the box').fill('');
  await page.getByLabel('User name').fill(OWNER);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await send(page);
  await expect(page.getByText('Enter the address of the box')).toBeVisible();
  await expect(page.getByRole('alertdialog')).toBeHidden();
});

test(
  'LOGIN-16 DIALOG-25: offline sign-in says first what it means, and cancelling signs nobody in @full',
  ANY_ORIGIN,
  async ({ page }) => {
    await offline(page);
    await page.getByLabel('User name').fill(OWNER);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await send(page);
    const notice = page.getByRole('alertdialog', { name: 'About offline sign-in' });
    await expect(notice).toContainText('not encrypted');
    await notice.getByRole('button', { name: 'Cancel' }).click();
    await expect(notice).toBeHidden();
    expect(new URL(page.url()).pathname).toBe('/');
  },
);

test("G-06: the address of another box leads to that box's own page, name and all; the password is only entered there", async ({
  page,
  origin,
}) => {
  const other = await startBoxProcess({ withUsers: false });
  try {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const errors = watchConsole(page);
    await offline(page);
    await page.getByLabel('Address of the box').fill('not an address');
    await send(page);
    await expect(page.getByText('This is not the address of a box')).toBeVisible();
    await page.getByLabel('Address of the box').fill(`127.0.0.1:${other.port}`);
    await page.getByLabel('User name').fill(OWNER);
    await expect(page.getByRole('status')).toContainText('This page belongs to another box');
    await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: `Continue to 127.0.0.1:${other.port}` }).click();
    await page.waitForURL(`http://127.0.0.1:${other.port}/?auto=N`);
    await expect(page.getByLabel('Address of the box')).toHaveValue(`127.0.0.1:${other.port}`);
    await expect(page.getByLabel('User name')).toHaveValue(OWNER);
    await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
    expect(asked.filter((url) => url.includes(OWNER))).toEqual([]);
    expect(errors).toEqual([]);
    expect(asked.filter((url) => !url.startsWith(origin) && !url.startsWith(other.origin))).toEqual([]);
  } finally {
    await other.remove();
  }
});

test('LOGIN-07: an e-mail address is refused offline with the text of code 2000', ANY_ORIGIN, async ({ page }) => {
  await offline(page);
  await page.getByLabel('User name').fill('annabel@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await send(page);
  await confirm(page);
  await expect(page.getByRole('alert')).toContainText('Signing in by e-mail is not possible offline');
  await expect(page.getByRole('alert')).toContainText('ACC 2000');
});

test('ERR-092 ERR-095: a wrong password and an unknown user get different words', ANY_ORIGIN, async ({ page }) => {
  await offline(page);
  await page.getByLabel('User name').fill('charlie');
  await page.getByLabel('Password', { exact: true }).fill('not-the-one');
  await send(page);
  await confirm(page);
  await expect(page.getByRole('alert')).toContainText('Password verification failed');
  await page.getByLabel('User name').fill('nobody-here');
  await send(page);
  await confirm(page);
  await expect(page.getByRole('alert')).toContainText('This account is not on the box');
});

test('LOGIN-06 STATE-01 STATE-02: offline sign-in stores the user, a dummy account token and what it knows of the box, encoded', async ({
  page,
}) => {
  await signInByForm(page);
  const stored: Readonly<Record<string, string>> = Object.fromEntries(
    await page.evaluate(() => Object.entries(localStorage).map(([key, value]) => [key, String(value)] as const)),
  );
  const text = (value: string | undefined) =>
    value?.startsWith('b64:') === true ? Buffer.from(value.slice(4), 'base64url').toString() : `plain ${String(value)}`;
  expect(text(stored['username'])).toBe(OWNER);
  expect(text(stored['token'])).toBe('offline');
  expect(text(stored['boxToken'])).toMatch(/^[A-Za-z0-9]{32}$/);
  expect(stored['boxLAN']).toBe('Y');
  expect(stored['boxNet']).toBe('LAN');
  expect(stored['boxAdmin']).toBe('Y');
  expect(stored['avatar']).toBeUndefined();
});

test('LOGIN-11 LOGIN-12 STATE-07: logout asks, closes the windows, clears what is stored and shows the form', async ({
  page,
}) => {
  await signInByForm(page);
  await page.locator('nav [data-app="settings"]').click();
  await expect(page.getByRole('region', { name: 'Settings' })).toBeVisible();
  await page.getByRole('button', { name: `Account ${OWNER}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  const ask = page.getByRole('alertdialog', { name: 'Sign out?' });
  await ask.getByRole('button', { name: 'Cancel' }).click();
  await expect(ask).toBeHidden();
  await expect(page.getByRole('region', { name: 'Settings' })).toBeVisible();
  await page.getByRole('button', { name: `Account ${OWNER}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in to Boxwood' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('?auto=N');
  const keys = await page.evaluate(() => Object.keys(localStorage));
  for (const gone of ['username', 'token', 'boxToken', 'boxId', 'boxApi', 'boxLAN']) expect(keys).not.toContain(gone);
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Sign in to Boxwood' })).toBeVisible();
});

test('LOGIN-19 ERR-099: a session that the box no longer knows ends with words', async ({ page }) => {
  await signInByForm(page);
  await page.evaluate(() => localStorage.setItem('boxToken', `b64:${btoa('x'.repeat(32)).replaceAll('=', '')}`));
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Login expired, sign in again');
});

test('LOGIN-19 ERR-101: losing the network shows a banner that goes when it is back @full', async ({
  page,
  context,
}) => {
  await signInByForm(page);
  await context.setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await expect(page.getByRole('status').filter({ hasText: 'No network' })).toBeVisible();
  await context.setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('status').filter({ hasText: 'No network' })).toBeHidden();
});

test('signing out in one tab signs out in the other', async ({ page, context }) => {
  await signInByForm(page);
  const other = await context.newPage();
  await other.goto(new URL('/home', page.url()).href);
  await expect(other.getByRole('banner', { name: 'Top bar' })).toBeVisible();
  await page.getByRole('button', { name: `Account ${OWNER}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(other.getByRole('heading', { name: 'Sign in to Boxwood' })).toBeVisible();
});

import type { Page } from '@playwright/test';
import { ANY_ORIGIN, expect, test } from './fixtures.ts';
import { watchConsole } from './desktop-page.ts';

/** Keeps the program back until it is let go. */
const holdProgram = async (page: Page): Promise<() => void> => {
  let go = (): void => undefined;
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    await gone;
    await route.continue();
  });
  return go;
};

test(
  'LOGIN-01: the sign-in form is there before the program, which takes over what was typed, the caret and Enter @full',
  ANY_ORIGIN,
  async ({ page }) => {
    const errors = watchConsole(page);
    const go = await holdProgram(page);
    await page.goto('/', { waitUntil: 'commit' });
    const account = page.getByRole('textbox', { name: 'Account' });
    const password = page.getByLabel('Password', { exact: true });
    await expect(account).toBeFocused();
    await password.fill('12345');
    await account.click();
    await page.keyboard.type('anabel');
    for (const key of ['Home', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await page.keyboard.type('n');
    await page.keyboard.press('Enter');
    const first = await account.elementHandle();
    await expect(page.getByText('A password has at least 6 characters')).toHaveCount(0);
    go();
    // Enter is done now, once, with what stands in the fields.
    await expect(page.getByText('A password has at least 6 characters')).toBeVisible();
    await expect(account).toBeFocused();
    await page.keyboard.type('a');
    await expect(account).toHaveValue('annaabel');
    await expect(password).toHaveValue('12345');
    // The same element: a word that is being put together in it, or a password manager's, is not cut off.
    expect(await first.evaluate((element) => element.isConnected)).toBe(true);
    await expect(page.locator('[aria-busy="true"], [data-first]')).toHaveCount(0);
    expect(new URL(page.url()).search).toBe('');
    expect(errors).toEqual([]);
  },
);

test('a tab that is pressed before the program is there opens when it is @full', async ({ page }) => {
  const go = await holdProgram(page);
  await page.goto('/?auto=N', { waitUntil: 'commit' });
  await page.getByRole('tab', { name: 'Offline' }).click();
  go();
  await expect(page.getByLabel('Address of the box')).toBeVisible();
});

test('the form before the program speaks the language and wears the theme that were chosen @full', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('language', 'zh-CN');
    localStorage.setItem('theme', 'dark');
  });
  const go = await holdProgram(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible();
  const root = page.locator('#root');
  const early = await root.innerText();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  go();
  await expect(page.locator('#root[data-first]')).toHaveCount(0);
  expect(await root.innerText()).toBe(early);
});

test('nobody who may be signed in already, comes by a link or signs in at another page sees the form first @full', async ({
  page,
}) => {
  const go = await holdProgram(page);
  for (const address of ['/?setup=abc', '/?join=', '/#offline=annabel', '/home']) {
    await page.goto(address, { waitUntil: 'commit' });
    // What decides it has run.
    await expect(page.locator('script[type="module"]')).toHaveCount(1);
    await expect(page.locator('form')).toHaveCount(0);
    await page.goto('about:blank');
  }
  await page.addInitScript(() => {
    localStorage.setItem('token', 'b64:eA');
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('script[type="module"]')).toHaveCount(1);
  await expect(page.locator('form')).toHaveCount(0);
  go();
});

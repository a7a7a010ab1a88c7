import { expect, test } from './fixtures.ts';
import { signInByForm } from './desktop-page.ts';

test('ROUTE-01: / is the sign-in page and auto=N shows the form @full', async ({ page }) => {
  for (const path of ['/', '/?auto=N']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Sign in to Boxwood' })).toBeVisible();
  }
});

test('ROUTE-01: with a stored session / continues to the desktop, and auto=N shows the form @full', async ({
  page,
}) => {
  await signInByForm(page);
  await page.goto('/');
  await page.waitForURL('**/home');
  await page.goto('/?auto=N');
  await expect(page.getByRole('heading', { name: 'Sign in to Boxwood' })).toBeVisible();
});

test('ROUTE-02: /tobox without a session is the sign-in page; in LAN mode there is no chooser @full', async ({
  page,
}) => {
  await page.goto('/tobox');
  await expect(page.getByRole('heading', { name: 'Sign in to Boxwood' })).toBeVisible();
  await signInByForm(page);
  await page.goto('/tobox');
  await page.waitForURL('**/home');
});

for (const [id, path] of [
  ['ROUTE-03', '/toloc'],
  ['ROUTE-04', '/tolan'],
  ['ROUTE-05', '/towan'],
] as const) {
  test(`${id}: ${path} replaces itself by the desktop once the mode stands, and by the sign-in page without a session @full`, async ({
    page,
  }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Sign in to Boxwood' })).toBeVisible();
    await signInByForm(page);
    await page.goto(path);
    await page.waitForURL('**/home');
  });
}

test('ROUTE-06: /home is the desktop for those who are signed in, and survives a reload @full', async ({ page }) => {
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Sign in to Boxwood' })).toBeVisible();
  await signInByForm(page);
  await page.reload();
  await expect(page.getByRole('banner', { name: 'Top bar' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/home');
});

test('ROUTE-07: /wpsoffice needs a session @full', async ({ page }) => {
  await page.goto('/wpsoffice?path=%2Fmnt%2Fusb1%2Fannabel%2Fa.txt');
  await expect(page.getByRole('heading', { name: 'Sign in to Boxwood' })).toBeVisible();
  await signInByForm(page);
  await page.goto('/wpsoffice?path=%2Fmnt%2Fusb1%2Fannabel%2Fa.txt');
  await expect(page.getByRole('heading', { name: 'Sign in to Boxwood' })).toBeHidden();
  expect(new URL(page.url()).pathname).toBe('/wpsoffice');
});

test('ROUTE-08: every route answers with the application page, and back and forward work @full', async ({
  page,
  request,
  box,
}) => {
  for (const path of ['/', '/tobox', '/toloc', '/tolan', '/towan', '/home', '/wpsoffice', '/nowhere']) {
    const reply = await request.get(box.origin + path);
    expect(reply.status()).toBe(200);
    expect(await reply.text()).toContain('<div id="root">');
  }
  await page.goto('/?auto=N');
  await page.goto('/nowhere');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Sign in to Boxwood' })).toBeVisible();
  expect(new URL(page.url()).search).toBe('?auto=N');
  expect(page.url()).not.toContain('#');
});

test('ROUTE-09: an unknown path leads to / @full', async ({ page }) => {
  await page.goto('/no/such/page?x=1');
  await expect(page.getByRole('heading', { name: 'Sign in to Boxwood' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
});

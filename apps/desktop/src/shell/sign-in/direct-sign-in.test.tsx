import { SignIn } from '@boxwood/account-sdk';
import { ACC, SignInOffline } from '@boxwood/box-sdk';
import { expect, it } from 'vitest';
import type { BoxReplies } from '../../testing/box-replies.ts';
import { renderSignIn, type RenderedSignIn } from '../../testing/render-shell.tsx';

const GRANTED: NonNullable<BoxReplies['session']>['signIn'] = ({ userName }) => ({
  token: 'b'.repeat(32),
  userName,
  admin: 'Y',
});

const renderDirect = async (signIn: NonNullable<BoxReplies['session']>['signIn'] = GRANTED, address = '/?auto=N') => {
  const page = await renderSignIn({ replies: { session: { signIn } }, address });
  if (page.queryByLabelText('Address of the box') === null)
    await page.press(page.getByRole('tab', { name: 'Offline' }));
  await page.findByLabelText('Address of the box');
  return page;
};

const confirmNotice = async (page: RenderedSignIn): Promise<void> => {
  await (await page.dialog('About offline sign-in')).press('Sign in offline');
};

const submit = async (page: RenderedSignIn, user: string, password = 'secret-1'): Promise<void> => {
  await page.type('User name', user);
  await page.type('Password', password);
  await page.press('Sign in offline');
};

it('LOGIN-10: requires the address of the box, a name and a password', async () => {
  const page = await renderDirect();
  await page.type('Address of the box', '');
  await page.press('Sign in offline');
  expect(page.getByText('Enter the address of the box')).toBeTruthy();
  expect(page.getByText('Enter your account name')).toBeTruthy();
  expect(page.getByText('Enter your password')).toBeTruthy();
  expect(page.hasDialog('About offline sign-in')).toBe(false);
  await submit(page, 'annabel', '12345');
  expect(page.getByText('A password has at least 6 characters')).toBeTruthy();
  expect(page.hasDialog('About offline sign-in')).toBe(false);
});

it('begins with the address of the box that serves the page', async () => {
  const page = await renderDirect();
  expect(page.getByLabelText<HTMLInputElement>('Address of the box').value).toBe(location.host);
});

it('LOGIN-16 DIALOG-25: says first what offline sign-in means, and cancelling signs nobody in', async () => {
  const page = await renderDirect();
  await submit(page, 'annabel');
  const notice = await page.dialog('About offline sign-in');
  expect(notice.getByText(/not encrypted/)).toBeTruthy();
  await notice.press('Cancel');
  expect(page.hasDialog('About offline sign-in')).toBe(false);
  expect(page.sent(SignInOffline)).toEqual([]);
  expect(page.address()).toBe('/?auto=N');
  expect(page.isSignedIn()).toBe(false);
});

it('LOGIN-06: signs in at the box, without the account service, and stores what it knows', async () => {
  const page = await renderDirect();
  await submit(page, ' annabel ');
  await confirmNotice(page);
  await page.findByRole('banner', { name: 'Top bar' });
  expect(page.address()).toBe('/home');
  expect(page.sent(SignInOffline)).toMatchObject([{ userName: 'annabel', pwd: 'secret-1' }]);
  expect(page.sent(SignIn)).toEqual([]);
  expect(localStorage.getItem('boxLAN')).toBe('Y');
  expect(localStorage.getItem('boxAdmin')).toBe('Y');
});

it('LOGIN-07: refuses an e-mail address with the text of code 2000, and sends nothing', async () => {
  const page = await renderDirect();
  await submit(page, 'annabel@example.com');
  await confirmNotice(page);
  const alert = page.getByRole('alert').textContent;
  expect(alert).toContain('Signing in by e-mail is not possible offline');
  expect(alert).toContain('ACC 2000');
  expect(page.sent(SignInOffline)).toEqual([]);
});

it.for([
  [ACC.passwordCheck, 'ERR-092', 'Password verification failed'],
  [ACC.offlineUser, 'ERR-095', 'This account is not on the box'],
  [ACC.busy, 'ERR-091', 'Too many requests at once, try again later'],
] as const)('says why the box refuses with %i (%s)', async ([code, , text]) => {
  const page = await renderDirect((_params, _caller, { refuse }) => {
    throw refuse(code);
  });
  await submit(page, 'annabel');
  await confirmNotice(page);
  expect(page.getByRole('alert').textContent).toContain(text);
  expect(page.isSignedIn()).toBe(false);
  expect(localStorage.getItem('boxToken')).toBeNull();
});

it('says that the box does not answer', async () => {
  const page = await renderDirect();
  await submit(page, 'annabel');
  page.setReachable(false);
  await confirmNotice(page);
  expect((await page.findByRole('alert')).textContent).toContain('Server request failed or network error');
  expect(page.isSignedIn()).toBe(false);
});

it('G-06: refuses what is no address, and asks for no password of another box', async () => {
  const page = await renderDirect();
  await page.type('Address of the box', 'not an address');
  await submit(page, 'annabel');
  expect(page.getByText('This is not the address of a box')).toBeTruthy();
  await page.type('Address of the box', '192.168.1.77:5000');
  expect(page.getByRole('status').textContent).toContain('This page belongs to another box');
  expect(page.queryByLabelText('Password')).toBeNull();
  expect(page.button('Continue to 192.168.1.77:5000')).toBeTruthy();
  expect(page.queryByRole('button', { name: 'Sign in offline' })).toBeNull();
  expect(page.sent(SignInOffline)).toEqual([]);
});

it('begins with the name of a user who comes from the page of another box, and removes it from the address', async () => {
  const page = await renderDirect(GRANTED, '/?auto=N#offline=annabel');
  expect(page.getByLabelText<HTMLInputElement>('User name').value).toBe('annabel');
  expect(page.address()).toBe('/?auto=N');
  expect(document.activeElement).toBe(page.getByLabelText('Password'));
});

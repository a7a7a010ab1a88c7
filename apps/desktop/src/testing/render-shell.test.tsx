import { SignIn } from '@boxwood/account-sdk';
import { ACC, GEN } from '@boxwood/box-sdk';
import { expect, it } from 'vitest';
import { trash } from '../apps/trash/manifest.ts';
import { SessionToken } from '../composition/service-tokens.ts';
import { REPLY_PRODUCT } from './box-replies.ts';
import { renderApp } from './render-app.tsx';
import { renderShell, renderSignIn } from './render-shell.tsx';

it('shows the desktop of a signed-in user', async () => {
  const shell = await renderShell();
  expect(shell.getByRole('banner', { name: 'Top bar' })).toBeTruthy();
  expect(shell.opened()).toEqual([]);
  expect(shell.scope.get(SessionToken).stage$.value).toMatchObject({ at: 'in', link: { mode: 'toloc' } });
});

it.for([false, true])('signs in with an account, through the relay: %s', async (relayed) => {
  const shell = await renderShell({ account: {}, relayed });
  expect(shell.scope.get(SessionToken).stage$.value).toMatchObject({
    at: 'in',
    link: { mode: relayed ? 'towan' : 'tolan' },
  });
});

it('shows the pages of a phone', async () => {
  const shell = await renderShell({ phone: true });
  expect(shell.getByRole('navigation', { name: 'Main places' })).toBeTruthy();
});

it('shows the sign-in form and continues to the desktop', async () => {
  const page = await renderSignIn();
  await page.type(page.getByRole('textbox', { name: 'Account' }), 'ann');
  await page.type('Password', 'secret-1');
  await page.press('Sign in');
  expect(page.sent(SignIn)).toMatchObject([{ userName: 'ann', pwd: 'secret-1' }]);
  await page.findByRole('banner', { name: 'Top bar' });
  expect(page.isSignedIn()).toBe(true);
});

it('throws when the box refuses to begin the session', async () => {
  const product = (_params: unknown, _caller: unknown, { refuse }: { refuse: (code: typeof GEN.session) => Error }) => {
    throw refuse(GEN.session);
  };
  await expect(renderApp(trash, { replies: { system: { product } } })).rejects.toThrow('did not begin the session');
});

it('throws when another box answers', async () => {
  const product = () => ({ ...REPLY_PRODUCT, boxid: 'OTHER1' });
  await expect(renderApp(trash, { replies: { system: { product } } })).rejects.toThrow('did not begin the session');
  await expect(renderShell({ replies: { system: { product } } })).rejects.toThrow('did not begin the session');
});

it('throws when the account service does not let the session begin', async () => {
  const refusing = (_params: unknown, _caller: unknown, { refuse }: { refuse: (code: typeof ACC.busy) => Error }) => {
    throw refuse(ACC.busy);
  };
  await expect(renderApp(trash, { account: { session: { signIn: refusing } } })).rejects.toThrow('did not begin');
  await expect(renderShell({ account: { box: { address: refusing } } })).rejects.toThrow('did not begin');
});

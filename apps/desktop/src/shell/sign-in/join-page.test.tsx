import { RegisterUser, RenewPassword, SignIn } from '@boxwood/account-sdk';
import { ACC } from '@boxwood/box-sdk';
import { expect, it } from 'vitest';
import { renderSignIn, type RenderedSignIn } from '../../testing/render-shell.tsx';

const fillJoin = async (page: RenderedSignIn, password = 'secret-1'): Promise<void> => {
  await page.type('Your user name', 'annabel');
  await page.type('Password', password);
  await page.type('Password again', password);
};

it('joins a box with an invitation: creates the account and signs in with it', async () => {
  const page = await renderSignIn({
    address: '/?join=#invite=ABCDE12345',
    account: { session: { register: () => ({}) } },
  });
  await page.findByRole('heading', { name: 'Join “Test box”' });
  expect(page.address()).toBe('/?join=');
  expect(page.getByLabelText<HTMLInputElement>('Invitation code').value).toBe('ABCDE12345');
  expect(document.activeElement).toBe(page.getByLabelText('Your user name'));
  await fillJoin(page);
  await page.press('Create account and join');
  await page.findByRole('banner', { name: 'Top bar' });
  expect(page.sent(RegisterUser)).toMatchObject([
    { userName: 'annabel', password: 'secret-1', param: '', code: '', inviteCode: 'ABCDE12345' },
  ]);
  expect(page.sent(SignIn)).toMatchObject([{ userName: 'annabel', pwd: 'secret-1' }]);
  expect(localStorage.getItem('annabel_welcome')).toBe('Y');
});

it('asks for the code when the link has none', async () => {
  const page = await renderSignIn({ address: '/?join=', account: { session: { register: () => ({}) } } });
  expect(document.activeElement).toBe(page.getByLabelText('Invitation code'));
  await fillJoin(page);
  await page.press('Create account and join');
  expect(page.getByText('Enter the invitation code')).toBeTruthy();
  expect(page.sent(RegisterUser)).toEqual([]);
});

it.for([
  [ACC.invitation, 'The invitation code is not valid'],
  [ACC.userTaken, 'This user name exists already'],
  [ACC.usersFull, 'The box has 20 users, no more can be added'],
  [ACC.busy, 'Too many requests at once, try again later'],
] as const)('says why nobody joins when the service refuses with %i', async ([code, text]) => {
  const page = await renderSignIn({
    address: '/?join=#invite=ABCDE12345',
    account: {
      session: {
        register: (_params, _caller, { refuse }) => {
          throw refuse(code);
        },
      },
    },
  });
  await fillJoin(page);
  await page.press('Create account and join');
  expect(page.getByRole('alert').textContent).toContain(text);
  expect(page.sent(SignIn)).toEqual([]);
  expect(localStorage.getItem('annabel_welcome')).toBeNull();
});

it('leads from the form to the invitation and back', async () => {
  const page = await renderSignIn();
  await page.press('I have an invitation code');
  expect(await page.findByLabelText('Invitation code')).toBeTruthy();
  expect(page.address()).toBe('/?join=');
  await page.press('Sign in');
  expect(page.getByRole('heading', { name: 'Sign in to Boxwood' })).toBeTruthy();
});

it('explains how to get a new password, and leads back to the form', async () => {
  const page = await renderSignIn();
  await page.press('Forgot your password?');
  await page.findByRole('heading', { name: 'Forgot your password?' });
  expect(page.getByText(/Ask the administrator of the box to make a link/)).toBeTruthy();
  expect(page.getByText('node main.js password NAME --data DIR')).toBeTruthy();
  expect(page.queryByLabelText('Password')).toBeNull();
  await page.press('Back to sign-in');
  expect(page.address()).toBe('/?auto=N');
  expect(page.getByLabelText('Password')).toBeTruthy();
});

const LINK = '/?join=forgot#renew=annabel.s3cret';

it('sets a new password with the link of an administrator, and signs in with it', async () => {
  const page = await renderSignIn({ address: LINK, account: { roster: { renewPassword: () => ({}) } } });
  await page.findByRole('heading', { name: 'Choose a new password' });
  expect(page.address()).toBe('/?join=forgot');
  expect(page.getByLabelText<HTMLInputElement>('Your user name').value).toBe('annabel');
  await expect(page.type('Your user name', 'berthold')).rejects.toThrow('read-only');
  await page.type('Password', 'secret-2');
  await page.type('Password again', 'secret-3');
  await page.press('Save and sign in');
  expect(page.getByText('The two entries differ')).toBeTruthy();
  expect(page.sent(RenewPassword)).toEqual([]);
  await page.type('Password again', 'secret-2');
  await page.press('Save and sign in');
  await page.findByRole('banner', { name: 'Top bar' });
  expect(page.sent(RenewPassword)).toEqual([{ userName: 'annabel', secret: 's3cret', password: 'secret-2' }]);
  expect(page.sent(SignIn)).toMatchObject([{ userName: 'annabel', pwd: 'secret-2' }]);
});

it('says that a link for a new password was used already', async () => {
  const page = await renderSignIn({
    address: LINK,
    account: {
      roster: {
        renewPassword: (_params, _caller, { refuse }) => {
          throw refuse(ACC.codeExpired, 'account.linkOver');
        },
      },
    },
  });
  await page.type('Password', 'secret-2');
  await page.type('Password again', 'secret-2');
  await page.press('Save and sign in');
  expect(page.getByRole('alert').textContent).toContain('This link is no longer valid');
  expect(page.sent(SignIn)).toEqual([]);
});

it('explains how to get a new password when the link is damaged', async () => {
  const page = await renderSignIn({ address: '/?join=forgot#renew=annabel' });
  expect(await page.findByRole('heading', { name: 'Forgot your password?' })).toBeTruthy();
});

import { GetUser, SignIn } from '@boxwood/account-sdk';
import { ACC } from '@boxwood/box-sdk';
import { expect, it } from 'vitest';
import { holdReply } from '../../testing/box-replies.ts';
import { renderSignIn, type RenderedSignIn } from '../../testing/render-shell.tsx';

const accountField = (page: RenderedSignIn) => page.getByRole<HTMLInputElement>('textbox', { name: 'Account' });

const signIn = async (page: RenderedSignIn, user: string, password: string): Promise<void> => {
  await page.type(accountField(page), user);
  await page.type('Password', password);
  await page.press('Sign in');
};

it('LOGIN-01: offers two ways to sign in, the account first', async () => {
  const page = await renderSignIn();
  expect(page.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Account', 'Offline']);
  expect(page.getByRole('tab', { name: 'Account' }).getAttribute('aria-selected')).toBe('true');
  expect(document.activeElement).toBe(accountField(page));
  await page.press(page.getByRole('tab', { name: 'Offline' }));
  expect(page.getByLabelText('Address of the box')).toBeTruthy();
  expect(page.queryByRole('textbox', { name: 'Account' })).toBeNull();
});

it('LOGIN-08 LOGIN-09: refuses an empty account, an empty and a short password, and sends nothing', async () => {
  const page = await renderSignIn();
  await page.press('Sign in');
  expect(page.getByText('Enter your account name')).toBeTruthy();
  expect(page.getByText('Enter your password')).toBeTruthy();
  await signIn(page, 'annabel', '12345');
  expect(page.getByText('A password has at least 6 characters')).toBeTruthy();
  expect(page.queryByText('Enter your account name')).toBeNull();
  await signIn(page, '   ', '123456');
  expect(page.getByText('Enter your account name')).toBeTruthy();
  expect(page.sent(SignIn)).toEqual([]);
});

it('shows no issue before the first attempt', async () => {
  const page = await renderSignIn();
  await page.type('Password', '123');
  expect(page.queryByText('A password has at least 6 characters')).toBeNull();
});

it('sends the name without spaces and the password as typed', async () => {
  const page = await renderSignIn({ account: { roster: { boxes: () => [] } } });
  await signIn(page, ' annabel ', ' secret 1 ');
  expect(page.sent(SignIn)).toMatchObject([{ userName: 'annabel', pwd: ' secret 1 ', devtype: 'web', logintype: 1 }]);
});

it.for([
  [ACC.wrongPassword, 'Wrong password'],
  [ACC.noUser, 'This user name does not exist'],
  [ACC.busy, 'Too many requests at once, try again later'],
  [ACC.wrongKey, 'Key verification failed'],
] as const)('says why the account service refuses with %i', async ([code, text]) => {
  const page = await renderSignIn({
    account: {
      session: {
        signIn: (_params, _caller, { refuse }) => {
          throw refuse(code);
        },
      },
    },
  });
  await signIn(page, 'annabel', 'not-the-one');
  expect(page.getByRole('alert').textContent).toContain(text);
  expect(page.getByRole('alert').textContent).toContain(`ACC ${code}`);
  expect(page.isSignedIn()).toBe(false);
  expect(accountField(page).value).toBe('annabel');
  expect(page.sent(GetUser)).toEqual([]);
  expect(localStorage.getItem('token')).toBeNull();
});

it('removes the failure when the next attempt succeeds', async () => {
  let tries = 0;
  const page = await renderSignIn({
    account: {
      session: {
        signIn: ({ userName }, _caller, { refuse }) => {
          tries += 1;
          if (tries === 1) throw refuse(ACC.wrongPassword);
          return { token: 'A'.repeat(32), userName };
        },
      },
      roster: { boxes: () => [] },
    },
  });
  await signIn(page, 'annabel', 'not-the-one');
  expect(page.getByRole('alert')).toBeTruthy();
  await page.type('Password', 'secret-1');
  await page.press('Sign in');
  await page.findByRole('heading', { name: 'Choose a box' });
  expect(page.queryByRole('alert')).toBeNull();
});

it('says that the account service does not answer, and keeps what was typed', async () => {
  const page = await renderSignIn();
  page.setReachable(false);
  await signIn(page, 'annabel', 'secret-1');
  expect((await page.findByRole('alert')).textContent).toContain('Server request failed or network error');
  expect(page.getByLabelText<HTMLInputElement>('Password').value).toBe('secret-1');
  page.setReachable(true);
  await page.press('Sign in');
  await page.findByRole('banner', { name: 'Top bar' });
});

it('is busy while the account service decides, and sends the password once', async () => {
  const held = holdReply<{ readonly token: string; readonly userName: string }>();
  const page = await renderSignIn({
    account: { session: { signIn: () => held.reply }, roster: { boxes: () => [] } },
  });
  await signIn(page, 'annabel', 'secret-1');
  expect(page.button('Sign in').getAttribute('aria-busy')).toBe('true');
  await page.press('Sign in').catch(() => undefined);
  held.release({ token: 'A'.repeat(32), userName: 'annabel' });
  await page.findByRole('heading', { name: 'Choose a box' });
  expect(page.sent(SignIn)).toHaveLength(1);
});

it('shows and hides the password', async () => {
  const page = await renderSignIn();
  const field = page.getByLabelText<HTMLInputElement>('Password');
  expect(field.type).toBe('password');
  await page.press('Show password');
  expect(field.type).toBe('text');
  await page.press('Hide password');
  expect(field.type).toBe('password');
});

it('switches the language of the form, and remembers it', async () => {
  const page = await renderSignIn();
  await page.press('简体中文');
  expect(page.getByRole('heading', { name: '登录 Boxwood' })).toBeTruthy();
  expect(document.documentElement.lang).toBe('zh-CN');
  await page.press('English');
  expect(page.getByRole('heading', { name: 'Sign in to Boxwood' })).toBeTruthy();
});

it('says on the form of a new box that it has to be set up, and offers neither invitation nor new password', async () => {
  const page = await renderSignIn({
    replies: { session: { setup: () => ({ needed: 1, boxname: '', boxid: 'TEST01', account: '' }) } },
  });
  expect((await page.findByRole('status')).textContent).toContain('This box is new');
  expect(page.queryByRole('button', { name: 'I have an invitation code' })).toBeNull();
  expect(page.queryByRole('button', { name: 'Forgot your password?' })).toBeNull();
});

it('shows the form while the box cannot say whether it is new', async () => {
  const page = await renderSignIn();
  page.setReachable(false);
  expect(page.button('I have an invitation code')).toBeTruthy();
  expect(page.queryByRole('status')).toBeNull();
});

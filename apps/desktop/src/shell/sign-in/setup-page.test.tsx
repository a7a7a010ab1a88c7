import { SignIn } from '@boxwood/account-sdk';
import { GEN, SetUpBox } from '@boxwood/box-sdk';
import { expect, it } from 'vitest';
import type { BoxReplies } from '../../testing/box-replies.ts';
import { renderSignIn, type RenderedSignIn } from '../../testing/render-shell.tsx';

type SessionReplies = NonNullable<BoxReplies['session']>;
const NEW_BOX: SessionReplies = {
  setup: () => ({ needed: 1, boxname: '', boxid: 'TEST01', account: '' }),
  setUp: () => ({}),
};

const renderSetup = (session: SessionReplies = {}) =>
  renderSignIn({ address: '/?setup=once-1', replies: { session: { ...NEW_BOX, ...session } } });

const fill = async (page: RenderedSignIn, texts: Readonly<Record<string, string>>): Promise<void> => {
  for (const [label, text] of Object.entries(texts)) await page.type(label, text);
};

const VALID = {
  'Name of the box': ' Our box ',
  'Your user name': 'annabel',
  Password: 'secret-1',
  'Password again': 'secret-1',
};

it('names the box, creates its owner and signs the owner in', async () => {
  const page = await renderSetup();
  expect(document.activeElement).toBe(page.getByLabelText('Name of the box'));
  await fill(page, VALID);
  await page.press('Create and sign in');
  await page.findByRole('banner', { name: 'Top bar' });
  expect(page.sent(SetUpBox)).toEqual([
    { code: 'once-1', boxname: 'Our box', username: 'annabel', password: 'secret-1' },
  ]);
  expect(page.sent(SignIn)).toMatchObject([{ userName: 'annabel', pwd: 'secret-1' }]);
  expect(page.address()).toBe('/home');
  expect(localStorage.getItem('annabel_welcome')).toBe('Y');
});

it.for([
  ['The box needs a name', { 'Name of the box': '' }],
  ['At most 20 characters; these are 21', { 'Name of the box': 'x'.repeat(21) }],
  ['Choose a user name', { 'Your user name': '' }],
  ['At least 6 and at most 17 characters; these are 3', { 'Your user name': 'ann' }],
  ['Only a to z, digits, _ and -, not beginning with -', { 'Your user name': 'Annabel' }],
  ['Choose a password', { Password: '' }],
  ['At least 6 characters; these are 5', { Password: '12345' }],
  ['At most 32 characters; these are 33', { Password: 'x'.repeat(33) }],
  ['The two entries differ', { 'Password again': 'secret-2' }],
] as const)('refuses a form with “%s”, and sends nothing', async ([text, change]) => {
  const page = await renderSetup();
  await fill(page, { ...VALID, ...change });
  expect(page.queryByText(text)).toBeNull();
  await page.press('Create and sign in');
  expect(page.getByText(text)).toBeTruthy();
  expect(page.sent(SetUpBox)).toEqual([]);
});

it.for([
  [GEN.wrongSecret, 'This setup link is not valid'],
  [GEN.overLimit, 'Too many wrong codes. Restart the box'],
  [GEN.invalid, 'This box is set up already'],
] as const)('says what to do when the box refuses with %i', async ([code, text]) => {
  const page = await renderSetup({
    setUp: (_params, _caller, { refuse }) => {
      throw refuse(code);
    },
  });
  await fill(page, VALID);
  await page.press('Create and sign in');
  expect(page.getByRole('alert').textContent).toContain(text);
  expect(page.sent(SignIn)).toEqual([]);
  expect(page.isSignedIn()).toBe(false);
});

it('leads to the form when the box is set up already', async () => {
  const page = await renderSetup({ setup: () => ({ needed: 0, boxname: 'Home', boxid: 'TEST01', account: '' }) });
  await page.findByRole('heading', { name: 'This box is set up already' });
  expect(page.queryByLabelText('Name of the box')).toBeNull();
  await page.press('Sign in');
  expect(page.getByRole('heading', { name: 'Sign in to Boxwood' })).toBeTruthy();
  expect(page.address()).toBe('/?auto=N');
});

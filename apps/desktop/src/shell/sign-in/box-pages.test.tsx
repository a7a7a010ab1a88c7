import { JoinBox, ListBoxes, SignOut } from '@boxwood/account-sdk';
import { ACC } from '@boxwood/box-sdk';
import { expect, it } from 'vitest';
import { type AccountReplies, replyDrive } from '../../testing/account-replies.ts';
import { REPLY_BOX_ID } from '../../testing/box-replies.ts';
import { renderSignIn, type RenderedSignIn } from '../../testing/render-shell.tsx';

const HOME = replyDrive(REPLY_BOX_ID, { isAdmin: true, isRelayed: false });
const MEMBER = replyDrive(REPLY_BOX_ID, { isAdmin: false, isRelayed: false });
const AWAY = { ...MEMBER, boxName: 'AWAY01', boxId: 'AWAY01', nick: 'Grandma', online: 'N' } as const;
const OTHER = { ...MEMBER, boxName: 'OTHER1', boxId: 'OTHER1', nick: 'Office' } as const;

const LODGE = { ...MEMBER, boxName: 'LODGE1', boxId: 'LODGE1', nick: 'Lodge' } as const;

const renderBoxes = async (boxes: readonly (typeof HOME)[], account: AccountReplies = {}): Promise<RenderedSignIn> => {
  const page = await renderSignIn({
    account: { ...account, roster: { boxes: () => [...boxes], ...account.roster } },
  });
  await page.type(page.getByRole('textbox', { name: 'Account' }), 'annabel');
  await page.type('Password', 'secret-1');
  await page.press('Sign in');
  return page;
};

it('enters the only box of an account at once', async () => {
  const page = await renderBoxes([HOME]);
  await page.findByRole('banner', { name: 'Top bar' });
  expect(page.address()).toBe('/home');
});

it('says that an account has no box yet', async () => {
  const page = await renderBoxes([]);
  await page.findByRole('heading', { name: 'No box yet' });
  expect(page.getByText('Signed in as annabel')).toBeTruthy();
  expect(page.queryByRole('list')).toBeNull();
});

it('lists the boxes of an account with their state and the role of the user', async () => {
  const page = await renderBoxes([OTHER, AWAY, { ...HOME, boxId: 'THIRD1', boxName: 'THIRD1', role: 'owner' }]);
  await page.findByRole('heading', { name: 'Choose a box' });
  const cards = page.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(cards).toHaveLength(3);
  expect(cards[0]).toMatch(/Open Office.*Online.*G2.*Standard.*User/);
  expect(cards[1]).toMatch(/Open Grandma.*Offline/);
  expect(cards[2]).toMatch(/Open Test box.*Online.*Owner/);
});

it('does not enter a box that is offline', async () => {
  const page = await renderBoxes([OTHER, LODGE, AWAY]);
  const card = await page.findByRole('button', { name: /^Open ?Grandma/ });
  await expect(page.press(card)).rejects.toThrow('it is disabled');
  card.click();
  await page.settled();
  expect(page.getByRole('heading', { name: 'Choose a box' })).toBeTruthy();
  expect(page.address()).toBe('/tobox');
});

it('says that a box cannot be reached, tries again, and leads back to the boxes', async () => {
  const page = await renderBoxes([OTHER, LODGE, AWAY], {
    box: {
      address: (_params, _caller, { refuse }) => {
        throw refuse(ACC.noBox);
      },
    },
  });
  await page.press(await page.findByRole('button', { name: /^Open ?Office/ }));
  await page.findByRole('heading', { name: 'Office cannot be reached' });
  expect(page.getByRole('alert').textContent).toContain('The address of the box was not found');
  await page.press('Try again');
  await page.findByRole('heading', { name: 'Office cannot be reached' });
  await page.press('Back to the boxes');
  await page.findByRole('heading', { name: 'Choose a box' });
  expect(page.address()).toBe('/tobox?auto=N');
});

it('shows why the boxes could not be listed, and lists them with Refresh', async () => {
  let isDown = true;
  const page = await renderBoxes([], {
    roster: {
      boxes: (_params, _caller, { refuse }) => {
        if (isDown) throw refuse(ACC.busy);
        return [OTHER, LODGE, AWAY];
      },
    },
  });
  expect((await page.findByRole('alert')).textContent).toContain('Too many requests at once, try again later');
  isDown = false;
  await page.press('Refresh');
  expect(await page.findByRole('button', { name: /^Open ?Office/ })).toBeTruthy();
  expect(page.queryByRole('alert')).toBeNull();
});

it('adds the box of the page to an account with an invitation', async () => {
  const joined: unknown[] = [];
  const page = await renderBoxes([], {
    roster: {
      boxes: () => (joined.length === 0 ? [OTHER, LODGE, AWAY] : [OTHER, LODGE, HOME]),
      join: (params) => {
        joined.push(params);
        return {};
      },
    },
  });
  await page.press(await page.findByRole('button', { name: 'Join with a code' }));
  const dialog = await page.dialog('Join this box');
  await dialog.press('Join');
  expect(dialog.getByText('Enter the invitation code')).toBeTruthy();
  await dialog.type('Invitation code', 'ABCDE12345');
  await dialog.press('Join');
  expect(page.sent(JoinBox)).toEqual([{ boxName: 'TEST01', inviteCode: 'ABCDE12345' }]);
  expect(await page.findByRole('button', { name: /^Open ?Test box/ })).toBeTruthy();
  expect(page.hasDialog('Join this box')).toBe(false);
  expect(page.queryByRole('button', { name: 'Join with a code' })).toBeNull();
});

it('says why an invitation is refused, and keeps the dialog open', async () => {
  const page = await renderBoxes([OTHER, LODGE, AWAY], {
    roster: {
      join: (_params, _caller, { refuse }) => {
        throw refuse(ACC.invitation);
      },
    },
  });
  await page.press(await page.findByRole('button', { name: 'Join with a code' }));
  const dialog = await page.dialog('Join this box');
  await dialog.type('Invitation code', 'ABCDE12345');
  await dialog.press('Join');
  expect(dialog.getByRole('alert').textContent).toContain('The invitation code is not valid');
});

it('signs out from the list of boxes', async () => {
  const page = await renderBoxes([OTHER, LODGE, AWAY]);
  await page.press(await page.findByRole('button', { name: 'Sign out' }));
  expect(await page.findByRole('heading', { name: 'Sign in to Boxwood' })).toBeTruthy();
  expect(page.sent(SignOut)).toHaveLength(1);
  expect(localStorage.getItem('token')).toBeNull();
  expect(page.address()).toBe('/?auto=N');
});

it('LOGIN-19 ERR-099: continues no session that the account service refuses, and says so with the name of the user', async () => {
  const page = await renderSignIn({
    address: '/',
    user: 'annabel',
    hasStoredSession: true,
    account: {
      session: {
        check: (_params, _caller, { refuse }) => {
          throw refuse(ACC.identity);
        },
      },
    },
  });
  expect(page.getByRole('alert').textContent).toBe('Logged in on another terminal');
  expect(page.getByText(/Only one device at a time can be signed in/)).toBeTruthy();
  expect(page.getByRole<HTMLInputElement>('textbox', { name: 'Account' }).value).toBe('annabel');
  expect(document.activeElement).toBe(page.getByLabelText('Password'));
  expect(page.sent(ListBoxes)).toEqual([]);
});

it('continues a stored session without the form', async () => {
  const page = await renderSignIn({ address: '/', hasStoredSession: true });
  await page.findByRole('banner', { name: 'Top bar' });
  expect(page.queryByLabelText('Password')).toBeNull();
});

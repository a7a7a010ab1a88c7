import {
  ACC,
  EndPasswordLink,
  GetInvite,
  ListBoxUsers,
  MakePasswordLink,
  RemoveBoxUser,
  RenameBox,
  SendCode,
  TransferAdmin,
  type BoxUser,
} from '@boxwood/account-sdk';
import { formatTime } from '@boxwood/box-sdk/rules';
import { within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SettingsToken } from '../../composition/service-tokens.ts';
import { type AccountReplies, REPLY_BOX_IP } from '../../testing/account-replies.ts';
import { REPLY_BOX_ID } from '../../testing/box-replies.ts';
import type { PagePart } from '../../testing/page-part.ts';
import { renderApp, type RenderAppOptions } from '../../testing/render-app.tsx';
import { account } from './manifest.ts';

const SINCE = 1_760_000_000;
const UNTIL = 4_102_444_800;
const person = (userName: string, more: Partial<BoxUser> = {}): BoxUser => ({
  userName,
  nickName: '',
  avatar: '',
  admin: 'N',
  owner: 'N',
  ctime: SINCE,
  ...more,
});
const ANN = person('ann', { admin: 'Y', owner: 'Y', nickName: 'Anna' });
const BOB = person('bob');
const CAT = person('cat', { linkUntil: UNTIL });

/** The page of the users of the box, over a service that stores what it is sent; ann administrates the box. */
const renderPeople = async (
  more: NonNullable<AccountReplies['roster']> = {},
  user: NonNullable<AccountReplies['user']> = {},
  options: RenderAppOptions<'account'> = {},
) => {
  let people: readonly BoxUser[] = [ANN, BOB, CAT];
  let invites = 0;
  const app = await renderApp(account, {
    admin: true,
    ...options,
    account: {
      session: { sendCode: () => ({}) },
      user: {
        get: () => ({ userName: 'ann', nickName: 'Anna', mail: 'ann@example.com', mobile: '', avatar: '' }),
        transferAdmin: ({ targetUser }) => {
          people = people.map((each) => ({ ...each, admin: each.userName === targetUser ? 'Y' : 'N' }));
          return {};
        },
        ...user,
      },
      roster: {
        users: () => [...people],
        remove: ({ targetUser }) => {
          people = people.filter(({ userName }) => userName !== targetUser);
          return { renewed: 'Y' };
        },
        rename: () => ({}),
        invite: () => {
          invites += 1;
          return { inviteCode: `CODE00000${invites}`, expire: UNTIL };
        },
        makePasswordLink: () => ({ secret: 's'.repeat(32), expire: UNTIL }),
        endPasswordLink: ({ targetUser }) => {
          people = people.map((each) => (each.userName === targetUser ? person(targetUser) : each));
          return {};
        },
        ...more,
      },
    },
  });
  await app.press(options.language === 'zh-CN' ? '盒子用户' : 'People of this box');
  return app;
};
type PeopleApp = Awaited<ReturnType<typeof renderPeople>>;

const rowOf = (app: PagePart, userName: string): HTMLElement => {
  const row = app.getByText(`${userName} · Since ${formatTime(SINCE)}`).closest('li');
  if (row === null) throw new Error(`${userName} is in no row`);
  return row;
};
const openDialog = async (app: PeopleApp, button: string, dialog: string): Promise<PagePart> => {
  await app.press(button);
  return app.dialog(dialog);
};
/** The clipboard of the page, for the rest of the test. */
const stubClipboard = () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'clipboard');
    vi.unstubAllGlobals();
  });
  return writeText;
};

describe('people of the box', () => {
  it('ACCOUNT-10 G-29: lists the users with names, roles and time', async () => {
    const app = await renderPeople();
    const badges = (userName: string) => {
      const row = within(rowOf(app, userName));
      return ['you', 'Owner', 'Administrator'].filter((badge) => row.queryByText(badge) !== null);
    };
    expect(app.sent(ListBoxUsers)).toEqual([{ boxName: REPLY_BOX_ID }]);
    expect(badges('ann')).toEqual(['you', 'Owner', 'Administrator']);
    expect(rowOf(app, 'ann').textContent).toContain('Anna');
    expect(badges('bob')).toEqual([]);
  });

  it('offers a member no action on others, and no invitation', async () => {
    const app = await renderPeople({}, {}, { admin: false, user: 'bob' });
    for (const userName of ['ann', 'bob']) expect(within(rowOf(app, userName)).queryByRole('button')).toBeNull();
    expect(app.queryByText('Show invitation code')).toBeNull();
    expect(app.button('Save')).toBeTruthy();
  });

  it('offers the administrator no action on the own account, and no new password for the owner', async () => {
    const owner = person('olga', { owner: 'Y' });
    const app = await renderPeople({ users: () => [person('ann', { admin: 'Y' }), owner, BOB] });
    const buttons = (userName: string) =>
      within(rowOf(app, userName))
        .queryAllByRole('button')
        .map((button) => button.getAttribute('aria-label'));
    expect(buttons('ann')).toEqual([]);
    expect(buttons('olga')).toEqual(['Make olga the administrator', 'Remove olga']);
    expect(buttons('bob')).toEqual(['New password for bob', 'Make bob the administrator', 'Remove bob']);
  });

  it('says why the list failed, and loads it again', async () => {
    let isBroken = true;
    const app = await renderPeople({
      users: (_params, _caller, { refuse }) => {
        if (isBroken) throw refuse(ACC.noBox);
        return [ANN];
      },
    });
    expect(app.getByText('The address of the box was not found')).toBeTruthy();
    isBroken = false;
    await app.press('Try again');
    expect(rowOf(app, 'ann')).toBeTruthy();
  });

  it('reads in Chinese', async () => {
    const app = await renderPeople({}, {}, { language: 'zh-CN' });
    expect(app.getByText('拥有者')).toBeTruthy();
    await openDialog(app, '移除 bob', '将bob从此盒子移除？');
  });
});

describe('removing a user', () => {
  const REMOVE = 'Remove bob from this box?';

  it('ACCOUNT-08: happens only after a confirmation, and tells that the invitation changed', async () => {
    const app = await renderPeople();
    await app.press('Show invitation code');
    expect(app.getByText('CODE000001')).toBeTruthy();
    const question = await openDialog(app, 'Remove bob', REMOVE);
    expect(question.getByText(/Their files are kept/)).toBeTruthy();
    await question.press('Cancel');
    expect(app.sent(RemoveBoxUser)).toEqual([]);
    await (await openDialog(app, 'Remove bob', REMOVE)).press('Remove');
    expect(app.sent(RemoveBoxUser)).toEqual([{ targetUser: 'bob', targetBox: REPLY_BOX_ID }]);
    expect(app.hasDialog(REMOVE)).toBe(false);
    expect(app.queryByText(/^bob · /)).toBeNull();
    expect(rowOf(app, 'cat')).toBeTruthy();
    expect(app.getByText(/^bob was removed, so the invitation code changed/)).toBeTruthy();
    expect(app.getByText('CODE000002')).toBeTruthy();
  });

  it('says nothing of an invitation that there was not', async () => {
    const app = await renderPeople({ remove: () => ({}) });
    await (await openDialog(app, 'Remove bob', REMOVE)).press('Remove');
    expect(app.queryByText(/the invitation code changed/)).toBeNull();
  });

  it.each([
    [ACC.notAdmin, 'Administrator verification failed'],
    [ACC.noUser, 'This user name does not exist'],
    [ACC.noBox, 'The address of the box was not found'],
  ] as const)('says why it was refused (code %i), and keeps the user', async (code, text) => {
    const app = await renderPeople({
      remove: (_params, _caller, { refuse }) => {
        throw refuse(code);
      },
    });
    const question = await openDialog(app, 'Remove bob', REMOVE);
    await question.press('Remove');
    expect(question.getByRole('alert').textContent).toBe(text);
    await question.press('Cancel');
    expect(rowOf(app, 'bob')).toBeTruthy();
  });
});

describe('handing over the administration', () => {
  const HAND_OVER = 'Hand over the administration to bob?';
  const open = (app: PeopleApp) => openDialog(app, 'Make bob the administrator', HAND_OVER);

  it('ACCOUNT-07: needs a code that is sent to the own address', async () => {
    const app = await renderPeople();
    const form = await open(app);
    expect(form.getByText(/You become an ordinary user of this box/)).toBeTruthy();
    await form.press('Hand over');
    expect(form.getByText('The code has 6 digits')).toBeTruthy();
    await form.press('Send code');
    expect(app.sent(SendCode)).toMatchObject([{ param: 'ann@example.com', purpose: 'admin' }]);
    expect(app.sent(TransferAdmin)).toEqual([]);
    await form.type('Code', '123456');
    await form.press('Hand over');
    expect(app.sent(TransferAdmin)).toEqual([{ boxName: REPLY_BOX_ID, targetUser: 'bob', code: '123456' }]);
    expect(app.hasDialog(HAND_OVER)).toBe(false);
    expect(within(rowOf(app, 'bob')).getByText('Administrator')).toBeTruthy();
    expect(within(rowOf(app, 'ann')).queryByText('Administrator')).toBeNull();
  });

  it('sends the code to the mobile number when there is one', async () => {
    const app = await renderPeople(
      {},
      { get: () => ({ userName: 'ann', nickName: '', mail: 'ann@example.com', mobile: '+447700900123', avatar: '' }) },
    );
    await (await open(app)).press('Send code');
    expect(app.sent(SendCode)).toMatchObject([{ param: '+447700900123' }]);
  });

  it('asks for an address first when there is none', async () => {
    const app = await renderPeople(
      {},
      { get: () => ({ userName: 'ann', nickName: '', mail: '', mobile: '', avatar: '' }) },
    );
    const form = await open(app);
    expect(form.getByText('Add a mobile number or e-mail address first, to receive the code.')).toBeTruthy();
    await expect(form.press('Send code')).rejects.toThrow('is disabled');
  });

  it.each([
    [ACC.wrongCode, 'The verification code is wrong'],
    [ACC.codeExpired, 'The verification code has expired'],
    [ACC.notAdmin, 'Administrator verification failed'],
    [ACC.noUser, 'This user name does not exist'],
    [ACC.noBox, 'The address of the box was not found'],
  ] as const)('says why it was refused (code %i), and changes nothing', async (code, text) => {
    const app = await renderPeople(
      {},
      {
        transferAdmin: (_params, _caller, { refuse }) => {
          throw refuse(code);
        },
      },
    );
    const form = await open(app);
    await form.type('Code', '123456');
    await form.press('Hand over');
    expect(form.getByRole('alert').textContent).toBe(text);
    await form.press('Cancel');
    expect(within(rowOf(app, 'ann')).getByText('Administrator')).toBeTruthy();
  });
});

describe('link for a new password', () => {
  const MAKE = 'A new password for bob?';
  const open = (app: PeopleApp) => openDialog(app, 'New password for bob', MAKE);

  it('is made with the own password, and shown as text and QR code only once', async () => {
    const writeText = stubClipboard();
    const app = await renderPeople();
    const form = await open(app);
    await form.press('Make link');
    expect(form.getByText('Enter your password')).toBeTruthy();
    expect(app.sent(MakePasswordLink)).toEqual([]);
    await form.type('Your own password', 'garden-gate');
    await form.press('Make link');
    expect(app.sent(MakePasswordLink)).toEqual([{ boxName: REPLY_BOX_ID, targetUser: 'bob', password: 'garden-gate' }]);
    const made = await app.dialog('Link for bob');
    const link = made.getByLabelText<HTMLInputElement>('Link for a new password').value;
    // A local host name of this page does not resolve on another device.
    expect(link).toMatch(new RegExp(`^http://${REPLY_BOX_IP}(:\\d+)?/\\?join=forgot#renew=bob\\.s{32}$`));
    expect(made.getByRole('img', { name: 'QR code of the link' })).toBeTruthy();
    expect(made.getByText(new RegExp(`^Works once, until ${formatTime(UNTIL)}`))).toBeTruthy();
    await made.press('Copy link');
    expect(writeText).toHaveBeenCalledWith(link);
    await made.press('Close');
    expect(app.queryByText(link)).toBeNull();
    expect(app.sent(ListBoxUsers).length).toBeGreaterThan(1);
  });

  it.each([
    [ACC.wrongPassword, undefined, 'Wrong password'],
    [ACC.notAdmin, undefined, 'Administrator verification failed'],
    [ACC.notAdmin, 'account.linkElsewhere', /^This person also uses a box that you do not manage/],
    [ACC.notAdmin, 'account.linkAdmin', /^This person owns or manages a box/],
    [ACC.busy, undefined, 'Too many requests at once, try again later'],
  ] as const)('is not made when the service refuses (code %i, %s)', async (code, info, text) => {
    const app = await renderPeople({
      makePasswordLink: (_params, _caller, { refuse }) => {
        throw refuse(code, info);
      },
    });
    const form = await open(app);
    await form.type('Your own password', 'not-this-one');
    await form.press('Make link');
    expect(within(form.getByRole('alert')).getByText(text)).toBeTruthy();
    expect(app.hasDialog('Link for bob')).toBe(false);
  });

  it('is revoked from the row of the user', async () => {
    const app = await renderPeople();
    expect(rowOf(app, 'cat').textContent).toContain(`Link for a new password until ${formatTime(UNTIL)}`);
    await app.press('Revoke the link of cat');
    expect(app.sent(EndPasswordLink)).toEqual([{ boxName: REPLY_BOX_ID, targetUser: 'cat' }]);
    expect(rowOf(app, 'cat').textContent).not.toContain('Link for a new password');
  });

  it('stays, and says why, when it could not be revoked', async () => {
    const app = await renderPeople({
      endPasswordLink: (_params, _caller, { refuse }) => {
        throw refuse(ACC.notAdmin);
      },
    });
    await app.press('Revoke the link of cat');
    expect(app.getByRole('alert').textContent).toBe('Administrator verification failed');
    expect(app.button('Revoke the link of cat')).toBeTruthy();
  });
});

describe('invitation', () => {
  it('is fetched when it is asked for, and copied as code and as link', async () => {
    const writeText = stubClipboard();
    const app = await renderPeople();
    expect(app.sent(GetInvite)).toEqual([]);
    await app.press('Show invitation code');
    expect(app.sent(GetInvite)).toEqual([{ boxName: REPLY_BOX_ID }]);
    expect(app.getByText(`Valid until ${formatTime(UNTIL)}`)).toBeTruthy();
    await app.press('Copy');
    expect(writeText).toHaveBeenLastCalledWith('CODE000001');
    await app.press('Copy link');
    expect(writeText).toHaveBeenLastCalledWith(
      expect.stringMatching(new RegExp(`^http://${REPLY_BOX_IP}(:\\d+)?/\\?join=#invite=CODE000001$`)),
    );
    expect(app.getAllByRole('button', { name: 'Copied' })).toHaveLength(1);
  });

  it('is fetched anew when a user has joined', async () => {
    let people = [ANN];
    const app = await renderPeople({ users: () => [...people] });
    await app.press('Show invitation code');
    expect(app.getByText('CODE000001')).toBeTruthy();
    people = [ANN, person('guest')];
    await app.reportChange('users');
    expect(rowOf(app, 'guest')).toBeTruthy();
    expect(app.getByText('CODE000002')).toBeTruthy();
  });

  it('says why there is none', async () => {
    const app = await renderPeople({
      invite: (_params, _caller, { refuse }) => {
        throw refuse(ACC.notAdmin);
      },
    });
    await app.press('Show invitation code');
    expect(app.getByText('Administrator verification failed')).toBeTruthy();
  });
});

describe('name of the box', () => {
  const LABEL = 'Your name for this box';

  it('ACCOUNT-09: is saved for this user, and is the name of the box from then on', async () => {
    const app = await renderPeople();
    expect(app.getByLabelText<HTMLInputElement>(LABEL).value).toBe('Test box');
    await app.type(LABEL, ' Attic 阁楼 ');
    await app.press('Save');
    expect(app.sent(RenameBox)).toEqual([{ boxName: REPLY_BOX_ID, nick: 'Attic 阁楼' }]);
    expect(app.scope.get(SettingsToken).get('boxNick')).toBe('Attic 阁楼');
    await app.dialog('Saved');
  });

  it('asks for 1 to 20 characters, and sends nothing before', async () => {
    const app = await renderPeople();
    for (const name of ['', 'x'.repeat(21)]) {
      await app.type(LABEL, name);
      await app.press('Save');
      expect(app.getByText(`Use 1 to 20 characters; these are ${name.length}`)).toBeTruthy();
    }
    expect(app.sent(RenameBox)).toEqual([]);
  });

  it('asks before another page discards a name that was typed', async () => {
    const app = await renderPeople();
    await app.type(LABEL, 'Attic');
    await app.press('Personal Centre');
    await (await app.dialog('Discard what you typed?')).press('Keep editing');
    expect(app.getByLabelText<HTMLInputElement>(LABEL).value).toBe('Attic');
    await app.press('Personal Centre');
    await (await app.dialog('Discard what you typed?')).press('Discard');
    expect(app.queryByLabelText(LABEL)).toBeNull();
    expect(app.sent(RenameBox)).toEqual([]);
  });
});

import {
  ACC,
  ChangeAvatar,
  ChangeMail,
  ChangeMobile,
  ChangeNickname,
  ChangePassword,
  GetUser,
  ListMessages,
  ProveAddress,
  SendCode,
  SignOut,
  type User,
} from '@boxwood/account-sdk';
import { act, fireEvent, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SessionToken } from '../../composition/service-tokens.ts';
import type { AccountReplies } from '../../testing/account-replies.ts';
import { holdReply } from '../../testing/box-replies.ts';
import type { PagePart } from '../../testing/page-part.ts';
import { renderApp, type RenderAppOptions } from '../../testing/render-app.tsx';
import { account } from './manifest.ts';

const ANN: User = { userName: 'ann', nickName: 'Anna', mail: '', mobile: '', avatar: '' };
const BOUND: User = { userName: 'ann', nickName: 'Anna', mail: 'ann@example.com', mobile: '+447700900123', avatar: '' };

/** The Personal Centre of a user, over a service that stores what it is sent. */
const renderPersonal = async (
  user: User = ANN,
  more: NonNullable<AccountReplies['user']> = {},
  rest: Omit<AccountReplies, 'user'> = {},
  options: RenderAppOptions<'account'> = {},
) => {
  let me = user;
  return renderApp(account, {
    ...options,
    account: {
      ...rest,
      user: {
        get: () => me,
        points: () => ({ points: 17 }),
        changeNickname: ({ nickName }) => {
          me = { ...me, nickName };
          return {};
        },
        proveAddress: () => ({}),
        changeMail: ({ mail }) => {
          me = { ...me, mail };
          return {};
        },
        changeMobile: ({ mobile }) => {
          me = { ...me, mobile };
          return {};
        },
        changePassword: () => ({}),
        changeAvatar: () => {
          me = { ...me, avatar: '/avatar/new.png' };
          return { avatar: me.avatar };
        },
        ...more,
      },
    },
  });
};
type PersonalApp = Awaited<ReturnType<typeof renderPersonal>>;

const rowOf = (app: PagePart, label: string): HTMLElement => {
  const row = app.getByText(label).parentElement;
  if (row === null) throw new Error(`${label} is in no row`);
  return row;
};
/** Opens the dialog of a row by its button. */
const change = async (app: PersonalApp, label: string, dialog: string, button = 'Change'): Promise<PagePart> => {
  await app.press(within(rowOf(app, label)).getByRole('button', { name: button }));
  return app.dialog(dialog);
};
const fieldOf = (form: PagePart, label: string) => form.getByLabelText<HTMLInputElement>(label);
const alertOf = (form: PagePart) => form.getByRole('alert').textContent;

describe('personal centre', () => {
  it('ACCOUNT-01 ACCOUNT-02: shows names, addresses and points of the user', async () => {
    const app = await renderPersonal(BOUND);
    const shown = (label: string) => rowOf(app, label).textContent;
    expect(shown('User name')).toBe('User nameann');
    expect(shown('Nickname')).toBe('NicknameAnnaChange');
    expect(shown('E-mail')).toBe('E-mailann@example.comChange');
    expect(shown('Mobile')).toBe('Mobile+447700900123Change');
    expect(shown('Points')).toBe('Points17');
    expect(app.queryByText('Not available offline')).toBeNull();
  });

  it('offers to add addresses that are missing, and leaves out points that the service does not have', async () => {
    const app = await renderApp(account, { account: { user: { get: () => ANN } } });
    expect(rowOf(app, 'E-mail').textContent).toBe('E-mailNone yetAdd');
    expect(rowOf(app, 'Mobile').textContent).toBe('MobileNone yetAdd');
    expect(app.queryByText('Points')).toBeNull();
  });

  it('says why the user could not be loaded, and loads again', async () => {
    let isBroken = true;
    const app = await renderPersonal(ANN, {
      get: (_params, _caller, { refuse }) => {
        if (isBroken) throw refuse(ACC.unreachable);
        return ANN;
      },
    });
    expect(app.getByText('Server request failed or network error')).toBeTruthy();
    isBroken = false;
    await app.press('Try again');
    expect(rowOf(app, 'User name').textContent).toContain('ann');
  });

  it('reads in Chinese', async () => {
    const app = await renderPersonal(ANN, {}, {}, { language: 'zh-CN' });
    expect(rowOf(app, '邮箱').textContent).toBe('邮箱尚未填写添加');
    expect(rowOf(app, '积分').textContent).toBe('积分17');
  });
});

describe('nickname', () => {
  it('saves the nickname without the spaces around it, and shows it', async () => {
    const app = await renderPersonal();
    const form = await change(app, 'Nickname', 'Nickname');
    expect(fieldOf(form, 'Nickname').value).toBe('Anna');
    await form.type('Nickname', '  Annabel ');
    await form.press('Save');
    expect(app.sent(ChangeNickname)).toEqual([{ nickName: 'Annabel' }]);
    expect(app.hasDialog('Nickname')).toBe(false);
    expect(rowOf(app, 'Nickname').textContent).toContain('Annabel');
    await app.dialog('Saved');
  });

  it('asks for 1 to 20 characters, and sends nothing before', async () => {
    const app = await renderPersonal();
    const form = await change(app, 'Nickname', 'Nickname');
    await form.type('Nickname', '');
    expect(form.queryByText(/1 to 20 characters/)).toBeNull();
    await form.press('Save');
    expect(form.getByText('Use 1 to 20 characters; these are 0')).toBeTruthy();
    await form.type('Nickname', '安'.repeat(21));
    expect(form.getByText('Use 1 to 20 characters; these are 21')).toBeTruthy();
    await form.press('Save');
    expect(app.sent(ChangeNickname)).toEqual([]);
    await form.type('Nickname', '安'.repeat(20));
    await form.press('Save');
    expect(app.sent(ChangeNickname)).toHaveLength(1);
  });

  it('says why it was not saved, keeps the input, and asks before it discards it', async () => {
    const app = await renderPersonal(ANN, {
      changeNickname: (_params, _caller, { refuse }) => {
        throw refuse(ACC.busy);
      },
    });
    const form = await change(app, 'Nickname', 'Nickname');
    await form.type('Nickname', 'Annabel');
    await form.press('Save');
    expect(alertOf(form)).toBe('Too many requests at once, try again later');
    expect(fieldOf(form, 'Nickname').value).toBe('Annabel');
    await form.press('Cancel');
    await (await app.dialog('Discard what you typed?')).press('Discard');
    expect(app.hasDialog('Nickname')).toBe(false);
    expect(rowOf(app, 'Nickname').textContent).toContain('Anna');
  });

  it('sends a nickname once while it is being saved', async () => {
    const { reply, release } = holdReply<Record<string, never>>();
    const app = await renderPersonal(ANN, { changeNickname: () => reply });
    const form = await change(app, 'Nickname', 'Nickname');
    await form.type('Nickname', 'Annabel');
    await form.press('Save');
    await expect(form.press('Save')).rejects.toThrow('is disabled');
    release({});
    await app.settled();
    expect(app.sent(ChangeNickname)).toHaveLength(1);
  });
});

/** One row for each kind of address: what is typed, and what is stored. */
const ADDRESSES = [
  {
    row: 'E-mail',
    title: 'New e-mail address',
    wrong: 'nobody',
    issue: 'This is not an e-mail address',
    typed: ' Ann@Example.com ',
    stored: 'ann@example.com',
    command: ChangeMail,
    sent: { mail: 'ann@example.com', mailCode: '123456' },
  },
  {
    row: 'Mobile',
    title: 'New mobile number',
    wrong: '07700 900123',
    issue: 'This is not a phone number',
    typed: '+44 7700 900123',
    stored: '+447700900123',
    command: ChangeMobile,
    sent: { mobile: '+447700900123', mobileCode: '123456' },
  },
] as const;

describe.each(ADDRESSES)('$row', ({ row, title, wrong, issue, typed, stored, command, sent }) => {
  it('ACCOUNT-03: is added with the code that was sent to it', async () => {
    const app = await renderPersonal();
    const form = await change(app, row, title, 'Add');
    await form.type(title, typed);
    await form.press('Send code');
    expect(app.sent(ProveAddress)).toEqual([{ param: stored }]);
    expect(form.getByText(`Sent to ${stored}. Valid for 10 minutes.`)).toBeTruthy();
    await form.type('Code', '123456');
    await form.press('Save');
    expect(app.sent(command)).toEqual([sent]);
    expect(app.hasDialog(title)).toBe(false);
    expect(rowOf(app, row).textContent).toBe(`${row}${stored}Change`);
  });

  it('is refused here while it has a wrong form, and no code is sent', async () => {
    const app = await renderPersonal();
    const form = await change(app, row, title, 'Add');
    await form.type(title, wrong);
    expect(form.queryByText(issue)).toBeNull();
    await form.press('Send code');
    expect(form.getByText(issue)).toBeTruthy();
    expect(app.sent(ProveAddress)).toEqual([]);
    await form.type(title, typed);
    expect(form.queryByText(issue)).toBeNull();
    for (const code of ['', '12345', '12345a']) {
      await form.type('Code', code);
      await form.press('Save');
      expect(form.getByText('The code has 6 digits')).toBeTruthy();
    }
    expect(app.sent(command)).toEqual([]);
  });

  it.each([
    [ACC.wrongCode, 'The verification code is wrong'],
    [ACC.codeExpired, 'The verification code has expired'],
    [ACC.userTaken, 'This user name exists already'],
  ] as const)('says why it was refused (code %i), and keeps the input', async (code, text) => {
    const app = await renderPersonal(ANN, {
      changeMail: (_params, _caller, { refuse }) => {
        throw refuse(code);
      },
      changeMobile: (_params, _caller, { refuse }) => {
        throw refuse(code);
      },
    });
    const form = await change(app, row, title, 'Add');
    await form.type(title, typed);
    await form.type('Code', '123456');
    await form.press('Save');
    expect(alertOf(form)).toBe(text);
    expect(fieldOf(form, 'Code').value).toBe('123456');
    expect(rowOf(app, row).textContent).toContain('None yet');
  });
});

/**
 * Holds timers of one second for the rest of the test; the returned function lets seconds pass. Fake timers would also
 * stop the frames of jsdom, which the tests after this one need.
 */
const holdSeconds = () => {
  const { setInterval: start } = globalThis;
  const ticks: (() => void)[] = [];
  vi.stubGlobal('setInterval', (tick: () => void, ms: number) => {
    if (ms === 1000) ticks.push(tick);
    return start(ms === 1000 ? () => undefined : tick, ms);
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return (seconds: number): void => {
    act(() => {
      for (let second = 0; second < seconds; second += 1) for (const tick of ticks) tick();
    });
  };
};

describe('verification code', () => {
  const openMail = (app: PersonalApp) => change(app, 'E-mail', 'New e-mail address', 'Add');
  const typeMail = (form: PagePart) => form.type('New e-mail address', 'ann@example.com');

  it('can be sent again to the same address after a minute', async () => {
    const app = await renderPersonal();
    const form = await openMail(app);
    await typeMail(form);
    const pass = holdSeconds();
    await form.press('Send code');
    await expect(form.press('Send again in 60 s')).rejects.toThrow('is disabled');
    pass(59);
    await expect(form.press('Send again in 1 s')).rejects.toThrow('is disabled');
    pass(1);
    await form.press('Send code');
    expect(app.sent(ProveAddress)).toHaveLength(2);
  });

  it.each([
    [ACC.sms, 'The text message could not be sent'],
    [ACC.mail, 'The mail could not be sent'],
    [ACC.busy, 'Too many requests at once, try again later'],
  ] as const)('says why it was not sent (code %i), and can be sent again at once', async (code, text) => {
    const app = await renderPersonal(ANN, {
      proveAddress: (_params, _caller, { refuse }) => {
        throw refuse(code);
      },
    });
    const form = await openMail(app);
    await typeMail(form);
    await form.press('Send code');
    expect(alertOf(form)).toBe(text);
    expect(form.queryByText(/Valid for 10 minutes/)).toBeNull();
    await form.press('Send code');
    expect(app.sent(ProveAddress)).toHaveLength(2);
  });

  it('is filled in when the service sent it to the messages of the user', async () => {
    const notice = (mid: string, content: string) => ({
      mid,
      content,
      state: 0,
      dateTime: 1_760_000_000,
      type: 3,
      boxName: '',
    });
    const app = await renderPersonal(
      ANN,
      { proveAddress: () => ({ at: 'messages' }) },
      {
        messages: {
          list: () => ({
            datas: [
              notice('1', '777777 is the code that proves other@example.com'),
              notice('2', '654321 is the code that proves ann@example.com'),
              notice('3', '111111 is the code that proves ann@example.com'),
            ],
            total: 3,
            pageSum: 1,
            pageNow: 1,
            limit: 100,
          }),
        },
      },
    );
    const form = await openMail(app);
    await typeMail(form);
    await form.press('Send code');
    expect(form.getByText(/was sent to your Messages and is filled in/)).toBeTruthy();
    expect(fieldOf(form, 'Code').value).toBe('654321');
    expect(app.sent(ListMessages)).toMatchObject([{ type: 3, pageNo: 1 }]);
  });

  it('is asked of the administrator when only the outbox has it', async () => {
    const app = await renderPersonal(ANN, { proveAddress: () => ({ at: 'outbox' }) });
    const form = await openMail(app);
    await typeMail(form);
    await form.press('Send code');
    expect(form.getByText(/Ask its administrator for the code: it is in the folder .*outbox/)).toBeTruthy();
    expect(fieldOf(form, 'Code').value).toBe('');
    expect(app.sent(ListMessages)).toEqual([]);
  });

  it('is requested in the general way from a service that does not know the new one', async () => {
    const app = await renderApp(account, {
      account: { user: { get: () => ANN }, session: { sendCode: () => ({}) } },
    });
    const form = await openMail(app);
    await typeMail(form);
    await form.press('Send code');
    expect(app.sent(SendCode)).toMatchObject([{ param: 'ann@example.com', purpose: 'address' }]);
    expect(form.getByText(/^Sent to ann@example.com/)).toBeTruthy();
  });
});

describe('password', () => {
  const NEW = 'hedge-in-july';
  const openPassword = (app: PersonalApp) => change(app, 'Password', 'Change password');
  const fill = async (form: PagePart, code = '123456', password = NEW, repeat = password): Promise<void> => {
    await form.type('Code', code);
    await form.type('New password', password);
    await form.type('New password again', repeat);
  };
  const sendCode = { session: { sendCode: () => ({}) } };

  it('ACCOUNT-04 ACCOUNT-05: is set with a code to the chosen address, and ends the session', async () => {
    const app = await renderPersonal(BOUND, {}, sendCode);
    // The scope ends with the session.
    const session = app.scope.get(SessionToken);
    const form = await openPassword(app);
    expect(form.getByText(/Afterwards every device has to sign in again/)).toBeTruthy();
    expect(form.getByRole('radio', { name: BOUND.mobile, checked: true })).toBeTruthy();
    await form.press(form.getByRole('radio', { name: BOUND.mail }));
    await form.press('Send code');
    expect(app.sent(SendCode)).toMatchObject([{ param: BOUND.mail, purpose: 'password' }]);
    await fill(form);
    await form.press('Change password');
    expect(app.sent(ChangePassword)).toEqual([{ password: NEW, param: BOUND.mail, code: '123456' }]);
    // The stored records of the user are deleted first.
    await vi.waitUntil(() => session.stage$.value.at === 'signed-out', { timeout: 30_000 });
    expect(app.sent(SignOut)).toHaveLength(1);
  });

  it('sends the code to the only address without a choice', async () => {
    const app = await renderPersonal({ ...BOUND, mobile: '' }, {}, sendCode);
    const form = await openPassword(app);
    expect(form.queryByRole('radio')).toBeNull();
    await form.press('Send code');
    expect(app.sent(SendCode)).toMatchObject([{ param: BOUND.mail }]);
  });

  it('asks for an address first when there is none', async () => {
    const app = await renderPersonal();
    const form = await openPassword(app);
    expect(form.getByText('Add a mobile number or e-mail address first, to receive the code.')).toBeTruthy();
    await expect(form.press('Send code')).rejects.toThrow('is disabled');
    await fill(form);
    await form.press('Change password');
    expect(app.sent(ChangePassword)).toEqual([]);
  });

  it.each([
    ['12345', NEW, NEW, 'The code has 6 digits'],
    ['123456', '12345', '12345', '6 to 32 characters'],
    ['123456', 'x'.repeat(33), 'x'.repeat(33), '6 to 32 characters'],
    ['123456', NEW, 'hedge-in-june', 'The two entries differ'],
  ])('is not sent with code %s, password %s and %s', async (code, password, repeat, issue) => {
    const app = await renderPersonal(BOUND);
    const form = await openPassword(app);
    await fill(form, code, password, repeat);
    expect(form.queryByText(issue)).toBeNull();
    await form.press('Change password');
    expect(form.getByText(issue)).toBeTruthy();
    expect(app.sent(ChangePassword)).toEqual([]);
  });

  it.each([
    [ACC.wrongCode, 'The verification code is wrong'],
    [ACC.codeExpired, 'The verification code has expired'],
    [ACC.phoneUnknown, 'This phone number is not registered'],
    [ACC.mailUnknown, 'This mail address is not registered'],
  ] as const)('stays as it was when the service refuses (code %i)', async (code, text) => {
    const app = await renderPersonal(BOUND, {
      changePassword: (_params, _caller, { refuse }) => {
        throw refuse(code);
      },
    });
    const form = await openPassword(app);
    await fill(form);
    await form.press('Change password');
    expect(alertOf(form)).toBe(text);
    expect(fieldOf(form, 'New password').value).toBe(NEW);
    expect(app.scope.get(SessionToken).stage$.value.at).toBe('in');
  });

  it('can be shown while it is typed, and a form that was begun asks before it closes', async () => {
    const app = await renderPersonal(BOUND);
    const form = await openPassword(app);
    await form.type('New password', NEW);
    expect(fieldOf(form, 'New password').type).toBe('password');
    const [show] = form.getAllByRole('button', { name: 'Show password' });
    if (show === undefined) throw new Error('no button that shows the password');
    await form.press(show);
    expect(fieldOf(form, 'New password').type).toBe('text');
    await form.press('Cancel');
    await (await app.dialog('Discard what you typed?')).press('Keep editing');
    expect(fieldOf(form, 'New password').value).toBe(NEW);
  });
});

describe('picture', () => {
  const choose = async (app: PersonalApp, name: string, size = 4): Promise<void> => {
    const input = app.element.querySelector('input[type=file]');
    if (input === null) throw new Error('no input for a file');
    fireEvent.change(input, { target: { files: [new File([new Uint8Array(size)], name)] } });
    await app.settled();
  };

  it('ACCOUNT-06: is replaced by a chosen file, and loaded again', async () => {
    const app = await renderPersonal();
    const loads = app.sent(GetUser).length;
    await choose(app, 'me.png');
    await vi.waitUntil(() => app.sent(ChangeAvatar).length > 0);
    await app.settled();
    expect(app.sent(ChangeAvatar)).toMatchObject([{ file: { name: 'me.png', data: new Uint8Array(4) } }]);
    expect(app.sent(GetUser).length).toBeGreaterThan(loads);
    expect(app.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['me.gif', 4],
    ['me.png', 2 * 1024 * 1024 + 1],
  ])('refuses %s of %i bytes here', async (name, size) => {
    const app = await renderPersonal();
    await choose(app, name, size);
    expect(alertOf(app)).toBe('Choose a jpg, jpeg or png of at most 2 MB');
    expect(app.sent(ChangeAvatar)).toEqual([]);
  });

  it('says why the service refused it', async () => {
    const app = await renderPersonal(ANN, {
      changeAvatar: (_params, _caller, { refuse }) => {
        throw refuse(ACC.fileEmpty);
      },
    });
    await choose(app, 'me.png');
    expect((await app.findByRole('alert')).textContent).toBe('The file is empty');
  });
});

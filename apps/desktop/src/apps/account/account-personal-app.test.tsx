import {
  ACC,
  ChangeMail,
  ChangeMobile,
  ChangeNickname,
  ListMessages,
  ProveAddress,
  SendCode,
} from '@boxwood/account-sdk';
import { act } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { holdReply } from '../../testing/box-replies.ts';
import type { PagePart } from '../../testing/page-part.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { account } from './manifest.ts';
import {
  ANN,
  BOUND,
  renderPersonal,
  type PersonalApp,
  rowOf,
  change,
  fieldOf,
  alertOf,
} from './testing/personal-centre.ts';

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

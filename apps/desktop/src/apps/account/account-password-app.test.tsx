import { ACC, ChangeAvatar, ChangePassword, GetUser, SendCode, SignOut } from '@boxwood/account-sdk';
import { fireEvent } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { SessionToken } from '../../composition/service-tokens.ts';
import type { PagePart } from '../../testing/page-part.ts';
import { ANN, BOUND, renderPersonal, type PersonalApp, change, fieldOf, alertOf } from './testing/personal-centre.ts';

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

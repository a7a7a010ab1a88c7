import { AddToken, GEN, ListTokens, RevokeToken, type ScriptToken } from '@boxwood/box-sdk';
import { formatTime } from '@boxwood/box-sdk/rules';
import { within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { holdReply } from '../../testing/box-replies.ts';
import type { PagePart } from '../../testing/page-part.ts';
import { renderApp, type RenderAppOptions } from '../../testing/render-app.tsx';
import { account } from './manifest.ts';

const FUTURE = 4_102_444_800;
const scriptToken = (id: string, name: string, more: Partial<ScriptToken> = {}): ScriptToken => ({
  id,
  name,
  verb: 'read',
  path: '/mnt/usb1/ann/Photos',
  ctime: 1_760_000_000,
  etime: FUTURE,
  used: 0,
  ...more,
});
const BACKUP = scriptToken('T1', 'nightly copy');
const CAMERA = scriptToken('T2', 'camera', { verb: 'write', used: 1_770_000_000 });
const OLD = scriptToken('T3', 'old one', { etime: 1_760_000_100 });

type TokenReplies = NonNullable<NonNullable<RenderAppOptions<'account'>['replies']>['tokens']>;

/** The page of script tokens, of a box that adds and ends what it is asked to. */
const renderTokens = async (
  stored: readonly ScriptToken[] = [BACKUP, CAMERA, OLD],
  more: TokenReplies = {},
  options: RenderAppOptions<'account'> = {},
) => {
  let list = stored;
  const app = await renderApp(account, {
    ...options,
    replies: {
      tokens: {
        list: () => ({ list: [...list] }),
        add: ({ name, verb, path }) => {
          list = [scriptToken('NEW', name, { verb, path }), ...list];
          return { id: 'NEW', token: 'secret-of-NEW' };
        },
        revoke: ({ id }) => {
          list = list.map((token) => (token.id === id ? { ...token, etime: 1_760_000_100 } : token));
          return {};
        },
        ...more,
      },
    },
  });
  if (options.phone !== true) await app.press(options.language === 'zh-CN' ? '脚本令牌' : 'Scripts');
  return app;
};
type TokensApp = Awaited<ReturnType<typeof renderTokens>>;

const rowOf = (app: PagePart, name: string): HTMLElement => {
  const row = app.getByText(name).closest('li');
  if (row === null) throw new Error(`${name} is in no row`);
  return row;
};
const openForm = async (app: TokensApp) => {
  await app.press('New token');
  return app.dialog('New token');
};
const choose = async (app: TokensApp, form: PagePart, field: string, option: string): Promise<void> => {
  await form.press(form.getByRole('combobox', { name: field }));
  await app.press(await app.findByRole('option', { name: option }));
};
const END_BACKUP = 'End the token nightly copy?';
const QUESTION = 'Discard what you typed?';

describe('account management in the local network', () => {
  it('G-07 explains which pages need the account service, and asks nothing of it', async () => {
    const app = await renderApp(account);
    expect(app.getByText('Not available offline')).toBeTruthy();
    expect(app.getByText(/Sign in with your account to use Personal Centre\.$/)).toBeTruthy();
    await app.press('People of this box');
    expect(app.getByText(/Sign in with your account to use People of this box\.$/)).toBeTruthy();
    expect(app.sent(ListTokens)).toEqual([]);
    await app.press('Personal Centre');
    expect(app.getByText(/to use Personal Centre\.$/)).toBeTruthy();
  });
});

describe('script tokens', () => {
  it('lists tokens with permission, folder, expiry and last use', async () => {
    const app = await renderTokens();
    const backup = rowOf(app, 'nightly copy').textContent;
    for (const text of ['Read', 'Photos', `until ${formatTime(FUTURE)}`, 'never used']) expect(backup).toContain(text);
    expect(backup).not.toContain('Read and write');
    const camera = rowOf(app, 'camera').textContent;
    for (const text of ['Read and write', `last used ${formatTime(1_770_000_000)}`]) expect(camera).toContain(text);
  });

  it('offers no action for a token that has ended', async () => {
    const app = await renderTokens();
    expect(rowOf(app, 'old one').textContent).toContain('Ended');
    expect(within(rowOf(app, 'old one')).queryByRole('button')).toBeNull();
    expect(app.getAllByRole('button', { name: /^End / })).toHaveLength(2);
  });

  it('says that it is loading, then that there is no token', async () => {
    const { reply, release } = holdReply<{ list: ScriptToken[] }>();
    const app = await renderTokens([], { list: () => reply });
    expect(app.getByRole('status', { name: 'Loading…' })).toBeTruthy();
    expect(app.queryByText('No script tokens yet')).toBeNull();
    release({ list: [] });
    await app.settled();
    expect(app.getByText('No script tokens yet')).toBeTruthy();
  });

  it('says why the list failed, and loads it again', async () => {
    let isBroken = true;
    const app = await renderTokens([], {
      list: (_params, _caller, { refuse }) => {
        if (isBroken) throw refuse(GEN.failed);
        return { list: [BACKUP] };
      },
    });
    expect(app.getByText('Failed')).toBeTruthy();
    isBroken = false;
    await app.press('Try again');
    expect(rowOf(app, 'nightly copy')).toBeTruthy();
  });

  it('makes a token that may read the own folder for 90 days, unless something else is chosen', async () => {
    const app = await renderTokens([]);
    const form = await openForm(app);
    await form.type(/^Purpose/, '  nightly copy ');
    await form.press('Make token');
    expect(app.hasDialog('New token')).toBe(false);
    expect(app.sent(AddToken)).toEqual([{ name: 'nightly copy', verb: 'read', path: '/mnt/usb1/ann', days: 90 }]);
    expect(app.getByText('secret-of-NEW')).toBeTruthy();
    expect(app.getByText('Copy it now: it is not shown again.')).toBeTruthy();
    expect(rowOf(app, 'nightly copy')).toBeTruthy();
  });

  it('sends the permission and the days that were chosen', async () => {
    const app = await renderTokens([]);
    const form = await openForm(app);
    await form.type(/^Purpose/, 'camera');
    await choose(app, form, 'Permission', 'Read and write');
    await choose(app, form, 'Valid for', '7 days');
    await form.press('Make token');
    expect(app.sent(AddToken)).toMatchObject([{ verb: 'write', days: 7 }]);
  });

  it('asks for a purpose of 1 to 255 characters, and sends nothing without it', async () => {
    const app = await renderTokens([]);
    const form = await openForm(app);
    expect(form.queryByText('1 to 255 characters')).toBeNull();
    for (const name of ['', '   ', 'a'.repeat(256)]) {
      await form.type(/^Purpose/, name);
      await form.press('Make token');
      expect(form.getByText('1 to 255 characters')).toBeTruthy();
    }
    expect(app.sent(AddToken)).toEqual([]);
    await form.type(/^Purpose/, 'a'.repeat(255));
    expect(form.queryByText('1 to 255 characters')).toBeNull();
    await form.press('Make token');
    expect(app.sent(AddToken)).toHaveLength(1);
  });

  it.each([
    [GEN.path, 'Path error'],
    [GEN.noPrivilege, 'No privilege'],
  ] as const)('says why the box refused a token (code %i), and keeps the input', async (code, text) => {
    const app = await renderTokens([], {
      add: (_params, _caller, { refuse }) => {
        throw refuse(code);
      },
    });
    const form = await openForm(app);
    await form.type(/^Purpose/, 'nightly copy');
    await form.press('Make token');
    expect(form.getByRole('alert').textContent).toBe(text);
    expect(form.getByLabelText<HTMLInputElement>(/^Purpose/).value).toBe('nightly copy');
    expect(app.queryByText('Copy it now: it is not shown again.')).toBeNull();
  });

  it('sends a token once while it is being made', async () => {
    const { reply, release } = holdReply<{ id: string; token: string }>();
    const app = await renderTokens([], { add: () => reply });
    const form = await openForm(app);
    await form.type(/^Purpose/, 'nightly copy');
    await form.press('Make token');
    await expect(form.press('Make token')).rejects.toThrow('is disabled');
    release({ id: 'NEW', token: 'late secret' });
    await app.settled();
    expect(app.sent(AddToken)).toHaveLength(1);
    expect(app.getByText('late secret')).toBeTruthy();
  });

  it('asks before it discards a token that was begun', async () => {
    const app = await renderTokens([]);
    await (await openForm(app)).press('Cancel');
    expect(app.hasDialog(QUESTION)).toBe(false);
    expect(app.hasDialog('New token')).toBe(false);
    const form = await openForm(app);
    await form.type(/^Purpose/, 'Half');
    await form.press('Cancel');
    await (await app.dialog(QUESTION)).press('Keep editing');
    expect(form.getByLabelText<HTMLInputElement>(/^Purpose/).value).toBe('Half');
    await form.press('Cancel');
    await (await app.dialog(QUESTION)).press('Discard');
    expect(app.hasDialog('New token')).toBe(false);
    expect(app.sent(AddToken)).toEqual([]);
  });

  it('copies the new token, and shows it only until the page is left', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    vi.stubGlobal('isSecureContext', true);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'clipboard');
      vi.unstubAllGlobals();
    });
    const app = await renderTokens([]);
    const form = await openForm(app);
    await form.type(/^Purpose/, 'nightly copy');
    await form.press('Make token');
    await app.press('Copy');
    expect(writeText).toHaveBeenCalledWith('secret-of-NEW');
    expect(app.button('Copied')).toBeTruthy();
    await app.press('Personal Centre');
    await app.press('Scripts');
    expect(app.queryByText('secret-of-NEW')).toBeNull();
    expect(rowOf(app, 'nightly copy')).toBeTruthy();
  });

  it('ends a token only after a confirmation', async () => {
    const app = await renderTokens();
    await app.press('End nightly copy');
    const question = await app.dialog(END_BACKUP);
    expect(question.getByText('Scripts that use it can no longer open the box.')).toBeTruthy();
    await question.press('Cancel');
    expect(app.sent(RevokeToken)).toEqual([]);
    await app.press('End nightly copy');
    await (await app.dialog(END_BACKUP)).press('End');
    expect(app.sent(RevokeToken)).toEqual([{ id: 'T1' }]);
    expect(rowOf(app, 'nightly copy').textContent).toContain('Ended');
    expect(rowOf(app, 'camera').textContent).not.toContain('Ended');
  });

  it('says why the box did not end a token, and keeps it', async () => {
    const app = await renderTokens([BACKUP], {
      revoke: (_params, _caller, { refuse }) => {
        throw refuse(GEN.failed);
      },
    });
    await app.press('End nightly copy');
    await (await app.dialog(END_BACKUP)).press('End');
    expect(app.getByRole('alert').textContent).toBe('Failed');
    expect(app.button('End nightly copy')).toBeTruthy();
  });

  it('reads in Chinese', async () => {
    const app = await renderTokens([BACKUP], {}, { language: 'zh-CN' });
    expect(rowOf(app, 'nightly copy').textContent).toContain('从未使用');
    await app.press('停用 nightly copy');
    await (await app.dialog('停用令牌“nightly copy”？')).press('停用');
    expect(app.sent(RevokeToken)).toEqual([{ id: 'T1' }]);
    expect(rowOf(app, 'nightly copy').textContent).toContain('已失效');
  });

  it('ends a token on a page of the phone', async () => {
    const app = await renderTokens([BACKUP], {}, { phone: true });
    await app.press('Scripts');
    await app.press('End nightly copy');
    await (await app.dialog(END_BACKUP)).press('End');
    expect(app.sent(RevokeToken)).toEqual([{ id: 'T1' }]);
  });
});

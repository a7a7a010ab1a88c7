import { AddMount, GEN, ListMounts, type NetMount, RemoveMount, SetMount } from '@boxwood/box-sdk';
import { fireEvent, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { holdReply } from '../../testing/box-replies.ts';
import type { PagePart } from '../../testing/page-part.ts';
import { renderApp, type RenderAppOptions } from '../../testing/render-app.tsx';
import { networkStorage } from './manifest.ts';

const netMount = (id: string, mntdir: string, more: Partial<NetMount> = {}): NetMount => ({
  id,
  kind: 'smb',
  addr: '192.168.1.9',
  port: 445,
  user: 'ann',
  password: '',
  mntpoint: 'films',
  mntdir,
  remark: 'attic',
  status: 'mounted',
  ...more,
});
const NAS = netMount('n1', 'nas');
const BARE = netMount('n2', 'bare', { kind: 'nfs', port: 2049, mntpoint: '', remark: '', status: 'unmounted' });

type MountReplies = NonNullable<NonNullable<RenderAppOptions<'network-storage'>['replies']>['mounts']>;

/** A box with these mounts, that removes what it is asked to. */
const renderStorage = (
  mounts: readonly NetMount[] = [NAS, BARE],
  more: MountReplies = {},
  options: RenderAppOptions<'network-storage'> = {},
) => {
  let list = mounts;
  return renderApp(networkStorage, {
    admin: true,
    ...options,
    replies: {
      mounts: {
        list: () => ({ list: [...list] }),
        add: ({ mount }) => {
          list = [...list, netMount('n9', mount.mntdir, { kind: mount.kind, addr: mount.addr })];
          return { id: 'n9' };
        },
        set: ({ id, mount }) => {
          list = list.map((each) => (each.id === id ? { ...each, mntdir: mount.mntdir } : each));
          return {};
        },
        remove: ({ id }) => {
          list = list.filter((each) => each.id !== id);
          return {};
        },
        ...more,
      },
    },
  });
};
type StorageApp = Awaited<ReturnType<typeof renderStorage>>;

const cardOf = (app: StorageApp, name: string) => {
  const card = app.getByRole('heading', { name }).closest('li');
  if (card === null) throw new Error(`${name} has no card`);
  return within(card);
};
const openForm = async (app: StorageApp): Promise<PagePart> => {
  await app.press('Add network storage…');
  return app.dialog('Add network storage');
};
/** Chooses an option of a select. */
const choose = async (app: StorageApp, form: PagePart, label: string, option: string): Promise<void> => {
  await form.press(form.getByRole('combobox', { name: label }));
  await app.press(await app.findByRole('option', { name: option }));
};
/** The field with this label; the label of a required field ends with a star. */
const field = (form: PagePart, label: string) => form.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
const valueOf = (form: PagePart, label: string): string => field(form, label).value;
const fill = async (form: PagePart): Promise<void> => {
  await form.type(field(form, 'Name or address of the server'), 'nas.home');
  await form.type(field(form, 'Name on this box'), 'films');
};

describe('list of network storage', () => {
  it('SCREEN-12 P-12: lists kind, address, share, note and state', async () => {
    const app = await renderStorage();
    expect(cardOf(app, 'nas').getByText('Windows share (SMB) · 192.168.1.9:445 · films · attic')).toBeTruthy();
    expect(cardOf(app, 'nas').getByText('Connected')).toBeTruthy();
    expect(cardOf(app, 'bare').getByText('NFS · 192.168.1.9:2049')).toBeTruthy();
    expect(cardOf(app, 'bare').getByText('Not connected')).toBeTruthy();
    expect(app.getByText('2 places in the network')).toBeTruthy();
  });

  it('says that it is loading, then that nothing is mounted', async () => {
    const { reply, release } = holdReply<{ list: NetMount[] }>();
    const app = await renderStorage([], { list: () => reply });
    expect(app.getByRole('status', { name: 'Loading…' })).toBeTruthy();
    expect(app.queryByText('Nothing is mounted from the network')).toBeNull();
    release({ list: [] });
    await app.settled();
    expect(app.getByText('Nothing is mounted from the network')).toBeTruthy();
    expect(app.getByText('0 places in the network')).toBeTruthy();
  });

  it('says why the list failed, and loads it again', async () => {
    let isBroken = true;
    const app = await renderStorage([], {
      list: (_params, _caller, { refuse }) => {
        if (isBroken) throw refuse(GEN.failed);
        return { list: [NAS] };
      },
    });
    expect(app.getByText('Failed')).toBeTruthy();
    isBroken = false;
    await app.press('Try again');
    expect(app.getByRole('heading', { name: 'nas' })).toBeTruthy();
  });

  it.each([
    ['mounts.silent', 'Its server does not answer. The box reconnects automatically when it does.'],
    [String(GEN.wrongSecret), 'The server does not accept this user name and password'],
    [String(GEN.path), 'The server answers, but it has no such folder'],
    ['something else', 'It could not be mounted again. The box keeps trying.'],
  ])('P-12: explains storage that is unreachable because of "%s"', async (why, text) => {
    const app = await renderStorage([netMount('n1', 'nas', { status: 'error', why }), BARE]);
    expect(cardOf(app, 'nas').getByText('Unreachable')).toBeTruthy();
    expect(cardOf(app, 'nas').getByText(text)).toBeTruthy();
    expect(app.getAllByText('Unreachable')).toHaveLength(1);
  });

  it('gives no reason for storage that is connected', async () => {
    const app = await renderStorage([netMount('n1', 'nas', { why: 'mounts.silent' })]);
    expect(app.queryByText(/Its server does not answer/)).toBeNull();
  });

  it('P-12: shows a new state without a press when the box reports a change of the disks', async () => {
    let status = 'error';
    const app = await renderStorage([], { list: () => ({ list: [netMount('n1', 'nas', { status })] }) });
    expect(app.getByText('Unreachable')).toBeTruthy();
    status = 'mounted';
    await app.reportChange('disks');
    expect(app.getByText('Connected')).toBeTruthy();
  });

  it('loads the list again by Refresh', async () => {
    const app = await renderStorage();
    await app.press('Refresh');
    expect(app.sent(ListMounts)).toHaveLength(2);
  });

  it('MOUNT-08: opens a storage in Files', async () => {
    const app = await renderStorage();
    await app.press('Open nas');
    expect(app.opened()).toMatchObject([{ app: 'files', params: { path: '/mnt/netdev/nas' } }]);
  });

  it('lets a member open storage, but not add, change or remove it', async () => {
    const app = await renderStorage([NAS], {}, { admin: false });
    expect(app.button('Open nas')).toBeTruthy();
    for (const name of ['Add network storage…', 'Change nas…', 'Remove nas…'])
      expect(app.queryByRole('button', { name })).toBeNull();
  });
});

describe('network storage that is removed', () => {
  it('P-12: is removed after a confirmation', async () => {
    const app = await renderStorage();
    await app.press('Remove nas…');
    const question = await app.dialog('Remove nas?');
    expect(question.getByText(/The files stored there are kept/)).toBeTruthy();
    await question.press('Cancel');
    expect(app.hasDialog('Remove nas?')).toBe(false);
    expect(app.sent(RemoveMount)).toEqual([]);
    await app.press('Remove nas…');
    await (await app.dialog('Remove nas?')).press('Remove');
    expect(app.sent(RemoveMount)).toEqual([{ id: 'n1' }]);
    expect(app.queryByRole('heading', { name: 'nas' })).toBeNull();
    expect(app.getByText('1 place in the network')).toBeTruthy();
  });

  it('stays, with the reason, while it is in use', async () => {
    const app = await renderStorage([NAS], {
      remove: (_params, _caller, { refuse }) => {
        throw refuse(GEN.failed, 'mounts.inUse');
      },
    });
    await app.press('Remove nas…');
    await (await app.dialog('Remove nas?')).press('Remove');
    expect(cardOf(app, 'nas').getByRole('alert').textContent).toMatch(/is being used at this moment/);
  });
});

describe('form of network storage', () => {
  // jsdom does not scroll; the form scrolls its error into view.
  const scrollIntoView = vi.fn<(this: Element) => void>();
  beforeEach(() => {
    scrollIntoView.mockReset();
    Object.defineProperty(HTMLElement.prototype, 'scrollIntoView', { configurable: true, value: scrollIntoView });
    onTestFinished(() => {
      Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView');
    });
  });

  it('SCREEN-12 P-12: adds a Windows share with its default port, and lists it', async () => {
    const app = await renderStorage([]);
    const form = await openForm(app);
    await vi.waitFor(() => expect(document.activeElement).toBe(field(form, 'Name or address of the server')));
    await fill(form);
    await form.type(field(form, 'Share, or a folder in it'), 'films/new');
    await form.type(field(form, 'User name'), 'ann');
    await form.type(field(form, 'Password'), 'secret');
    await form.type(field(form, 'Note'), 'attic');
    await form.press('Test and save');
    expect(app.sent(AddMount)).toEqual([
      {
        mount: {
          kind: 'smb',
          addr: 'nas.home',
          port: 445,
          mntpoint: 'films/new',
          user: 'ann',
          password: 'secret',
          mntdir: 'films',
          remark: 'attic',
        },
      },
    ]);
    expect(app.hasDialog('Add network storage')).toBe(false);
    expect(app.getByRole('heading', { name: 'films' })).toBeTruthy();
  });

  it('says at a field what is wrong, and why the form cannot be saved', async () => {
    const app = await renderStorage([]);
    const form = await openForm(app);
    await expect(form.press('Test and save')).rejects.toThrow('An IP address or domain is required');
    await fill(form);
    for (const [label, wrong, said, right] of [
      ['Name or address of the server', 'my nas', 'This is not an IP address or domain', '127.0.0.1'],
      ['Port', '99999', 'between 1 and 65535', '9'],
      ['Port', 'a', 'The port is a number', '9'],
      ['Name on this box', 'old nas', 'Letters, digits, Chinese characters', 'nas'],
      ['Note', 'the old one', 'Chinese characters, letters, digits and', 'old'],
    ] as const) {
      const input = field(form, label);
      await form.type(input, wrong);
      expect(input.getAttribute('aria-invalid')).toBe('true');
      expect(form.getByText(new RegExp(said))).toBeTruthy();
      await expect(form.press('Test and save')).rejects.toThrow(said);
      fireEvent.submit(input);
      await app.settled();
      expect(app.sent(AddMount)).toEqual([]);
      await form.type(input, right);
      expect(form.queryByText(new RegExp(said))).toBeNull();
    }
    await form.type(field(form, 'Name on this box'), '');
    await expect(form.press('Test and save')).rejects.toThrow('Letters, digits');
  });

  it('P-12: gives each kind its port and fields, and WebDAV its connection and path', async () => {
    const app = await renderStorage([]);
    const form = await openForm(app);
    expect(form.queryByLabelText('Connection')).toBeNull();
    await choose(app, form, 'Kind', 'NFS');
    expect(valueOf(form, 'Port')).toBe('2049');
    expect(field(form, 'Exported folder')).toBeTruthy();
    for (const label of ['User name', 'Password']) expect(form.queryByLabelText(label)).toBeNull();
    await choose(app, form, 'Kind', 'FTP');
    expect(valueOf(form, 'Port')).toBe('21');
    await choose(app, form, 'Kind', 'WebDAV');
    expect(valueOf(form, 'Port')).toBe('443');
    await choose(app, form, 'Connection', 'Not encrypted (http)');
    expect(valueOf(form, 'Port')).toBe('80');
    await fill(form);
    await form.type(field(form, 'Path of WebDAV on the server'), 'dav');
    await expect(form.press('Test and save')).rejects.toThrow('The path begins with a slash');
    await form.type(field(form, 'Path of WebDAV on the server'), '/dav');
    await form.press('Test and save');
    expect(app.sent(AddMount)).toMatchObject([{ mount: { kind: 'webdav', protocol: 'http', port: 80, path: '/dav' } }]);
  });

  it.each([
    [GEN.wrongSecret, undefined, 'The server does not accept this user name and password'],
    [GEN.path, undefined, 'The server answers, but it has no such folder'],
    [GEN.invalid, undefined, 'This name is already used, or the box cannot mount these settings'],
    [GEN.failed, 'mounts.silent', 'No server answers at this address and port. Nothing was saved'],
    [GEN.failed, 'mount error(5): try vers=1.0', 'Answer of the server: mount error(5): try vers=1.0'],
    [GEN.overLimit, undefined, 'Over the limit'],
  ] as const)('P-12: keeps the form when the box refuses with %i %s', async (code, info, text) => {
    let isRefused = true;
    const app = await renderStorage([], {
      add: (_params, _caller, { refuse }) => {
        if (isRefused) throw refuse(code, info);
        return { id: 'n9' };
      },
    });
    const form = await openForm(app);
    await fill(form);
    await form.type(field(form, 'Password'), 'wrong');
    fireEvent.submit(field(form, 'Name on this box'));
    await app.settled();
    expect(form.getByRole('alert').textContent).toBe(text);
    expect(scrollIntoView.mock.contexts).toEqual([form.getByRole('alert')]);
    isRefused = false;
    await form.type(field(form, 'Password'), 'right');
    await form.press('Test and save');
    expect(app.sent(AddMount)).toMatchObject([{ mount: { password: 'wrong' } }, { mount: { password: 'right' } }]);
    expect(app.hasDialog('Add network storage')).toBe(false);
  });

  it.each(['Name on this box', 'Note'])('says that 65 characters are too many for: %s', async (label) => {
    const app = await renderStorage([]);
    const form = await openForm(app);
    await fill(form);
    await form.type(field(form, label), 'n'.repeat(65));
    expect(form.getByText('At most 64 characters')).toBeTruthy();
    await expect(form.press('Test and save')).rejects.toThrow('At most 64 characters');
    await form.type(field(form, label), 'n'.repeat(64));
    expect(form.queryByText('At most 64 characters')).toBeNull();
    await form.press('Test and save');
    expect(app.sent(AddMount)).toHaveLength(1);
  });

  it('sends no user and no password to an NFS server that were typed for another kind', async () => {
    const app = await renderStorage([]);
    const form = await openForm(app);
    await fill(form);
    await form.type(field(form, 'User name'), 'ann');
    await form.type(field(form, 'Password'), 'secret');
    await choose(app, form, 'Kind', 'NFS');
    await form.press('Test and save');
    expect(app.sent(AddMount)).toMatchObject([{ mount: { kind: 'nfs', user: '', password: '' } }]);
  });

  it('changes a storage, and sends no password when none was typed', async () => {
    const app = await renderStorage([
      netMount('n1', 'dav', { kind: 'webdav', protocol: 'http', path: '/dav', port: 8080, addr: 'nas.home' }),
    ]);
    await app.press('Change dav…');
    const form = await app.dialog('Change dav');
    expect(valueOf(form, 'Path of WebDAV on the server')).toBe('/dav');
    expect(form.getByText(/Leave empty to keep the current one/)).toBeTruthy();
    await form.type(field(form, 'Name on this box'), 'cloud');
    await form.press('Test and save');
    expect(app.sent(SetMount)).toEqual([
      {
        id: 'n1',
        mount: {
          kind: 'webdav',
          protocol: 'http',
          path: '/dav',
          addr: 'nas.home',
          port: 8080,
          mntpoint: 'films',
          user: 'ann',
          password: '',
          mntdir: 'cloud',
          remark: 'attic',
        },
      },
    ]);
    expect(app.hasDialog('Change dav')).toBe(false);
    expect(app.getByRole('heading', { name: 'cloud' })).toBeTruthy();
  });

  it('closes an unchanged form at once, and asks before a changed one is closed', async () => {
    const app = await renderStorage([]);
    const unchanged = await openForm(app);
    await unchanged.type(field(unchanged, 'Name or address of the server'), 'nas');
    await unchanged.type(field(unchanged, 'Name or address of the server'), '');
    await unchanged.press('Cancel');
    expect(app.hasDialog('Add network storage')).toBe(false);
    const form = await openForm(app);
    await form.type(field(form, 'Name or address of the server'), 'nas.home');
    for (const name of ['Close', 'Cancel']) {
      await form.press(name);
      await (await app.dialog('Discard what you typed?')).press('Keep editing');
      expect(valueOf(form, 'Name or address of the server')).toBe('nas.home');
    }
    await form.press('Cancel');
    await (await app.dialog('Discard what you typed?')).press('Discard');
    expect(app.hasDialog('Add network storage')).toBe(false);
    expect(app.sent(AddMount)).toEqual([]);
  });

  it('reads in Chinese', async () => {
    const app = await renderStorage([BARE], {}, { language: 'zh-CN' });
    expect(app.getByText('未连接')).toBeTruthy();
    expect(app.getByText('共 1 个网络存储')).toBeTruthy();
    await app.press('添加网络存储…');
    const form = await app.dialog('添加网络存储');
    await expect(form.press('测试并保存')).rejects.toThrow('请输入 IP 地址或域名');
  });

  it('shows and adds storage on a phone', async () => {
    const app = await renderStorage([NAS], {}, { phone: true });
    expect(app.getByText('1 place in the network')).toBeTruthy();
    const form = await openForm(app);
    await fill(form);
    await form.press('Test and save');
    expect(app.sent(AddMount)).toHaveLength(1);
    expect(app.getByRole('heading', { name: 'films' })).toBeTruthy();
  });
});

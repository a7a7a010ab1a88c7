import {
  GEN,
  ListFiles,
  LockArea,
  type Partition,
  RestoreTrash,
  SetUpSafe,
  type ShortItem,
  TrashFiles,
  UnlockSafe,
} from '@boxwood/box-sdk';
import { fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { holdReply, REPLY_PRODUCT } from '../../testing/box-replies.ts';
import type { PagePart } from '../../testing/page-part.ts';
import { renderApp, type RenderAppOptions, type RenderedApp } from '../../testing/render-app.tsx';
import { files, safe } from './manifest.ts';

const HOME = '/mnt/usb1/ann';

const item = (n: string, t = 0, more: Partial<ShortItem> = {}): ShortItem => ({
  n,
  t,
  k: n,
  m: 1_760_000_000,
  s: t === 5 ? 0 : 2048,
  c: 1_760_000_000,
  ...more,
});
const TRIP = item('Trip', 5);
const LETTER = item('letter.txt');
const PHOTO = item('a.jpg', 3);
const OTHER = item('b.png', 3);
const PACKED = item('Packed.zip');
const SECRET = item('plan.txt.hyencrypt_v3');
const ALL = [TRIP, LETTER, PHOTO, OTHER, PACKED, SECRET];

type BoxReplies = NonNullable<RenderAppOptions<'files'>['replies']>;

/** A box with these folders, from which it removes what it is asked to. */
const boxOf = (
  tree: Readonly<Record<string, readonly ShortItem[]>>,
  more: BoxReplies = {},
): { readonly replies: BoxReplies; readonly setFolder: (path: string, list: readonly ShortItem[] | null) => void } => {
  const folders = new Map(Object.entries(tree));
  const removeAll = ({ paths }: { readonly paths: readonly string[] }) => {
    for (const [folder, list] of folders)
      folders.set(
        folder,
        list.filter(({ n }) => !paths.includes(`${folder}/${n}`)),
      );
    return {};
  };
  return {
    replies: {
      ...more,
      files: {
        list: ({ path }, _caller, { refuse }) => {
          const list = folders.get(path);
          if (list === undefined) throw refuse(GEN.absent);
          return { sum: list.length, file_list: [...list] };
        },
        remove: removeAll,
        ...more.files,
      },
      trash: { put: removeAll, ...more.trash },
    },
    setFolder: (path, list) => {
      if (list === null) folders.delete(path);
      else folders.set(path, list);
    },
  };
};
const renderFiles = (
  entries: readonly ShortItem[] = ALL,
  more: BoxReplies = {},
  options: RenderAppOptions<'files'> = {},
) => renderApp(files, { ...options, replies: boxOf({ [HOME]: entries, [`${HOME}/Trip`]: [] }, more).replies });

const pressKey = async (app: RenderedApp, key: string, more: object = {}) => {
  fireEvent.keyDown(app.getByRole('grid', { name: 'Files' }), { key, ...more });
  await app.settled();
};
/** Adds a row to the selection, as Ctrl and a press do. */
const addToSelection = async (app: RenderedApp, name: string) => {
  const target = app.row(name).querySelector('[data-grab]') ?? app.row(name);
  for (const send of [fireEvent.pointerDown, fireEvent.pointerUp, fireEvent.click])
    send(target, { ctrlKey: true, button: 0, isPrimary: true, pointerId: 1, pointerType: 'mouse', detail: 1 });
  await app.settled();
};
/** What the entries of a menu say, with the reason of each that is disabled. */
const entriesOf = (menu: PagePart): readonly string[] =>
  menu.getAllByRole('menuitem').map(({ textContent }) => textContent);
const closeMenu = async (app: RenderedApp) => {
  fireEvent.keyDown(app.getByRole('menu'), { key: 'Escape' });
  await app.settled();
};
const openBlankMenu = (app: RenderedApp) => app.openMenu(app.getByRole('grid', { name: 'Files' }));
describe('a folder', () => {
  it('FILES-01: lists files and folders with their facts, and opens a folder', async () => {
    const app = await renderFiles();
    expect(app.row('letter.txt').textContent.replaceAll('\u00A0', ' ')).toContain('2.00 KB');
    expect(app.getByText('6 items')).toBeTruthy();
    expect(app.sent(ListFiles)[0]).toMatchObject({ path: HOME, order: 1, desc: 0, dirfirst: 1 });
    await app.selectRow('Trip');
    await pressKey(app, 'Enter');
    expect(app.getByText('This folder is empty')).toBeTruthy();
    expect(app.getByText('0 items')).toBeTruthy();
    await app.press('Up');
    expect(app.row('Trip')).toBeTruthy();
    await expect(app.press('Up')).rejects.toThrow('is disabled');
    await app.press('Back');
    expect(app.getByText('This folder is empty')).toBeTruthy();
  });

  it('offers to upload into an empty folder', async () => {
    const app = await renderFiles([]);
    expect(app.getByText('Drop files here, or upload them.')).toBeTruthy();
    expect(app.button('Upload files')).toBeTruthy();
  });

  it('shows that it is loading, and no total before the answer', async () => {
    const { reply, release } = holdReply<{ sum: number; file_list: ShortItem[] }>();
    const app = await renderFiles([], { files: { list: () => reply } });
    expect(app.queryByText('This folder is empty')).toBeNull();
    expect(app.queryByText('0 items')).toBeNull();
    release({ sum: 1, file_list: [LETTER] });
    await app.settled();
    expect(app.row('letter.txt')).toBeTruthy();
    expect(app.getByText('1 item')).toBeTruthy();
  });

  it('says why the files could not be loaded, and loads them again', async () => {
    let isBroken = true;
    const app = await renderFiles([], {
      files: {
        list: (_params, _caller, { refuse }) => {
          if (isBroken) throw refuse(GEN.noPrivilege);
          return { sum: 1, file_list: [LETTER] };
        },
      },
    });
    expect(app.getByRole('alert').textContent).toContain('The files could not be loaded');
    expect(app.getByRole('alert').textContent).toContain('No privilege');
    isBroken = false;
    await app.press('Try again');
    expect(app.row('letter.txt')).toBeTruthy();
  });

  it('takes a missing folder for no place to add to, and leads to the nearest that exists', async () => {
    const path = `${HOME}/Trip/day`;
    const { replies } = boxOf({ [HOME]: ALL, [`${HOME}/Trip`]: [] }, { trash: { list: () => ({ sum: 0, list: [] }) } });
    const app = await renderApp(files, { replies, params: { path } });
    expect(app.getByRole('alert').textContent).toContain('This folder no longer exists');
    await expect(app.press('New folder')).rejects.toThrow('This folder no longer exists');
    expect(app.queryByRole('button', { name: /^Restore/ })).toBeNull();
    await app.press('To Trip');
    expect(app.getByText('This folder is empty')).toBeTruthy();
    expect(app.button('New folder').getAttribute('aria-disabled')).toBeNull();
  });

  it('restores a folder that is in the recycle bin', async () => {
    const path = `${HOME}/Trip/day`;
    const deleted = { id: 'k1', n: 'Trip', t: 5, s: 0, m: 1, d: 1, p: HOME };
    const { replies, setFolder } = boxOf(
      { [HOME]: [] },
      {
        trash: {
          list: () => ({ sum: 1, list: [deleted] }),
          restore: () => {
            setFolder(path, [LETTER]);
            return {};
          },
        },
      },
    );
    const app = await renderApp(files, { replies, params: { path } });
    await app.press('Restore “Trip”');
    expect(app.sent(RestoreTrash)).toEqual([{ ids: ['k1'] }]);
    expect(app.row('letter.txt')).toBeTruthy();
  });

  it('says that a disk is not connected', async () => {
    const listDirect: NonNullable<BoxReplies['files']>['listDirect'] = (_params, _caller, { refuse }) => {
      throw refuse(GEN.absent);
    };
    const app = await renderFiles([], { files: { listDirect } }, { params: { place: 5, path: '/mnt/extdev/stick' } });
    expect(await app.findByText('“stick” is not connected')).toBeTruthy();
  });
});

describe('actions of files', () => {
  it('FILES-12 FILES-15 FILES-19: offers in the menu of an entry what applies to it', async () => {
    const app = await renderFiles();
    const file = entriesOf(await app.openMenu(app.row('letter.txt'))).join('|');
    for (const name of ['Open', 'Download', 'Move to…', 'Copy to…', 'Rename', 'Encrypt', 'Compress', 'Delete'])
      expect(file).toContain(name);
    for (const name of ['Decrypt', 'New folder', 'Extract', 'new window', 'favourites'])
      expect(file).not.toContain(name);
    await closeMenu(app);
    const encrypted = entriesOf(await app.openMenu(app.row('plan.txt.hyencrypt_v3'))).join('|');
    expect(encrypted).toContain('Decrypt');
    expect(encrypted).not.toContain('Encrypt');
    await closeMenu(app);
    const archive = entriesOf(await app.openMenu(app.row('Packed.zip'))).join('|');
    expect(archive).toContain('Extract');
    expect(archive).not.toContain('Compress');
  });

  it.each([
    ['N2', false],
    ['N3', true],
  ] as const)('FILES-38: offers to compress and to extract on an %s: %s', async (product, isOffered) => {
    const app = await renderFiles(ALL, {
      system: {
        product: () => ({ ...REPLY_PRODUCT, product }),
      },
    });
    const folder = entriesOf(await app.openMenu(app.row('Trip'))).join('|');
    await closeMenu(app);
    const archive = entriesOf(await app.openMenu(app.row('Packed.zip'))).join('|');
    await closeMenu(app);
    expect(folder.includes('Compress')).toBe(isOffered);
    expect(archive.includes('Extract')).toBe(isOffered);
  });

  it('FILES-20 FILES-23: offers in the menu of the folder what adds to it', async () => {
    const app = await renderFiles();
    const menu = await openBlankMenu(app);
    expect(entriesOf(menu)).toContain('PasteNothing was copied or cutCtrl+V');
    expect(entriesOf(menu).join('|')).not.toContain('Rename');
    await expect(app.press(menu.getByRole('menuitem', { name: /^Paste/ }))).rejects.toThrow('is disabled');
    await menu.press(menu.getByRole('menuitem', { name: /^New folder/ }));
    expect((await app.dialog('New folder')).button('Create')).toBeTruthy();
  });

  it('says why nothing can be done without a selection', async () => {
    const app = await renderFiles();
    for (const name of ['Download', 'Move to…', 'Copy to…', 'Delete'])
      await expect(app.press(name)).rejects.toThrow('Choose something first');
    await expect(app.press('Rename')).rejects.toThrow('Choose exactly one item');
    expect(entriesOf(await app.openMenu('More actions'))).toContain(
      'Upload to cloud driveNo cloud drive is connected to this box',
    );
  });

  it('moves the selected files to the recycle bin with the Delete key, without a question', async () => {
    const app = await renderFiles();
    await pressKey(app, 'Delete');
    expect(app.sent(TrashFiles)).toEqual([]);
    await app.selectRow('a.jpg');
    await addToSelection(app, 'b.png');
    expect(app.getByText(/^2 selected/)).toBeTruthy();
    await pressKey(app, 'Delete');
    expect(app.sent(TrashFiles)).toEqual([{ paths: [`${HOME}/a.jpg`, `${HOME}/b.png`] }]);
    expect(app.queryByText('a.jpg')).toBeNull();
    expect(app.getByText('4 items')).toBeTruthy();
  });

  it('reports in words what the recycle bin refused, and keeps the file', async () => {
    const app = await renderFiles(ALL, {
      trash: {
        put: (_params, _caller, { refuse }) => {
          throw refuse(GEN.noPrivilege);
        },
      },
    });
    await app.selectRow('a.jpg');
    await app.press('Delete');
    expect(await app.dialog('No privilege')).toBeTruthy();
    expect(app.row('a.jpg')).toBeTruthy();
  });

  it('explains that a link needs the account service', async () => {
    const app = await renderFiles();
    const menu = await app.openMenu(app.row('letter.txt'));
    const share = menu.getByRole('menuitem', { name: 'Share' });
    share.focus();
    fireEvent.keyDown(share, { key: 'ArrowRight' });
    const byLink = await app.findByRole('menuitem', { name: 'Share by link' });
    const friends = app.getByRole('menuitem', { name: /^Share with friends/ });
    expect(friends.textContent).toContain('needs a cloud service that this box does not have');
    await expect(app.press(friends)).rejects.toThrow('is disabled');
    await app.press(byLink);
    const notice = await app.dialog('Not available offline');
    expect(notice.getByText(/Sign in with your account to use Share by link/)).toBeTruthy();
    await notice.press('OK');
    expect(app.hasDialog('Not available offline')).toBe(false);
  });

  it('changes nothing on a device that is read only', async () => {
    const stick: Partition = {
      ...{ dev: '/dev/sdf1', bus: 'usb', master: 0, mntdir: '/mnt/extdev/stick', uuid: 'S1', type: 'vfat' },
      ...{ f_blocks: 100, f_bsize: 4096, f_bavail: 50, label: 'STICK', readonly: 1 },
    };
    const app = await renderFiles(
      [],
      {
        disks: { list: () => ({ disks: [stick] }) },
        files: { listDirect: () => ({ sum: 1, file_list: [LETTER] }) },
      },
      { params: { place: 5, path: '/mnt/extdev/stick' } },
    );
    await expect(app.press('New folder')).rejects.toThrow('This device is read only');
    await app.selectRow('letter.txt');
    await expect(app.press('Delete')).rejects.toThrow('This device is read only');
    await expect(app.press('Rename')).rejects.toThrow('This device is read only');
    expect(app.button('Copy to…').getAttribute('aria-disabled')).toBeNull();
    await pressKey(app, 'Delete');
    expect(app.hasDialog(/for ever/)).toBe(false);
  });
});

describe('the safe', () => {
  const renderSafe = (more: BoxReplies['safe'], options: RenderAppOptions<'safe'> = {}) =>
    renderApp(safe, {
      ...options,
      replies: { ...boxOf({ [`${HOME}/.safebox`]: [] }).replies, safe: { lock: () => ({}), ...more } },
    });

  it('DIALOG-26 SAFE-01 SAFE-02: opens only with its password, and locks again', async () => {
    const app = await renderSafe({
      status: () => ({ set: 1, locked: 0 }),
      unlock: ({ password }, _caller, { refuse }) => {
        if (password !== 'abc123') throw refuse(GEN.wrongSecret, undefined, { left: 4, locked: 0 });
        return { left: 5, locked: 0 };
      },
    });
    expect(app.getByRole('form', { name: 'Open the safe' })).toBeTruthy();
    expect(app.queryByText('The safe is empty')).toBeNull();
    await expect(app.press('Unlock')).rejects.toThrow('is disabled');
    await app.type('Password', 'wrong1');
    await app.press('Unlock');
    expect(app.getByText('Wrong password, 4 tries left')).toBeTruthy();
    expect(app.getByLabelText<HTMLInputElement>('Password').value).toBe('');
    await app.type('Password', 'abc123');
    await app.press('Unlock');
    expect(app.sent(UnlockSafe)).toHaveLength(2);
    expect(app.getByText('The safe is empty')).toBeTruthy();
    expect(app.queryByRole('button', { name: 'New folder' })).toBeNull();
    await app.press('Lock');
    expect(app.sent(LockArea)).toHaveLength(1);
    expect(app.getByRole('form', { name: 'Open the safe' })).toBeTruthy();
  });

  it('SAFE-03 SAFE-04: is set up with a password that was repeated and agreed to', async () => {
    const app = await renderSafe({
      status: () => ({ set: 0, locked: 0 }),
      setUp: () => ({}),
      unlock: () => ({ left: 5, locked: 0 }),
    });
    const setUp = async (password: string, repeat: string) => {
      await app.type('New password', password);
      await app.type('Repeat the password', repeat);
      await app.press('Set password');
    };
    await setUp('abc123', 'abc123');
    expect(app.sent(SetUpSafe)).toEqual([]);
    await app.press(app.getByRole('checkbox', { name: /^I have understood and agree/ }));
    await setUp('abc12', 'abc12');
    await setUp('abc123', 'abc124');
    expect(app.getByText('The two entries differ')).toBeTruthy();
    expect(app.sent(SetUpSafe)).toEqual([]);
    await setUp('abc123', 'abc123');
    expect(app.sent(SetUpSafe)).toEqual([{ username: 'ann', password: 'abc123' }]);
    expect(app.getByText('The safe is empty')).toBeTruthy();
  });

  it('SAFE-09: takes no password while it is locked', async () => {
    const app = await renderSafe({ status: () => ({ set: 1, locked: 600 }) });
    expect(app.getByRole('form', { name: 'Locked for 10 minutes' })).toBeTruthy();
    expect(app.queryByLabelText('Password')).toBeNull();
    expect(app.queryByRole('button', { name: 'Unlock' })).toBeNull();
  });
});

describe('languages and phones', () => {
  it('reads in Chinese', async () => {
    const app = await renderFiles(ALL, {}, { language: 'zh-CN' });
    await expect(app.press('删除')).rejects.toThrow('请先选择文件');
    await app.press('新建文件夹');
    expect((await app.dialog('新建文件夹')).button('创建')).toBeTruthy();
  });

  it('selects and deletes on a phone', async () => {
    const app = await renderFiles(ALL, {}, { phone: true });
    expect(app.getByText('6 items')).toBeTruthy();
    await pressKey(app, 'a', { ctrlKey: true });
    expect(app.getByText('6 selected')).toBeTruthy();
    await app.press('Delete');
    expect(app.sent(TrashFiles)).toHaveLength(1);
    expect(app.getByText('This folder is empty')).toBeTruthy();
    expect(app.queryByText('6 selected')).toBeNull();
  });
});

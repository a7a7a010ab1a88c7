import { type Partition, SetPrivatePassword, type ShortItem } from '@boxwood/box-sdk';
import { act, fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DesktopToken } from '../../composition/service-tokens.ts';
import type { PagePart } from '../../testing/page-part.ts';
import { renderApp, type RenderAppOptions, type RenderedApp } from '../../testing/render-app.tsx';
import { files, privateFiles } from './manifest.ts';

const HOME = '/mnt/usb1/ann';
const QUESTION = 'Discard what you typed?';

const item = (n: string, t = 0): ShortItem => ({ n, t, k: n, m: 1_760_000_000, s: 2048, c: 1_760_000_000 });
const MAIN: Partition = {
  dev: '/dev/sda1',
  bus: 'sata',
  master: 1,
  mntdir: '/mnt/usb1',
  uuid: 'u',
  type: 'ext4',
  f_blocks: 2,
  f_bsize: 1,
  f_bavail: 1,
};

type Replies = NonNullable<RenderAppOptions<'files'>['replies']>;

/** A box with a file and a folder in the personal space, and nothing elsewhere. */
const box = (more: Replies = {}): Replies => ({
  disks: { list: () => ({ disks: [MAIN], gone: [] }) },
  ...more,
  files: {
    list: ({ path }) => {
      const file_list = path === HOME ? [item('taken', 5), item('a.txt')] : [];
      return { sum: file_list.length, file_list };
    },
    ...more.files,
  },
});
/** Closes a form whose text was changed, keeps it, and then discards it. */
const expectQuestion = async (app: RenderedApp, title: string): Promise<void> => {
  const form = await app.dialog(title);
  await form.press('Close');
  await (await app.dialog(QUESTION)).press('Keep editing');
  expect(app.hasDialog(title)).toBe(true);
  await form.press('Close');
  await (await app.dialog(QUESTION)).press('Discard');
  expect(app.hasDialog(title)).toBe(false);
};

describe('forms that ask before they close', () => {
  it('a download from the web with a typed address', async () => {
    const app = await renderApp(files, { replies: box() });
    const menu = await app.openMenu('Upload');
    await menu.press(menu.getByRole('menuitem', { name: 'From a web address…' }));
    const form = await app.dialog('Download from the web');
    await form.press('Cancel');
    expect(app.hasDialog('Download from the web')).toBe(false);
    const next = await app.openMenu('Upload');
    await next.press(next.getByRole('menuitem', { name: 'From a web address…' }));
    await (await app.dialog('Download from the web')).type(/^Web addresses/, 'https://example.org/a.iso');
    await expectQuestion(app, 'Download from the web');
  });

  it('a new password of the private files', async () => {
    const app = await renderApp(privateFiles, {
      replies: box({
        safe: {
          privateStatus: () => ({ set: 1, locked: 0 }),
          unlockPrivate: () => ({ left: 5, locked: 0 }),
          lock: () => ({}),
        },
      }),
    });
    await app.type('Password', 'abc123');
    await app.press('Unlock');
    await app.press('Change password');
    await (await app.dialog('Change password')).press('Cancel');
    expect(app.hasDialog('Change password')).toBe(false);
    await app.press('Change password');
    await (await app.dialog('Change password')).type('New password', 'tulip');
    await expectQuestion(app, 'Change password');
    expect(app.sent(SetPrivatePassword)).toEqual([]);
  });
});

describe('name of a folder in a picker', () => {
  /** Opens the picker of the file, in the personal space. */
  const openPicker = async (app: RenderedApp): Promise<PagePart> => {
    await app.selectRow('a.txt');
    await app.press('Copy to…');
    const picker = await app.dialog('Copy to');
    await picker.selectRow('Main disk');
    fireEvent.keyDown(picker.getByRole('grid'), { key: 'Enter' });
    await app.settled();
    expect(picker.row('taken')).toBeTruthy();
    return picker;
  };
  const nameOf = (naming: PagePart): string => naming.getByLabelText<HTMLInputElement>(/^Folder name/).value;

  it('is asked about, whatever closes it, and offered again when the folder could not be made', async () => {
    const app = await renderApp(files, { replies: box({ files: { makeFolder: () => ({ existed: true }) } }) });
    const picker = await openPicker(app);
    await picker.press('New folder');
    await (await app.dialog('New folder')).press('Cancel');
    expect(app.hasDialog('New folder')).toBe(false);
    await picker.press('New folder');
    const naming = await app.dialog('New folder');
    await naming.type(/^Folder name/, 'taken');
    fireEvent.keyDown(naming.getByLabelText(/^Folder name/), { key: 'Escape' });
    await (await app.dialog(QUESTION)).press('Keep editing');
    expect(nameOf(naming)).toBe('taken');
    const desktop = app.scope.get(DesktopToken);
    act(() => {
      for (const { id } of desktop.windows$.value) desktop.close(id);
    });
    await (await app.dialog(QUESTION)).press('Keep editing');
    expect(nameOf(naming)).toBe('taken');
    await naming.press('Create');
    expect(picker.getByRole('alert').textContent).toBe('Target file already exists');
    await picker.press('New folder');
    expect(nameOf(await app.dialog('New folder'))).toBe('taken');
  });
});

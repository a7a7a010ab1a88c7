import { AddTask, GEN, MakeFolder, MoveFile, RenameFiles, type ShortItem } from '@boxwood/box-sdk';
import { fireEvent, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { PagePart } from '../../testing/page-part.ts';
import { renderApp, type RenderAppOptions, type RenderedApp } from '../../testing/render-app.tsx';
import { files } from './manifest.ts';

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
const LETTER = item('letter.tar.gz');
const PHOTO = item('a.jpg', 3);
const OTHER = item('b.png', 3);
const PACKED = item('Packed.zip');
const SECRET = item('plan.txt.hyencrypt_v3');

type BoxReplies = NonNullable<RenderAppOptions<'files'>['replies']>;

const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** A box with the entries in the personal space, and an empty folder Trip, that does what it is asked to. */
const renderFiles = (
  entries: readonly ShortItem[] = [TRIP, LETTER, PHOTO, OTHER, PACKED, SECRET],
  more: { readonly files?: BoxReplies['files']; readonly tasks?: BoxReplies['tasks'] } = {},
  options: RenderAppOptions<'files'> = {},
) => {
  const folders = new Map<string, readonly ShortItem[]>([
    [HOME, entries],
    [`${HOME}/Trip`, []],
  ]);
  const rename = (source: string, target: string): void => {
    const folder = parentOf(source);
    const list = folders.get(folder) ?? [];
    folders.set(
      folder,
      list.map((each) => (each.n === nameOf(source) ? { ...each, n: nameOf(target), k: nameOf(target) } : each)),
    );
  };
  return renderApp(files, {
    ...options,
    replies: {
      files: {
        list: ({ path }, _caller, { refuse }) => {
          // A listing of a file only has to say that the file exists.
          const list = folders.get(path) ?? folders.get(parentOf(path))?.filter(({ n }) => n === nameOf(path)) ?? [];
          if (list.length === 0 && !folders.has(path)) throw refuse(GEN.absent);
          return { sum: list.length, file_list: [...list] };
        },
        makeFolder: ({ path }) => {
          const folder = parentOf(path);
          folders.set(folder, [...(folders.get(folder) ?? []), item(nameOf(path), 5)]);
          folders.set(path, []);
          return { existed: false };
        },
        move: ({ source, target }) => {
          rename(source, target);
          return {};
        },
        rename: ({ renames }) => {
          for (const { source, target } of renames) rename(source, target);
          return { ok: renames.length, failed: [] };
        },
        ...more.files,
      },
      tasks: {
        add: () => ({ id: 't1' }),
        list: () => ({ total: 0, list: [] }),
        count: () => ({ num: 0, nums: { waiting: 0, processing: 0, paused: 0, success: 0, failed: 0 } }),
        ...more.tasks,
      },
    },
  });
};

const pressKey = async (app: RenderedApp, key: string, more: object = {}) => {
  fireEvent.keyDown(app.getByRole('grid', { name: 'Files' }), { key, ...more });
  await app.settled();
};
/** Selects the rows as Ctrl and a press do. */
const selectRows = async (app: RenderedApp, ...names: readonly string[]) => {
  const [first = '', ...others] = names;
  await app.selectRow(first);
  for (const name of others) {
    const target = app.row(name).querySelector('[data-grab]') ?? app.row(name);
    for (const send of [fireEvent.pointerDown, fireEvent.pointerUp, fireEvent.click])
      send(target, { ctrlKey: true, button: 0, isPrimary: true, pointerId: 1, pointerType: 'mouse', detail: 1 });
    await app.settled();
  }
};
const openRename = async (app: RenderedApp, ...names: readonly string[]): Promise<PagePart> => {
  await selectRows(app, ...names);
  await pressKey(app, 'F2');
  return app.dialog(names.length > 1 ? 'Batch rename' : 'Rename');
};
/** Opens a submenu of the context menu of an entry and presses an item of it. */
const pressSubmenu = async (app: RenderedApp, name: string, submenu: string, action: string) => {
  const menu = await app.openMenu(app.row(name));
  const trigger = menu.getByRole('menuitem', { name: submenu });
  trigger.focus();
  fireEvent.keyDown(trigger, { key: 'ArrowRight' });
  await app.press(await app.findByRole('menuitem', { name: action }));
};
/** The label of a field that is required ends with a star. */
const valueOf = (dialog: PagePart, label: string | RegExp) => dialog.getByLabelText<HTMLInputElement>(label).value;

describe('new folder', () => {
  it('DIALOG-11 VALID-11 VALID-12 VALID-13: makes a folder with a good name and selects it, and says why another is refused', async () => {
    const app = await renderFiles();
    await app.press('New folder');
    const dialog = await app.dialog('New folder');
    expect(valueOf(dialog, /^Folder name/)).toBe('New folder');
    for (const [name, reason] of [
      ['', 'content cannot be empty'],
      ['bad?name', 'folder name format not valid'],
      ['x'.repeat(65), 'more than 64 characters'],
    ] as const) {
      await dialog.type(/^Folder name/, name);
      await expect(dialog.press('Create')).rejects.toThrow(reason);
      expect(dialog.getByText(new RegExp(reason))).toBeTruthy();
    }
    fireEvent.submit(dialog.getByLabelText(/^Folder name/));
    await app.settled();
    expect(app.sent(MakeFolder)).toEqual([]);
    await dialog.type(/^Folder name/, 'Trip');
    await dialog.press('Create');
    expect(dialog.getByText('Target file already exists')).toBeTruthy();
    expect(app.sent(MakeFolder)).toEqual([]);
    await dialog.type(/^Folder name/, '照片 2026');
    await dialog.press('Create');
    expect(app.sent(MakeFolder)).toEqual([{ path: `${HOME}/照片 2026` }]);
    expect(app.hasDialog('New folder')).toBe(false);
    expect(app.row('照片 2026').getAttribute('aria-selected')).toBe('true');
  });

  it('asks before a typed name is discarded', async () => {
    const app = await renderFiles();
    await pressKey(app, 'n', { ctrlKey: true, shiftKey: true });
    await (await app.dialog('New folder')).press('Cancel');
    expect(app.hasDialog('New folder')).toBe(false);
    await app.press('New folder');
    const dialog = await app.dialog('New folder');
    await dialog.type(/^Folder name/, 'Plans');
    await dialog.press('Cancel');
    await (await app.dialog('Discard what you typed?')).press('Keep editing');
    expect(valueOf(dialog, /^Folder name/)).toBe('Plans');
    await dialog.press('Cancel');
    await (await app.dialog('Discard what you typed?')).press('Discard');
    expect(app.hasDialog('New folder')).toBe(false);
    expect(app.sent(MakeFolder)).toEqual([]);
  });

  it('says why the box refused, and keeps the dialog', async () => {
    const app = await renderFiles(undefined, {
      files: {
        makeFolder: (_params, _caller, { refuse }) => {
          throw refuse(GEN.noPrivilege);
        },
      },
    });
    await app.press('New folder');
    const dialog = await app.dialog('New folder');
    await dialog.press('Create');
    expect(dialog.getByText('No privilege')).toBeTruthy();
  });
});

describe('rename', () => {
  it('DIALOG-03 DIALOG-04 DIALOG-05 RENAME-01: shows the old name and the suffix, and refuses a name that exists', async () => {
    const app = await renderFiles([LETTER, item('other.tar.gz')]);
    const dialog = await openRename(app, 'letter.tar.gz');
    expect(dialog.element.style.getPropertyValue('--width')).toBe('480px');
    expect(valueOf(dialog, 'Old name')).toBe('letter.tar.gz');
    await expect(dialog.type('Old name', 'x')).rejects.toThrow('read-only');
    expect(valueOf(dialog, /^New name/)).toBe('letter');
    expect(valueOf(dialog, 'Suffix')).toBe('tar.gz');
    expect(dialog.getByText('Changing the suffix is not recommended')).toBeTruthy();
    await dialog.type(/^New name/, 'a/b');
    await expect(dialog.press('Rename')).rejects.toThrow('file name format not valid');
    await dialog.type(/^New name/, 'other');
    await dialog.press('Rename');
    expect(dialog.getByText('Target file already exists')).toBeTruthy();
    expect(app.sent(MoveFile)).toEqual([]);
    await dialog.type(/^New name/, 'new');
    await dialog.press('Rename');
    expect(app.sent(MoveFile)).toEqual([{ source: `${HOME}/letter.tar.gz`, target: `${HOME}/new.tar.gz` }]);
    expect(app.hasDialog('Rename')).toBe(false);
    expect(app.row('new.tar.gz').getAttribute('aria-selected')).toBe('true');
  });

  it('keeps the suffix of an encrypted file', async () => {
    const app = await renderFiles();
    const dialog = await openRename(app, 'plan.txt.hyencrypt_v3');
    await expect(dialog.type('Encrypted suffix, cannot be changed', '')).rejects.toThrow('read-only');
    await dialog.type(/^New name/, 'idea');
    await dialog.press('Rename');
    expect(app.sent(MoveFile)).toMatchObject([{ target: `${HOME}/idea.txt.hyencrypt_v3` }]);
  });

  it('takes the point in the name of a folder for no suffix, and offers none for a link', async () => {
    const app = await renderFiles([item('Trip 1.5', 5), item('Desk', 100)]);
    const dialog = await openRename(app, 'Trip 1.5');
    expect(valueOf(dialog, /^New name/)).toBe('Trip 1.5');
    expect(valueOf(dialog, 'Suffix')).toBe('');
    await dialog.type(/^New name/, 'Journey 1.5');
    await dialog.press('Rename');
    expect(app.sent(MoveFile)).toMatchObject([{ target: `${HOME}/Journey 1.5` }]);
    expect((await openRename(app, 'Desk')).queryByLabelText('Suffix')).toBeNull();
  });
});

describe('batch rename', () => {
  const rowsOf = (dialog: PagePart) =>
    within(dialog.getByRole('list', { name: 'Old and new names' }))
      .queryAllByRole('listitem')
      .map(({ textContent }) => textContent);

  it('DIALOG-06 DIALOG-07 DIALOG-08 RENAME-10 RENAME-11 RENAME-13 RENAME-15: renames by a format, with a preview of every name', async () => {
    const app = await renderFiles([PHOTO, OTHER, item('z.jpg', 3), item('trip-09.png', 3)]);
    const dialog = await openRename(app, 'a.jpg', 'b.png', 'z.jpg');
    await dialog.type(/^Name format/, 'trip');
    await expect(dialog.press('Rename')).rejects.toThrow('The name format must contain {n}');
    await dialog.type(/^Name format/, 'trip-{n}');
    await dialog.type(/^Start number/, '8');
    fireEvent.blur(dialog.getByLabelText(/^Start number/));
    await app.settled();
    expect(rowsOf(dialog)).toEqual(['a.jpg→trip-08.jpg', 'b.png→trip-09.png', 'z.jpg→trip-10.jpg']);
    await dialog.press('Rename');
    expect(dialog.getByText(/trip-09\.png.*exists already/)).toBeTruthy();
    expect(app.sent(RenameFiles)).toEqual([]);
    await expect(dialog.press('Move a.jpg up')).rejects.toThrow('is disabled');
    await dialog.press('Move z.jpg up');
    await dialog.press('Leave b.png out');
    expect(rowsOf(dialog)).toEqual(['a.jpg→trip-08.jpg', 'z.jpg→trip-09.jpg']);
    await dialog.press('Rename');
    expect(app.sent(RenameFiles)).toEqual([
      {
        renames: [
          { source: `${HOME}/a.jpg`, target: `${HOME}/trip-08.jpg` },
          { source: `${HOME}/z.jpg`, target: `${HOME}/trip-09.jpg` },
        ],
      },
    ]);
    expect(app.hasDialog('Batch rename')).toBe(false);
    expect(await app.findByText('File rename success')).toBeTruthy();
  });

  it('renames nothing when every file was left out, and asks before that is discarded', async () => {
    const app = await renderFiles([PHOTO, OTHER]);
    const dialog = await openRename(app, 'a.jpg', 'b.png');
    await dialog.press('Leave a.jpg out');
    await dialog.press('Leave b.png out');
    await expect(dialog.press('Rename')).rejects.toThrow('is disabled');
    await dialog.press('Cancel');
    await (await app.dialog('Discard what you typed?')).press('Discard');
    expect(app.hasDialog('Batch rename')).toBe(false);
    expect(app.sent(RenameFiles)).toEqual([]);
  });

  it('renames no folders together with files', async () => {
    const app = await renderFiles([TRIP, PHOTO]);
    await selectRows(app, 'Trip', 'a.jpg');
    await expect(app.press('Batch rename')).rejects.toThrow('Only files can be renamed together');
    await pressKey(app, 'F2');
    expect(app.hasDialog('Batch rename')).toBe(false);
  });
});

describe('archives', () => {
  it('DIALOG-09 DIALOG-10 ARCHIVE-01 ARCHIVE-03: compresses a folder under a name and in a format', async () => {
    const app = await renderFiles();
    await pressSubmenu(app, 'Trip', 'Compress', 'Into this folder');
    const dialog = await app.dialog('Compress');
    expect(valueOf(dialog, /^Name of the archive/)).toBe('Trip');
    expect(dialog.getAllByRole('radio')).toHaveLength(3);
    await expect(dialog.type('Save in', 'x')).rejects.toThrow('read-only');
    await dialog.type(/^Name of the archive/, '?');
    await expect(dialog.press('Compress')).rejects.toThrow('file name format not valid');
    await dialog.type(/^Name of the archive/, 'Packed trip');
    await dialog.press(dialog.getByRole('radio', { name: 'tar.gz' }));
    await dialog.press('Compress');
    expect(app.sent(AddTask)).toMatchObject([
      { type: 'COMPRESS', source: HOME, names: ['Trip'], target: `${HOME}/Packed trip.tar.gz` },
    ]);
    expect(app.hasDialog('Compress')).toBe(false);
  });

  it('DIALOG-15 ARCHIVE-07 ARCHIVE-08: explains before it extracts, until the notice is turned off', async () => {
    const app = await renderFiles();
    await pressSubmenu(app, 'Packed.zip', 'Extract', 'Into this folder');
    await (await app.dialog('Extract here?')).press('Cancel');
    expect(app.sent(AddTask)).toEqual([]);
    await pressSubmenu(app, 'Packed.zip', 'Extract', 'Into this folder');
    const notice = await app.dialog('Extract here?');
    await notice.press(notice.getByRole('checkbox', { name: 'Do not remind me again' }));
    await notice.press('Extract');
    expect(app.sent(AddTask)).toEqual([
      { user: 'ann', type: 'DECOMPRESS', source: `${HOME}/Packed.zip`, target: HOME },
    ]);
    await pressSubmenu(app, 'Packed.zip', 'Extract', 'Into this folder');
    expect(app.hasDialog('Extract here?')).toBe(false);
    expect(app.sent(AddTask)).toHaveLength(2);
  });

  it('extracts an archive with its password', async () => {
    const app = await renderFiles();
    await pressSubmenu(app, 'Packed.zip', 'Extract', 'With a password…');
    const dialog = await app.dialog('Extract with a password');
    await expect(dialog.press('Extract')).rejects.toThrow('content cannot be empty');
    fireEvent.submit(dialog.getByLabelText('Password of the archive'));
    await app.settled();
    expect(app.sent(AddTask)).toEqual([]);
    await dialog.type('Password of the archive', 'open it');
    await dialog.press('Extract');
    expect(app.sent(AddTask)).toEqual([
      { user: 'ann', type: 'DECOMPRESS', source: `${HOME}/Packed.zip`, target: HOME, password: 'open it' },
    ]);
    expect(app.hasDialog('Extract with a password')).toBe(false);
  });
});

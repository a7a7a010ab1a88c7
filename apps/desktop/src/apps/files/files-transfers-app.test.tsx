import { AddTask, GEN, ListFiles, MakeFolder, type Partition } from '@boxwood/box-sdk';
import { fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { BoxReplies } from '../../testing/box-replies.ts';
import {
  fileItem,
  filesBox,
  HOME,
  openEntry,
  pasteHere,
  pressInMenu,
  pressKey,
  selectedNames,
  selectEntries,
  shownNames,
} from '../../testing/files-box.ts';
import type { PagePart } from '../../testing/page-part.ts';
import { renderApp, type RenderedApp } from '../../testing/render-app.tsx';
import { files } from './manifest.ts';

const MAIN: Partition = {
  ...{ dev: '/dev/sda1', bus: 'sata', master: 1, mntdir: '/mnt/usb1', uuid: 'M1', type: 'ext4' },
  ...{ f_blocks: 1000, f_bsize: 1_048_576, f_bavail: 250, label: '', readonly: 0 },
};
const LETTER = fileItem('letter.txt');
const PLAN = fileItem('plan.txt');

/** Files in the personal space, and a folder Trip with a file of the same name as one of them. */
const renderFiles = async (more: BoxReplies = {}) => {
  const box = filesBox(
    {
      [HOME]: [fileItem('Empty', 5), fileItem('Trip', 5), LETTER, PLAN, fileItem('Packed.zip')],
      [`${HOME}/Trip`]: [fileItem('day', 5), LETTER],
      [`${HOME}/Trip/day`]: [],
      [`${HOME}/Empty`]: [],
    },
    { disks: { list: () => ({ disks: [MAIN] }) }, ...more },
  );
  const app = await renderApp(files, { replies: box.replies });
  return { app, box };
};

const CONFLICT = 'Transfer: these names already exist';
/** Cuts or copies entries, and pastes them into a folder. */
const pasteInto = async (app: RenderedApp, key: 'c' | 'x', folder: string, ...names: readonly string[]) => {
  await selectEntries(app, ...names);
  await pressKey(app, key, { ctrlKey: true });
  await openEntry(app, folder);
  await pasteHere(app);
};
/** Goes down the folders of a picker. */
const goDown = async (app: RenderedApp, picker: PagePart, ...names: readonly string[]) => {
  for (const name of names) {
    await picker.selectRow(name);
    fireEvent.keyDown(picker.getByRole('grid', { name: 'Folders' }), { key: 'Enter' });
    await app.settled();
  }
};

describe('copy, cut and paste', () => {
  it('DIALOG-01: copies without a question when no name is occupied', async () => {
    const { app } = await renderFiles();
    await pasteInto(app, 'c', 'Empty', 'letter.txt', 'plan.txt');
    expect(app.hasDialog(CONFLICT)).toBe(false);
    expect(app.sent(AddTask)).toMatchObject([
      { type: 'COPY', source: `${HOME}/letter.txt`, target: `${HOME}/Empty`, conflict: 1 },
      { type: 'COPY', source: `${HOME}/plan.txt`, target: `${HOME}/Empty`, conflict: 1 },
    ]);
    // A copy stays on the clipboard.
    await pasteHere(app);
    expect(app.sent(AddTask)).toHaveLength(4);
  });

  it('DIALOG-01 DIALOG-02: asks once about all occupied names, and does nothing when that is cancelled', async () => {
    const { app } = await renderFiles();
    await pasteInto(app, 'x', 'Trip', 'letter.txt', 'plan.txt');
    const question = await app.dialog(CONFLICT);
    expect(question.getByText('1 name is already in the folder. Your choice applies to all of them.')).toBeTruthy();
    expect(question.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['letter.txt']);
    expect(question.getByRole('radio', { name: /^Keep both/, checked: true })).toBeTruthy();
    await question.press('Cancel');
    expect(app.hasDialog(CONFLICT)).toBe(false);
    expect(app.sent(AddTask)).toEqual([]);
    // What was cut can be pasted again.
    await pasteHere(app);
    await app.dialog(CONFLICT);
  });

  it.each([
    ['Replace existing files', 1],
    ['Keep both', 2],
    ['Leave these files out', 3],
  ])('DIALOG-02: “%s” is the choice for every entry', async (label, conflict) => {
    const { app } = await renderFiles();
    await pasteInto(app, 'x', 'Trip', 'letter.txt', 'plan.txt');
    const question = await app.dialog(CONFLICT);
    await question.press(question.getByRole('radio', { name: new RegExp(`^${label}`) }));
    await question.press('Continue');
    expect(app.sent(AddTask)).toMatchObject([
      { type: 'MOVE', source: `${HOME}/letter.txt`, conflict },
      { type: 'MOVE', source: `${HOME}/plan.txt`, conflict },
    ]);
    expect(app.hasDialog(CONFLICT)).toBe(false);
    // A cut is pasted once.
    await pasteHere(app);
    expect(app.sent(AddTask)).toHaveLength(2);
  });

  it('gives a copy in its own folder a new name, without a question, and selects it when it arrives', async () => {
    const { app, box } = await renderFiles();
    await selectEntries(app, 'letter.txt');
    await pressKey(app, 'c', { ctrlKey: true });
    await pasteHere(app);
    expect(app.hasDialog(CONFLICT)).toBe(false);
    expect(app.sent(AddTask)).toMatchObject([{ type: 'COPY', target: HOME, conflict: 2 }]);
    // Nothing is selected meanwhile, so that Delete does not reach the original.
    expect(selectedNames(app)).toEqual([]);
    box.setFolder(HOME, [LETTER, PLAN, fileItem('letter_copy.txt')]);
    await app.reportChange(HOME);
    expect(selectedNames(app)).toEqual(['letter_copy.txt']);
  });

  it('leaves the selection alone when the user chose something else before the copy arrives', async () => {
    const { app, box } = await renderFiles();
    await selectEntries(app, 'letter.txt');
    await pressKey(app, 'c', { ctrlKey: true });
    await pasteHere(app);
    await selectEntries(app, 'plan.txt');
    box.setFolder(HOME, [LETTER, PLAN, fileItem('letter_copy.txt')]);
    await app.reportChange(HOME);
    expect(shownNames(app)).toContain('letter_copy.txt');
    expect(selectedNames(app)).toEqual(['plan.txt']);
  });

  it('moves nothing that is cut in the same folder', async () => {
    const { app } = await renderFiles();
    await selectEntries(app, 'letter.txt');
    await pressKey(app, 'x', { ctrlKey: true });
    await pasteHere(app);
    expect(app.sent(AddTask)).toEqual([]);
  });

  it('refuses to move a folder into itself', async () => {
    const { app } = await renderFiles();
    await pasteInto(app, 'x', 'Trip', 'Trip');
    expect(await app.dialog(/into itself/)).toBeTruthy();
    expect(app.sent(AddTask)).toEqual([]);
  });

  it('puts nothing into a folder that was deleted meanwhile, and keeps what was cut', async () => {
    const { app, box } = await renderFiles();
    await selectEntries(app, 'letter.txt');
    await pressKey(app, 'x', { ctrlKey: true });
    await openEntry(app, 'Empty');
    box.setFolder(`${HOME}/Empty`, null);
    box.setFolder(HOME, [LETTER, PLAN]);
    await pasteHere(app);
    expect(await app.dialog('This folder no longer exists. Nothing was put into it')).toBeTruthy();
    expect(app.sent(AddTask)).toEqual([]);
    expect(app.getByRole('alert').textContent).toContain('This folder no longer exists');
    await expect(app.press('New folder')).rejects.toThrow('This folder no longer exists');
    box.setFolder(`${HOME}/Empty`, []);
    await pasteHere(app);
    expect(app.sent(AddTask)).toMatchObject([{ type: 'MOVE', source: `${HOME}/letter.txt` }]);
  });

  it('cuts an entry still when the box could not move it', async () => {
    let isRefused = true;
    const { app } = await renderFiles({
      tasks: {
        add: (_params, _caller, { refuse }) => {
          if (isRefused) throw refuse(4);
          return { id: 't1' };
        },
      },
    });
    await pasteInto(app, 'x', 'Empty', 'letter.txt');
    expect(await app.dialog('Submit failed, retry')).toBeTruthy();
    isRefused = false;
    await pasteHere(app);
    expect(app.sent(AddTask)).toHaveLength(2);
  });

  it('says why the names in the target could not be compared', async () => {
    const { app } = await renderFiles();
    await selectEntries(app, 'letter.txt');
    await pressKey(app, 'c', { ctrlKey: true });
    await openEntry(app, 'Empty');
    app.setReachable(false);
    await pasteHere(app);
    expect(app.sent(AddTask)).toEqual([]);
  });
});

describe('the pickers', () => {
  it('PICKER-07 PICKER-12: copies into a folder that is chosen by name and time on a volume', async () => {
    const { app } = await renderFiles();
    await selectEntries(app, 'letter.txt');
    await app.press('Copy to…');
    const picker = await app.dialog('Copy to');
    expect(picker.getAllByRole('tab').map((tab) => tab.getAttribute('aria-label'))).toEqual([
      ...['Personal space', 'Public space', 'Private files', 'Friends’ shares', 'Device storage'],
    ]);
    expect(picker.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Name', 'Modified']);
    await expect(picker.press('Confirm')).rejects.toThrow('is disabled');
    await expect(picker.press('New folder')).rejects.toThrow('is disabled');
    await goDown(app, picker, 'Main disk', 'Trip');
    expect(picker.row('day').textContent).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
    expect(picker.queryByText('letter.txt')).toBeNull();
    await picker.selectRow('day');
    await picker.press('Confirm');
    expect(app.hasDialog('Copy to')).toBe(false);
    expect(app.sent(AddTask)).toMatchObject([
      { type: 'COPY', source: `${HOME}/letter.txt`, target: `${HOME}/Trip/day` },
    ]);
  });

  it('PICKER-14: goes up by Back and by the path, and changes the place', async () => {
    const { app } = await renderFiles();
    await selectEntries(app, 'letter.txt');
    await app.press('Move to…');
    const picker = await app.dialog('Move to');
    await expect(picker.press('Back')).rejects.toThrow('is disabled');
    await goDown(app, picker, 'Main disk', 'Trip', 'day');
    expect(picker.getByText('There are no folders here')).toBeTruthy();
    await picker.press('Back');
    expect(picker.row('day')).toBeTruthy();
    await picker.press('Personal space');
    expect(picker.row('Main disk')).toBeTruthy();
    await picker.press(picker.getByRole('tab', { name: 'Device storage' }));
    expect(picker.getByText('There are no folders here')).toBeTruthy();
    await picker.press('Cancel');
    expect(app.sent(AddTask)).toEqual([]);
  });

  it('PICKER-31 ERR-118: makes a folder, and says over the list what goes wrong', async () => {
    const { app } = await renderFiles();
    await selectEntries(app, 'letter.txt');
    await app.press('Move to…');
    const picker = await app.dialog('Move to');
    await goDown(app, picker, 'Main disk');
    const create = async (name: string) => {
      await picker.press('New folder');
      const naming = await app.dialog('New folder');
      await naming.type(/^Folder name/, name);
      await naming.press('Create');
    };
    await picker.press('New folder');
    const naming = await app.dialog('New folder');
    await naming.type(/^Folder name/, 'bad?name');
    await expect(naming.press('Create')).rejects.toThrow('folder name format not valid');
    await naming.type(/^Folder name/, 'Trip');
    await naming.press('Create');
    expect(picker.getByRole('alert').textContent).toBe('Target file already exists');
    expect(picker.row('Trip')).toBeTruthy();
    // The refused name is suggested again.
    await picker.press('New folder');
    expect((await app.dialog('New folder')).getByLabelText<HTMLInputElement>(/^Folder name/).value).toBe('Trip');
    await (await app.dialog('New folder')).press('Cancel');
    await create('Letters');
    expect(app.sent(MakeFolder).at(-1)).toEqual({ path: `${HOME}/Letters` });
    expect(picker.queryByRole('alert')).toBeNull();
    expect(picker.row('Letters').getAttribute('aria-selected')).toBe('true');
    await picker.press('Confirm');
    expect(app.sent(AddTask)).toMatchObject([{ type: 'MOVE', target: `${HOME}/Letters` }]);
  });

  it('PICKER-05: offers network storage where some is connected', async () => {
    const photos: Partition = { ...MAIN, dev: 'nas:/photos', master: 0, mntdir: '/mnt/netdev/photos', label: 'photos' };
    const { app } = await renderFiles({ disks: { list: () => ({ disks: [MAIN, photos] }) } });
    await selectEntries(app, 'letter.txt');
    await app.press('Move to…');
    const picker = await app.dialog('Move to');
    await picker.press(picker.getByRole('tab', { name: 'Network storage' }));
    expect(picker.row('photos')).toBeTruthy();
  });

  it('says why the folders cannot be shown', async () => {
    const { app } = await renderFiles({
      disks: {
        list: (_params, _caller, { refuse }) => {
          throw refuse(GEN.noPrivilege);
        },
      },
    });
    await selectEntries(app, 'letter.txt');
    await app.press('Move to…');
    expect((await app.dialog('Move to')).getByRole('alert').textContent).toContain('No privilege');
  });

  it('ARCHIVE-02 DIALOG-10: compresses into another folder', async () => {
    const { app } = await renderFiles();
    await pressInMenu(app, 'letter.txt', 'Into another folder…', 'Compress');
    await goDown(app, await app.dialog('Save the archive in'), 'Main disk', 'Trip');
    await (await app.dialog('Save the archive in')).press('Confirm');
    const dialog = await app.dialog('Compress');
    expect(dialog.getByLabelText<HTMLInputElement>('Save in').value).toBe('Personal space › Trip');
    await dialog.press('Compress');
    expect(app.sent(AddTask)).toMatchObject([{ type: 'COMPRESS', target: `${HOME}/Trip/letter.zip` }]);
  });

  it('DIALOG-15 ARCHIVE-07: says before an archive is extracted where its content goes', async () => {
    const { app } = await renderFiles();
    await pressInMenu(app, 'Packed.zip', 'Into another folder…', 'Extract');
    const picker = await app.dialog('Extract to');
    await goDown(app, picker, 'Main disk');
    await picker.selectRow('Empty');
    await picker.press('Confirm');
    const notice = await app.dialog('Extract into another folder?');
    expect(notice.getByText(/a new folder named after the archive/)).toBeTruthy();
    await notice.press('Cancel');
    expect(app.sent(AddTask)).toEqual([]);
  });

  it('PICKER-24 PICKER-34 SAFE-02: encrypts into the safe only after its password', async () => {
    let isOpen = false;
    const list = filesBox({ [HOME]: [LETTER], [`${HOME}/.safebox`]: [fileItem('Letters', 5)] }).replies.files?.list;
    if (list === undefined) throw new Error('no listing');
    const { app } = await renderFiles({
      files: { list },
      safe: {
        status: () => ({ set: 1, locked: 0 }),
        unlock: () => {
          isOpen = true;
          return { left: 5, locked: 0 };
        },
      },
    });
    await pressInMenu(app, 'letter.txt', 'Encrypt');
    const picker = await app.dialog('Encrypt into the safe');
    expect(picker.getByRole('navigation', { name: 'Path' }).textContent).toBe('Safe');
    await expect(picker.press('Back')).rejects.toThrow('is disabled');
    await expect(picker.press('New folder')).rejects.toThrow('Enter the password first');
    await expect(picker.press('Confirm')).rejects.toThrow('is disabled');
    expect(app.sent(ListFiles).filter((sent) => JSON.stringify(sent).includes('.safebox'))).toEqual([]);
    await picker.type('Password', 'abc123');
    await picker.press('Unlock');
    expect(isOpen).toBe(true);
    await goDown(app, picker, 'Letters');
    await picker.press('Back');
    await picker.press('Confirm');
    expect(app.sent(AddTask)).toMatchObject([
      { type: 'EMOVE', source: `${HOME}/letter.txt`, target: `${HOME}/.safebox` },
    ]);
  });
});

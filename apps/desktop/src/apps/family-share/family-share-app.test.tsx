import { type FamilyShare, GEN, ListFamilyShares, PutFamilyShare, RemoveFamilyShare } from '@boxwood/box-sdk';
import { fireEvent, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { holdReply } from '../../testing/box-replies.ts';
import type { PagePart } from '../../testing/page-part.ts';
import { renderApp, type RenderAppOptions } from '../../testing/render-app.tsx';
import { familyShare } from './manifest.ts';

const HOME = '/mnt/usb1/ann';
const familyFolder = (id: string, name: string, owner: string, members: readonly string[]): FamilyShare => ({
  id,
  name,
  path: owner === 'ann' ? `${HOME}/${name}` : `${HOME}/friends-shares/${owner}/${name}`,
  owner,
  ctime: 1_700_000_000,
  users: [owner, ...members].map((user) => ({ user, perm: 'rw' })),
});
const RECIPES = familyFolder('f1', 'Recipes', 'ann', ['bob', 'cleo']);
const ALONE = familyFolder('f2', 'Alone', 'ann', []);
const FILMS = familyFolder('f3', 'Films', 'bob', ['ann']);

type FamilyReplies = NonNullable<NonNullable<RenderAppOptions<'family-share'>['replies']>['shares']>;

/** A box with these family shares, that changes and ends what it is asked to. */
const renderFamily = (
  shares: readonly FamilyShare[] = [RECIPES, ALONE, FILMS],
  more: FamilyReplies = {},
  options: RenderAppOptions<'family-share'> = {},
) => {
  let list = shares;
  return renderApp(familyShare, {
    ...options,
    replies: {
      shares: {
        familyList: () => ({ list: [...list] }),
        familyPut: ({ id, name, users }) => {
          const saved = familyFolder(
            id === '' ? 'new' : id,
            name,
            'ann',
            users.map(({ user }) => user),
          );
          list = [...list.filter((each) => each.id !== id), saved];
          return { id: saved.id };
        },
        familyRemove: ({ id }) => {
          list = list.filter((each) => each.id !== id);
          return {};
        },
        ...more,
      },
      ...options.replies,
    },
  });
};
type FamilyApp = Awaited<ReturnType<typeof renderFamily>>;

const listOf = (app: FamilyApp): HTMLElement => app.getByRole('grid', { name: 'Family shares' });
const NEW_TITLE = 'Share a folder with the family';
const openNew = async (app: FamilyApp): Promise<PagePart> => {
  await app.press('Share a folder');
  return app.dialog(NEW_TITLE);
};
const openChange = async (app: FamilyApp, name: string): Promise<PagePart> => {
  await app.selectRow(name);
  await app.press('Change');
  return app.dialog(`Change “${name}”`);
};
const nameField = (dialog: PagePart) => dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
const folderOf = (dialog: PagePart): string => dialog.getByLabelText<HTMLInputElement>('Folder').value;

describe('list of family shares', () => {
  it('SHARE-14 lists own folders and those of others, with their people', async () => {
    const app = await renderFamily();
    expect(app.row('Recipes').textContent).toMatch(/Recipes.*You.*bob, cleo/);
    expect(app.row('Alone').textContent).toContain('Nobody yet');
    // The owner is not listed among the people.
    expect(within(app.row('Films')).getAllByText('bob')).toHaveLength(1);
    expect(within(app.row('Films')).getByText('ann')).toBeTruthy();
    expect(app.getByText('3 shares')).toBeTruthy();
    expect(app.sent(ListFamilyShares)).toEqual([{ user: 'ann' }]);
  });

  it('says that it is loading, then that no folder is shared', async () => {
    const { reply, release } = holdReply<{ list: FamilyShare[] }>();
    const app = await renderFamily([], { familyList: () => reply });
    expect(app.getByRole('status', { name: 'Loading…' })).toBeTruthy();
    expect(app.queryByText('No folder is shared in the family yet')).toBeNull();
    release({ list: [] });
    await app.settled();
    expect(app.getByText('No folder is shared in the family yet')).toBeTruthy();
  });

  it('says why the list failed, and loads it again', async () => {
    let isBroken = true;
    const app = await renderFamily([], {
      familyList: (_params, _caller, { refuse }) => {
        if (isBroken) throw refuse(GEN.failed);
        return { list: [RECIPES] };
      },
    });
    expect(app.getByText('Failed')).toBeTruthy();
    // How many there are is not known.
    expect(app.queryByText(/^\d+ shares?$/)).toBeNull();
    isBroken = false;
    await app.press('Try again');
    expect(app.row('Recipes')).toBeTruthy();
    expect(app.getByText('1 share')).toBeTruthy();
  });

  it('SHARE-22 shows a share of another user when the box reports it, or after Refresh', async () => {
    let list = [RECIPES];
    const app = await renderFamily([], { familyList: () => ({ list }) });
    list = [RECIPES, FILMS];
    await app.reportChange('shares');
    expect(app.row('Films')).toBeTruthy();
    list = [FILMS];
    await app.press('Refresh');
    expect(app.queryByText('Recipes')).toBeNull();
  });

  it.each([false, true])('SHARE-16 lets only the owner change or end a share (administrator: %s)', async (admin) => {
    const app = await renderFamily([RECIPES, FILMS], {}, { admin });
    for (const name of ['Change', 'Stop sharing'])
      await expect(app.press(name)).rejects.toThrow('Choose one share first');
    await app.selectRow('Films');
    for (const name of ['Change', 'Stop sharing'])
      await expect(app.press(name)).rejects.toThrow('Only bob can change this share');
    const menu = await app.openMenu(app.row('Films'));
    for (const name of ['Change', 'Stop sharing'])
      expect(menu.getByRole('menuitem', { name: new RegExp(`^${name}`) }).getAttribute('aria-disabled')).toBe('true');
    await menu.press(menu.getByRole('menuitem', { name: 'Open folder' }));
    expect(app.opened()).toEqual([{ app: 'files', params: { path: FILMS.path } }]);
  });

  it('P-13 opens a folder in Files by Enter', async () => {
    const app = await renderFamily();
    await app.selectRow('Recipes');
    fireEvent.keyDown(listOf(app), { key: 'Enter' });
    await app.settled();
    expect(app.opened()).toEqual([{ app: 'files', params: { path: `${HOME}/Recipes` } }]);
  });
});

describe('share that ends', () => {
  it('SHARE-16 ends after a confirmation, and nothing stays selected', async () => {
    const app = await renderFamily();
    await app.selectRow('Recipes');
    await app.press('Stop sharing');
    const question = await app.dialog('Stop sharing “Recipes”?');
    expect(question.getByText(/The folder and everything in it are kept/)).toBeTruthy();
    await question.press('Cancel');
    expect(app.sent(RemoveFamilyShare)).toEqual([]);
    await app.press('Stop sharing');
    await (await app.dialog('Stop sharing “Recipes”?')).press('Stop sharing');
    expect(app.sent(RemoveFamilyShare)).toEqual([{ id: 'f1' }]);
    expect(app.queryByText('Recipes')).toBeNull();
    expect(app.getByText('2 shares')).toBeTruthy();
    await expect(app.press('Stop sharing')).rejects.toThrow('Choose one share first');
  });

  it('asks when it is ended from the menu of its row', async () => {
    const app = await renderFamily();
    const menu = await app.openMenu(app.row('Alone'));
    await menu.press(menu.getByRole('menuitem', { name: 'Stop sharing' }));
    expect(app.sent(RemoveFamilyShare)).toEqual([]);
    await (await app.dialog('Stop sharing “Alone”?')).press('Stop sharing');
    expect(app.sent(RemoveFamilyShare)).toEqual([{ id: 'f2' }]);
  });

  it('reports a refusal in words and keeps the share', async () => {
    const app = await renderFamily([RECIPES], {
      familyRemove: (_params, _caller, { refuse }) => {
        throw refuse(GEN.noPrivilege);
      },
    });
    await app.selectRow('Recipes');
    await app.press('Stop sharing');
    await (await app.dialog('Stop sharing “Recipes”?')).press('Stop sharing');
    expect(app.getByRole('alert').textContent).toBe('No privilege');
    expect(app.row('Recipes')).toBeTruthy();
  });
});

describe('dialog of a family share', () => {
  it('P-13 proposes a new folder in my-shares, and lists the share', async () => {
    const app = await renderFamily([]);
    const dialog = await openNew(app);
    await vi.waitFor(() => expect(document.activeElement).toBe(nameField(dialog)));
    expect(folderOf(dialog)).toBe('A new folder in “my-shares”');
    await dialog.type(nameField(dialog), 'Proposed');
    await dialog.press('Save');
    expect(app.sent(PutFamilyShare)).toEqual([
      { id: '', name: 'Proposed', path: `${HOME}/my-shares/Proposed`, users: [] },
    ]);
    expect(app.hasDialog(NEW_TITLE)).toBe(false);
    expect(app.row('Proposed')).toBeTruthy();
  });

  it('SHARE-14 says what is wrong with a name, and saves no such name by Enter', async () => {
    const app = await renderFamily([]);
    const dialog = await openNew(app);
    await expect(dialog.press('Save')).rejects.toThrow('it is disabled: ');
    expect(nameField(dialog).getAttribute('aria-invalid')).not.toBe('true');
    await dialog.type(nameField(dialog), 'a/b');
    expect(nameField(dialog).getAttribute('aria-invalid')).toBe('true');
    await expect(dialog.press('Save')).rejects.toThrow('it is disabled: ');
    fireEvent.submit(nameField(dialog));
    await app.settled();
    expect(app.sent(PutFamilyShare)).toEqual([]);
  });

  it.each([
    [GEN.invalid, 'name', 'You already have a family share with this name'],
    [GEN.invalid, 'folder', 'You share this folder already'],
    [GEN.invalid, 'users', 'Someone in the list is no longer a user of this box'],
    [GEN.path, 'place', 'Choose a folder inside your personal space'],
    [GEN.path, 'absent', 'The folder no longer exists'],
    [GEN.overLimit, undefined, 'Over the limit'],
  ] as const)('P-13 says in words that the box refused: %i %s', async (code, info, text) => {
    let isRefused = true;
    const app = await renderFamily([], {
      familyPut: (_params, _caller, { refuse }) => {
        if (isRefused) throw refuse(code, info);
        return { id: 'new' };
      },
    });
    const dialog = await openNew(app);
    await dialog.type(nameField(dialog), 'Inner');
    fireEvent.submit(nameField(dialog));
    await app.settled();
    expect(dialog.getByRole('alert').textContent).toBe(text);
    isRefused = false;
    await dialog.press('Save');
    expect(app.hasDialog(NEW_TITLE)).toBe(false);
  });

  it('SHARE-15 G-07 takes access from a member, and says that nobody can be added offline', async () => {
    const app = await renderFamily();
    const dialog = await openChange(app, 'Recipes');
    expect(folderOf(dialog)).toBe('Personal space › Recipes');
    expect(dialog.getByText(/Sign in with your account to add people/)).toBeTruthy();
    expect(dialog.getAllByRole('switch')).toHaveLength(2);
    const bob = dialog.getByRole('switch', { name: /bob/ });
    expect(bob.getAttribute('aria-checked')).toBe('true');
    await dialog.press(bob);
    expect(bob.getAttribute('aria-checked')).toBe('false');
    await dialog.press('Save');
    expect(app.sent(PutFamilyShare)).toEqual([
      { id: 'f1', name: 'Recipes', path: `${HOME}/Recipes`, users: [{ user: 'cleo', perm: 'rw' }] },
    ]);
    expect(app.row('Recipes').textContent).not.toContain('bob');
  });

  it('keeps a removed member in the dialog, to be added again', async () => {
    const app = await renderFamily();
    const dialog = await openChange(app, 'Recipes');
    await dialog.press(dialog.getByRole('switch', { name: /bob/ }));
    await dialog.press(dialog.getByRole('switch', { name: /bob/ }));
    // The members are the same again, so nothing would be lost.
    await dialog.press('Cancel');
    expect(app.hasDialog('Change “Recipes”')).toBe(false);
    expect(app.hasDialog('Discard what you typed?')).toBe(false);
    expect(app.sent(PutFamilyShare)).toEqual([]);
  });

  it('renames a share from the menu of its row', async () => {
    const app = await renderFamily();
    const menu = await app.openMenu(app.row('Alone'));
    await menu.press(menu.getByRole('menuitem', { name: 'Change' }));
    const dialog = await app.dialog('Change “Alone”');
    await dialog.type(nameField(dialog), 'Our folder');
    await dialog.press('Save');
    expect(app.sent(PutFamilyShare)).toEqual([{ id: 'f2', name: 'Our folder', path: `${HOME}/Alone`, users: [] }]);
    expect(app.row('Our folder')).toBeTruthy();
  });

  it('P-13 PICKER-05 shares a chosen folder of the personal space, and proposes its name', async () => {
    const folder = (n: string) => ({ n, k: n, t: 5, m: 1, s: 0, c: 1 });
    const app = await renderFamily(
      [],
      {},
      {
        replies: {
          disks: {
            list: () => ({
              disks: [
                {
                  dev: '/dev/sda1',
                  bus: 'sata',
                  master: 1,
                  mntdir: '/mnt/usb1',
                  uuid: 'u',
                  type: 'ext4',
                  f_blocks: 2,
                  f_bsize: 1,
                  f_bavail: 1,
                },
              ],
              gone: [],
            }),
          },
          files: {
            list: ({ path }) => {
              const file_list = path === HOME ? [folder('Chosen'), folder('Other')] : [];
              return { sum: file_list.length, file_list };
            },
          },
        },
      },
    );
    const dialog = await openNew(app);
    for (const name of ['Chosen', 'Other']) {
      await dialog.press('Choose');
      const picker = await app.dialog('Choose the folder to share');
      expect(picker.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Personal']);
      await picker.selectRow('Main disk');
      fireEvent.keyDown(picker.getByRole('grid'), { key: 'Enter' });
      await app.settled();
      await picker.selectRow(name);
      await picker.press('Confirm');
      expect(folderOf(dialog)).toBe(`Personal space › ${name}`);
      expect(nameField(dialog).value).toBe(name);
    }
    await dialog.press('Save');
    expect(app.sent(PutFamilyShare)).toEqual([{ id: '', name: 'Other', path: `${HOME}/Other`, users: [] }]);
  });

  it('asks before a changed dialog is closed', async () => {
    const app = await renderFamily([]);
    const dialog = await openNew(app);
    await dialog.type(nameField(dialog), 'Half');
    await dialog.press('Cancel');
    await (await app.dialog('Discard what you typed?')).press('Keep editing');
    expect(nameField(dialog).value).toBe('Half');
    await dialog.press('Close');
    await (await app.dialog('Discard what you typed?')).press('Discard');
    expect(app.hasDialog(NEW_TITLE)).toBe(false);
    expect(app.sent(PutFamilyShare)).toEqual([]);
  });

  it('SCREEN-13 SHARE-14 shares the folder that was chosen in Files, and keeps the window open', async () => {
    const app = await renderFamily([], {}, { params: { path: `${HOME}/Recipes` } });
    const dialog = await app.dialog(NEW_TITLE);
    expect(folderOf(dialog)).toBe('Personal space › Recipes');
    expect(nameField(dialog).value).toBe('Recipes');
    await dialog.type(nameField(dialog), 'Our recipes');
    await dialog.press('Save');
    expect(app.sent(PutFamilyShare)).toEqual([{ id: '', name: 'Our recipes', path: `${HOME}/Recipes`, users: [] }]);
    expect(app.hasDialog(NEW_TITLE)).toBe(false);
    expect(app.row('Our recipes')).toBeTruthy();
  });

  it('closes the window when the folder from Files is not shared', async () => {
    const app = await renderFamily([], {}, { params: { path: `${HOME}/Recipes` } });
    await (await app.dialog(NEW_TITLE)).press('Cancel');
    expect(app.queryByRole('region', { name: 'Family share' })).toBeNull();
  });

  it('reads in Chinese', async () => {
    const app = await renderFamily([ALONE], {}, { language: 'zh-CN' });
    expect(app.row('Alone').textContent).toContain('暂无成员');
    await expect(app.press('修改')).rejects.toThrow('请先选择一个共享');
    await app.selectRow('Alone');
    await app.press('取消共享');
    expect(await app.dialog('取消共享“Alone”？')).toBeTruthy();
  });

  it('shows the facts of a share in one row of a phone, and its actions for the selected one', async () => {
    const app = await renderFamily([RECIPES, FILMS], {}, { phone: true });
    expect(app.row('Recipes').textContent).toContain('Yours · with bob, cleo');
    expect(app.row('Films').textContent).toContain('From bob · with ann');
    expect(app.queryByRole('button', { name: 'Stop sharing' })).toBeNull();
    const dialog = await openNew(app);
    await dialog.type(nameField(dialog), 'Proposed');
    await dialog.press('Save');
    expect(app.row('Proposed')).toBeTruthy();
  });
});

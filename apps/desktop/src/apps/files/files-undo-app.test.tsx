import { GEN, MoveFile, RedoChange, RestoreBeside, TrashFiles, UndoChange } from '@boxwood/box-sdk';
import { fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { BoxReplies } from '../../testing/box-replies.ts';
import { fileItem, filesBox, HOME, pressKey, selectEntries, shownNames } from '../../testing/files-box.ts';
import { renderApp, type RenderedApp } from '../../testing/render-app.tsx';
import { files } from './manifest.ts';

interface Change {
  readonly id: number;
  readonly action: 'trash' | 'rename' | 'new-folder';
  readonly path: string;
  readonly state: 'done' | 'undone';
}

/** A box with a journal of the changes that this page makes. */
const renderFiles = async (
  more: { readonly journal?: BoxReplies['journal']; readonly trash?: BoxReplies['trash'] } = {},
) => {
  let changes: readonly Change[] = [];
  const record = (action: Change['action'], path: string): void => {
    changes = [{ id: changes.length + 1, action, path, state: 'done' }, ...changes];
  };
  const setState = (id: number, state: Change['state']): void => {
    changes = changes.map((each) => (each.id === id ? { ...each, state } : each));
  };
  const entryOf = ({ id, action, path, state }: Change) => ({
    ...{ id, action, path, state, time: 1, origin: 'call', items: 1 },
    ...{ reversible: 1 as const, reason: '' },
  });
  const step = (id: number, state: Change['state']) => {
    setState(id, state);
    const change = changes.find((each) => each.id === id);
    if (change === undefined) throw new Error(`no change ${id}`);
    const name = change.path.slice(HOME.length + 1);
    const names = box.names(HOME).filter((each) => each !== name);
    if (change.action === 'trash')
      box.setFolder(
        HOME,
        (state === 'undone' ? [...names, name] : names).map((each) => fileItem(each)),
      );
    return { entry: entryOf(change), tasks: [] };
  };
  const box = filesBox(
    { [HOME]: [fileItem('a.txt'), fileItem('b.txt'), fileItem('c.txt')] },
    {
      files: {
        move: ({ source, target }) => {
          record('rename', source);
          box.setFolder(
            HOME,
            box
              .names(HOME)
              .map((name) => fileItem(`${HOME}/${name}` === source ? target.slice(HOME.length + 1) : name)),
          );
          return {};
        },
      },
      trash: {
        put: ({ paths }) => {
          for (const path of paths) record('trash', path);
          box.setFolder(
            HOME,
            box
              .names(HOME)
              .filter((name) => !paths.includes(`${HOME}/${name}`))
              .map((name) => fileItem(name)),
          );
          return {};
        },
        ...more.trash,
      },
      journal: {
        list: ({ count, cursor }) => ({
          total: changes.length,
          list: changes
            .filter(({ id }) => cursor === 0 || id < cursor)
            .slice(0, count)
            .map(entryOf),
          undo: 0,
          redo: 0,
        }),
        undo: ({ id: [id = 0] }) => step(id, 'undone'),
        redo: ({ id: [id = 0] }) => step(id, 'done'),
        ...more.journal,
      },
    },
  );
  const app = await renderApp(files, { replies: box.replies });
  return { app, box };
};
const pressUndo = (app: RenderedApp, more: object = {}) => pressKey(app, 'z', { ctrlKey: true, ...more });

describe('undo', () => {
  it('takes back a deletion with the button of its notice', async () => {
    const { app } = await renderFiles();
    await selectEntries(app, 'a.txt');
    await pressKey(app, 'Delete');
    const notice = await app.dialog('Moved to the recycle bin');
    expect(notice.element.textContent).toContain('Delete “a.txt”');
    await notice.press('Undo');
    // The code of undo is loaded with the first one.
    expect(await app.dialog('Undone')).toBeTruthy();
    await app.settled();
    expect(app.sent(UndoChange)).toEqual([{ id: [1] }]);
    expect(shownNames(app)).toContain('a.txt');
    expect(app.hasDialog('Moved to the recycle bin')).toBe(false);
  });

  it('takes back all entries of one action together, with Ctrl+Z, and repeats it with Ctrl+Shift+Z', async () => {
    const { app } = await renderFiles();
    await selectEntries(app, 'a.txt', 'b.txt');
    await pressKey(app, 'Delete');
    expect(await app.dialog('2 items moved to the recycle bin')).toBeTruthy();
    await pressUndo(app);
    await app.dialog('Undone');
    await app.settled();
    expect(app.sent(UndoChange)).toEqual([{ id: [2] }, { id: [1] }]);
    expect(shownNames(app)).toEqual(['a.txt', 'b.txt', 'c.txt']);
    await pressUndo(app, { shiftKey: true });
    expect(app.sent(RedoChange)).toEqual([{ id: [1] }, { id: [2] }]);
    expect(shownNames(app)).toEqual(['c.txt']);
    expect(await app.dialog('Redone')).toBeTruthy();
    await pressUndo(app);
    expect(shownNames(app)).toEqual(['a.txt', 'b.txt', 'c.txt']);
    await pressKey(app, 'y', { ctrlKey: true });
    expect(shownNames(app)).toEqual(['c.txt']);
  });

  it('goes from the last action to the one before', async () => {
    const { app } = await renderFiles();
    for (const name of ['a.txt', 'b.txt']) {
      await selectEntries(app, name);
      await pressKey(app, 'Delete');
    }
    await pressUndo(app);
    await pressUndo(app);
    await app.dialog('Undone');
    await app.settled();
    expect(app.sent(UndoChange)).toEqual([{ id: [2] }, { id: [1] }]);
  });

  it('takes back nothing that another device did, and says so', async () => {
    const { app } = await renderFiles();
    await pressUndo(app);
    expect(await app.dialog('Nothing to undo in this browser. Activity shows all changes.')).toBeTruthy();
    expect(app.sent(UndoChange)).toEqual([]);
  });

  it('says that a box without a journal cannot undo', async () => {
    const app = await renderApp(files, { replies: filesBox({ [HOME]: [fileItem('a.txt')] }).replies });
    await selectEntries(app, 'a.txt');
    await pressKey(app, 'Delete');
    const notice = await app.dialog('Moved to the recycle bin');
    expect(notice.queryByRole('button', { name: 'Undo' })).toBeNull();
    await pressUndo(app);
    expect(await app.dialog('This box cannot undo changes')).toBeTruthy();
  });

  it('keeps a refused step as the next one, and offers to keep both', async () => {
    let isOccupied = true;
    const { app } = await renderFiles({
      journal: {
        items: () => ({ total: 1, list: [{ kind: 'trashed', path: `${HOME}/a.txt`, trash: 'k1' }] }),
        undo: ({ id: [id = 0] }, _caller, { refuse }) => {
          if (isOccupied) throw refuse(GEN.path, 'taken');
          return {
            entry: {
              ...{ id, action: 'trash', path: `${HOME}/a.txt`, state: 'undone', time: 1, origin: 'call', items: 1 },
              ...{ reversible: 1 as const, reason: '' },
            },
            tasks: [],
          };
        },
      },
      trash: { restoreBeside: () => ({ path: `${HOME}/a_copy.txt` }) },
    });
    await selectEntries(app, 'a.txt');
    await pressKey(app, 'Delete');
    await pressUndo(app);
    await pressUndo(app);
    const notice = await app.dialog('Could not be undone');
    await app.settled();
    expect(app.sent(UndoChange)).toEqual([{ id: [1] }, { id: [1] }]);
    expect(notice.element.textContent).toContain('Something else is in its place');
    await notice.press('Keep both');
    expect(app.sent(RestoreBeside)).toEqual([{ id: 'k1' }]);
    expect(await app.dialog('Undone')).toBeTruthy();
    isOccupied = false;
    await pressUndo(app);
    expect(app.sent(UndoChange)).toHaveLength(2);
  });

  it('is left to a field while one types in it', async () => {
    const { app } = await renderFiles();
    await selectEntries(app, 'a.txt');
    await pressKey(app, 'Delete');
    fireEvent.keyDown(app.getByRole('searchbox'), { key: 'z', ctrlKey: true });
    await app.settled();
    expect(app.sent(UndoChange)).toEqual([]);
    expect(app.sent(TrashFiles)).toHaveLength(1);
  });

  it('takes back a new name', async () => {
    const { app } = await renderFiles();
    await selectEntries(app, 'a.txt');
    await pressKey(app, 'F2');
    const dialog = await app.dialog('Rename');
    await dialog.type(/^New name/, 'z');
    await dialog.press('Rename');
    expect(app.sent(MoveFile)).toHaveLength(1);
    const notice = await app.dialog('File rename success');
    expect(notice.element.textContent).toContain('Rename “a.txt” to “z.txt”');
    await pressUndo(app);
    await app.dialog('Undone');
    expect(app.sent(UndoChange)).toEqual([{ id: [1] }]);
  });
});

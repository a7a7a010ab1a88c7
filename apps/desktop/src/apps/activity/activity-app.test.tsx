import { GEN, type JournalEntry, ListJournal, ListJournalItems, RedoChange, UndoChange } from '@boxwood/box-sdk';
import { within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { holdReply } from '../../testing/box-replies.ts';
import { renderApp, type RenderAppOptions } from '../../testing/render-app.tsx';
import { activity } from './manifest.ts';

const ROOT = '/mnt/usb1/ann';

const entry = (id: number, name: string, more: Partial<JournalEntry> = {}): JournalEntry => ({
  id,
  action: 'new-folder',
  state: 'done',
  time: 1_760_000_000 + id * 60,
  origin: 'web',
  items: 1,
  path: `${ROOT}/${name}`,
  reversible: 1,
  reason: '',
  ...more,
});
const MOVED = entry(9, 'draft.txt', { action: 'move', target: `${ROOT}/Letters/draft.txt` });
const FOLDER = entry(8, 'Recipes');
const UNDONE = entry(7, 'old name.txt', { action: 'rename', state: 'undone', target: `${ROOT}/new name.txt` });
const DELETED = entry(6, 'secret.txt', { action: 'remove', reversible: 0 });
const BLOCKED = entry(5, 'song.mp3', { action: 'copy', state: 'blocked', reason: 'changed' });

type JournalReplies = NonNullable<NonNullable<RenderAppOptions<'activity'>['replies']>['journal']>;

/** A box with these changes, that undoes and repeats them. */
const renderActivity = async (
  entries: readonly JournalEntry[] = [MOVED, FOLDER, UNDONE, DELETED, BLOCKED],
  more: JournalReplies = {},
  options: RenderAppOptions<'activity'> = {},
) => {
  let list = [...entries];
  const newest = (state: string): number => list.find((each) => each.state === state && each.reversible === 1)?.id ?? 0;
  const change = (from: string, state: JournalEntry['state'], [id = newest(from)]: readonly number[]) => {
    list = list.map((each) => (each.id === id ? { ...each, state } : each));
    const changed = list.find((each) => each.id === id) ?? entry(id, 'unknown');
    return { entry: changed, tasks: [] };
  };
  const app = await renderApp(activity, {
    ...options,
    replies: {
      journal: {
        list: () => ({ total: list.length, list, undo: newest('done'), redo: newest('undone') }),
        items: ({ id }) => ({
          total: 1,
          list: list.flatMap((each) => (each.id === id ? [{ kind: 'made-folder' as const, path: each.path }] : [])),
        }),
        undo: ({ id }) => change('done', 'undone', id),
        redo: ({ id }) => change('undone', 'done', id),
        ...more,
      },
    },
  });
  const rowOf = (text: string): HTMLElement => {
    const [row, ...others] = app.getAllByRole('listitem').filter((each) => each.textContent.includes(text));
    if (row === undefined || others.length > 0) throw new Error(`not exactly one change with "${text}"`);
    return row;
  };
  /** The buttons of a change, by name. */
  const stepsOf = (text: string) =>
    within(rowOf(text))
      .queryAllByRole('button')
      .map((button) => button.getAttribute('aria-label'));
  const setList = (next: readonly JournalEntry[]): void => {
    list = [...next];
  };
  return { app, rowOf, stepsOf, setList };
};

/** What was saved as a file: names and texts, in order. */
const watchSavedFiles = () => {
  const blobs: Blob[] = [];
  const names: string[] = [];
  const stubUrlMethod = (name: 'createObjectURL' | 'revokeObjectURL', value: (blob: Blob) => string): void => {
    const before = Object.getOwnPropertyDescriptor(URL, name);
    Object.defineProperty(URL, name, { configurable: true, writable: true, value });
    onTestFinished(() => {
      if (before === undefined) Reflect.deleteProperty(URL, name);
      else Object.defineProperty(URL, name, before);
    });
  };
  stubUrlMethod('createObjectURL', (blob) => {
    blobs.push(blob);
    return 'blob:test';
  });
  stubUrlMethod('revokeObjectURL', () => '');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return { names, text: async () => (await blobs.at(-1)?.text()) ?? '' };
};

const stubClipboard = () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'clipboard');
  });
  return writeText;
};

describe('changes to files', () => {
  it('lists changes with what happened, where, and whether it can be undone', async () => {
    const { app, rowOf, stepsOf } = await renderActivity();
    expect(app.getAllByRole('listitem')).toHaveLength(5);
    const moved = rowOf('draft.txt').textContent;
    expect(moved).toContain('Moved');
    expect(moved).toContain('1 item');
    expect(moved).toContain('Personal space › draft.txt to Personal space › Letters › draft.txt');
    expect(rowOf('Recipes').textContent).toContain('New folder');
    expect(stepsOf('Recipes')).toEqual(['Undo this']);
    expect(rowOf('old name.txt').textContent).toContain('Undone');
    expect(stepsOf('old name.txt')).toEqual(['Redo this']);
    expect(rowOf('secret.txt').textContent).toContain('Permanent');
    expect(stepsOf('secret.txt')).toEqual([]);
    expect(rowOf('song.mp3').textContent).toContain('Cannot be undone: something was changed');
    expect(stepsOf('song.mp3')).toEqual([]);
    expect(app.sent(ListJournal)).toEqual([{ count: 50, cursor: 0 }]);
  });

  it('shows an action and a state that it does not know in general words', async () => {
    const { rowOf } = await renderActivity([
      entry(1, 'x.txt', { action: 'later' as 'move', state: 'later' as 'done' }),
    ]);
    expect(rowOf('x.txt').textContent).toContain('Changed');
    expect(rowOf('x.txt').textContent).toContain('Done');
  });

  it('says that it is loading, then that there are no changes, and offers no step', async () => {
    const { reply, release } = holdReply<{ total: number; list: JournalEntry[]; undo: number; redo: number }>();
    const { app } = await renderActivity([], { list: () => reply });
    expect(app.queryByText('No changes yet')).toBeNull();
    expect(app.queryByRole('button', { name: 'Undo last change' })).toBeNull();
    release({ total: 0, list: [], undo: 0, redo: 0 });
    await app.settled();
    expect(app.getByText('No changes yet')).toBeTruthy();
    await expect(app.press('Undo last change')).rejects.toThrow('There is nothing to undo');
    await expect(app.press('Redo')).rejects.toThrow('There is nothing to redo');
    expect(app.queryByRole('button', { name: 'As a script' })).toBeNull();
    expect(app.queryByRole('button', { name: 'Show older' })).toBeNull();
  });

  it('explains a box that keeps no list of changes', async () => {
    const app = await renderApp(activity);
    expect(app.getByText('This box keeps no list of changes')).toBeTruthy();
    expect(app.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('says why the list failed, and loads it again', async () => {
    let isBroken = true;
    const { app, rowOf } = await renderActivity([], {
      list: (_params, _caller, { refuse }) => {
        if (isBroken) throw refuse(GEN.failed);
        return { total: 1, list: [FOLDER], undo: 8, redo: 0 };
      },
    });
    expect(app.getByText('Failed')).toBeTruthy();
    isBroken = false;
    await app.press('Try again');
    expect(rowOf('Recipes')).toBeTruthy();
  });

  it('undoes the newest change, redoes it, and reports each', async () => {
    const { app, stepsOf } = await renderActivity([FOLDER, BLOCKED]);
    await app.press('Undo last change');
    expect(app.sent(UndoChange)).toEqual([{ id: [8] }]);
    expect(app.getByRole('status').textContent).toBe('Undone');
    expect(stepsOf('Recipes')).toEqual(['Redo this']);
    await expect(app.press('Undo last change')).rejects.toThrow('There is nothing to undo');
    await app.press('Redo');
    expect(app.sent(RedoChange)).toEqual([{ id: [8] }]);
    expect(app.getByRole('status').textContent).toBe('Redone');
    expect(stepsOf('Recipes')).toEqual(['Undo this']);
  });

  it('undoes and redoes the change whose button was pressed', async () => {
    const { app, rowOf, stepsOf } = await renderActivity();
    await app.press(within(rowOf('Recipes')).getByRole('button', { name: 'Undo this' }));
    expect(app.sent(UndoChange)).toEqual([{ id: [8] }]);
    expect(stepsOf('Recipes')).toEqual(['Redo this']);
    await app.press(within(rowOf('old name.txt')).getByRole('button', { name: 'Redo this' }));
    expect(app.sent(RedoChange)).toEqual([{ id: [7] }]);
  });

  it('undoes an upload of many files as one step, the newest first, and redoes it the oldest first', async () => {
    const upload = (id: number, name: string) =>
      entry(id, `Trip/${name}`, { action: 'upload', time: 1_760_000_000, items: 2 });
    const { app, rowOf } = await renderActivity([upload(4, 'c.jpg'), upload(3, 'b.jpg'), FOLDER]);
    expect(app.getAllByRole('listitem')).toHaveLength(2);
    expect(rowOf('Uploaded').textContent).toContain('4 items');
    expect(rowOf('Uploaded').textContent).toContain('Personal space › Trip');
    await app.press('Undo last change');
    expect(app.sent(UndoChange)).toEqual([{ id: [4] }, { id: [3] }]);
    await app.press('Redo');
    expect(app.sent(RedoChange)).toEqual([{ id: [3] }, { id: [4] }]);
  });

  it('says that files are still being moved for a step', async () => {
    const { app } = await renderActivity([FOLDER], { undo: () => ({ entry: FOLDER, tasks: ['t1', 't2'] }) });
    await app.press('Undo last change');
    expect(app.getByRole('status').textContent).toBe('Under way: 2 tasks still move files');
  });

  it('offers no second step while one is running', async () => {
    const { reply, release } = holdReply<{ entry: JournalEntry; tasks: string[] }>();
    const { app, rowOf } = await renderActivity([MOVED, FOLDER], { undo: () => reply });
    await app.press('Undo last change');
    const undoOne = within(rowOf('Recipes')).getByRole('button', { name: 'Undo this' });
    await expect(app.press(undoOne)).rejects.toThrow('is disabled');
    expect(app.sent(UndoChange)).toEqual([{ id: [9] }]);
    release({ entry: MOVED, tasks: [] });
    await app.settled();
    await app.press(undoOne);
    expect(app.sent(UndoChange)).toEqual([{ id: [9] }, { id: [8] }]);
  });

  it.each([
    [GEN.path, 'The files have changed since, so this cannot be undone.'],
    [GEN.noPrivilege, 'No privilege'],
  ])('reports refusal %i in words, and the change stays undoable', async (code, text) => {
    const { app, stepsOf } = await renderActivity([FOLDER], {
      undo: (_params, _caller, { refuse }) => {
        throw refuse(code as typeof GEN.path);
      },
    });
    await app.press('Undo last change');
    expect(app.getByRole('alert').textContent).toBe(text);
    expect(stepsOf('Recipes')).toEqual(['Undo this']);
    expect(app.sent(ListJournal)).toHaveLength(2);
  });

  it('shows older changes on request, until there are none', async () => {
    const older = entry(1, 'oldest');
    const { app, rowOf } = await renderActivity([], {
      list: ({ cursor }) => ({ total: 2, list: cursor === 0 ? [FOLDER] : [older], undo: 8, redo: 0 }),
    });
    expect(app.queryByText(/oldest/)).toBeNull();
    await app.press('Show older');
    expect(rowOf('oldest')).toBeTruthy();
    expect(rowOf('Recipes')).toBeTruthy();
    expect(app.sent(ListJournal)).toMatchObject([{ cursor: 0 }, { cursor: 0 }, { cursor: 8 }]);
    expect(app.queryByRole('button', { name: 'Show older' })).toBeNull();
  });

  it('reloads on request, and when the box reports a change', async () => {
    const { app, rowOf, setList } = await renderActivity([FOLDER]);
    setList([MOVED, FOLDER]);
    await app.press('Refresh');
    expect(rowOf('draft.txt')).toBeTruthy();
    setList([FOLDER]);
    await app.reportChange('journal');
    expect(app.getAllByRole('listitem')).toHaveLength(1);
  });
});

describe('changes as a script', () => {
  it('writes all changes in effect, the oldest first, copies the script and saves it', async () => {
    const writeText = stubClipboard();
    const saved = watchSavedFiles();
    const { app } = await renderActivity([FOLDER, UNDONE, entry(2, 'Notes')]);
    await app.press('As a script');
    const dialog = await app.dialog('As a script');
    const script = dialog.getByLabelText('As a script', { selector: 'pre' }).textContent;
    expect(script).toContain("import { connect } from '@boxwood/box-sdk';");
    expect(script.indexOf('Notes')).toBeGreaterThan(0);
    expect(script.indexOf('Recipes')).toBeGreaterThan(script.indexOf('Notes'));
    expect(script).not.toContain('old name');
    expect(dialog.queryByText(/left out because/)).toBeNull();
    expect(app.sent(ListJournalItems)).toMatchObject([{ id: 2 }, { id: 8 }]);
    await dialog.press('Copy');
    expect(writeText).toHaveBeenCalledWith(script);
    expect(dialog.button('Copied')).toBeTruthy();
    await dialog.press('Save as file');
    expect(saved.names).toEqual(['boxwood-script.ts']);
    expect(await saved.text()).toBe(script);
    await dialog.press('Close');
    expect(app.hasDialog('As a script')).toBe(false);
  });

  it('writes only the chosen changes; what was undone cannot be chosen', async () => {
    const { app, rowOf } = await renderActivity([FOLDER, UNDONE, entry(2, 'Notes')]);
    expect(within(rowOf('old name.txt')).queryByRole('checkbox')).toBeNull();
    await app.press(app.getByRole('checkbox', { name: 'Choose Personal space › Recipes' }));
    await app.press(app.getByRole('checkbox', { name: 'Choose Personal space › Notes' }));
    expect(app.button('As a script (2)')).toBeTruthy();
    await app.press(app.getByRole('checkbox', { name: 'Choose Personal space › Recipes' }));
    await app.press('As a script (1)');
    await app.dialog('As a script');
    expect(app.sent(ListJournalItems)).toMatchObject([{ id: 2 }]);
  });

  it('says how many changes are left out', async () => {
    const { app } = await renderActivity([FOLDER, BLOCKED], {
      items: ({ id }) => ({
        total: id === 8 ? 1 : 0,
        list: id === 8 ? [{ kind: 'made-folder', path: FOLDER.path }] : [],
      }),
    });
    await app.press('As a script');
    const dialog = await app.dialog('As a script');
    expect(dialog.getByText(/^1 change is left out because the box has too little information/)).toBeTruthy();
  });

  it('says why there is no script, and offers none to save', async () => {
    let isBroken = true;
    const { app } = await renderActivity([FOLDER], {
      items: (_params, _caller, { refuse }) => {
        if (isBroken) throw refuse(GEN.noPrivilege);
        return { total: 1, list: [{ kind: 'made-folder', path: FOLDER.path }] };
      },
    });
    await app.press('As a script');
    const dialog = await app.dialog('As a script');
    expect(dialog.getByText('No privilege')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Save as file' })).toBeNull();
    isBroken = false;
    await dialog.press('Try again');
    expect(dialog.button('Save as file')).toBeTruthy();
  });
});

describe('events of this browser', () => {
  it('lists what happened in this browser and saves it', async () => {
    const saved = watchSavedFiles();
    const { app } = await renderActivity();
    await app.press(app.getByRole('tab', { name: 'Events of this browser' }));
    const events = app.getByRole('region', { name: 'Events of this browser' });
    const count = Number(/^(\d+) events?/.exec(events.textContent)?.[1]);
    expect(count).toBeGreaterThan(0);
    expect(within(events).getAllByRole('listitem')).toHaveLength(count);
    await app.press('Save as file');
    expect(saved.names).toEqual(['boxwood-journal.json']);
    expect(await saved.text()).not.toContain('T'.repeat(32));
  });

  it('reads in Chinese', async () => {
    const { app, rowOf, stepsOf } = await renderActivity(undefined, {}, { language: 'zh-CN' });
    expect(rowOf('song.mp3').textContent).toContain('无法撤销：有文件已被修改');
    expect(stepsOf('Recipes')).toEqual(['撤销此项']);
    await app.press('撤销上一步');
    expect(app.getByRole('status').textContent).toBe('已撤销');
  });

  it('shows changes and events on a phone', async () => {
    const { app, rowOf } = await renderActivity(undefined, {}, { phone: true });
    await app.press(within(rowOf('Recipes')).getByRole('button', { name: 'Undo this' }));
    expect(app.sent(UndoChange)).toEqual([{ id: [8] }]);
    await app.press(app.getByRole('tab', { name: 'Events of this browser' }));
    expect(app.getByRole('region', { name: 'Events of this browser' })).toBeTruthy();
  });
});

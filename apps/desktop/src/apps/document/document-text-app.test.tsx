import { GEN } from '@boxwood/box-sdk';
import { act, fireEvent } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DesktopToken, SettingsToken } from '../../composition/service-tokens.ts';
import { renderApp, type RenderAppOptions, type RenderedApp } from '../../testing/render-app.tsx';
import { serveFiles, type ServedFiles } from '../../testing/served-files.ts';
import { documentApp } from './manifest.ts';

const HOME = '/mnt/usb1/ann';
const NOTE = `${HOME}/note.txt`;
/** 你好 and a line end of Windows, as Windows writes it. */
const HELLO = Uint8Array.of(0xc4, 0xe3, 0xba, 0xc3, 0x0d, 0x0a);

type Options = Omit<RenderAppOptions<'document'>, 'params' | 'files'>;
const openFile = (files: ServedFiles, path: string, options: Options = {}): Promise<RenderedApp> =>
  renderApp(documentApp, { ...options, files, params: { path } });

/** The app with one text of this user, and the files of the box. */
const openNote = async (content: string | Uint8Array<ArrayBuffer> = 'first', options: Options = {}) => {
  const files = serveFiles({ [NOTE]: content });
  const app = await openFile(files, NOTE, options);
  return { app, files };
};
const shown = (app: RenderedApp, path = NOTE) =>
  app.findByLabelText(`Preview of ${path.slice(path.lastIndexOf('/') + 1)}`);
const editor = (app: RenderedApp) => app.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
const status = (app: RenderedApp) => app.getByRole('status').textContent;

/** Opens the editor of the note and types a text. */
const edit = async (app: RenderedApp, text: string): Promise<void> => {
  await app.press(await app.findByRole('button', { name: 'Edit' }));
  await app.type(editor(app), text);
};
/** Waits until the editor has saved, which the upload queue does. */
const saved = async (app: RenderedApp): Promise<void> => {
  await app.findByText('Saved');
  await app.settled();
};
const closeWindow = (app: RenderedApp) => app.press(app.getAllByRole('button', { name: 'Close' })[0] ?? 'Close');
const openWindows = (app: RenderedApp) => app.scope.get(DesktopToken).windows$.value.length;
const drafts = (): readonly string[] => Object.keys(localStorage).filter((key) => key.startsWith('ann_draft'));

describe('a text', () => {
  it('is shown as it is', async () => {
    const { app, files } = await openNote('  first\n\n<b>second</b>\n');
    expect((await shown(app)).textContent).toBe('  first\n\n<b>second</b>\n');
    expect(files.reads).toEqual([{ path: NOTE, range: null }]);
    expect(app.queryByRole('combobox', { name: 'Encoding' })).toBeNull();
  });

  it('says that it is empty', async () => {
    const { app } = await openNote('');
    expect(await app.findByText('This file is empty')).toBeTruthy();
    expect(app.button('Edit')).toBeTruthy();
  });

  it('is loaded again when it is asked for', async () => {
    const { app, files } = await openNote();
    await shown(app);
    files.put(NOTE, 'changed elsewhere');
    await app.press('Load again');
    expect(await app.findByText('changed elsewhere')).toBeTruthy();
  });

  it('says that it does not exist, and is loaded again when it does', async () => {
    const files = serveFiles({});
    const app = await openFile(files, NOTE);
    const retry = await app.findByRole('button', { name: 'Try again' });
    files.put(NOTE, 'here now');
    await app.press(retry);
    expect(await app.findByText('here now')).toBeTruthy();
  });

  it('says why there is no key for files', async () => {
    const files = serveFiles({ [NOTE]: 'first' });
    const app = await openFile(files, NOTE, {
      replies: {
        session: {
          fileKey: (_params, _caller, { refuse }) => {
            throw refuse(GEN.failed);
          },
        },
      },
    });
    expect(await app.findByText('Failed')).toBeTruthy();
    expect(files.reads).toEqual([]);
  });

  it('PREVIEW-07: of 10 MiB is shown, and one byte more is refused', async () => {
    const LIMIT = 10 * 1024 * 1024;
    const over = await openNote(new Uint8Array(LIMIT + 1).fill(0x78));
    expect(await over.app.findByText('Files over 10M cannot be previewed')).toBeTruthy();
    expect(over.app.queryByRole('button', { name: 'Edit' })).toBeNull();
    await over.app.unmount();
    const fits = await openNote(new Uint8Array(LIMIT).fill(0x78));
    expect((await shown(fits.app)).textContent).toHaveLength(LIMIT);
  });

  it.each(['archive.zip', 'old.doc', 'noextension'])('of an unknown type is not read: %s', async (name) => {
    const files = serveFiles({ [`${HOME}/${name}`]: 'content' });
    const app = await openFile(files, `${HOME}/${name}`);
    expect(app.getByText('This type cannot be previewed online yet')).toBeTruthy();
    expect(files.reads).toEqual([]);
    expect(app.button('Download')).toBeTruthy();
    expect(app.queryByRole('button', { name: 'Edit' })).toBeNull();
  });

  it('that is none is offered as a download', async () => {
    const files = serveFiles({ [`${HOME}/box.log`]: Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 0) });
    const app = await openFile(files, `${HOME}/box.log`);
    expect(await app.findByText('This is not a text file')).toBeTruthy();
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    onTestFinished(() => {
      clicked.mockRestore();
    });
    await app.press('Download');
    const [link] = clicked.mock.contexts;
    if (!(link instanceof HTMLAnchorElement)) throw new Error('no link was pressed');
    expect([new URL(link.href).pathname, link.download]).toEqual([`/port_80${HOME}/box.log`, 'box.log']);
  });

  it('has its actions in the header of a phone', async () => {
    const { app, files } = await openNote('first', { phone: true });
    await shown(app);
    expect(app.queryByRole('toolbar')).toBeNull();
    const menu = await app.openMenu('More');
    expect(menu.getByRole('menuitem', { name: 'Share by link' })).toBeTruthy();
    files.put(NOTE, 'changed elsewhere');
    await app.press(menu.getByRole('menuitem', { name: 'Load again' }));
    expect(await app.findByText('changed elsewhere')).toBeTruthy();
    await app.press('Edit');
    expect(editor(app).value).toBe('changed elsewhere');
  });
});

describe('saving', () => {
  it('writes the typed text, and only when something was typed', async () => {
    const { app, files } = await openNote();
    await app.press(await app.findByRole('button', { name: 'Edit' }));
    expect(status(app)).toBe('Saved');
    await expect(app.press('Save')).rejects.toThrow('is disabled');
    await app.type(editor(app), 'second 第二');
    expect(status(app)).toBe('Not saved yet');
    expect(files.text(NOTE)).toBe('first');
    await app.press('Save');
    await saved(app);
    expect(files.text(NOTE)).toBe('second 第二');
    await app.press('Stop editing');
    expect((await shown(app)).textContent).toBe('second 第二');
  });

  it('writes with Ctrl+S, twice in a row without a question', async () => {
    const { app, files } = await openNote();
    await edit(app, 'second');
    fireEvent.keyDown(editor(app), { key: 's', ctrlKey: true });
    await saved(app);
    await app.type(editor(app), 'third');
    fireEvent.keyDown(editor(app), { key: 'S', metaKey: true });
    await saved(app);
    expect(files.text(NOTE)).toBe('third');
    expect(app.hasDialog('The file has changed')).toBe(false);
  });

  it('asks before it replaces a version from elsewhere', async () => {
    const { app, files } = await openNote();
    await edit(app, 'mine');
    files.put(NOTE, 'theirs');
    await app.press('Save');
    const question = await app.dialog('The file has changed');
    await question.press('Cancel');
    expect(files.text(NOTE)).toBe('theirs');
    expect(editor(app).value).toBe('mine');
    await app.press('Save');
    await (await app.dialog('The file has changed')).press('Save anyway');
    await saved(app);
    expect(files.text(NOTE)).toBe('mine');
  });

  it('says why it failed, and keeps the text', async () => {
    const { app, files } = await openNote('first', {
      replies: {
        transfers: {
          prepare: (_params, _caller, { refuse }) => {
            throw refuse(GEN.noPrivilege);
          },
        },
      },
    });
    await edit(app, 'second');
    await app.press('Save');
    expect(await app.findByText(/^Could not be saved:/)).toBeTruthy();
    expect(status(app)).toBe('Not saved yet');
    expect(editor(app).value).toBe('second');
    expect(files.text(NOTE)).toBe('first');
  });

  it('says that the box could not be asked for the version', async () => {
    const { app, files } = await openNote();
    await edit(app, 'second');
    files.failReads(NOTE, 500);
    await app.press('Save');
    expect(await app.findByText(/^Could not be saved:/)).toBeTruthy();
    expect(files.text(NOTE)).toBe('first');
  });

  it('keeps the line ends of Windows', async () => {
    const { app, files } = await openNote('one\r\ntwo\r\n');
    await app.press(await app.findByRole('button', { name: 'Edit' }));
    expect(editor(app).value).toBe('one\ntwo\n');
    await app.type(editor(app), 'one\ntwo\nthree\n');
    await app.press('Save');
    await saved(app);
    expect(files.text(NOTE)).toBe('one\r\ntwo\r\nthree\r\n');
  });
});

describe('leaving', () => {
  const QUESTION = 'Save the changes?';

  it('asks nothing when nothing was typed', async () => {
    const { app } = await openNote();
    await app.press(await app.findByRole('button', { name: 'Edit' }));
    await app.press('Stop editing');
    expect((await shown(app)).textContent).toBe('first');
    await closeWindow(app);
    expect(openWindows(app)).toBe(0);
  });

  it('stays with Cancel, and drops the text with Discard', async () => {
    const { app, files } = await openNote();
    await edit(app, 'second');
    await closeWindow(app);
    const question = await app.dialog(QUESTION);
    expect(question.getByText(/note\.txt/)).toBeTruthy();
    await question.press('Cancel');
    expect(editor(app).value).toBe('second');
    expect(openWindows(app)).toBe(1);
    await closeWindow(app);
    await (await app.dialog(QUESTION)).press('Discard');
    expect(openWindows(app)).toBe(0);
    expect(files.text(NOTE)).toBe('first');
    expect(drafts()).toEqual([]);
  });

  it('saves with Save, and closes the window then', async () => {
    const { app, files } = await openNote();
    await edit(app, 'second');
    await closeWindow(app);
    await (await app.dialog(QUESTION)).press('Save');
    await vi.waitUntil(() => openWindows(app) === 0, { timeout: 30_000 });
    expect(files.text(NOTE)).toBe('second');
  });

  it('keeps the window open when it cannot be saved', async () => {
    const { app, files } = await openNote();
    await edit(app, 'mine');
    files.put(NOTE, 'theirs');
    await closeWindow(app);
    await (await app.dialog(QUESTION)).press('Save');
    await (await app.dialog('The file has changed')).press('Cancel');
    expect(openWindows(app)).toBe(1);
    // The close was given up: a later save does not close the window.
    await app.press('Save');
    await (await app.dialog('The file has changed')).press('Save anyway');
    await saved(app);
    expect(openWindows(app)).toBe(1);
  });

  it('asks before the editor is left, and goes back to the text with Discard', async () => {
    const { app } = await openNote();
    await edit(app, 'second');
    await app.press('Stop editing');
    await (await app.dialog(QUESTION)).press('Discard');
    expect((await shown(app)).textContent).toBe('first');
    expect(openWindows(app)).toBe(1);
  });
});

describe('a draft', () => {
  const DRAFT = `ann_draft ${NOTE}`;
  /** A draft that an earlier page left, based on the current version unless said otherwise. */
  const openDraft = async (path = NOTE, tag = '"v1"', text = 'typed and not saved') => {
    const files = serveFiles({ [path]: 'first' });
    const app = await openFile(files, `${HOME}/other.txt`);
    const settings = app.scope.get(SettingsToken);
    settings.setText(`ann_draft ${path}`, JSON.stringify({ text, tag, at: 1_760_000_000_000 }));
    act(() => {
      const [window] = app.scope.get(DesktopToken).windows$.value;
      if (window !== undefined) app.scope.get(DesktopToken).update(window.id, { params: { path } });
    });
    await app.settled();
    await app.findByLabelText(`Preview of ${path.slice(path.lastIndexOf('/') + 1)}`);
    return { app, files, settings };
  };

  it('is stored when the page ends, and shortly after the last key', async () => {
    const { app } = await openNote();
    await edit(app, 'typed');
    fireEvent(globalThis.window, new Event('pagehide'));
    const stored = app.scope.get(SettingsToken).text(DRAFT) ?? '';
    expect(JSON.parse(stored)).toMatchObject({ text: 'typed', tag: '"v1"' });
  });

  it('is offered when the file is opened again, and saved', async () => {
    const { app, files, settings } = await openDraft();
    expect(app.getByText(/^Your text up to .* has not been saved\.$/)).toBeTruthy();
    await app.press('Continue editing');
    expect(editor(app).value).toBe('typed and not saved');
    await app.press('Save');
    await saved(app);
    expect(files.text(NOTE)).toBe('typed and not saved');
    expect(settings.text(DRAFT)).toBeNull();
  });

  it('is deleted with Discard', async () => {
    const { app, settings } = await openDraft();
    await app.press('Discard');
    expect(app.queryByText(/has not been saved/)).toBeNull();
    expect(settings.text(DRAFT)).toBeNull();
  });

  it('of another version asks before it replaces the file', async () => {
    const { app, files } = await openDraft(NOTE, '"v0"');
    await app.press('Continue editing');
    await app.press('Save');
    await (await app.dialog('The file has changed')).press('Cancel');
    expect(files.text(NOTE)).toBe('first');
  });

  it('with the text of the file is not offered', async () => {
    const { app } = await openDraft(NOTE, '"v1"', 'first');
    expect(app.queryByText(/has not been saved/)).toBeNull();
  });
});

describe('an encoding', () => {
  const chooseEncoding = async (app: RenderedApp, name: string): Promise<void> => {
    await app.press(await app.findByRole('combobox', { name: 'Encoding' }));
    await app.press(await app.findByRole('option', { name }));
  };

  it('of Windows in Chinese is recognised and kept', async () => {
    const { app, files } = await openNote(HELLO);
    expect((await shown(app)).textContent).toBe('你好\n');
    expect(app.getByRole('combobox', { name: 'Encoding' }).textContent).toContain('Chinese (GBK)');
    await edit(app, '你好\n再见');
    await app.press('Save');
    await saved(app);
    expect(files.bytes(NOTE)).toEqual(Uint8Array.of(...HELLO, 0xd4, 0xd9, 0xbc, 0xfb));
  });

  it('that lacks a letter is changed to UTF-8 only after a question', async () => {
    const { app, files } = await openNote(HELLO);
    await edit(app, '你好\n🎉');
    await app.press('Save');
    const question = await app.dialog('Some characters cannot be saved');
    expect(question.getByText(/“🎉” does not exist in Chinese \(GBK\)/)).toBeTruthy();
    await question.press('Cancel');
    expect(files.bytes(NOTE)).toEqual(HELLO);
    await app.press('Save');
    await (await app.dialog('Some characters cannot be saved')).press('Save as UTF-8');
    await saved(app);
    expect(files.text(NOTE)).toBe('你好\r\n🎉');
  });

  it('that was recognised wrongly is chosen, and used to save', async () => {
    // 中文字 in Big5.
    const { app, files } = await openNote(Uint8Array.of(0xa4, 0xa4, 0xa4, 0xe5, 0xa6, 0x72));
    await chooseEncoding(app, 'Chinese (Big5)');
    expect((await shown(app)).textContent).toBe('中文字');
    await edit(app, '字');
    await app.press('Save');
    await saved(app);
    expect(files.bytes(NOTE)).toEqual(Uint8Array.of(0xa6, 0x72));
  });

  it('is chosen in the menu of a phone', async () => {
    const { app } = await openNote(Uint8Array.of(0xa4, 0xa4, 0xa4, 0xe5, 0xa6, 0x72), { phone: true });
    await shown(app);
    const menu = await app.openMenu('More');
    await app.press(menu.getByRole('menuitemradio', { name: 'Chinese (Big5)' }));
    expect((await shown(app)).textContent).toBe('中文字');
  });
});

import { ListFiles, type ShortItem } from '@boxwood/box-sdk';
import { fireEvent, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { BoxReplies } from '../../testing/box-replies.ts';
import {
  fileItem,
  filesBox,
  HOME,
  openEntry,
  pressEntry,
  pressKey,
  selectedNames,
  selectEntries,
  shownNames,
} from '../../testing/files-box.ts';
import { renderApp, type RenderAppOptions, type RenderedApp } from '../../testing/render-app.tsx';
import { files } from './manifest.ts';

const ENTRIES = [
  fileItem('Trip', 5, { m: 1_700_000_000 }),
  fileItem('.hidden.txt', 0),
  fileItem('a.txt', 0, { s: 3, m: 1_760_000_002, c: 1_750_000_000 }),
  fileItem('b.txt', 0, { s: 2, m: 1_760_000_001, c: 1_750_000_001 }),
  fileItem('c.txt', 0, { s: 1, m: 1_760_000_003, c: 1_750_000_002 }),
];
const renderFiles = (
  entries: readonly ShortItem[] = ENTRIES,
  more: BoxReplies = {},
  options: RenderAppOptions<'files'> = {},
) =>
  renderApp(files, {
    ...options,
    replies: filesBox({ [HOME]: entries, [`${HOME}/Trip`]: [fileItem('day', 5)], [`${HOME}/Trip/day`]: [] }, more)
      .replies,
  });
const headersOf = (app: RenderedApp): readonly string[] =>
  app
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
    .filter((text) => text !== '');
const pressHeader = (app: RenderedApp, name: string) => app.part(app.getByRole('columnheader', { name })).press(name);
/** Presses an entry of the menu with the order and the columns. */
const pressInSort = async (app: RenderedApp, role: 'menuitemradio' | 'menuitemcheckbox', name: string) => {
  await app.press('Sort');
  await app.press(await app.findByRole(role, { name }));
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  await waitFor(() => {
    expect(app.queryByRole('menu')).toBeNull();
  });
};
/** The summary at the end of the list, with plain spaces. */
const footerOf = (app: RenderedApp) => app.getByRole('contentinfo').textContent.replaceAll('\u00A0', ' ');

describe('the order of a folder', () => {
  it('FILES-10: is chosen at the head of a column, and turned by a second press', async () => {
    const app = await renderFiles();
    expect(app.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
    expect(shownNames(app)).toEqual(['Trip', 'a.txt', 'b.txt', 'c.txt']);
    await pressHeader(app, 'Size');
    expect(shownNames(app)).toEqual(['Trip', 'c.txt', 'b.txt', 'a.txt']);
    await pressHeader(app, 'Size');
    expect(shownNames(app)).toEqual(['Trip', 'a.txt', 'b.txt', 'c.txt']);
    expect(app.getByRole('columnheader', { name: 'Size' }).getAttribute('aria-sort')).toBe('descending');
    expect(app.sent(ListFiles).at(-1)).toMatchObject({ order: 4, desc: 1 });
    await pressHeader(app, 'Modified');
    expect(app.sent(ListFiles).at(-1)).toMatchObject({ order: 3 });
  });

  it('FILES-43 FILES-06: is chosen in the menu, also by what has no column', async () => {
    const app = await renderFiles();
    await pressInSort(app, 'menuitemradio', 'Time created');
    expect(app.sent(ListFiles).at(-1)).toMatchObject({ order: 2, desc: 0 });
    await pressInSort(app, 'menuitemradio', 'Descending');
    expect(app.sent(ListFiles).at(-1)).toMatchObject({ order: 2, desc: 1 });
    expect(shownNames(app)).toEqual(['Trip', 'c.txt', 'b.txt', 'a.txt']);
    await pressInSort(app, 'menuitemradio', 'Number in the name');
    expect(app.sent(ListFiles).at(-1)).toMatchObject({ order: 6, desc: 1 });
  });

  it('shows hidden files on request', async () => {
    const app = await renderFiles();
    expect(shownNames(app)).not.toContain('.hidden.txt');
    await pressInSort(app, 'menuitemcheckbox', 'Show hidden files');
    expect(shownNames(app)).toContain('.hidden.txt');
    await pressInSort(app, 'menuitemcheckbox', 'Show hidden files');
    expect(shownNames(app)).not.toContain('.hidden.txt');
  });
});

describe('the columns', () => {
  it('are shown and hidden, and remembered for the user', async () => {
    const app = await renderFiles();
    expect(headersOf(app)).toEqual(['Name', 'Type', 'Size', 'Modified']);
    await pressInSort(app, 'menuitemcheckbox', 'Created');
    await pressInSort(app, 'menuitemcheckbox', 'Type');
    expect(headersOf(app)).toEqual(['Name', 'Size', 'Modified', 'Created']);
    expect(localStorage.getItem('ann_files')).toBe('{"columns":["size","mtime","ctime"],"dense":0}');
    await pressInSort(app, 'menuitemcheckbox', 'Compact');
    expect(localStorage.getItem('ann_files')).toBe('{"columns":["size","mtime","ctime"],"dense":1}');
  });

  it('are made wider by keys, each place with its own width', async () => {
    const app = await renderFiles();
    const edge = app.getByRole('separator', { name: 'Width of Type' });
    expect(edge.getAttribute('aria-valuenow')).toBe('120');
    fireEvent.keyDown(edge, { key: 'ArrowLeft' });
    await app.settled();
    expect(app.getByRole('separator', { name: 'Width of Type' }).getAttribute('aria-valuenow')).toBe('136');
    expect(app.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
    expect(localStorage.getItem('ann_files_widths')).toBe('[{"place":1,"column":"type","width":136}]');
  });
});

describe('icons instead of a list', () => {
  it('FILES-06 FILES-45: are chosen at the toolbar and remembered', async () => {
    const app = await renderFiles();
    expect(app.button('List').getAttribute('aria-pressed')).toBe('true');
    await app.press('Icons');
    expect(app.button('Icons').getAttribute('aria-pressed')).toBe('true');
    expect(app.queryByRole('columnheader')).toBeNull();
    expect(shownNames(app)).toEqual(['Trip', 'a.txt', 'b.txt', 'c.txt']);
    const stored = Object.keys(localStorage).filter((key) => key.endsWith('boxViews'));
    expect(stored.map((key) => localStorage.getItem(key))).toEqual(['{"view":"icon","prop":"name","order":"aesc"}']);
    await app.press('Sort');
    expect(app.queryByRole('menuitemcheckbox', { name: 'Type' })).toBeNull();
  });

  it('FILES-11: a press selects one alone, and a second press takes it back', async () => {
    const app = await renderFiles();
    await app.press('Icons');
    const tile = (name: string): HTMLElement => {
      const found = app.getByTitle(name);
      return found.closest<HTMLElement>('[data-index]') ?? found;
    };
    await app.press(tile('a.txt'));
    await app.press(tile('b.txt'));
    expect(selectedNames(app)).toEqual(['b.txt']);
    await app.press(tile('b.txt'));
    expect(selectedNames(app)).toEqual([]);
  });
});

describe('a selection', () => {
  it('FILES-11: is made with Ctrl and Shift, by Ctrl+A and turned around by Ctrl+I', async () => {
    const app = await renderFiles();
    await selectEntries(app, 'a.txt', 'c.txt');
    expect(selectedNames(app)).toEqual(['a.txt', 'c.txt']);
    await pressEntry(app, 'a.txt', { ctrlKey: true });
    expect(selectedNames(app)).toEqual(['c.txt']);
    await selectEntries(app, 'a.txt');
    await pressEntry(app, 'c.txt', { shiftKey: true });
    expect(selectedNames(app)).toEqual(['a.txt', 'b.txt', 'c.txt']);
    await pressKey(app, 'i', { ctrlKey: true });
    expect(selectedNames(app)).toEqual(['Trip']);
    await pressKey(app, 'a', { ctrlKey: true });
    expect(selectedNames(app)).toHaveLength(4);
    await pressKey(app, 'Escape');
    expect(selectedNames(app)).toEqual([]);
  });

  it('FILES-48: is counted, with the size of the files in it', async () => {
    const app = await renderFiles();
    expect(footerOf(app)).toContain('4 items');
    await selectEntries(app, 'Trip');
    expect(footerOf(app)).toMatch(/1 selected$/);
    await pressEntry(app, 'a.txt', { ctrlKey: true });
    expect(footerOf(app)).toMatch(/2 selected, 3 B$/);
  });

  it('moves with the arrow keys, and by the first letters of a name', async () => {
    const app = await renderFiles();
    await selectEntries(app, 'Trip');
    await pressKey(app, 'ArrowDown');
    expect(selectedNames(app)).toEqual(['a.txt']);
    await pressKey(app, 'ArrowDown', { shiftKey: true });
    expect(selectedNames(app)).toEqual(['a.txt', 'b.txt']);
    await pressKey(app, 'c');
    expect(selectedNames(app)).toEqual(['c.txt']);
    await pressKey(app, 'Home');
    expect(selectedNames(app)).toEqual(['Trip']);
  });

  it('stands on the folder that one comes out of, and selects nothing', async () => {
    const app = await renderFiles();
    await openEntry(app, 'Trip');
    await pressKey(app, 'Backspace');
    expect(shownNames(app)).toContain('a.txt');
    expect(selectedNames(app)).toEqual([]);
    await pressKey(app, 'Backspace');
    expect(shownNames(app)).toContain('a.txt');
  });

  it('FILES-54: knows encrypted files by both suffixes, and only by them', async () => {
    const app = await renderFiles([
      ...['old.txt.hyencrypt_v2', 'new.txt.hyencrypt_v3', 'not.hyencrypt_v4'].map((name) => fileItem(name)),
    ]);
    expect(app.getAllByText('Encrypted file')).toHaveLength(2);
    for (const name of ['old.txt.hyencrypt_v2', 'new.txt.hyencrypt_v3']) {
      const menu = await app.openMenu(app.row(name));
      expect(menu.getByRole('menuitem', { name: 'Decrypt' })).toBeTruthy();
      expect(menu.queryByRole('menuitem', { name: 'Encrypt' })).toBeNull();
      fireEvent.keyDown(menu.element, { key: 'Escape' });
      await app.settled();
    }
    const menu = await app.openMenu(app.row('not.hyencrypt_v4'));
    expect(menu.getByRole('menuitem', { name: 'Encrypt' })).toBeTruthy();
    expect(menu.queryByRole('menuitem', { name: 'Decrypt' })).toBeNull();
  });
});

describe('the pages of a folder', () => {
  it('FILES-07 FILES-46 FILES-47: five hundred a page; first, previous, next and last, and words at the ends', async () => {
    const many = Array.from({ length: 1203 }, (_, at) => fileItem(`f${String(at).padStart(4, '0')}.txt`));
    const app = await renderFiles(many);
    expect(footerOf(app)).toContain('Page 1 of 3');
    expect(footerOf(app)).toContain('1,203 items');
    expect(app.getByRole('grid', { name: 'Files' }).getAttribute('aria-rowcount')).toBe('501');
    await app.press('First page');
    expect(await app.dialog('This is the first page')).toBeTruthy();
    await app.press('Next page');
    expect(app.getByText('f0500.txt')).toBeTruthy();
    await app.press('Last page');
    expect(footerOf(app)).toContain('Page 3 of 3');
    expect(app.getByText('f1000.txt')).toBeTruthy();
    expect(app.getByRole('grid', { name: 'Files' }).getAttribute('aria-rowcount')).toBe('204');
    await app.press('Next page');
    expect(await app.dialog('This is the last page')).toBeTruthy();
    expect(footerOf(app)).toContain('Page 3 of 3');
    await app.press('Previous page');
    expect(app.getByText('f0500.txt')).toBeTruthy();
    await app.press('First page');
    expect(app.getByText('f0000.txt')).toBeTruthy();
  });
});

describe('the details at the side', () => {
  it('show what is selected, and are remembered', async () => {
    const app = await renderFiles();
    await app.press('Details pane');
    const pane = () => app.getByRole('complementary', { name: 'Details pane' });
    expect(pane().textContent).toContain('Choose a file to see its details');
    await selectEntries(app, 'a.txt');
    const facts = pane().textContent.replaceAll('\u00A0', ' ');
    for (const fact of ['a.txt', 'TypeTXT file', 'Size3 B', 'LocationPersonal space']) expect(facts).toContain(fact);
    await pressEntry(app, 'b.txt', { ctrlKey: true });
    expect(pane().textContent.replaceAll('\u00A0', ' ')).toContain('2 items selectedSize of the files5 B');
    expect(localStorage.getItem('files_details')).toBe('Y');
    await app.press('Details pane');
    expect(app.queryByRole('complementary', { name: 'Details pane' })).toBeNull();
    expect(localStorage.getItem('files_details')).toBeNull();
  });
});

describe('the quick preview', () => {
  it('opens with Space, goes to the next file by an arrow, and closes with Space', async () => {
    const app = await renderFiles();
    await pressKey(app, ' ');
    expect(app.queryByRole('dialog')).toBeNull();
    await selectEntries(app, 'a.txt');
    await pressKey(app, ' ');
    const preview = await app.dialog('a.txt');
    expect(preview.element.textContent.replaceAll('\u00A0', ' ')).toContain('TXT file · 3 B');
    fireEvent.keyDown(preview.getByRole('group', { name: 'a.txt' }), { key: 'ArrowRight' });
    await app.settled();
    const next = await app.dialog('b.txt');
    expect(selectedNames(app)).toEqual(['b.txt']);
    fireEvent.keyDown(next.getByRole('group', { name: 'b.txt' }), { key: ' ' });
    await app.settled();
    expect(app.hasDialog('b.txt')).toBe(false);
  });

  it('opens the file in its app', async () => {
    const app = await renderFiles();
    await selectEntries(app, 'a.txt');
    await pressKey(app, ' ');
    await (await app.dialog('a.txt')).press('Open');
    expect(app.opened()).toMatchObject([{ app: 'document', params: { path: `${HOME}/a.txt` } }]);
    expect(app.hasDialog('a.txt')).toBe(false);
  });
});

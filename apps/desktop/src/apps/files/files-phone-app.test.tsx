import { SearchFiles, TrashFiles } from '@boxwood/box-sdk';
import { fireEvent, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { BoxReplies } from '../../testing/box-replies.ts';
import { fileItem, filesBox, HOME, menuTexts, pressKey, tapRow } from '../../testing/files-box.ts';
import { renderApp, type RenderAppOptions, type RenderedApp } from '../../testing/render-app.tsx';
import { files, search } from './manifest.ts';

const TREE = {
  [HOME]: [fileItem('Trip', 5), fileItem('a.jpg', 3), fileItem('letter.txt')],
  [`${HOME}/Trip`]: [fileItem('day', 5), fileItem('beach.jpg', 3)],
  [`${HOME}/Trip/day`]: [],
};
const renderPhone = (more: BoxReplies = {}, options: RenderAppOptions<'files'> = {}) =>
  renderApp(files, {
    phone: true,
    ...options,
    replies: filesBox(TREE, more).replies,
  });
/** Opens a folder of the list, as a tap does. */
const tap = (app: RenderedApp, name: string) => tapRow(app, app.row(name));
const selectAll = (app: RenderedApp) => pressKey(app, 'a', { ctrlKey: true });

describe('a folder on a phone', () => {
  it('goes up from a folder that was opened by a link', async () => {
    const app = await renderPhone({}, { params: { path: `${HOME}/Trip/day` } });
    await app.press('Back');
    expect(app.getByRole('heading', { name: 'Trip' })).toBeTruthy();
  });

  it('opens a file with a tap', async () => {
    const app = await renderPhone();
    await tap(app, 'letter.txt');
    await vi.waitFor(() =>
      expect(app.opened()).toMatchObject([{ app: 'document', params: { path: `${HOME}/letter.txt` } }]),
    );
  });

  it('has one button to add, with the camera first', async () => {
    const app = await renderPhone();
    const menu = await app.openMenu('Add');
    expect(menuTexts(menu).map((text) => text.replace('Ctrl+Shift+N', ''))).toEqual([
      ...['Take a photo', 'New folder', 'Upload files', 'Upload a folder', 'From a web address…'],
    ]);
    await menu.press(menu.getByRole('menuitem', { name: /^New folder/ }));
    const dialog = await app.dialog('New folder');
    await dialog.type(/^Folder name/, 'Letters');
    await dialog.press('Create');
    expect(app.row('Letters')).toBeTruthy();
  });

  it('has the order and the view in one menu, without columns', async () => {
    const app = await renderPhone();
    const menu = await app.openMenu('More actions');
    expect(menu.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
      ...['List', 'Icons', 'Name', 'Size', 'Time modified', 'Time created', 'Number in the name'],
      ...['Ascending', 'Descending'],
    ]);
    expect(menu.queryByRole('menuitemcheckbox', { name: 'Compact' })).toBeNull();
    expect(menuTexts(menu).join('|')).not.toContain('New folder');
  });
});

describe('a selection on a phone', () => {
  it('is counted in the header, and ended there', async () => {
    const app = await renderPhone();
    await selectAll(app);
    expect(app.getByRole('heading', { name: '3 selected' })).toBeTruthy();
    expect(app.queryByRole('button', { name: 'Add' })).toBeNull();
    await app.press('End the selection');
    expect(app.getByRole('heading', { name: 'Personal space' })).toBeTruthy();
    expect(app.button('Add')).toBeTruthy();
  });

  it('offers what applies to it in the bar, and the rest under More, without what is disabled', async () => {
    const app = await renderPhone();
    await selectAll(app);
    const bar = app.part(app.getByRole('toolbar', { name: 'Actions' }));
    expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      ...['Share', 'Move', 'Download', 'Delete', 'More'],
    ]);
    const texts = menuTexts(await app.openMenu('More')).join('|');
    expect(texts).toContain('Copy to…');
    for (const name of ['Upload to cloud drive', 'Select all', 'Paste', 'New folder'])
      expect(texts).not.toContain(name);
  });

  it('is deleted, and the header returns', async () => {
    const app = await renderPhone();
    await selectAll(app);
    await app.press('Delete');
    expect(app.sent(TrashFiles)).toEqual([{ paths: [`${HOME}/Trip`, `${HOME}/a.jpg`, `${HOME}/letter.txt`] }]);
    expect(app.getByText('This folder is empty')).toBeTruthy();
  });
});

describe('a search on a phone', () => {
  const names = (app: RenderedApp) => [...app.element.querySelectorAll('[data-index]')].map((row) => row.textContent);

  it('runs while one types, and is narrowed by a chip', async () => {
    const app = await renderPhone();
    await app.press('Search');
    await app.type(app.getByRole('searchbox'), 'jpg');
    await waitFor(() => {
      expect(names(app)).toHaveLength(2);
    });
    expect(app.getByText('Results for “jpg” below this folder')).toBeTruthy();
    await app.press('Folders');
    expect(await app.findByText('Nothing matches “jpg”')).toBeTruthy();
    expect(app.button('Folders').getAttribute('aria-pressed')).toBe('true');
    await app.press('Folders');
    await waitFor(() => {
      expect(names(app)).toHaveLength(2);
    });
    await app.press('Search');
    await waitFor(() => {
      expect(names(app)).toHaveLength(3);
    });
    expect(app.queryByRole('searchbox')).toBeNull();
  });

  it('repeats what was searched before', async () => {
    const app = await renderPhone();
    await app.press('Search');
    await app.type(app.getByRole('searchbox'), 'beach');
    fireEvent.keyDown(app.getByRole('searchbox'), { key: 'Enter' });
    await app.findByText('Results for “beach” below this folder');
    await app.press('Clear the search');
    await app.press(await app.findByRole('button', { name: 'beach' }));
    expect(app.getByRole<HTMLInputElement>('searchbox').value).toBe('beach');
    expect(await app.findByText('Results for “beach” below this folder')).toBeTruthy();
  });

  it('P-14: over all places is also narrowed to this year and to large files', async () => {
    const app = await renderApp(search, {
      phone: true,
      replies: filesBox(TREE, { files: { search: () => ({ sum: 0, file_list: [] }) } }).replies,
    });
    await app.press('This year');
    await waitFor(() => {
      expect(app.sent(SearchFiles)).toHaveLength(1);
    });
    const newYear = new Date(new Date().getFullYear(), 0, 1).getTime() / 1000;
    expect(app.sent(SearchFiles).at(-1)).toMatchObject({ roots: [1, 2, 4, 5, 9], mtimefrom: newYear });
    await app.press('Larger than 100 MB');
    await waitFor(() => {
      expect(app.sent(SearchFiles)).toHaveLength(2);
    });
    expect(app.sent(SearchFiles).at(-1)).toMatchObject({ mtimefrom: newYear, sizemin: 104_857_600 });
  });
});

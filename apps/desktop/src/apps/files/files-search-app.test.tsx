import { GEN, ListFiles, SearchFiles } from '@boxwood/box-sdk';
import { fireEvent, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { type BoxReplies, holdReply } from '../../testing/box-replies.ts';
import {
  fileItem,
  filesBox,
  HOME,
  menuTexts,
  openEntry,
  pressInMenu,
  selectedNames,
  shownNames,
} from '../../testing/files-box.ts';
import type { PagePart } from '../../testing/page-part.ts';
import { renderApp, type RenderAppOptions, type RenderedApp } from '../../testing/render-app.tsx';
import { files, search } from './manifest.ts';

const TREE = {
  [HOME]: [fileItem('x', 5), fileItem('y', 5), fileItem('top.txt')],
  [`${HOME}/x`]: [fileItem('beach day.txt')],
  [`${HOME}/y`]: [fileItem('beach.jpg', 3), fileItem('deep', 5), fileItem('mountain.txt')],
  [`${HOME}/y/deep`]: [fileItem('beach hut.txt')],
  '/mnt/usb1/shared-files': [],
  '/mnt/usb1/shared-files/Together': [fileItem('beach plan.txt')],
};
/** What a search over places finds: entries of two places. */
const FOUND = [
  fileItem('beach hut.txt', 0, { p: `${HOME}/y/deep`, r: 1 }),
  fileItem('beach plan.txt', 0, { p: '/mnt/usb1/shared-files/Together', r: 2 }),
];
const renderFiles = (more: BoxReplies = {}, options: RenderAppOptions<'files'> = {}) =>
  renderApp(files, {
    ...options,
    replies: filesBox(TREE, {
      ...more,
      files: { search: () => ({ sum: FOUND.length, file_list: FOUND }), ...more.files },
    }).replies,
  });

/** Types into the search field and presses Enter. */
const searchFor = async (app: RenderedApp, text: string) => {
  const field = app.getByRole('searchbox');
  await app.type(field, text);
  fireEvent.keyDown(field, { key: 'Enter' });
  await app.settled();
};
/** Waits for the results: a search starts a moment after Enter. */
const shows = async (app: RenderedApp, names: readonly string[]) => {
  await waitFor(() => {
    expect(shownNames(app)).toEqual(names);
  });
  await app.settled();
};
const choose = async (app: RenderedApp, panel: PagePart, field: string, option: string) => {
  await panel.press(panel.getByRole('combobox', { name: field }));
  await app.press(await app.findByRole('option', { name: option }));
};
/** Opens the panel with the filters. */
const openPanel = async (app: RenderedApp): Promise<PagePart> => {
  await app.press('Advanced search');
  return app.part(await app.findByRole('group', { name: 'Advanced search' }));
};

describe('a search below the folder', () => {
  it('FILES-04: starts with Enter, shows where each result is, and ends when the text is cleared', async () => {
    const app = await renderFiles();
    await app.type(app.getByRole('searchbox', { name: 'Search here' }), 'beach');
    await searchFor(app, 'beach');
    await shows(app, ['beach day.txt', 'beach hut.txt', 'beach.jpg']);
    expect(app.getByText('Results for “beach” below this folder')).toBeTruthy();
    expect(app.getByRole('columnheader', { name: 'Location' })).toBeTruthy();
    expect((await app.findByTitle('Personal space › y › deep')).textContent).toBe('y › deep');
    await app.press('Clear the search');
    await shows(app, ['x', 'y', 'top.txt']);
    expect(app.queryByRole('columnheader', { name: 'Location' })).toBeNull();
  });

  it('shows the location from the searched folder on, and the whole way as a tooltip', async () => {
    const app = await renderFiles();
    await openEntry(app, 'y');
    await searchFor(app, 'beach');
    await shows(app, ['beach hut.txt', 'beach.jpg']);
    expect((await app.findByTitle('Personal space › y')).textContent).toBe('y');
    expect(app.getByTitle('Personal space › y › deep').textContent).toBe('deep');
  });

  it('FILES-05: finds by kind and by regular expression', async () => {
    const app = await renderFiles();
    await app.type(app.getByRole('searchbox'), 'beach');
    const panel = await openPanel(app);
    expect(panel.queryByLabelText('Size from')).toBeNull();
    await choose(app, panel, 'Kind', 'Picture');
    await panel.press('Search');
    await shows(app, ['beach.jpg']);
    expect(app.queryByRole('group', { name: 'Advanced search' })).toBeNull();
    const again = await openPanel(app);
    await choose(app, again, 'Kind', 'Anything');
    await again.press(again.getByRole('switch', { name: /^Regular expression/ }));
    await searchFor(app, '^m.*txt$');
    await shows(app, ['mountain.txt']);
    expect(app.sent(ListFiles).at(-1)).toMatchObject({ regex: '^m.*txt$' });
  });

  it('starts nothing without a text', async () => {
    const app = await renderFiles();
    const before = app.sent(ListFiles).length;
    // The box is asked 300 ms after Enter, so a second search that is asked for shows that the first one was not.
    await searchFor(app, '  ');
    const panel = await openPanel(app);
    await expect(panel.press('Search')).rejects.toThrow('is disabled');
    await searchFor(app, 'top');
    await shows(app, ['top.txt']);
    expect(app.sent(ListFiles)).toHaveLength(before + 1);
  });

  it('says that nothing matches, and leads back to the folder', async () => {
    const app = await renderFiles();
    await searchFor(app, 'zebra');
    expect(await app.findByText('Nothing matches “zebra”')).toBeTruthy();
    expect(app.getByText('Try fewer letters, or another folder.')).toBeTruthy();
    const [back] = app.getAllByRole('button', { name: 'Back to the folder' });
    if (back === undefined) throw new Error('no way back');
    await app.press(back);
    await shows(app, ['x', 'y', 'top.txt']);
  });

  it('says why a search failed, and searches again', async () => {
    const { list } = filesBox(TREE).replies.files ?? {};
    if (list === undefined) throw new Error('no listing');
    let isSlow = true;
    const app = await renderFiles({
      files: {
        list: (params, caller, tools) => {
          if (params.regex !== undefined && isSlow) throw tools.refuse(GEN.invalid);
          return list(params, caller, tools);
        },
      },
    });
    await searchFor(app, 'beach');
    expect((await app.findByRole('alert')).textContent).toContain('The files could not be loaded');
    isSlow = false;
    await app.press('Try again');
    await shows(app, ['beach day.txt', 'beach hut.txt', 'beach.jpg']);
  });

  it('offers no action that needs a folder, and shows a result in its folder', async () => {
    const app = await renderFiles();
    await searchFor(app, 'beach');
    await shows(app, ['beach day.txt', 'beach hut.txt', 'beach.jpg']);
    const texts = menuTexts(await app.openMenu(app.row('beach hut.txt'))).join('|');
    expect(texts).toContain('Show in its folder');
    expect(texts).not.toContain('Paste');
    await app.press(app.getByRole('menuitem', { name: 'Show in its folder' }));
    await shows(app, ['beach hut.txt']);
    expect(selectedNames(app)).toEqual(['beach hut.txt']);
    const path = app.part(app.getByRole('navigation', { name: 'Path' }));
    expect(path.getByRole('button', { name: 'deep' }).getAttribute('aria-current')).toBe('page');
    expect(app.getByRole<HTMLInputElement>('searchbox').value).toBe('');
  });
});

describe('a search over places', () => {
  it('P-14 SDK-X101: asks for all places, narrowed by kind, day and size', async () => {
    const app = await renderFiles();
    const panel = await openPanel(app);
    await choose(app, panel, 'Where', 'All places');
    await app.type(app.getByRole('searchbox', { name: 'Search everywhere' }), 'beach');
    await choose(app, panel, 'Kind', 'Document');
    await panel.type('Modified from', '2026-06-01');
    await panel.type('Modified until', '2026-06-02');
    await panel.type('Size from', '1');
    fireEvent.blur(panel.getByLabelText('Size from'));
    await panel.type('Size up to', '3');
    fireEvent.blur(panel.getByLabelText('Size up to'));
    await panel.press('Search');
    await shows(app, ['beach hut.txt', 'beach plan.txt']);
    const from = new Date(2026, 5, 1).getTime() / 1000;
    expect(app.sent(SearchFiles)).toMatchObject([
      {
        roots: [1, 2, 4, 5, 9],
        regex: 'beach',
        type: 4,
        mtimefrom: from,
        mtimeto: new Date(2026, 5, 3).getTime() / 1000 - 1,
        sizemin: 1_048_576,
        sizemax: 3_145_728,
      },
    ]);
    expect(app.getByText('Results for “beach” in all places')).toBeTruthy();
    expect(await app.findByTitle('Public space › Together')).toBeTruthy();
    expect(app.row('beach hut.txt').textContent).toContain('Personal space › y › deep');
  });

  it('P-14: searches one place by its name, and a place without a text by a filter', async () => {
    const app = await renderFiles();
    const panel = await openPanel(app);
    await choose(app, panel, 'Where', 'Public space');
    await expect(panel.press('Search')).rejects.toThrow('is disabled');
    await choose(app, panel, 'Kind', 'Picture');
    await panel.press('Search');
    await shows(app, ['beach hut.txt', 'beach plan.txt']);
    expect(app.sent(SearchFiles)).toMatchObject([{ roots: [2], regex: '', type: 3 }]);
    expect(app.getByText('Results for “any name” in Public space')).toBeTruthy();
  });

  it('does not sort results of places, and shows one in its place', async () => {
    const app = await renderFiles();
    const panel = await openPanel(app);
    await choose(app, panel, 'Where', 'All places');
    await searchFor(app, 'beach');
    await shows(app, ['beach hut.txt', 'beach plan.txt']);
    expect(app.part(app.getByRole('columnheader', { name: 'Size' })).queryByRole('button')).toBeNull();
    await pressInMenu(app, 'beach plan.txt', 'Show in its folder');
    expect(selectedNames(app)).toEqual(['beach plan.txt']);
    expect(app.getByRole('searchbox', { name: 'Search here' })).toBeTruthy();
    const places = app.part(app.getByRole('navigation', { name: 'Places' }));
    expect(places.button('Public space').getAttribute('aria-current')).toBe('page');
  });

  it('searches each place by itself at a box without a global search, and says what is missing', async () => {
    const disk = { dev: '/dev/sda1', bus: 'sata', master: 1, mntdir: '/mnt/usb1', uuid: 'M', type: 'ext4' } as const;
    const box = filesBox(
      { ...TREE, [`${HOME}/.share2me`]: [] },
      {
        disks: { list: () => ({ disks: [{ ...disk, f_blocks: 9, f_bsize: 9, f_bavail: 9, readonly: 0 }] }) },
      },
    );
    const app = await renderApp(files, { replies: box.replies });
    const panel = await openPanel(app);
    await choose(app, panel, 'Where', 'All places');
    await searchFor(app, 'beach');
    await shows(app, ['beach day.txt', 'beach hut.txt', 'beach plan.txt', 'beach.jpg']);
    expect(app.queryByRole('note')).toBeNull();
    box.setFolder('/mnt/usb1/shared-files', null);
    await searchFor(app, 'beach plan');
    expect((await app.findByRole('note')).textContent).toBe('Not everything could be searched: there may be more.');
  });
});

describe('the search as an app', () => {
  it('SCREEN-14 P-14: is ready to type, over all places, with its filters open', async () => {
    const app = await renderApp(search, {
      replies: filesBox(TREE, { files: { search: () => ({ sum: 2, file_list: FOUND }) } }).replies,
    });
    const field = app.getByRole('searchbox', { name: 'Search everywhere' });
    await vi.waitFor(() => expect(document.activeElement).toBe(field));
    expect(app.getByRole('group', { name: 'Advanced search' })).toBeTruthy();
    await searchFor(app, 'beach');
    await shows(app, ['beach hut.txt', 'beach plan.txt']);
    await pressInMenu(app, 'beach hut.txt', 'Show in its folder');
    await shows(app, ['beach hut.txt']);
    expect(app.getByRole<HTMLInputElement>('searchbox', { name: 'Search here' }).value).toBe('');
    expect(app.queryByRole('group', { name: 'Advanced search' })).toBeNull();
  });

  it('starts with the text it was opened with, and shows that it is searching', async () => {
    const { reply, release } = holdReply<{ sum: number; file_list: typeof FOUND }>();
    const app = await renderApp(search, {
      params: { text: 'beach' },
      replies: filesBox(TREE, { files: { search: () => reply } }).replies,
    });
    expect(app.getByRole<HTMLInputElement>('searchbox').value).toBe('beach');
    expect(app.queryByText('Nothing matches “beach”')).toBeNull();
    release({ sum: 2, file_list: FOUND });
    await app.settled();
    await shows(app, ['beach hut.txt', 'beach plan.txt']);
  });
});

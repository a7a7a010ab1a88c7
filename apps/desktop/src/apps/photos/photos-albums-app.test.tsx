import {
  AddAlbumPhotos,
  ALB,
  type Album,
  DropAlbumPhotos,
  ListAlbums,
  PutAlbum,
  RemoveAlbum,
  SetAlbumCover,
  TrashFiles,
} from '@boxwood/box-sdk';
import { fireEvent, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { type BoxReplies, holdReply } from '../../testing/box-replies.ts';
import { photoAlbum, photoLibrary, PICTURE_FOLDER, timelinePhoto } from '../../testing/photo-library.ts';
import {
  chooseEntry,
  entryTexts,
  openSection,
  pictureTile,
  pressFocusedKey,
  selectPictures,
  tileNames,
} from '../../testing/photo-page.ts';
import { renderApp, type RenderedApp } from '../../testing/render-app.tsx';
import { photos } from './manifest.ts';

const LAKE = timelinePhoto('lake.png', { taken: 1_717_900_002 });
const WOOD = timelinePhoto('wood.png', { taken: 1_717_900_001 });
const SNOW = timelinePhoto('snow.png', { taken: 1_717_900_000 });
const TRIP = photoAlbum('a1', 'Trip', { num: 2 });
const PARTY = photoAlbum('a2', 'Party', { owner: 'bob', members: ['ann'], kind: 'share', num: 1 });
const CONTENTS = { a1: [LAKE.id, WOOD.id], a2: [LAKE.id] };

/** Photos of Ann with three pictures, and these albums. */
const renderAlbums = (
  albums: readonly Album[] = [TRIP, PARTY],
  more: BoxReplies['photos'] = {},
  options: { readonly contents?: Readonly<Record<string, readonly string[]>>; readonly replies?: BoxReplies } = {},
) => {
  const { contents = CONTENTS, replies = {} } = options;
  const library = photoLibrary({ photos: [LAKE, WOOD, SNOW], albums, contents }, more);
  return renderApp(photos, { replies: { ...library.replies, ...replies } });
};
const cards = (app: RenderedApp): readonly string[] =>
  within(app.getByRole('list', { name: 'Albums' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
const toolbarHas = (app: RenderedApp, name: string): boolean => app.queryByRole('button', { name }) !== null;

describe('albums of Photos', () => {
  it('lists albums with their number of pictures and their owner, and opens one', async () => {
    const app = await renderAlbums();
    expect(app.sent(ListAlbums)).toEqual([{ user: 'ann', start: 0, count: 500 }]);
    await openSection(app, 'All albums');
    expect(cards(app)).toEqual(['Party1 picture · Shared by bob', 'Trip2 pictures']);
    expect(app.getByText('2 albums')).toBeTruthy();
    expect(app.getAllByLabelText('Shared')).toHaveLength(1);
    await app.press(/^Trip2/);
    expect(app.getByRole('heading', { name: 'Trip' })).toBeTruthy();
    expect(tileNames(app)).toEqual(['lake.png', 'wood.png']);
  });

  it('sorts the albums by name, by date or by number of pictures', async () => {
    const app = await renderAlbums([
      photoAlbum('a1', 'Album 10', { num: 1, ctime: 30 }),
      photoAlbum('a2', 'Album 9', { num: 5, ctime: 10 }),
      photoAlbum('a3', 'Zoo', { num: 3, ctime: 20 }),
    ]);
    await openSection(app, 'All albums');
    const orderOf = () => cards(app).map((card) => /^(Album 10|Album 9|Zoo)/.exec(card)?.[0]);
    expect(orderOf()).toEqual(['Album 9', 'Album 10', 'Zoo']);
    const choose = async (name: string) => {
      await app.press(app.getByRole('combobox', { name: 'Order of the albums' }));
      await app.press(await app.findByRole('option', { name }));
    };
    await choose('Newest first');
    expect(orderOf()).toEqual(['Album 10', 'Zoo', 'Album 9']);
    await choose('Most pictures first');
    expect(orderOf()).toEqual(['Album 9', 'Zoo', 'Album 10']);
  });

  it('loads all pages of a long list', async () => {
    const all = Array.from({ length: 620 }, (_, at) => photoAlbum(`a${at}`, `Album ${at}`));
    const app = await renderAlbums(all, {}, { contents: {} });
    expect(app.sent(ListAlbums)).toEqual([
      { user: 'ann', start: 0, count: 500 },
      { user: 'ann', start: 500, count: 500 },
    ]);
    await openSection(app, 'All albums');
    expect(app.getByText('620 albums')).toBeTruthy();
  });

  it('explains that there are no albums, and creates the first one there', async () => {
    const app = await renderAlbums([]);
    await openSection(app, 'All albums');
    expect(app.getByText('No albums yet')).toBeTruthy();
    const buttons = app.getAllByRole('button', { name: 'New album' });
    expect(buttons).toHaveLength(2);
    await app.press(buttons.at(-1) ?? document.body);
    const dialog = await app.dialog('New album');
    await expect(dialog.press('Create')).rejects.toThrow('is disabled');
    await dialog.type(/^Name/, '   ');
    await expect(dialog.press('Create')).rejects.toThrow('is disabled');
    await dialog.type(/^Name/, ' Lake days ');
    await dialog.press('Create');
    expect(app.sent(PutAlbum)).toEqual([{ owner: 'ann', id: '', name: 'Lake days', members: [] }]);
    expect(app.getByRole('heading', { name: 'Lake days' })).toBeTruthy();
    expect(app.getByText('The album is empty')).toBeTruthy();
  });

  it('shows that the albums are loading, and why they failed', async () => {
    const { reply, release } = holdReply<{ total: number; list: Album[] }>();
    let isBroken = true;
    const app = await renderAlbums([], {
      albums: (_params, _caller, { refuse }) => {
        if (isBroken) throw refuse(ALB.service);
        return reply;
      },
    });
    await openSection(app, 'All albums');
    expect(app.queryByText('No albums yet')).toBeNull();
    isBroken = false;
    await app.press('Try again');
    expect(app.queryByText('No albums yet')).toBeNull();
    expect(app.queryByRole('list', { name: 'Albums' })).toBeNull();
    release({ total: 1, list: [TRIP] });
    await app.settled();
    expect(cards(app)).toEqual(['Trip2 pictures']);
  });

  it('keeps the dialog open and says that a name is taken', async () => {
    const app = await renderAlbums();
    await openSection(app, 'All albums');
    await app.press('New album');
    const dialog = await app.dialog('New album');
    await dialog.type(/^Name/, 'Trip');
    await dialog.press('Create');
    expect(dialog.getByRole('alert').textContent).not.toBe('');
    await dialog.type(/^Name/, 'Trip 2');
    await dialog.press('Create');
    expect(app.hasDialog('New album')).toBe(false);
    expect(app.getByRole('heading', { name: 'Trip 2' })).toBeTruthy();
  });

  it('creates an album from the selected pictures and stays with them', async () => {
    const app = await renderAlbums();
    await selectPictures(app, 'lake.png', 'snow.png');
    await chooseEntry(await app.openMenu('Add to album'), 'New album…');
    const dialog = await app.dialog('New album');
    await dialog.type(/^Name/, 'Lake days');
    await dialog.press('Create');
    expect(app.sent(AddAlbumPhotos)).toEqual([{ album: 'new Lake days', ids: [LAKE.id, SNOW.id] }]);
    expect(app.getByText('2 pictures added to “Lake days”')).toBeTruthy();
    expect(tileNames(app)).toHaveLength(3);
    await openSection(app, 'Lake days');
    expect(tileNames(app)).toEqual(['lake.png', 'snow.png']);
  });

  it('undoes only the pictures that an action added', async () => {
    const app = await renderAlbums();
    await selectPictures(app, 'lake.png', 'snow.png');
    await chooseEntry(await app.openMenu('Add to album'), 'Trip');
    expect(app.sent(AddAlbumPhotos)).toEqual([{ album: 'a1', ids: [LAKE.id, SNOW.id] }]);
    await app.press('Undo');
    expect(app.sent(DropAlbumPhotos)).toEqual([{ album: 'a1', ids: [SNOW.id] }]);
    await openSection(app, 'Trip');
    expect(tileNames(app)).toEqual(['lake.png', 'wood.png']);
  });

  it('removes pictures from the album without deleting them, and undoes and repeats that', async () => {
    const app = await renderAlbums();
    await openSection(app, 'Trip');
    await expect(app.press('Remove from album')).rejects.toThrow('Choose pictures first');
    await selectPictures(app, 'wood.png');
    await app.press('Remove from album');
    expect(app.sent(DropAlbumPhotos)).toEqual([{ album: 'a1', ids: [WOOD.id] }]);
    expect(app.sent(TrashFiles)).toEqual([]);
    expect(app.getByText('Removed from “Trip”')).toBeTruthy();
    await app.reportChange('photos');
    expect(tileNames(app)).toEqual(['lake.png']);
    pictureTile(app, 'lake.png').focus();
    await pressFocusedKey(app, 'z', { ctrlKey: true });
    expect(app.sent(AddAlbumPhotos)).toEqual([{ album: 'a1', ids: [WOOD.id] }]);
    expect(app.queryByText('Removed from “Trip”')).toBeNull();
    await pressFocusedKey(app, 'y', { ctrlKey: true });
    expect(app.sent(DropAlbumPhotos)).toHaveLength(2);
    await app.reportChange('photos');
    expect(tileNames(app)).toEqual(['lake.png']);
  });

  it('renames an album', async () => {
    const app = await renderAlbums();
    await openSection(app, 'Trip');
    await chooseEntry(await app.openMenu('Menu of the album'), 'Rename or share');
    const dialog = await app.dialog('Album “Trip”');
    await dialog.type(/^Name/, 'Sea days');
    await dialog.press('Save');
    expect(app.sent(PutAlbum)).toEqual([{ owner: 'ann', id: 'a1', name: 'Sea days', members: [] }]);
    expect(app.getByRole('heading', { name: 'Sea days' })).toBeTruthy();
  });

  it('PHOTO-12 lets nobody in without the account service, but members can be removed', async () => {
    const app = await renderAlbums([{ ...TRIP, members: ['bob', 'cara'], kind: 'share' }]);
    await openSection(app, 'Trip');
    expect(app.getByText('Shared with bob, cara')).toBeTruthy();
    await chooseEntry(await app.openMenu('Menu of the album'), 'Rename or share');
    const dialog = await app.dialog('Album “Trip”');
    const switches = dialog.getAllByRole('switch');
    expect(switches).toHaveLength(2);
    await dialog.press(dialog.getByRole('switch', { name: /bob/ }));
    await dialog.press('Save');
    expect(app.sent(PutAlbum)).toEqual([{ owner: 'ann', id: 'a1', name: 'Trip', members: ['cara'] }]);
    expect(app.getByText('Shared with cara')).toBeTruthy();
  });

  it('deletes an album only after a confirmation, and keeps its pictures', async () => {
    const app = await renderAlbums();
    await openSection(app, 'Trip');
    const question = async () => {
      await chooseEntry(await app.openMenu('Menu of the album'), 'Delete the album');
      return app.dialog('Delete the album “Trip”?');
    };
    const first = await question();
    expect(first.getByText(/No picture is deleted/)).toBeTruthy();
    await first.press('Cancel');
    expect(app.sent(RemoveAlbum)).toEqual([]);
    await (await question()).press('Delete the album');
    expect(app.sent(RemoveAlbum)).toEqual([{ owner: 'ann', id: 'a1' }]);
    expect(app.sent(TrashFiles)).toEqual([]);
    expect(app.getByText('Album “Trip” deleted; its pictures stay')).toBeTruthy();
    expect(cards(app)).toEqual(['Party1 picture · Shared by bob']);
  });

  it('stays in an album that the box does not delete', async () => {
    const app = await renderAlbums([TRIP], {
      removeAlbum: (_params, _caller, { refuse }) => {
        throw refuse(ALB.notOwner);
      },
    });
    await openSection(app, 'Trip');
    await chooseEntry(await app.openMenu('Menu of the album'), 'Delete the album');
    await (await app.dialog('Delete the album “Trip”?')).press('Delete the album');
    expect(app.queryByText('Album “Trip” deleted; its pictures stay')).toBeNull();
    expect(app.getByRole('heading', { name: 'Trip' })).toBeTruthy();
  });

  it('leaves an album that another user of it deleted', async () => {
    const albums = [TRIP];
    const app = await renderAlbums([], { albums: () => ({ total: albums.length, list: [...albums] }) });
    await openSection(app, 'Trip');
    albums.pop();
    await app.reportChange('photos');
    expect(app.getByText('No albums yet')).toBeTruthy();
  });

  it('uses a picture as the cover of a personal album', async () => {
    const app = await renderAlbums([TRIP], { setCover: () => ({}) });
    await openSection(app, 'Trip');
    await chooseEntry(await app.openMenu(pictureTile(app, 'wood.png')), 'Use as cover');
    expect(app.sent(SetAlbumCover)).toEqual([{ id: 'a1', cover: `${PICTURE_FOLDER}/wood.png` }]);
    expect(app.getByText('Cover changed')).toBeTruthy();
  });
});

describe('Delete in an album', () => {
  const askToDelete = async (app: RenderedApp, ...names: readonly [string, ...string[]]) => {
    await selectPictures(app, ...names);
    await pressFocusedKey(app, 'Delete');
  };

  it('asks what is meant, and does nothing on Cancel', async () => {
    const app = await renderAlbums();
    await openSection(app, 'Trip');
    await askToDelete(app, 'wood.png');
    const question = await app.dialog('Remove the picture from “Trip”?');
    await question.press('Cancel');
    expect([...app.sent(DropAlbumPhotos), ...app.sent(TrashFiles)]).toEqual([]);
    expect(tileNames(app)).toEqual(['lake.png', 'wood.png']);
  });

  it('has Remove from album as its default button, so that Enter deletes nothing', async () => {
    const app = await renderAlbums();
    await openSection(app, 'Trip');
    await askToDelete(app, 'lake.png', 'wood.png');
    const question = await app.dialog('Remove 2 pictures from “Trip”?');
    await vi.waitFor(() => expect(document.activeElement).toBe(question.button('Remove from album')));
    await question.press('Remove from album');
    expect(app.sent(DropAlbumPhotos)).toEqual([{ album: 'a1', ids: [LAKE.id, WOOD.id] }]);
    expect(app.sent(TrashFiles)).toEqual([]);
    await app.reportChange('photos');
    expect(app.getByText('The album is empty')).toBeTruthy();
  });

  it('moves the pictures to the recycle bin when that is chosen', async () => {
    const app = await renderAlbums();
    await openSection(app, 'Trip');
    await askToDelete(app, 'wood.png');
    await (await app.dialog('Remove the picture from “Trip”?')).press('Delete');
    expect(app.sent(TrashFiles)).toEqual([{ paths: [WOOD.path] }]);
    expect(app.sent(DropAlbumPhotos)).toEqual([]);
    expect(tileNames(app)).toEqual(['lake.png']);
  });

  it('says that pictures of a folder of the album cannot be removed from it alone', async () => {
    const app = await renderAlbums([{ ...TRIP, watchpath_list: [{ path: PICTURE_FOLDER }] }]);
    await openSection(app, 'Trip');
    await askToDelete(app, 'wood.png');
    const question = await app.dialog('Delete the picture everywhere?');
    expect(question.getByText(/shows everything in its folder/)).toBeTruthy();
    expect(question.queryByRole('button', { name: 'Remove from album' })).toBeNull();
    await vi.waitFor(() => expect(document.activeElement).toBe(question.button('Cancel')));
  });

  it('counts those of several that a folder of the album keeps in it', async () => {
    const far = timelinePhoto('far.png', { path: '/mnt/usb1/ann/Far/far.png', taken: 1 });
    const library = photoLibrary({
      photos: [LAKE, far],
      albums: [{ ...TRIP, watchpath_list: [{ path: '/mnt/usb1/ann/Far' }] }],
      contents: { a1: [LAKE.id, far.id] },
    });
    const app = await renderApp(photos, { replies: library.replies });
    await openSection(app, 'Trip');
    await askToDelete(app, 'lake.png', 'far.png');
    const question = await app.dialog('Remove 2 pictures from “Trip”?');
    expect(question.getByText(/^1 of them is in a folder of the album/)).toBeTruthy();
  });
});

describe('album of another user', () => {
  const openParty = async () => {
    const app = await renderAlbums();
    await openSection(app, 'Party');
    return app;
  };

  it('ROLE-08, PHOTO-10, PHOTO-11, VALID-99 offers a member nothing that only its owner may do', async () => {
    const app = await openParty();
    expect(app.getByText('Shared by bob')).toBeTruthy();
    for (const name of ['Menu of the album', 'Upload to album', 'Remove from album', 'Upload'])
      expect(toolbarHas(app, name), name).toBe(false);
    expect(entryTexts(await app.openMenu(pictureTile(app, 'lake.png')))).toEqual([
      ...['Open', 'Show in Files', 'FavouriteF', 'Add to album', 'Download', 'Delete'],
    ]);
  });

  it('says that Delete could only mean the file, with Cancel as the default', async () => {
    const app = await openParty();
    await selectPictures(app, 'lake.png');
    await pressFocusedKey(app, 'Delete');
    const question = await app.dialog('Delete the picture everywhere?');
    expect(question.getByText(/Only bob can change the album “Party”/)).toBeTruthy();
    expect(question.queryByRole('button', { name: 'Remove from album' })).toBeNull();
    await vi.waitFor(() => expect(document.activeElement).toBe(question.button('Cancel')));
    await question.press('Cancel');
    expect(app.sent(TrashFiles)).toEqual([]);
  });

  it('is no place to add pictures to', async () => {
    const app = await openParty();
    await selectPictures(app, 'lake.png');
    expect(entryTexts(await app.openMenu('Add to album'))).toEqual(['New album…', 'Trip']);
  });

  it('offers its owner everything except a cover while it is shared', async () => {
    const app = await renderAlbums([{ ...TRIP, members: ['bob'], kind: 'share' }]);
    await openSection(app, 'Trip');
    for (const name of ['Menu of the album', 'Upload to album', 'Remove from album'])
      expect(toolbarHas(app, name), name).toBe(true);
    const entries = entryTexts(await app.openMenu(pictureTile(app, 'lake.png')));
    expect(entries).toContain('Remove from album');
    expect(entries).not.toContain('Use as cover');
  });

  it('accepts no dropped files', async () => {
    const app = await openParty();
    fireEvent.dragEnter(app.getByRole('grid', { name: 'Pictures by day' }), {
      dataTransfer: { types: ['Files'], items: [], files: [] },
    });
    await app.settled();
    expect(app.queryByText('Drop to upload to “Party”')).toBeNull();
  });
});

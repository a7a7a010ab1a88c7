import { AddAlbumPhotos, DropAlbumPhotos, ListPhotoMonths, MarkPhotos, TrashFiles } from '@boxwood/box-sdk';
import { fireEvent, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { BoxReplies } from '../../testing/box-replies.ts';
import { photoAlbum, photoLibrary, type PhotoLibraryContent, timelinePhoto } from '../../testing/photo-library.ts';
import { pictureTile, tileNames, tileText } from '../../testing/photo-page.ts';
import { renderApp, type RenderedApp } from '../../testing/render-app.tsx';
import { photos } from './manifest.ts';

const LAKE = timelinePhoto('lake.png', { taken: 1_717_900_002 });
const WOOD = timelinePhoto('wood.png', { taken: 1_717_900_001 });
const FAR = timelinePhoto('far.png', { path: '/mnt/usb1/ann/Far/far.png', taken: 1_600_000_000 });
const TRIP = photoAlbum('a1', 'Trip', { num: 2 });
const PARTY = photoAlbum('a2', 'Party', { owner: 'bob', members: ['ann'], kind: 'share', num: 1 });

const renderPhone = (content: PhotoLibraryContent = {}, more: BoxReplies['photos'] = {}) =>
  renderApp(photos, {
    phone: true,
    replies: photoLibrary(
      {
        photos: [LAKE, WOOD, FAR],
        albums: [TRIP, PARTY],
        contents: { a1: [LAKE.id, WOOD.id], a2: [LAKE.id] },
        ...content,
      },
      more,
    ).replies,
  });
const titled = (app: RenderedApp, name: string): boolean => app.queryByRole('heading', { name }) !== null;
const sections = (app: RenderedApp) => within(app.getByRole('group', { name: 'Sections of the photos' }));
const openSection = (app: RenderedApp, name: string) => app.press(sections(app).getByRole('button', { name }));
/** Holds a finger on a picture for a second; the times are those of the events. */
const hold = async (app: RenderedApp, name: string) => {
  const tile = pictureTile(app, name);
  const at = (event: Event, timeStamp: number): Event =>
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
  fireEvent(tile, at(new MouseEvent('pointerdown', { bubbles: true }), 1000));
  fireEvent(tile, at(new MouseEvent('click', { bubbles: true }), 2000));
  await app.settled();
};
const tap = async (app: RenderedApp, name: string) => {
  fireEvent.click(pictureTile(app, name));
  await app.settled();
};
const bar = (app: RenderedApp) => within(app.getByRole('toolbar', { name: 'Actions for pictures' }));

describe('Photos on a phone', () => {
  it('has its sections in a row, and shows the pictures of one', async () => {
    const app = await renderPhone({ photos: [{ ...LAKE, favourite: 1 }, WOOD] });
    await app.findByRole('group', { name: 'Sections of the photos' });
    expect(
      sections(app)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual([
      ...['Photos', 'Favourites', 'Albums', 'People', 'Things', 'Places', 'On this day'],
      ...['Films', 'Live photos', 'Screenshots', 'Panoramas', 'Raw files', 'Duplicates'],
    ]);
    expect(app.getByText('2 pictures')).toBeTruthy();
    await openSection(app, 'Favourites');
    expect(tileNames(app)).toEqual(['lake.png']);
    expect(sections(app).getByRole('button', { name: 'Favourites' }).getAttribute('aria-pressed')).toBe('true');
    expect(app.queryByRole('navigation', { name: 'Sections of the photos' })).toBeNull();
  });

  it('opens a picture with a tap', async () => {
    const app = await renderPhone();
    await tap(app, 'wood.png');
    expect(app.opened()).toMatchObject([{ app: 'photo', params: { path: WOOD.path } }]);
  });

  it('selects with a long press, then with taps, and ends the selection', async () => {
    const app = await renderPhone();
    await hold(app, 'lake.png');
    expect(app.opened()).toEqual([]);
    expect(titled(app, '1 selected')).toBe(true);
    await tap(app, 'wood.png');
    expect(titled(app, '2 selected')).toBe(true);
    await tap(app, 'lake.png');
    expect(titled(app, '1 selected')).toBe(true);
    await app.press('End the selection');
    expect(titled(app, 'Photos')).toBe(true);
    expect(app.queryByRole('toolbar', { name: 'Actions for pictures' })).toBeNull();
  });

  it('does not let a section end the selection by mistake', async () => {
    const app = await renderPhone();
    await hold(app, 'lake.png');
    await expect(openSection(app, 'Favourites')).rejects.toThrow();
    expect(titled(app, '1 selected')).toBe(true);
  });

  it('selects all pictures, also those of months that are not loaded', async () => {
    const app = await renderPhone();
    await hold(app, 'lake.png');
    await app.press('All');
    expect(titled(app, '3 selected')).toBe(true);
    await app.press(bar(app).getByRole('button', { name: 'Delete' }));
    expect(app.sent(TrashFiles)).toEqual([{ paths: [LAKE.path, WOOD.path, FAR.path] }]);
    expect(app.getByText('No pictures yet')).toBeTruthy();
  });

  it('marks the selected pictures as favourites', async () => {
    const app = await renderPhone();
    await hold(app, 'lake.png');
    await tap(app, 'wood.png');
    await app.press(bar(app).getByRole('button', { name: 'Favourite' }));
    expect(app.sent(MarkPhotos)).toEqual([{ ids: [LAKE.id, WOOD.id], favourite: 1 }]);
    expect(tileText(app, 'lake.png')).toContain('favourite');
    expect(bar(app).getByRole('button', { name: 'Not a favourite' })).toBeTruthy();
  });

  it('shares pictures of one folder only', async () => {
    const app = await renderPhone();
    await hold(app, 'lake.png');
    await tap(app, 'far.png');
    await expect(app.press(bar(app).getByRole('button', { name: 'Share' }))).rejects.toThrow(
      'A link can share pictures of one folder only',
    );
    await tap(app, 'far.png');
    await app.press(bar(app).getByRole('button', { name: 'Share' }));
    expect(await app.dialog('Not available offline')).toBeTruthy();
  });

  it('shares no picture of another user', async () => {
    const foreign = timelinePhoto('bob.png', { path: '/mnt/usb1/bob/bob.png' });
    const app = await renderPhone({ photos: [foreign] });
    await hold(app, 'bob.png');
    await expect(app.press(bar(app).getByRole('button', { name: 'Share' }))).rejects.toThrow(
      'Only their owner can share them',
    );
  });

  it('searches when the search is open, and shows all again when it is closed', async () => {
    const app = await renderPhone();
    expect(app.queryByRole('searchbox')).toBeNull();
    await app.press('Search photos');
    await app.type(app.getByRole('searchbox', { name: 'Search photos' }), 'far');
    await vi.waitUntil(() => tileNames(app).join(' ') === 'far.png', { timeout: 30_000 });
    await app.press(app.getByRole('button', { name: 'Search photos' }));
    await vi.waitUntil(() => tileNames(app).length === 3, { timeout: 30_000 });
    expect(app.queryByRole('searchbox')).toBeNull();
  });

  it('tells how to make a favourite with a finger', async () => {
    const app = await renderPhone({ photos: [] });
    await openSection(app, 'Favourites');
    expect(app.getByText(/tap the heart below it/)).toBeTruthy();
  });
});

describe('albums on a phone', () => {
  const openAlbum = async (name: string, content: PhotoLibraryContent = {}) => {
    const app = await renderPhone(content);
    await openSection(app, 'Albums');
    await app.press(new RegExp(`^${name}`));
    return app;
  };

  it('are listed, opened, and left to the list', async () => {
    const app = await openAlbum('Trip');
    expect(titled(app, 'Trip')).toBe(true);
    expect(tileNames(app)).toEqual(['lake.png', 'wood.png']);
    expect(app.sent(ListPhotoMonths).at(-1)).toEqual({ album: 'a1' });
    await app.press('All albums');
    expect(app.getByRole('list', { name: 'Albums' })).toBeTruthy();
  });

  it('are created with the floating button, and then opened', async () => {
    const app = await renderPhone();
    await openSection(app, 'Albums');
    await app.press('New album');
    const sheet = await app.dialog('New album');
    await sheet.type(/^Name/, 'Pocket');
    await sheet.press('Create');
    expect(titled(app, 'Pocket')).toBe(true);
    expect(app.getByText(/Hold a picture under “Photos”/)).toBeTruthy();
  });

  it('get the selected pictures from the sheet', async () => {
    const app = await renderPhone();
    await hold(app, 'far.png');
    await app.press(bar(app).getByRole('button', { name: 'Add to album' }));
    await app.press(await app.findByText('Trip'));
    expect(app.sent(AddAlbumPhotos)).toEqual([{ album: 'a1', ids: [FAR.id] }]);
    expect(app.getByText('Added to “Trip”')).toBeTruthy();
  });

  it('lose a picture when Delete means the album only, and get it back with Undo', async () => {
    const app = await openAlbum('Trip');
    await hold(app, 'wood.png');
    await app.press(bar(app).getByRole('button', { name: 'Delete' }));
    await (await app.dialog('Remove the picture from “Trip”?')).press('Remove from album');
    expect(app.sent(DropAlbumPhotos)).toEqual([{ album: 'a1', ids: [WOOD.id] }]);
    expect(titled(app, 'Trip')).toBe(true);
    await app.press('Undo');
    expect(app.sent(AddAlbumPhotos)).toEqual([{ album: 'a1', ids: [WOOD.id] }]);
    expect(app.sent(TrashFiles)).toEqual([]);
  });

  it('of another user have neither a menu nor an upload', async () => {
    const app = await openAlbum('Party');
    expect(app.queryByRole('button', { name: 'Menu of the album' })).toBeNull();
    expect(app.queryByRole('button', { name: 'Upload' })).toBeNull();
    await app.press('All albums');
    await app.press(/^Trip/);
    expect(app.button('Menu of the album')).toBeTruthy();
    expect(app.button('Upload')).toBeTruthy();
  });
});

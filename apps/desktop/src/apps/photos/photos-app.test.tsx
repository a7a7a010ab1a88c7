import {
  ALB,
  GEN,
  ListPhotoMonths,
  ListPhotoRun,
  MarkPhotos,
  PrepareZip,
  type TimelinePhoto,
  TrashFiles,
} from '@boxwood/box-sdk';
import { fireEvent } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { type BoxReplies, holdReply } from '../../testing/box-replies.ts';
import { PICTURE_FOLDER, photoLibrary, timelinePhoto } from '../../testing/photo-library.ts';
import {
  chooseEntry,
  entryTexts,
  pictureTile,
  pressFocusedKey,
  selectPictures,
  tileNames,
  tileText,
} from '../../testing/photo-page.ts';
import { renderApp, type RenderAppOptions, type RenderedApp } from '../../testing/render-app.tsx';
import { photos } from './manifest.ts';

const LAKE = timelinePhoto('lake.png', { taken: Date.UTC(2024, 5, 9, 14) / 1000 });
const WOOD = timelinePhoto('wood.png', { taken: Date.UTC(2024, 5, 9, 13) / 1000 });
const SNOW = timelinePhoto('snow.png', { taken: Date.UTC(2024, 0, 2, 12) / 1000 });
const FILM = timelinePhoto('walk.mp4', { kind: 'video', duration: 75, taken: Date.UTC(2023, 4, 1, 12) / 1000 });
const ALL: readonly TimelinePhoto[] = [LAKE, WOOD, SNOW, FILM];

const renderPhotos = async (
  pictures: readonly TimelinePhoto[] = ALL,
  more: BoxReplies['photos'] = {},
  options: RenderAppOptions<'photos'> = {},
) => {
  const library = photoLibrary({ photos: pictures }, more);
  const app = await renderApp(photos, { ...options, replies: { ...library.replies, ...options.replies } });
  return { app, library };
};

const grid = (app: RenderedApp): HTMLElement => app.getByRole('grid', { name: 'Pictures by day' });
const days = (app: RenderedApp) => app.getAllByRole('rowheader').map(({ textContent }) => textContent);
describe('timeline of Photos', () => {
  it('shows pictures by day with the newest first, and says what they are', async () => {
    const { app } = await renderPhotos();
    expect(days(app)).toEqual(['Sun, June 9, 2024', 'Tue, January 2, 2024', 'Mon, May 1, 2023']);
    expect(tileNames(app)).toEqual(['lake.png', 'wood.png', 'snow.png', 'walk.mp4']);
    expect(tileText(app, 'walk.mp4')).toBe('walk.mp4, 1:15, May 1, 2023, film');
    expect(app.getByText('4 pictures')).toBeTruthy();
    expect(app.sent(ListPhotoMonths)).toEqual([{}]);
    expect(app.sent(ListPhotoRun)).toContainEqual({ month: '2024-06', start: 0, count: 500 });
  });

  it('shows the caption in place of the file name', async () => {
    const { app } = await renderPhotos([timelinePhoto('a.png', { caption: 'At the pier' })]);
    expect(tileNames(app)).toEqual(['At the pier']);
  });

  it('uses the local day of the place where the picture was taken', async () => {
    const { app } = await renderPhotos([timelinePhoto('a.png', { taken: Date.UTC(2024, 5, 9, 20) / 1000, zone: 480 })]);
    expect(days(app)).toEqual(['Mon, June 10, 2024']);
  });

  it('shows neither pictures nor an empty page while it loads', async () => {
    const { reply, release } = holdReply<{ version: string; same: 0; total: number; list: [] }>();
    const { app } = await renderPhotos([], { months: () => reply });
    expect(app.queryByText('No pictures yet')).toBeNull();
    expect(app.queryByRole('grid')).toBeNull();
    release({ version: '1', same: 0, total: 0, list: [] });
    await app.settled();
    expect(app.getByText('No pictures yet')).toBeTruthy();
  });

  it('says why it failed, and loads it again', async () => {
    let isBroken = true;
    const library = photoLibrary({ photos: ALL });
    const app = await renderApp(photos, {
      replies: {
        ...library.replies,
        photos: {
          ...library.replies.photos,
          months: (params, _caller, call) => {
            if (isBroken) throw call.refuse(ALB.service);
            return library.index.months(params);
          },
        },
      },
    });
    expect(app.queryByRole('grid')).toBeNull();
    isBroken = false;
    await app.press('Try again');
    expect(tileNames(app)).toHaveLength(4);
  });

  it('says that the box is still looking for pictures, and when it has finished that there are none', async () => {
    let reading: 0 | 1 = 1;
    const { app } = await renderPhotos([], {
      months: () => ({ version: `${reading}`, same: 0, total: 0, list: [], reading }),
    });
    expect(app.getByText('The box is looking for pictures')).toBeTruthy();
    expect(app.queryByText('No pictures yet')).toBeNull();
    reading = 0;
    await app.reportChange('photos');
    expect(app.getByText('No pictures yet')).toBeTruthy();
    expect(app.queryByText('The box is looking for pictures')).toBeNull();
  });

  it('shows pictures that the box reports as new', async () => {
    const { app, library } = await renderPhotos([LAKE]);
    library.setPhotos([LAKE, SNOW]);
    await app.reportChange('photos');
    expect(tileNames(app)).toEqual(['lake.png', 'snow.png']);
    expect(app.getByText('2 pictures')).toBeTruthy();
  });

  it('opens a picture in the viewer with its neighbours but without films', async () => {
    const { app } = await renderPhotos();
    fireEvent.doubleClick(pictureTile(app, 'wood.png'));
    await app.settled();
    expect(app.opened()).toEqual([
      {
        app: 'photo',
        params: {
          path: WOOD.path,
          pictures: [LAKE, WOOD, SNOW].map(({ id, path, md512kb }) => ({ id, path, md512kb })),
        },
      },
    ]);
  });

  it('opens a film in the player', async () => {
    const { app } = await renderPhotos();
    fireEvent.doubleClick(pictureTile(app, 'walk.mp4'));
    await app.settled();
    expect(app.opened()).toEqual([{ app: 'video', params: { path: FILM.path } }]);
  });

  it('groups small pictures by month, and ends the zoom at both sizes', async () => {
    const { app } = await renderPhotos();
    await app.press('Smaller pictures');
    expect(days(app)).toEqual(['Jun 2024', 'Jan 2024', 'May 2023']);
    await app.press('Smaller pictures');
    await expect(app.press('Smaller pictures')).rejects.toThrow('is disabled');
    for (let presses = 0; presses < 4; presses += 1) await app.press('Larger pictures');
    await expect(app.press('Larger pictures')).rejects.toThrow('is disabled');
    expect(days(app)).toContain('Sun, June 9, 2024');
  });
});

describe('selection in Photos', () => {
  it('names the reason while nothing is selected', async () => {
    const { app } = await renderPhotos();
    for (const name of ['Favourite', 'Add to album', 'Download', 'Delete'])
      await expect(app.press(name)).rejects.toThrow('Choose pictures first');
    expect(app.queryByRole('button', { name: 'Remove from album' })).toBeNull();
  });

  it('selects with the press, Ctrl, Shift, the tick and the keys, and ends with Escape', async () => {
    const { app } = await renderPhotos();
    await app.press(pictureTile(app, 'lake.png'));
    expect(app.getByText('1 selected')).toBeTruthy();
    fireEvent.click(pictureTile(app, 'snow.png'), { ctrlKey: true });
    await app.settled();
    expect(app.getByText('2 selected')).toBeTruthy();
    await app.press('Select wood.png');
    expect(app.getByText('3 selected')).toBeTruthy();
    await app.press('Select wood.png');
    await app.press(pictureTile(app, 'lake.png'));
    fireEvent.click(pictureTile(app, 'snow.png'), { shiftKey: true });
    await app.settled();
    expect(app.getByText('3 selected')).toBeTruthy();
    expect(pictureTile(app, 'walk.mp4').getAttribute('aria-selected')).toBe('false');
    await pressFocusedKey(app, 'a', { ctrlKey: true });
    expect(app.getByText('4 selected')).toBeTruthy();
    await pressFocusedKey(app, 'Escape');
    expect(app.getByText('4 pictures')).toBeTruthy();
  });

  it('moves with the arrows and opens with Enter', async () => {
    const { app } = await renderPhotos();
    await app.press(pictureTile(app, 'lake.png'));
    fireEvent.keyDown(grid(app), { key: 'ArrowRight' });
    await app.settled();
    expect(pictureTile(app, 'wood.png').getAttribute('aria-selected')).toBe('true');
    await vi.waitFor(() => expect(document.activeElement).toBe(pictureTile(app, 'wood.png')));
    await pressFocusedKey(app, 'Enter');
    expect(app.opened()).toMatchObject([{ app: 'photo', params: { path: WOOD.path } }]);
  });

  it('marks the selected pictures as favourites with F, and undoes and repeats that by keys', async () => {
    const { app } = await renderPhotos();
    await selectPictures(app, 'lake.png', 'wood.png');
    await pressFocusedKey(app, 'f');
    expect(app.sent(MarkPhotos)).toEqual([{ ids: [LAKE.id, WOOD.id], favourite: 1 }]);
    expect(tileText(app, 'lake.png')).toBe('lake.png, June 9, 2024, favourite');
    expect(app.getByText('2 pictures added to favourites')).toBeTruthy();
    await pressFocusedKey(app, 'z', { ctrlKey: true });
    expect(app.sent(MarkPhotos).at(-1)).toEqual({ ids: [LAKE.id, WOOD.id], favourite: 0 });
    expect(tileText(app, 'lake.png')).toBe('lake.png, June 9, 2024');
    await pressFocusedKey(app, 'y', { ctrlKey: true });
    expect(tileText(app, 'wood.png')).toContain('favourite');
    await pressFocusedKey(app, 'z', { ctrlKey: true });
    await pressFocusedKey(app, 'z', { ctrlKey: true, shiftKey: true });
    expect(tileText(app, 'wood.png')).toContain('favourite');
  });

  it('marks only those that are no favourites yet, and unmarks when all are', async () => {
    const { app } = await renderPhotos([{ ...LAKE, favourite: 1 }, WOOD]);
    await app.press(pictureTile(app, 'lake.png'));
    expect(app.queryByRole('button', { name: 'Favourite' })).toBeNull();
    await selectPictures(app, 'lake.png', 'wood.png');
    await app.press('Favourite');
    expect(app.sent(MarkPhotos)).toEqual([{ ids: [WOOD.id], favourite: 1 }]);
    await app.press('Not a favourite');
    expect(app.sent(MarkPhotos).at(-1)).toEqual({ ids: [LAKE.id, WOOD.id], favourite: 0 });
  });

  it('withdraws a favourite that the box refuses, and says so', async () => {
    const { app } = await renderPhotos(ALL, {
      mark: (_params, _caller, { refuse }) => {
        throw refuse(ALB.service);
      },
    });
    await app.press(pictureTile(app, 'lake.png'));
    await app.press('Favourite');
    expect(tileText(app, 'lake.png')).toBe('lake.png, June 9, 2024');
    expect(app.getAllByText('Service or database error')).not.toEqual([]);
  });

  it('shows a favourite at once, before the box has answered', async () => {
    const { reply, release } = holdReply<{ done: string[] }>();
    const { app } = await renderPhotos(ALL, { mark: () => reply });
    await app.press(pictureTile(app, 'lake.png'));
    await app.press('Favourite');
    expect(tileText(app, 'lake.png')).toContain('favourite');
    release({ done: [] });
    await app.settled();
    expect(tileText(app, 'lake.png')).not.toContain('favourite');
  });

  it('moves the selected pictures with their films and raw files to the recycle bin', async () => {
    const live = { ...LAKE, kind: 'live', video: `${PICTURE_FOLDER}/lake.mov`, raw: `${PICTURE_FOLDER}/lake.dng` };
    const { app } = await renderPhotos([live, WOOD, SNOW]);
    await selectPictures(app, 'lake.png');
    await pressFocusedKey(app, 'Delete');
    expect(app.sent(TrashFiles)).toEqual([{ paths: [live.path, live.video, live.raw] }]);
    expect(tileNames(app)).toEqual(['wood.png', 'snow.png']);
    expect(app.getByText('2 pictures')).toBeTruthy();
    expect(app.getByText('3 items moved to the recycle bin')).toBeTruthy();
  });

  it('keeps a picture that the recycle bin refuses', async () => {
    const { app } = await renderPhotos(
      ALL,
      {},
      {
        replies: {
          trash: {
            put: (_params, _caller, { refuse }) => {
              throw refuse(GEN.noPrivilege);
            },
          },
        },
      },
    );
    await app.press(pictureTile(app, 'lake.png'));
    await app.press('Delete');
    expect(await app.dialog('No privilege')).toBeTruthy();
    expect(tileNames(app)).toHaveLength(4);
  });

  it('moves the focus to the neighbour of a deleted picture', async () => {
    const { app } = await renderPhotos();
    await selectPictures(app, 'wood.png');
    await pressFocusedKey(app, 'Delete');
    expect(tileNames(app)).not.toContain('wood.png');
    await vi.waitFor(() => expect(document.activeElement).toBe(pictureTile(app, 'snow.png')));
  });

  it('prepares one archive of several pictures, and says why there is none', async () => {
    const prepare = vi.fn();
    const { app } = await renderPhotos(
      ALL,
      {},
      {
        replies: {
          files: {
            prepareZip: ({ paths }, _caller, { refuse }) => {
              prepare(paths);
              throw refuse(GEN.noPrivilege);
            },
          },
        },
      },
    );
    await selectPictures(app, 'lake.png', 'snow.png');
    await app.press('Download');
    expect(app.sent(PrepareZip)).toEqual([{ paths: [LAKE.path, SNOW.path] }]);
    expect(await app.dialog('No privilege')).toBeTruthy();
  });
});

describe('menu of pictures', () => {
  it('selects the picture and offers what can be done with one', async () => {
    const { app } = await renderPhotos();
    expect(entryTexts(await app.openMenu(pictureTile(app, 'wood.png')))).toEqual([
      'Open',
      'Show in Files',
      'FavouriteF',
      'Add to album',
      'Download',
      'Delete',
    ]);
    expect(app.getByText('1 selected')).toBeTruthy();
  });

  it('is about the whole selection when the picture is selected, about the picture alone otherwise', async () => {
    const { app } = await renderPhotos();
    await selectPictures(app, 'lake.png', 'wood.png');
    const menu = await app.openMenu(pictureTile(app, 'wood.png'));
    expect(entryTexts(menu)).toEqual(['FavouriteF', 'Add to album', 'Download', 'Delete']);
    await chooseEntry(menu, 'Favourite');
    expect(app.sent(MarkPhotos)).toEqual([{ ids: [LAKE.id, WOOD.id], favourite: 1 }]);
    await chooseEntry(await app.openMenu(pictureTile(app, 'snow.png')), 'Delete');
    expect(app.sent(TrashFiles)).toEqual([{ paths: [SNOW.path] }]);
  });

  it('shows the file in its folder', async () => {
    const { app } = await renderPhotos();
    await chooseEntry(await app.openMenu(pictureTile(app, 'snow.png')), 'Show in Files');
    expect(app.opened()).toEqual([{ app: 'files', params: { place: 1, path: PICTURE_FOLDER, reveal: SNOW.path } }]);
  });
});

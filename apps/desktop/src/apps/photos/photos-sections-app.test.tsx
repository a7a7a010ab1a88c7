import { ALB, ListAlbums, ListOffers, ListPhotoMonths, ListPhotoRun, MarkPhotos } from '@boxwood/box-sdk';
import { within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { BoxReplies } from '../../testing/box-replies.ts';
import { PICTURE_FOLDER, photoLibrary, timelinePhoto } from '../../testing/photo-library.ts';
import {
  chooseEntry,
  entryTexts,
  openSection,
  pictureTile,
  pressFocusedKey,
  selectPictures,
  tileNames,
} from '../../testing/photo-page.ts';
import { renderApp, type RenderAppOptions, type RenderedApp } from '../../testing/render-app.tsx';
import { photos } from './manifest.ts';

const LAKE = timelinePhoto('lake.png', { taken: 1_717_900_002 });
const WOOD = timelinePhoto('wood.png', { taken: 1_717_900_001 });
const SHOT = timelinePhoto('shot.png', { kind: 'screenshot', taken: 1_717_900_000 });

const renderPhotos = (
  pictures = [LAKE, WOOD, SHOT],
  more: BoxReplies['photos'] = {},
  options: RenderAppOptions<'photos'> = {},
) => renderApp(photos, { ...options, replies: { ...photoLibrary({ photos: pictures }, more).replies } });

const sections = (app: RenderedApp): readonly string[] =>
  within(app.getByRole('navigation', { name: 'Sections of the photos' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
const lastFilter = (app: RenderedApp): unknown => app.sent(ListPhotoMonths).at(-1);
const PATIENCE = { timeout: 30_000 };
/** Types into the search box, and waits for the pause after which the search starts. */
const search = async (app: RenderedApp, words: string) => {
  await app.type(app.getByRole('searchbox', { name: 'Search photos' }), words);
  await vi.waitUntil(() => JSON.stringify(lastFilter(app)).includes(`"words":"${words}"`), PATIENCE);
  await app.settled();
};

describe('sections of Photos', () => {
  it('are in the sidebar in order, with what covers all pictures before the kinds', async () => {
    const app = await renderPhotos();
    expect(sections(app)).toEqual([
      ...['Photos', 'Favourites', 'On this day', 'People', 'Things', 'Places'],
      ...['Films', 'Live photos', 'Screenshots', 'Panoramas', 'Raw files', 'Duplicates', 'All albums'],
    ]);
  });

  it('filter the timeline by kind, favourite or day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2024, 4, 1, 12) });
    try {
      const app = await renderPhotos();
      for (const [name, filter] of [
        ['Favourites', { favourite: 1 }],
        ['On this day', { day: '05-01' }],
        ['Films', { kind: 'video' }],
        ['Live photos', { kind: 'live' }],
        ['Screenshots', { kind: 'screenshot' }],
        ['Panoramas', { kind: 'panorama' }],
        ['Raw files', { kind: 'raw' }],
      ] as const) {
        await openSection(app, name);
        expect(lastFilter(app), name).toEqual(filter);
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it('show the pictures of a kind, and name the current page', async () => {
    const app = await renderPhotos();
    await openSection(app, 'Screenshots');
    expect(tileNames(app)).toEqual(['shot.png']);
    expect(app.getByText('1 picture')).toBeTruthy();
    expect(app.button('Screenshots').getAttribute('aria-current')).toBe('page');
    expect(app.button('Photos').getAttribute('aria-current')).toBeNull();
  });

  it.each([
    ['Photos', 'No pictures yet', /shown here by day/],
    ['Favourites', 'No favourites yet', /press F/],
    ['On this day', 'No picture of this day yet', /in any year/],
    ['Films', 'No films yet', /.*/],
    ['Live photos', 'None of this kind yet', /recognises the kind/],
    ['Raw files', 'None of this kind yet', /recognises the kind/],
  ])('explain why %s is empty', async (section, title, text) => {
    const app = await renderPhotos([]);
    await openSection(app, section);
    expect(app.getByText(title)).toBeTruthy();
    expect(app.getAllByText(text)).not.toEqual([]);
  });

  it('offer to upload where pictures arrive, also on the empty page', async () => {
    const app = await renderPhotos([]);
    expect(app.getAllByRole('button', { name: 'Upload' })).toHaveLength(2);
    await openSection(app, 'Favourites');
    expect(app.getAllByRole('button', { name: 'Upload' })).toHaveLength(1);
  });

  it('take a picture out of the favourites as soon as it is none', async () => {
    const app = await renderPhotos([
      { ...LAKE, favourite: 1 },
      { ...WOOD, favourite: 1 },
    ]);
    await openSection(app, 'Favourites');
    await chooseEntry(await app.openMenu(pictureTile(app, 'lake.png')), 'Not a favourite');
    expect(tileNames(app)).toEqual(['wood.png']);
    expect(app.getByText('1 picture')).toBeTruthy();
    pictureTile(app, 'wood.png').focus();
    await pressFocusedKey(app, 'z', { ctrlKey: true });
    expect(app.sent(MarkPhotos).at(-1)).toEqual({ ids: [LAKE.id], favourite: 1 });
    expect(tileNames(app)).toEqual(['lake.png', 'wood.png']);
  });

  it('are named in Chinese', async () => {
    const app = await renderPhotos([LAKE], {}, { language: 'zh-CN' });
    expect(app.getByRole('navigation', { name: '照片分类' })).toBeTruthy();
  });
});

describe('search of Photos', () => {
  it('asks the box for the words and shows what it finds', async () => {
    const app = await renderPhotos();
    await search(app, 'LAKE');
    expect(tileNames(app)).toEqual(['lake.png']);
    expect(app.sent(ListPhotoRun).at(-1)).toMatchObject({ words: 'LAKE', month: '2024-06' });
    await app.press('Clear the search');
    await vi.waitUntil(() => tileNames(app).length === 3, PATIENCE);
    expect(app.getByText('3 pictures')).toBeTruthy();
  });

  it('says what was searched when nothing is found', async () => {
    const app = await renderPhotos();
    await search(app, 'dragon');
    expect(app.getByText('No pictures found')).toBeTruthy();
    expect(app.getByText(/captions, cameras, places, times, people and things were searched/)).toBeTruthy();
    expect(app.getByText('0 pictures')).toBeTruthy();
  });

  it('searches within the section', async () => {
    const app = await renderPhotos([{ ...LAKE, favourite: 1 }, { ...WOOD, favourite: 1 }, SHOT]);
    await openSection(app, 'Favourites');
    await search(app, 'png');
    expect(lastFilter(app)).toEqual({ favourite: 1, words: 'png' });
    expect(tileNames(app)).toEqual(['lake.png', 'wood.png']);
  });
});

describe('Photos of a box without the index', () => {
  const OLD = { n: 'old.jpg', t: 3, k: 'k', m: 1_717_900_000, s: 10, c: 1_717_900_000, p: '/mnt/usb1/ann' };
  const offer = (missing: { what: string; get: string }[]): BoxReplies => ({
    offers: { list: () => ({ areas: [{ area: 'photos', state: 'absent', version: 0, missing }] }) },
  });

  it('PHOTO-17, DIALOG-21 says that the plugin does not run, asks for nothing, and closes', async () => {
    const app = await renderApp(photos, { replies: offer([{ what: 'slpmdb', get: '' }]) });
    const dialog = await app.dialog('Photos need the photo index');
    expect(dialog.getAllByText(/It does not run on this one/)).not.toEqual([]);
    expect(dialog.element.textContent.replaceAll('\u{A0}', ' ')).toContain('N2 1.0.1018, N3 1.0.13, G2 1.0.1');
    expect(dialog.getByText('G2 1.0.0')).toBeTruthy();
    expect(app.queryByRole('grid')).toBeNull();
    expect(app.sent(ListPhotoMonths)).toEqual([]);
    await dialog.press(dialog.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body);
    expect(app.queryByRole('heading', { name: 'Photos' })).toBeNull();
    expect(app.opened()).toEqual([]);
  });

  it('PHOTO-17, DIALOG-21 says that the firmware is too old, and opens the app market', async () => {
    const app = await renderApp(photos, { replies: offer([{ what: 'firmware', get: '' }]) });
    const dialog = await app.dialog('Photos need the photo index');
    expect(dialog.getAllByText(/The firmware of this box is too old/)).not.toEqual([]);
    await dialog.press('Open the app market');
    expect(app.opened()).toMatchObject([{ app: 'app-market' }]);
    expect(app.queryByRole('heading', { name: 'Photos' })).toBeNull();
  });

  it('PHOTO-17 asks again whether it runs now, and then shows the pictures', async () => {
    let isRunning = false;
    const library = photoLibrary({ photos: [LAKE] });
    const app = await renderApp(photos, {
      replies: {
        ...library.replies,
        offers: {
          list: () => ({
            areas: [{ area: 'photos', state: isRunning ? 'offered' : 'absent', version: 1, missing: [] }],
          }),
        },
      },
    });
    expect(app.sent(ListOffers)).toHaveLength(2);
    isRunning = true;
    await app.reportChange('offers');
    expect(app.hasDialog('Photos need the photo index')).toBe(false);
    expect(tileNames(app)).toEqual(['lake.png']);
  });

  it('takes the box of a model whose firmware is too old for one without it', async () => {
    const app = await renderApp(photos, { replies: {} });
    expect(await app.dialog('Photos need the photo index')).toBeTruthy();
  });

  it('lists the folders of an older box that has no timeline, without favourites, albums and people', async () => {
    const app = await renderApp(photos, {
      replies: {
        offers: { list: () => ({ areas: [{ area: 'photos', state: 'offered', version: 1, missing: [] }] }) },
        files: {
          search: ({ type }) => ({
            sum: type === 3 ? 1 : 0,
            file_list: type === 3 ? [OLD] : [],
          }),
        },
      },
    });
    expect(sections(app)).toEqual(['Photos', 'Films']);
    expect(app.getByText(/This box has no photo index/)).toBeTruthy();
    expect(app.queryByRole('button', { name: 'Favourite' })).toBeNull();
    expect(app.queryByRole('button', { name: 'Add to album' })).toBeNull();
    await selectPictures(app, 'old.jpg');
    await pressFocusedKey(app, 'f');
    expect(app.sent(MarkPhotos)).toEqual([]);
    expect(entryTexts(await app.openMenu(pictureTile(app, 'old.jpg')))).toEqual([
      ...['Open', 'Show in Files', 'Download', 'Delete'],
    ]);
  });
});

describe('a page of Photos', () => {
  it('is shown with its error while the others stay usable', async () => {
    const app = await renderPhotos([LAKE], {
      albums: (_params, _caller, { refuse }) => {
        throw refuse(ALB.service);
      },
    });
    await openSection(app, 'All albums');
    expect(app.getByText('Service or database error')).toBeTruthy();
    await openSection(app, 'Photos');
    expect(tileNames(app)).toEqual(['lake.png']);
    expect(app.sent(ListAlbums)).toHaveLength(1);
  });

  it('shows its file in Files', async () => {
    const app = await renderPhotos([LAKE]);
    await chooseEntry(await app.openMenu(pictureTile(app, 'lake.png')), 'Show in Files');
    expect(app.opened()).toMatchObject([{ app: 'files', params: { path: PICTURE_FOLDER, reveal: LAKE.path } }]);
  });
});

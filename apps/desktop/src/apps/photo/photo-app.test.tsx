import { AddAlbumPhotos, DropAlbumPhotos, GEN, GetPhoto, MarkPhotos, TrashFiles } from '@boxwood/box-sdk';
import { fireEvent, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { BoxReplies } from '../../testing/box-replies.ts';
import {
  photoAlbum,
  photoLibrary,
  type PhotoLibraryContent,
  PICTURE_FOLDER,
  timelinePhoto,
} from '../../testing/photo-library.ts';
import { pressFocusedKey } from '../../testing/photo-page.ts';
import { renderApp, type RenderAppOptions, type RenderedApp } from '../../testing/render-app.tsx';
import { photo } from './manifest.ts';

const A = timelinePhoto('a.png');
const B = timelinePhoto('b.png');
const C = timelinePhoto('c.png');
const PICTURES = [A, B, C].map(({ id, path, md512kb }) => ({ id, path, md512kb }));
const TRIP = photoAlbum('a1', 'Trip', { num: 3 });

/** The viewer with three pictures of the index, of which the second is open. */
const renderViewer = (
  more: BoxReplies['photos'] = {},
  options: RenderAppOptions<'photo'> & { readonly content?: PhotoLibraryContent } = {},
) => {
  const { content = {}, params = { path: B.path, pictures: PICTURES }, replies = {}, ...rest } = options;
  const library = photoLibrary({ photos: [A, B, C], ...content }, more);
  return renderApp(photo, { ...rest, params, replies: { ...library.replies, ...replies } });
};
const fromAlbum = (more: BoxReplies['photos'] = {}) =>
  renderViewer(more, {
    params: { path: B.path, pictures: PICTURES, album: 'a1' },
    content: { albums: [TRIP], contents: { a1: [A.id, B.id, C.id] } },
  });

const windowOf = (app: RenderedApp, name: string): HTMLElement => app.getByRole('region', { name });
const pressKey = async (app: RenderedApp, key: string, more: Parameters<typeof fireEvent.keyDown>[1] = {}) => {
  fireEvent.keyDown(app.getByRole('region', { name: /\.(png|jpg)$/ }), { key, ...more });
  await app.settled();
};
const position = (app: RenderedApp): string => app.getByText(/^\d+ of \d+$/).textContent;
const strip = (app: RenderedApp) => within(app.getByRole('navigation', { name: 'All photos of the folder' }));
const image = (app: RenderedApp, name: string): HTMLElement => app.getByAltText(name);

describe('photo viewer', () => {
  it('shows the opened picture, its position and its neighbours', async () => {
    const app = await renderViewer();
    expect(windowOf(app, 'b.png')).toBeTruthy();
    expect(position(app)).toBe('2 of 3');
    expect(image(app, 'b.png').getAttribute('src')).toContain('/b.png');
    expect(strip(app).getByRole('button', { name: 'b.png' }).getAttribute('aria-current')).toBe('true');
  });

  it('goes to the next and previous picture by button, key and thumbnail, and is named after it', async () => {
    const app = await renderViewer();
    await app.press('Next photo');
    expect(position(app)).toBe('3 of 3');
    expect(windowOf(app, 'c.png')).toBeTruthy();
    await pressKey(app, 'ArrowLeft');
    expect(position(app)).toBe('2 of 3');
    await pressKey(app, 'ArrowLeft');
    expect(windowOf(app, 'a.png')).toBeTruthy();
    await app.press(strip(app).getByRole('button', { name: 'c.png' }));
    expect(position(app)).toBe('3 of 3');
    await pressKey(app, 'ArrowRight');
    expect(position(app)).toBe('1 of 3');
  });

  it('goes to the ends with Home and End', async () => {
    const app = await renderViewer();
    await pressKey(app, 'End');
    expect(windowOf(app, 'c.png')).toBeTruthy();
    await pressKey(app, 'Home');
    expect(windowOf(app, 'a.png')).toBeTruthy();
  });

  it('takes keys also when nothing has the focus, but not with Ctrl or while text is typed', async () => {
    const app = await renderViewer();
    fireEvent.keyDown(document.body, { key: 'ArrowRight' });
    await app.settled();
    expect(position(app)).toBe('3 of 3');
    await pressKey(app, 'ArrowLeft', { ctrlKey: true });
    expect(position(app)).toBe('3 of 3');
    await pressKey(app, 'i');
    app.getByLabelText('Caption').focus();
    await pressFocusedKey(app, 'ArrowLeft');
    expect(position(app)).toBe('3 of 3');
  });

  it('ends the slide show with Escape, and then closes', async () => {
    const app = await renderViewer();
    await pressKey(app, ' ');
    expect(app.button('Stop the slide show')).toBeTruthy();
    await pressKey(app, 'Escape');
    expect(app.button('Start the slide show')).toBeTruthy();
    await pressKey(app, 'Escape');
    expect(app.queryByRole('region', { name: 'b.png' })).toBeNull();
  });

  it('rotates the picture, and shows the next one upright', async () => {
    const app = await renderViewer();
    await app.press('Rotate right');
    expect(image(app, 'b.png').style.getPropertyValue('rotate')).toBe('90deg');
    await app.press('Rotate left');
    await app.press('Rotate left');
    expect(image(app, 'b.png').style.getPropertyValue('rotate')).toBe('-90deg');
    await app.press('Next photo');
    expect(image(app, 'c.png').style.getPropertyValue('rotate')).toBe('0deg');
  });

  it('shows pictures of a type that browsers do not show as the box renders them', async () => {
    const heic = timelinePhoto('d.heic', { md512kb: 'HASH' });
    const app = await renderViewer(
      {},
      { params: { path: heic.path, pictures: [{ id: heic.id, path: heic.path, md512kb: 'HASH' }] } },
    );
    expect(image(app, 'd.heic').getAttribute('src')).toContain('HASH');
    expect(app.queryByRole('navigation', { name: 'All photos of the folder' })).toBeNull();
  });

  it('shows the pictures of the folder when it is opened from there, without a favourite', async () => {
    const item = (n: string, t: number) => ({ n, t, k: n, m: 1_717_900_000, s: 10, c: 1_717_900_000 });
    const app = await renderViewer(
      {},
      {
        params: { path: B.path },
        replies: {
          files: { list: () => ({ sum: 3, file_list: [item('a.png', 3), item('b.png', 3), item('note.txt', 1)] }) },
        },
      },
    );
    expect(position(app)).toBe('2 of 2');
    expect(app.queryByRole('button', { name: 'Favourite' })).toBeNull();
    await pressKey(app, 'f');
    expect([...app.sent(MarkPhotos), ...app.sent(GetPhoto)]).toEqual([]);
  });

  it('explains a share by link without the account service', async () => {
    const app = await renderViewer();
    await app.press('Share by link');
    expect((await app.dialog('Not available offline')).getByText(/Share by link/)).toBeTruthy();
  });
});

describe('favourite in the viewer', () => {
  const heart = (app: RenderedApp): string | null => app.button('Favourite').getAttribute('aria-pressed');

  it('is set and cleared by button and by F, and undone by the keys', async () => {
    const app = await renderViewer();
    expect(heart(app)).toBe('false');
    await app.press('Favourite');
    expect(app.sent(MarkPhotos)).toEqual([{ ids: [B.id], favourite: 1 }]);
    expect(heart(app)).toBe('true');
    await pressKey(app, 'f');
    expect(app.sent(MarkPhotos).at(-1)).toEqual({ ids: [B.id], favourite: 0 });
    expect(heart(app)).toBe('false');
    await pressKey(app, 'z', { ctrlKey: true });
    expect(app.sent(MarkPhotos).at(-1)).toEqual({ ids: [B.id], favourite: 1 });
    await app.reportChange('photos');
    expect(heart(app)).toBe('true');
  });

  it('is not shown when the box refuses it', async () => {
    const app = await renderViewer({
      mark: (_params, _caller, { refuse }) => {
        throw refuse(4);
      },
    });
    await app.press('Favourite');
    expect(heart(app)).toBe('false');
    expect(app.getAllByText('Service or database error')).not.toEqual([]);
  });

  it('belongs to the picture that is shown', async () => {
    const app = await renderViewer({}, { content: { photos: [A, { ...B, favourite: 1 }, C] } });
    expect(heart(app)).toBe('true');
    await app.press('Next photo');
    expect(heart(app)).toBe('false');
  });
});

describe('Delete in the viewer', () => {
  it('moves the picture with its film to the recycle bin and shows the next one', async () => {
    const live = { ...B, video: `${PICTURE_FOLDER}/b.mov` };
    const app = await renderViewer({}, { content: { photos: [A, live, C] } });
    await pressKey(app, 'Delete');
    expect(app.sent(TrashFiles)).toEqual([{ paths: [B.path, live.video] }]);
    expect(windowOf(app, 'c.png')).toBeTruthy();
    expect(position(app)).toBe('2 of 2');
    await app.press('Delete');
    expect(windowOf(app, 'a.png')).toBeTruthy();
    await app.press('Delete');
    expect(app.queryByRole('region', { name: 'a.png' })).toBeNull();
  });

  it('keeps a picture that the recycle bin refuses', async () => {
    const app = await renderViewer(
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
    await app.press('Delete');
    expect(await app.dialog('No privilege')).toBeTruthy();
    expect(position(app)).toBe('2 of 3');
  });

  it('asks in an album whether the picture only leaves the album, and shows it again after Undo', async () => {
    const app = await fromAlbum();
    await pressKey(app, 'Delete');
    await (await app.dialog('Remove the picture from “Trip”?')).press('Remove from album');
    expect(app.sent(DropAlbumPhotos)).toEqual([{ album: 'a1', ids: [B.id] }]);
    expect(app.sent(TrashFiles)).toEqual([]);
    expect(position(app)).toBe('2 of 2');
    expect(windowOf(app, 'c.png')).toBeTruthy();
    await app.press('Undo');
    expect(app.sent(AddAlbumPhotos)).toEqual([{ album: 'a1', ids: [B.id] }]);
    await app.reportChange('photos');
    expect(windowOf(app, 'b.png')).toBeTruthy();
    expect(position(app)).toBe('2 of 3');
  });

  it('deletes everywhere in an album when that is chosen, and nothing on Cancel', async () => {
    const app = await fromAlbum();
    await app.press('Delete');
    await (await app.dialog('Remove the picture from “Trip”?')).press('Cancel');
    expect(position(app)).toBe('2 of 3');
    await app.press('Delete');
    await (await app.dialog('Remove the picture from “Trip”?')).press('Delete');
    expect(app.sent(TrashFiles)).toEqual([{ paths: [B.path] }]);
    expect(position(app)).toBe('2 of 2');
  });

  it('deletes nothing while the albums are unknown, says so and asks for them again', async () => {
    let isBroken = true;
    const app = await fromAlbum({
      albums: (_params, _caller, { refuse }) => {
        if (isBroken) throw refuse(4);
        return { total: 1, list: [TRIP] };
      },
    });
    await app.press('Delete');
    expect(app.sent(TrashFiles)).toEqual([]);
    expect(app.getAllByText('Service or database error')).not.toEqual([]);
    isBroken = false;
    await app.press('Delete');
    await app.press('Delete');
    expect(await app.dialog('Remove the picture from “Trip”?')).toBeTruthy();
  });
});

describe('photo viewer on a phone', () => {
  it('has its tools in a bar below, the rare ones behind More, and goes back', async () => {
    const app = await renderViewer({}, { phone: true });
    const bar = within(app.getByRole('toolbar', { name: 'Picture actions' }));
    expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      ...['Share', 'Favourite', 'Download', 'Delete', 'More'],
    ]);
    expect(position(app)).toBe('2 of 3');
    expect(app.queryByRole('button', { name: 'Next photo' })).toBeNull();
    await app.press(bar.getByRole('button', { name: 'More' }));
    expect(await app.findByText('Rotate right')).toBeTruthy();
    expect(app.queryByText('Rotate left')).toBeNull();
  });

  it('closes the details with Escape before it closes itself', async () => {
    const app = await renderViewer({}, { phone: true });
    await app.press('Photo details');
    expect(app.getByRole('complementary', { name: 'Photo details' })).toBeTruthy();
    await pressKey(app, 'Escape');
    expect(app.queryByRole('complementary', { name: 'Photo details' })).toBeNull();
    await pressKey(app, 'Escape');
    expect(app.queryByRole('region', { name: 'b.png' })).toBeNull();
  });
});

import { GetPhoto, ListFaces, MarkPhotos, type PhotoDetails, type TimelinePhoto } from '@boxwood/box-sdk';
import { fireEvent, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type BoxReplies, holdReply } from '../../testing/box-replies.ts';
import { photoDetails, photoLibrary, PICTURE_FOLDER, timelinePhoto } from '../../testing/photo-library.ts';
import { pressFocusedKey } from '../../testing/photo-page.ts';
import { renderApp, type RenderedApp } from '../../testing/render-app.tsx';
import { photo } from './manifest.ts';

const A = timelinePhoto('a.png', { width: 4000, height: 3000 });
const B = timelinePhoto('b.png');

/** The viewer with the details of the first of two pictures. */
const renderDetails = async (
  more: Partial<PhotoDetails> = {},
  replies: BoxReplies['photos'] = {},
  picture: TimelinePhoto = A,
) => {
  const app = await renderApp(photo, {
    params: {
      path: picture.path,
      pictures: [picture, B].map(({ id, path, md512kb }) => ({ id, path, md512kb })),
    },
    replies: photoLibrary({ photos: [picture, B], details: { [picture.id]: more } }, replies).replies,
  });
  await app.press('Photo details');
  return app;
};
const panel = (app: RenderedApp) => within(app.getByRole('complementary', { name: 'Photo details' }));
const panelText = (app: RenderedApp): string =>
  app.getByRole('complementary', { name: 'Photo details' }).textContent.replaceAll('\u{A0}', ' ');
const factOf = (app: RenderedApp, name: string): string | undefined =>
  panel(app).getByText(name, { selector: 'dt' }).nextElementSibling?.textContent.replaceAll('\u{A0}', ' ');
const captionField = (app: RenderedApp): HTMLElement => panel(app).getByLabelText('Caption');

describe('details of a picture', () => {
  it('open and close with the button and with I, and are about the shown picture', async () => {
    const app = await renderDetails();
    expect(app.button('Photo details').getAttribute('aria-pressed')).toBe('true');
    expect(factOf(app, 'Pixels')).toBe('4000 × 3000 · 12.0 MP');
    fireEvent.keyDown(document.body, { key: 'ArrowRight' });
    await app.settled();
    expect(factOf(app, 'Pixels')).toBe('96 × 72 · 0.0 MP');
    fireEvent.keyDown(document.body, { key: 'i' });
    await app.settled();
    expect(app.queryByRole('complementary', { name: 'Photo details' })).toBeNull();
    expect(app.sent(GetPhoto)).toEqual([{ id: A.id }, { id: B.id }]);
  });

  it('list what the camera recorded', async () => {
    const app = await renderDetails({
      ...{ camera: 'Fuji X100', lens: '23 mm', exposure: 0.004, aperture: 5.6, iso: 200, focal: 23 },
      ...{ located: 1, latitude: 48.8584, longitude: 2.2945, country: 'FR' },
      place: {
        ...{ id: 'o1', country: 'FR', name: 'Paris', english: 'Paris' },
        ...{ region: 'Île-de-France', region_english: 'Île-de-France' },
      },
    });
    expect(factOf(app, 'Camera')).toBe('Fuji X100');
    expect(factOf(app, 'Lens')).toBe('23 mm');
    expect(factOf(app, 'Exposure')).toBe('1/250 s · f/5.6 · ISO 200 · 23 mm');
    expect(factOf(app, 'Place')).toBe('Paris, Île-de-France, France · 48.85840, 2.29450');
    expect(factOf(app, 'Size')).toBe('2.00 KB');
  });

  it('leave out what the camera did not record, and write long exposures in seconds', async () => {
    const app = await renderDetails({ exposure: 2.5 });
    expect(factOf(app, 'Exposure')).toBe('2.5 s');
    for (const name of ['Camera', 'Lens', 'Place']) expect(panel(app).queryByText(name)).toBeNull();
  });

  it.each([
    ['heic', /damaged, or too large/],
    ['raw', /cannot decode this raw file/],
    ['film', /no ffmpeg/],
    ['unreadable', /could not be read as a picture/],
  ])('say why there is no preview: %s', async (trouble, text) => {
    const app = await renderDetails({ trouble });
    expect(panel(app).getByText(text)).toBeTruthy();
  });

  it('ignore a trouble of a later box', async () => {
    const app = await renderDetails({ trouble: 'something new' });
    expect(panelText(app)).not.toContain('something new');
  });

  it('show neither the old picture nor nothing while they load, and why they failed', async () => {
    const { reply, release } = holdReply<PhotoDetails>();
    let answers = 0;
    const app = await renderDetails(
      {},
      {
        get: (_params, _caller, { refuse }) => {
          answers += 1;
          if (answers === 1) throw refuse(4);
          return reply;
        },
      },
    );
    expect(panel(app).getByText('Service or database error')).toBeTruthy();
    await app.press(panel(app).getByRole('button', { name: 'Try again' }));
    expect(panel(app).queryByLabelText('Caption')).toBeNull();
    release(photoDetails(A));
    await app.settled();
    expect(captionField(app)).toBeTruthy();
  });

  it('list the other files of the same picture, and show each in its folder', async () => {
    const twin = `${PICTURE_FOLDER}/Spare/again.png`;
    const app = await renderDetails({
      files: [A.path, twin].map((path) => ({ path, size: 2048, mtime: 1 })),
    });
    expect(panel(app).getByText('Other files of the same picture')).toBeTruthy();
    const rows = panel(app).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('My Images › a.png'),
      expect.stringContaining('Spare › again.png'),
    ]);
    await app.press('Show again.png in Files');
    expect(app.opened()).toEqual([
      { app: 'files', params: { place: 1, path: `${PICTURE_FOLDER}/Spare`, reveal: twin } },
    ]);
  });

  it('play the film of a live photo', async () => {
    const video = `${PICTURE_FOLDER}/a.mov`;
    const app = await renderDetails({}, {}, { ...A, kind: 'live', video });
    await app.press('Play the live photo');
    expect(app.opened()).toEqual([{ app: 'video', params: { path: video } }]);
  });

  it('show the text in the picture, which can be copied', async () => {
    const write = vi.fn(() => Promise.resolve());
    vi.stubGlobal('isSecureContext', true);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: write } });
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'clipboard');
    });
    const app = await renderDetails({ text: 'Invoice No. 20417' });
    const text = within(panel(app).getByRole('region', { name: 'Text in this picture' }));
    expect(text.getByText('Invoice No. 20417')).toBeTruthy();
    await app.press(text.getByRole('button', { name: 'Copy' }));
    expect(await text.findByRole('button', { name: 'Copied' })).toBeTruthy();
    expect(write).toHaveBeenCalledWith('Invoice No. 20417');
  });

  it('name the people in the picture, and open the pictures of one', async () => {
    const face = (id: string) => ({
      ...{ id, photo: A.id, md512kb: '', x: 0.1, y: 0.1, width: 0.2, height: 0.2, score: 1 },
    });
    const app = await renderDetails(
      {},
      {
        faces: () => ({
          list: [
            { face: face('f1'), person: 'p1', name: 'Grandma' },
            { face: face('f2'), person: 'p2', name: '' },
            { face: face('f3'), person: '', name: '' },
          ],
        }),
      },
    );
    expect(app.sent(ListFaces)).toEqual([{ id: A.id }]);
    const people = within(panel(app).getByRole('list', { name: 'People' }));
    expect(people.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Grandma', 'No name yet']);
    expect(document.querySelectorAll('[data-face]')).toHaveLength(3);
    await app.press(people.getByRole('button', { name: 'Grandma' }));
    expect(app.opened()).toEqual([{ app: 'photos', params: { person: 'p1' } }]);
  });
});

describe('caption of a picture', () => {
  it('is saved with Enter and can be undone', async () => {
    const app = await renderDetails();
    captionField(app).focus();
    await app.type(captionField(app), ' At the pier ');
    await pressFocusedKey(app, 'Enter');
    expect(app.sent(MarkPhotos)).toEqual([{ ids: [A.id], caption: 'At the pier' }]);
    expect(app.getByText('Caption saved')).toBeTruthy();
    await app.press('Undo');
    expect(app.sent(MarkPhotos).at(-1)).toEqual({ ids: [A.id], caption: '' });
  });

  it('is saved when the field is left, and not without a change', async () => {
    const app = await renderDetails({}, {}, { ...A, caption: 'Pier' });
    const leave = async (text: string) => {
      captionField(app).focus();
      await app.type(captionField(app), text);
      fireEvent.blur(captionField(app));
      await app.settled();
    };
    await leave('Pier ');
    expect(app.sent(MarkPhotos)).toEqual([]);
    await leave('');
    expect(app.sent(MarkPhotos)).toEqual([{ ids: [A.id], caption: '' }]);
  });

  it('is the old one again after Escape, and when the box refuses the new one', async () => {
    const app = await renderDetails(
      {},
      {
        mark: (_params, _caller, { refuse }) => {
          throw refuse(4);
        },
      },
      { ...A, caption: 'Pier' },
    );
    captionField(app).focus();
    await app.type(captionField(app), 'Lake');
    await pressFocusedKey(app, 'Escape');
    expect(captionField(app)).toHaveProperty('value', 'Pier');
    expect(app.queryByRole('region', { name: 'a.png' })).not.toBeNull();
    await app.type(captionField(app), 'Lake');
    await pressFocusedKey(app, 'Enter');
    expect(captionField(app)).toHaveProperty('value', 'Pier');
  });
});

describe('date of a picture', () => {
  const startEdit = async (app: RenderedApp): Promise<HTMLElement> => {
    await app.press('Change the date');
    return panel(app).getByLabelText('Date and time where it was taken');
  };

  it.each([
    ['camera', 'from the camera'],
    ['name', 'from the name of the file'],
    ['file', 'time of the file'],
    ['person', 'set by you'],
  ])('says where it is from: %s', async (takenfrom, text) => {
    const app = await renderDetails({}, {}, { ...A, takenfrom });
    expect(panelText(app)).toContain(`UTC+0 · ${text}`);
    expect(panel(app).queryByRole('button', { name: 'Restore the original date' }) === null).toBe(
      takenfrom !== 'person',
    );
  });

  it('is shown and changed in the time of the place', async () => {
    const app = await renderDetails({}, {}, { ...A, zone: -210 });
    expect(panelText(app)).toContain('Sunday, June 9, 2024 at 8:30 AM');
    expect(panelText(app)).toContain('UTC−3:30');
    const field = await startEdit(app);
    expect(field).toHaveProperty('value', '2024-06-09T08:30');
    await app.type(field, '2020-01-02T03:04:05');
    await app.press(panel(app).getByRole('button', { name: 'Save' }));
    expect(app.sent(MarkPhotos)).toEqual([{ ids: [A.id], taken: Date.UTC(2020, 0, 2, 6, 34, 5) / 1000 }]);
    expect(app.getByText('Date changed')).toBeTruthy();
  });

  it('needs a date and a time, and is unchanged after Cancel and Escape', async () => {
    const app = await renderDetails();
    await app.type(await startEdit(app), '');
    await expect(app.press(panel(app).getByRole('button', { name: 'Save' }))).rejects.toThrow(
      'Enter a date and a time',
    );
    await app.press(panel(app).getByRole('button', { name: 'Cancel' }));
    fireEvent.keyDown(await startEdit(app), { key: 'Escape' });
    await app.settled();
    expect(panel(app).queryByLabelText('Date and time where it was taken')).toBeNull();
    expect(app.sent(MarkPhotos)).toEqual([]);
    expect(app.queryByRole('region', { name: 'a.png' })).not.toBeNull();
  });

  it('shows the original beside the own one, and returns to it', async () => {
    const original = Date.UTC(2019, 4, 1, 12) / 1000;
    const app = await renderDetails({ original }, {}, { ...A, takenfrom: 'person' });
    expect(panelText(app)).toContain('Original: Wednesday, May 1, 2019 at 12:00 PM');
    await app.press('Restore the original date');
    expect(app.sent(MarkPhotos)).toEqual([{ ids: [A.id], taken: 0 }]);
  });
});

import { act, fireEvent } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DesktopToken, SettingsToken } from '../../composition/service-tokens.ts';
import { savedPosition } from '../../kit/media/playback-positions.ts';
import { stubMedia } from '../../testing/page-media.ts';
import { renderApp, type RenderAppOptions, type RenderedApp } from '../../testing/render-app.tsx';
import { serveFiles } from '../../testing/served-files.ts';
import { video } from './manifest.ts';

const HOME = '/mnt/usb1/ann/Films';
const RIVER = `${HOME}/River.webm`;
const CUE = '1\n00:00:00,000 --> 00:00:02,500\nHere the river begins\n';
const SUBTITLES = { 'River.en.srt': CUE, 'River.zh.srt': CUE };

const filmOf = (app: RenderedApp): HTMLVideoElement => {
  const film = app.element.querySelector('video');
  if (film === null) throw new Error('no video element');
  return film;
};

/** Object URLs, which jsdom does not have: the texts of the subtitles that were made, and those that were released. */
const stubObjectUrls = () => {
  const blobs: Blob[] = [];
  const released: string[] = [];
  const stub = (name: string, value: unknown): void => {
    const before = Object.getOwnPropertyDescriptor(URL, name);
    Object.defineProperty(URL, name, { configurable: true, value });
    onTestFinished(() => {
      if (before === undefined) Reflect.deleteProperty(URL, name);
      else Object.defineProperty(URL, name, before);
    });
  };
  stub('createObjectURL', (blob: Blob) => `blob:${blobs.push(blob)}`);
  stub('revokeObjectURL', (url: string) => released.push(url));
  return { blobs, released };
};

/** Full screen, which jsdom does not have. */
const stubFullScreen = () => {
  let full: Element | null = null;
  const change = (element: Element | null) => {
    full = element;
    act(() => {
      document.dispatchEvent(new Event('fullscreenchange'));
    });
    return Promise.resolve();
  };
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => full });
  Object.defineProperty(document, 'exitFullscreen', { configurable: true, value: () => change(null) });
  Object.defineProperty(HTMLElement.prototype, 'requestFullscreen', {
    configurable: true,
    value(this: Element) {
      return change(this);
    },
  });
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'fullscreenElement');
    Reflect.deleteProperty(document, 'exitFullscreen');
    Reflect.deleteProperty(HTMLElement.prototype, 'requestFullscreen');
  });
};

/** The player with one film of a folder. */
const openFilm = async (
  others: Readonly<Record<string, string>> = {},
  options: Omit<RenderAppOptions<'video'>, 'params' | 'files'> = {},
) => {
  const media = stubMedia();
  stubFullScreen();
  const urls = stubObjectUrls();
  const served = Object.entries({ 'River.webm': 'film', ...others });
  const files = serveFiles(Object.fromEntries(served.map(([name, text]) => [`${HOME}/${name}`, text])));
  const app = await renderApp(video, { ...options, files, params: { path: RIVER } });
  await vi.waitUntil(() => app.element.querySelector('video') !== null, { timeout: 30_000 });
  await app.settled();
  return { app, media, urls, film: filmOf(app) };
};
const openWindows = (app: RenderedApp) => app.scope.get(DesktopToken).windows$.value.length;
const key = (app: RenderedApp, name: string): void => {
  fireEvent.keyDown(filmOf(app), { key: name });
};
const NO_PICTURE = /^The browser plays the sound of this film but does not support its picture format\./;

describe('a film', () => {
  it('FILES-28 PREVIEW-03: plays at once by its address, with controls of its own', async () => {
    const { app, film } = await openFilm();
    expect(new URL(film.src).pathname).toBe(`/port_80${RIVER}`);
    expect([film.autoplay, film.controls]).toEqual([true, false]);
    expect(film.getAttribute('aria-label')).toBe('River.webm');
    expect(app.queryByRole('button', { name: 'Subtitles' })).toBeNull();
  });

  it('is played and paused by its button, its picture and the keyboard', async () => {
    const { app, film } = await openFilm();
    await app.press('Play');
    expect(film.paused).toBe(false);
    await app.press('Pause the film');
    expect(film.paused).toBe(true);
    await app.press('Play the film');
    key(app, 'k');
    expect(film.paused).toBe(true);
    key(app, ' ');
    expect(film.paused).toBe(false);
  });

  it('says that the browser does not support its picture, and goes on with the sound', async () => {
    const { app, media, film } = await openFilm();
    media.load(film, 60, 0);
    expect(app.getByText(NO_PICTURE)).toBeTruthy();
    expect(app.button('Download')).toBeTruthy();
    expect(app.button('Play the film')).toBeTruthy();
  });

  it('says nothing of a picture that is there', async () => {
    const { app, media, film } = await openFilm();
    media.load(film, 60);
    expect(app.queryByText(NO_PICTURE)).toBeNull();
  });

  it('that the browser cannot play is offered as a download', async () => {
    const { app, media, film } = await openFilm();
    media.fire(film, 'error');
    expect(app.getByText('The browser cannot play this film')).toBeTruthy();
    expect(app.element.querySelector('video')).toBeNull();
    expect(app.queryByRole('button', { name: 'Full screen' })).toBeNull();
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    onTestFinished(() => {
      clicked.mockRestore();
    });
    await app.press('Download');
    const [link] = clicked.mock.contexts;
    if (!(link instanceof HTMLAnchorElement)) throw new Error('no link was pressed');
    expect([new URL(link.href).pathname, link.download]).toEqual([`/port_80${RIVER}`, 'River.webm']);
  });

  it('shows that it waits for data', async () => {
    const { app, media, film } = await openFilm();
    await app.press('Play');
    media.fire(film, 'waiting');
    expect(app.getByRole('status', { name: 'Loading' })).toBeTruthy();
    Object.defineProperty(film, 'readyState', { configurable: true, value: 4 });
    media.fire(film, 'playing');
    expect(app.queryByRole('status', { name: 'Loading' })).toBeNull();
  });

  it('closes with Escape, and forgets its source', async () => {
    const { app, film } = await openFilm();
    key(app, 'Escape');
    await app.settled();
    expect(openWindows(app)).toBe(0);
    expect(film.hasAttribute('src')).toBe(false);
  });

  it('has a title and a way back on a phone', async () => {
    const { app } = await openFilm({}, { phone: true });
    expect(app.getByRole('heading', { name: 'Video' })).toBeTruthy();
    await app.press('Back');
    expect(openWindows(app)).toBe(0);
  });
});

describe('the position of a film', () => {
  /** A film of two minutes that is left at a position and opened again. */
  const reopen = async (seconds: number) => {
    const first = await openFilm();
    first.media.load(first.film, 120);
    first.film.currentTime = seconds;
    const { app } = first;
    const stored = app.scope.get(SettingsToken);
    await app.press('Play');
    await app.press('Pause');
    return { ...first, seconds: savedPosition(stored, RIVER), stored };
  };

  it('is stored when it pauses, but not near its start or end', async () => {
    const player = await reopen(60);
    expect(player.seconds).toBe(60);
    for (const seconds of [9, 115]) {
      player.film.currentTime = seconds;
      await player.app.press('Play');
      await player.app.press('Pause');
      expect(savedPosition(player.stored, RIVER)).toBe(0);
    }
  });

  it('is continued, with a way to start over', async () => {
    const { app, media } = await reopen(60);
    const desktop = app.scope.get(DesktopToken);
    const [window] = desktop.windows$.value;
    // Another film and back: the player opens anew.
    for (const path of [`${HOME}/Other.webm`, RIVER])
      await act(async () => {
        if (window !== undefined) desktop.update(window.id, { params: { path } });
        await app.settled();
      });
    expect(app.getByText('Continued at 1:00')).toBeTruthy();
    const film = filmOf(app);
    media.load(film, 120);
    expect(film.currentTime).toBe(60);
    await app.press('Start over');
    expect(film.currentTime).toBe(0);
    expect(app.queryByText('Continued at 1:00')).toBeNull();
  });
});

describe('subtitles', () => {
  /** A film whose tracks the browser has added. */
  const openWithSubtitles = async (others: Readonly<Record<string, string>> = SUBTITLES) => {
    const player = await openFilm(others);
    const count = Object.keys(others).filter((name) => name.startsWith('River.')).length;
    await vi.waitUntil(() => player.film.querySelectorAll('track').length === count, { timeout: 30_000 });
    await player.app.settled();
    player.media.fire(player.film.textTracks, 'addtrack');
    return { ...player, shown: () => player.media.shownSubtitles(player.film) };
  };

  it('of the film are offered by language, the first one is shown', async () => {
    const { app, film, shown } = await openWithSubtitles({ ...SUBTITLES, 'Other.srt': CUE });
    expect([...film.querySelectorAll('track')].map(({ label, srclang }) => [label, srclang])).toEqual([
      ['en', 'en'],
      ['zh', 'zh'],
    ]);
    expect(shown()).toEqual(['en']);
    const menu = await app.openMenu('Subtitles');
    expect(menu.getAllByRole('menuitemradio').map(({ textContent }) => textContent)).toEqual([
      'No subtitles',
      'en',
      'zh',
    ]);
  });

  it('are chosen in their menu, and switched off and on with C', async () => {
    const { app, shown } = await openWithSubtitles();
    const menu = await app.openMenu('Subtitles');
    await app.press(menu.getByRole('menuitemradio', { name: 'zh' }));
    expect(shown()).toEqual(['zh']);
    key(app, 'c');
    expect(shown()).toEqual([]);
    expect(app.element.querySelector('button[aria-label="Subtitles"]')?.getAttribute('aria-pressed')).toBe('false');
    key(app, 'C');
    expect(shown()).toEqual(['en']);
  });

  it('without a language are called subtitles, and are converted', async () => {
    const { film, urls } = await openWithSubtitles({ 'River.srt': CUE });
    const [track] = film.querySelectorAll('track');
    expect([track?.label, track?.srclang]).toEqual(['Subtitles', 'und']);
    expect(await urls.blobs[0]?.text()).toBe('WEBVTT\n\n1\n00:00:00.000 --> 00:00:02.500\nHere the river begins\n');
  });

  it('are released with the film', async () => {
    const { app, urls } = await openWithSubtitles();
    expect(urls.released).toEqual([]);
    await app.unmount();
    expect(urls.released.toSorted()).toEqual(['blob:1', 'blob:2']);
  });
});

describe('the whole screen', () => {
  it('is entered with F and left with F or Escape, and only then the film', async () => {
    const { app } = await openFilm();
    key(app, 'f');
    expect(document.fullscreenElement?.querySelector('video')).toBe(filmOf(app));
    expect(app.button('Leave full screen')).toBeTruthy();
    key(app, 'Escape');
    expect([document.fullscreenElement, openWindows(app)]).toEqual([null, 1]);
    await app.press('Full screen');
    await app.press('Leave full screen');
    expect(document.fullscreenElement).toBeNull();
    key(app, 'Escape');
    await app.settled();
    expect(openWindows(app)).toBe(0);
  });
});

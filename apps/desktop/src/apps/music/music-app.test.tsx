import { GEN } from '@boxwood/box-sdk';
import { act, fireEvent, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DesktopToken, PlayingToken, SettingsToken } from '../../composition/service-tokens.ts';
import { stubMedia } from '../../testing/page-media.ts';
import { renderApp, type RenderAppOptions, type RenderedApp } from '../../testing/render-app.tsx';
import { serveFiles } from '../../testing/served-files.ts';
import { music } from './manifest.ts';

const HOME = '/mnt/usb1/ann/Songs';
const SONGS = ['a.mp3', 'b.mp3', 'c.mp3'];

const audioOf = (app: RenderedApp): HTMLAudioElement => {
  const audio = app.element.querySelector('audio');
  if (audio === null) throw new Error('no audio element');
  return audio;
};

/** The player with one song of a folder of songs and a text. */
const openSong = async (name = 'a.mp3', options: Omit<RenderAppOptions<'music'>, 'params' | 'files'> = {}) => {
  const media = stubMedia();
  const files = serveFiles(Object.fromEntries([...SONGS, 'not.txt'].map((each) => [`${HOME}/${each}`, 'no tags'])));
  const app = await renderApp(music, { ...options, files, params: { path: `${HOME}/${name}` } });
  await app.findByRole('region', { name: 'Music player' });
  media.load(audioOf(app), 300);
  return { app, media, audio: audioOf(app) };
};
const title = (app: RenderedApp) =>
  within(app.getByRole('region', { name: 'Music player' })).getByRole('heading').textContent;
const queue = (app: RenderedApp) =>
  within(app.getByRole('list', { name: 'Music of this folder' })).getAllByRole('button');
const names = (app: RenderedApp) => queue(app).map(({ textContent }) => textContent.replace(/^\d+/, ''));
const current = (app: RenderedApp) => queue(app).findIndex((button) => button.getAttribute('aria-current') === 'true');
const source = (audio: HTMLAudioElement) => decodeURIComponent(new URL(audio.src).pathname).split('/').pop();
const key = (app: RenderedApp, name: string): void => {
  fireEvent.keyDown(app.getByRole('region', { name: 'Music player' }), { key: name });
};
/** Ends the song, as the browser does. */
const endSong = async ({ app, media, audio }: Awaited<ReturnType<typeof openSong>>): Promise<void> => {
  media.fire(audio, 'ended');
  await app.settled();
};

describe('music', () => {
  it('FILES-27 PREVIEW-04: plays at once with its title, and lists the songs of the folder', async () => {
    const { app, audio } = await openSong('b.mp3');
    expect(title(app)).toBe('b');
    expect(audio.paused).toBe(false);
    expect(source(audio)).toBe('b.mp3');
    expect(names(app)).toEqual(['a', 'b', 'c']);
    expect(current(app)).toBe(1);
  });

  it('plays the song alone when its folder cannot be listed', async () => {
    const { app, audio } = await openSong('a.mp3', {
      replies: {
        files: {
          list: (_params, _caller, { refuse }) => {
            throw refuse(GEN.failed);
          },
        },
      },
    });
    expect(names(app)).toEqual(['a']);
    expect(audio.paused).toBe(false);
  });

  it('goes to the next and the previous song, around the end of the folder', async () => {
    const { app, audio } = await openSong('c.mp3');
    await app.press('Next');
    expect([title(app), source(audio)]).toEqual(['a', 'a.mp3']);
    await app.press('Previous');
    expect(title(app)).toBe('c');
    expect(app.scope.get(DesktopToken).windows$.value[0]?.params).toEqual({ path: `${HOME}/c.mp3` });
  });

  it('starts a song again that has played for more than 3 seconds', async () => {
    const { app, audio } = await openSong('b.mp3');
    audio.currentTime = 3.5;
    await app.press('Previous');
    expect([title(app), audio.currentTime]).toEqual(['b', 0]);
    audio.currentTime = 3;
    await app.press('Previous');
    expect(title(app)).toBe('a');
  });

  it('plays the song that is pressed in the list', async () => {
    const { app, audio } = await openSong();
    await app.press(queue(app)[2] ?? 'c');
    expect([title(app), source(audio), current(app)]).toEqual(['c', 'c.mp3', 2]);
  });

  it('says that the browser cannot play a song, until another one plays', async () => {
    const { app, media, audio } = await openSong();
    expect(app.queryByText('The browser cannot play this file')).toBeNull();
    media.fire(audio, 'error');
    expect(app.getByText('The browser cannot play this file')).toBeTruthy();
    await app.press('Next');
    expect(app.queryByText('The browser cannot play this file')).toBeNull();
  });

  it('PREVIEW-06: stops and forgets its source when its window closes', async () => {
    const { app, audio } = await openSong();
    await app.press(app.getAllByRole('button', { name: 'Close' })[0] ?? 'Close');
    expect([audio.paused, audio.hasAttribute('src')]).toEqual([true, false]);
    expect(app.scope.get(DesktopToken).windows$.value).toEqual([]);
  });

  it('plays on when its window is put away', async () => {
    const { app, audio } = await openSong();
    await app.press('Close the window and keep playing');
    expect(app.scope.get(DesktopToken).windows$.value).toEqual([]);
    expect([audio.paused, source(audio)]).toEqual([false, 'a.mp3']);
    expect(app.scope.get(PlayingToken).value?.element).toBe(audio);
  });
});

describe('the end of a song', () => {
  it('starts the next song, and after the last one nothing', async () => {
    const player = await openSong('b.mp3');
    await endSong(player);
    expect(title(player.app)).toBe('c');
    await endSong(player);
    expect([title(player.app), source(player.audio)]).toEqual(['c', 'c.mp3']);
  });

  it('starts the folder again, or the same song, as chosen', async () => {
    const player = await openSong('c.mp3');
    await player.app.press('Repeat: off');
    await endSong(player);
    expect(title(player.app)).toBe('a');
    await player.app.press('Repeat: the folder');
    player.audio.currentTime = 200;
    await endSong(player);
    expect([title(player.app), player.audio.currentTime]).toEqual(['a', 0]);
    await player.app.press('Repeat: this song');
    expect(player.app.button('Repeat: off')).toBeTruthy();
  });

  it('plays each song of a shuffled folder once', async () => {
    const player = await openSong('b.mp3');
    await player.app.press('Shuffle');
    const played = [title(player.app)];
    for (let n = 0; n < 2; n += 1) {
      await endSong(player);
      played.push(title(player.app));
    }
    expect(played.toSorted()).toEqual(['a', 'b', 'c']);
    expect(player.app.getByRole('button', { name: 'Shuffle', pressed: true })).toBeTruthy();
    await endSong(player);
    expect(title(player.app)).toBe(played[2]);
  });
});

describe('the controls of a player', () => {
  it('pause and go on', async () => {
    const { app, audio } = await openSong();
    await app.press('Pause');
    expect(audio.paused).toBe(true);
    await app.press('Play');
    expect(audio.paused).toBe(false);
  });

  it('show elapsed and remaining time', async () => {
    const { app, audio } = await openSong();
    act(() => {
      audio.currentTime = 61;
    });
    expect(app.getByText('1:01')).toBeTruthy();
    expect(app.getByRole('img', { name: '3:59 left' }).textContent).toBe('−3:59');
    expect(app.getByRole('slider', { name: 'Position' }).getAttribute('aria-valuetext')).toBe('1:01 of 5:00');
  });

  it('mute, and turn the sound on at half of its volume when it was at nothing', async () => {
    const { app, audio } = await openSong();
    await app.press('Mute');
    expect(audio.muted).toBe(true);
    await app.press('Sound on');
    expect([audio.muted, audio.volume]).toEqual([false, 1]);
    audio.volume = 0;
    await app.settled();
    await app.press('Sound on');
    expect(audio.volume).toBe(0.5);
  });

  it('keep the volume for the next session', async () => {
    const { app, audio } = await openSong();
    audio.volume = 0.3;
    await app.settled();
    expect(app.scope.get(SettingsToken).text('media_volume')).toBe('0.3');
  });

  it('set the speed', async () => {
    const { app, audio } = await openSong();
    const menu = await app.openMenu('Speed: 1×');
    await app.press(menu.getByRole('menuitemradio', { name: '1.5×' }));
    expect(audio.playbackRate).toBe(1.5);
    expect(app.getByLabelText('Speed: 1.5×')).toBeTruthy();
  });
});

describe('the keyboard of a player', () => {
  it.each([
    ['ArrowRight', 105],
    ['ArrowLeft', 95],
    ['l', 110],
    ['J', 90],
    ['5', 150],
    ['0', 0],
  ])('%s seeks from 100 s to %i s', async (name, seconds) => {
    const { app, audio } = await openSong();
    audio.currentTime = 100;
    key(app, name);
    expect(audio.currentTime).toBe(seconds);
  });

  it('seeks neither before the start nor behind the end', async () => {
    const { app, audio } = await openSong();
    audio.currentTime = 3;
    key(app, 'ArrowLeft');
    expect(audio.currentTime).toBe(0);
    audio.currentTime = 298;
    key(app, 'l');
    expect(audio.currentTime).toBe(300);
  });

  it('plays, pauses, mutes, and changes volume, speed and song', async () => {
    const { app, audio } = await openSong();
    for (const name of [' ', 'k', 'K']) {
      const { paused } = audio;
      key(app, name);
      expect(audio.paused, name).toBe(!paused);
    }
    key(app, 'm');
    expect(audio.muted).toBe(true);
    key(app, 'ArrowUp');
    expect([audio.muted, audio.volume]).toEqual([false, 0.1]);
    key(app, 'ArrowDown');
    expect(audio.volume).toBe(0);
    key(app, '>');
    expect(audio.playbackRate).toBe(1.25);
    for (let n = 0; n < 9; n += 1) key(app, '<');
    expect(audio.playbackRate).toBe(0.5);
    key(app, 'n');
    await app.settled();
    expect(title(app)).toBe('b');
    key(app, 'P');
    await app.settled();
    expect(title(app)).toBe('a');
  });

  it('leaves keys with Ctrl, and Space on a button, to the browser', async () => {
    const { app, audio } = await openSong();
    fireEvent.keyDown(app.getByRole('region', { name: 'Music player' }), { key: 'k', ctrlKey: true });
    fireEvent.keyDown(app.button('Shuffle'), { key: ' ' });
    expect(audio.paused).toBe(false);
  });
});

describe('the position of a long recording', () => {
  const PATH = `${HOME}/a.mp3`;

  it('is stored when it is left, and continued', async () => {
    const { app, media, audio } = await openSong();
    media.load(audio, 3600);
    audio.currentTime = 1234;
    await app.press('Next');
    const settings = app.scope.get(SettingsToken);
    expect(JSON.parse(settings.text('video_positions') ?? '')).toEqual([[PATH, 1234]]);
    audio.currentTime = 0;
    await app.press('Previous');
    media.load(audio, 3600);
    expect(audio.currentTime).toBe(1234);
  });

  it('of a song is not stored', async () => {
    const { app, audio } = await openSong();
    audio.currentTime = 200;
    await app.press('Next');
    expect(app.scope.get(SettingsToken).text('video_positions')).toBeNull();
  });
});

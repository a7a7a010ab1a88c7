import { BrowserSettings, type LazyResult, State } from '@boxwood/domain';
import { NEVER } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Playback } from './playback.ts';
import { savePosition } from './playback-positions.ts';

const songs = ['/a.mp3', '/b.mp3', '/c.mp3'].map((path) => ({ path, name: path.slice(1), size: 1 }));
/** No tags are read in these tests. */
const unread = (): LazyResult<never> => NEVER;
const reading = { read: unread, readStart: unread, readRange: unread, readEtag: unread };

let playing: Playback;
let settings: BrowserSettings;

const ended = (): void => {
  playing.element.dispatchEvent(new Event('ended'));
};
const now = (): string | undefined => playing.state$.value?.song.path;

describe('music of a folder', () => {
  beforeEach(() => {
    for (const name of ['play', 'pause', 'load'] as const)
      vi.spyOn(HTMLMediaElement.prototype, name).mockReturnValue(Promise.resolve());
    settings = new BrowserSettings(null, null);
    const key = new State<string | null>('key');
    playing = new Playback({ key$: key.stream, file: (path) => `https://box.test${path}` }, reading, settings, () => 0);
  });
  afterEach(() => {
    playing.close();
  });

  it('goes on with the next song at the end of one, and stops after the last', () => {
    playing.open(songs, '/a.mp3');
    ended();
    expect(now()).toBe('/b.mp3');
    expect(playing.element.src).toBe('https://box.test/b.mp3');
    ended();
    ended();
    expect(now()).toBe('/c.mp3');
  });

  it('begins again after the last song when all are repeated, and stays with one that is repeated', () => {
    playing.open(songs, '/c.mp3');
    playing.setRepeat('all');
    ended();
    expect(now()).toBe('/a.mp3');
    playing.setRepeat('one');
    ended();
    expect(now()).toBe('/a.mp3');
  });

  it('resumes a long recording where it was left, once it knows how long it is', () => {
    savePosition(settings, '/b.mp3', 700, 3600);
    Object.defineProperty(playing.element, 'duration', { configurable: true, value: 3600 });
    playing.open(songs, '/b.mp3');
    playing.element.dispatchEvent(new Event('loadedmetadata'));
    expect(playing.element.currentTime).toBe(700);
  });
});

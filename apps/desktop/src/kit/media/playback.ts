import type { Settings, StateStream } from '@boxwood/domain';
import { State } from '@boxwood/domain';
import type { Subscription } from 'rxjs';
import type { FileUrls } from '../../composition/file-urls.ts';
import { token } from '../../composition/service-scope.ts';
import type { FileContentReader } from '../files/content/file-content-reader.ts';
import { play, seekTo, togglePlayback } from './media-actions.ts';
import { savePosition, savedPosition } from './playback-positions.ts';
import { readTags, type SongTags } from './song-tags.ts';

/** A song in the queue. */
export interface Song {
  readonly path: string;
  readonly name: string;
  readonly size: number;
}

/** `off` stops after the last song, `all` starts again, `one` repeats the song. */
export type RepeatMode = 'off' | 'all' | 'one';

/** The current song and its queue. */
export interface PlaybackState {
  readonly song: Song;
  /** In the order of the folder. */
  readonly songs: readonly Song[];
  readonly repeat: RepeatMode;
  readonly shuffle: boolean;
  /** The browser cannot play the current song. */
  readonly broken: boolean;
}

/** Only audio of at least this duration resumes at its last position: audio books and concerts, not songs. Seconds. */
const MIN_RESUME_DURATION_S = 600;
const SAVE_INTERVAL_MS = 5_000;
const VOLUME_KEY = 'media_volume';

export const PlaybackToken = token<Playback>('Playback');

const pathOf = ({ path }: Song): string => path;

/**
 * Music playback of this tab, independent of the open window: one audio element, the songs of a folder as its queue,
 * their tags, and media keys (Media Session). Closed at sign-out.
 */
export class Playback {
  readonly element: HTMLAudioElement;
  readonly #addresses: Pick<FileUrls, 'file' | 'key$'>;
  readonly #reading: FileContentReader;
  readonly #settings: Settings;
  readonly #random: () => number;
  readonly #state = new State<PlaybackState | null>(null);
  readonly #tags = new State<ReadonlyMap<string, SongTags>>(new Map());
  readonly #cover = new State<string | null>(null);
  readonly #saveTimer: ReturnType<typeof setInterval>;
  #order: readonly string[] = [];
  #addressSubscription: Subscription | null = null;
  #tagReadRun = 0;

  constructor(
    addresses: Pick<FileUrls, 'file' | 'key$'>,
    reading: FileContentReader,
    settings: Settings,
    random: () => number,
  ) {
    this.#addresses = addresses;
    this.#reading = reading;
    this.#settings = settings;
    this.#random = random;
    const element = document.createElement('audio');
    element.hidden = true;
    element.preload = 'auto';
    element.volume = Math.min(1, Math.max(0, Number(settings.text(VOLUME_KEY) ?? '1') || 0));
    element.addEventListener('ended', () => {
      this.#onEnded();
    });
    element.addEventListener('error', () => {
      if (element.hasAttribute('src')) this.#state.update((now) => (now === null ? null : { ...now, broken: true }));
    });
    element.addEventListener('volumechange', () => {
      settings.setText(VOLUME_KEY, String(element.volume));
    });
    for (const event of ['play', 'pause', 'emptied'] as const)
      element.addEventListener(event, () => {
        this.#updateMediaSession();
      });
    document.body.append(element);
    this.element = element;
    this.#saveTimer = setInterval(() => {
      if (!element.paused) this.#savePosition();
    }, SAVE_INTERVAL_MS);
  }

  /** Null while no song is selected. */
  get state$(): StateStream<PlaybackState | null> {
    return this.#state.stream;
  }

  /** Tags of the songs that were read so far, by path. */
  get tags$(): StateStream<ReadonlyMap<string, SongTags>> {
    return this.#tags.stream;
  }

  /** Object URL of the cover of the current song. */
  get cover$(): StateStream<string | null> {
    return this.#cover.stream;
  }

  /** Plays a song with its folder as the queue. If the song is already playing, it continues. */
  open(songs: readonly Song[], path: string): void {
    const song = songs.find((one) => one.path === path);
    if (song === undefined) return;
    const now = this.#state.value;
    if (now?.song.path === path) this.#state.set({ ...now, songs });
    else this.#startSong(song, songs);
    // Keep the order if the queue has the same songs, so that shuffle plays each song once.
    const queuedPaths = new Set(this.#order);
    if (songs.length !== queuedPaths.size || !songs.every((one) => queuedPaths.has(one.path)))
      this.setShuffle(this.#state.value?.shuffle ?? false);
    void this.#readTags(songs, song);
  }

  /** Plays the next or previous song. The previous button restarts a song that has played for more than 3 seconds. */
  step(direction: 1 | -1): void {
    const now = this.#state.value;
    if (now === null) return;
    if (direction === -1 && this.element.currentTime > 3) {
      seekTo(this.element, 0);
      return;
    }
    const index = this.#order.indexOf(now.song.path);
    const next = this.#order[(index + direction + this.#order.length) % this.#order.length];
    if (next === now.song.path) {
      seekTo(this.element, 0);
      play(this.element);
    } else if (next !== undefined) this.open(now.songs, next);
  }

  setRepeat(repeat: RepeatMode): void {
    this.#state.update((now) => (now === null ? null : { ...now, repeat }));
  }

  /** Turns shuffle on or off: a random order of the songs after the current one, each played once. */
  setShuffle(shuffle: boolean): void {
    const now = this.#state.value;
    if (now === null) return;
    const others = now.songs.map(pathOf).filter((path) => path !== now.song.path);
    for (let n = others.length - 1; n > 0; n -= 1) {
      const other = Math.floor(this.#random() * (n + 1));
      [others[n], others[other]] = [others[other] ?? '', others[n] ?? ''];
    }
    this.#order = shuffle ? [now.song.path, ...others] : now.songs.map(pathOf);
    this.#state.set({ ...now, shuffle });
  }

  /** Stops playback and unloads the audio element (PREVIEW-06). */
  stop(): void {
    this.#savePosition();
    this.#addressSubscription?.unsubscribe();
    this.#tagReadRun += 1;
    this.element.pause();
    this.element.removeAttribute('src');
    delete this.element.dataset['path'];
    this.element.load();
    this.#showCover(null);
    this.#state.set(null);
    this.#updateMediaSession();
  }

  close(): void {
    this.stop();
    clearInterval(this.#saveTimer);
    this.element.remove();
  }

  #startSong(song: Song, songs: readonly Song[]): void {
    const { repeat = 'off', shuffle = false } = this.#state.value ?? {};
    this.#savePosition();
    this.#state.set({ song, songs, broken: false, repeat, shuffle });
    this.#load(song.path);
  }

  #load(path: string): void {
    this.#addressSubscription?.unsubscribe();
    // The address needs a key, and the first key may still be loading. A renewed key does not interrupt the current
    // song.
    this.#addressSubscription = this.#addresses.key$.subscribe(() => {
      const address = this.#addresses.file(path);
      if (address === null || this.#state.value?.song.path !== path || this.element.dataset['path'] === path) return;
      this.element.dataset['path'] = path;
      this.element.src = address;
      const start = savedPosition(this.#settings, path);
      if (start > 0)
        this.element.addEventListener(
          'loadedmetadata',
          () => {
            if (this.element.dataset['path'] === path) seekTo(this.element, start);
          },
          { once: true },
        );
      play(this.element);
    });
  }

  #onEnded(): void {
    const now = this.#state.value;
    if (now === null) return;
    const last = this.#order.at(-1) === now.song.path;
    if (now.repeat === 'one') {
      seekTo(this.element, 0);
      play(this.element);
    } else if (!last || now.repeat === 'all') this.step(1);
  }

  #savePosition(): void {
    const now = this.#state.value;
    const { currentTime, duration } = this.element;
    if (now !== null && Number.isFinite(duration) && duration >= MIN_RESUME_DURATION_S)
      savePosition(this.#settings, now.song.path, currentTime, duration);
  }

  /**
   * Reads the tags of the current song with its cover, then those of the other songs one by one, until the queue
   * changes.
   */
  async #readTags(songs: readonly Song[], song: Song): Promise<void> {
    const run = (this.#tagReadRun += 1);
    const isOutdated = (): boolean => this.#tagReadRun !== run;
    this.#showCover(null);
    const own = await readTags(this.#reading, song, true);
    if (isOutdated()) return;
    if (own !== null) {
      this.#storeTags(song, own);
      this.#showCover(own.cover);
    }
    this.#updateMediaSession();
    for (const other of songs) {
      if (this.#tags.value.has(other.path)) continue;
      const tags = await readTags(this.#reading, other, false);
      if (isOutdated()) return;
      if (tags !== null) this.#storeTags(other, tags);
    }
  }

  #storeTags({ path }: Song, tags: SongTags): void {
    this.#tags.set(new Map([...this.#tags.value, [path, { ...tags, cover: null }]]));
  }

  #showCover(cover: Blob | null): void {
    if (this.#cover.value !== null) URL.revokeObjectURL(this.#cover.value);
    this.#cover.set(cover === null ? null : URL.createObjectURL(cover));
  }

  #updateMediaSession(): void {
    if (!('mediaSession' in navigator)) return;
    const session = navigator.mediaSession;
    const now = this.#state.value;
    const tags = now === null ? undefined : this.#tags.value.get(now.song.path);
    const cover = this.#cover.value;
    const { title = '', artist = '', album = '' } = tags ?? {};
    session.metadata =
      now === null
        ? null
        : new MediaMetadata({
            title: title === '' ? now.song.name : title,
            artist,
            album,
            artwork: cover === null ? [] : [{ src: cover }],
          });
    session.playbackState = now === null ? 'none' : this.element.paused ? 'paused' : 'playing';
    const setHandler = (action: MediaSessionAction, handle: () => void): void => {
      session.setActionHandler(action, now === null ? null : handle);
    };
    for (const action of ['play', 'pause'] as const)
      setHandler(action, () => {
        togglePlayback(this.element);
      });
    setHandler('nexttrack', () => {
      this.step(1);
    });
    setHandler('previoustrack', () => {
      this.step(-1);
    });
  }
}

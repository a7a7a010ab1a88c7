import type { FileEntry } from '@boxwood/domain';
import {
  Banner,
  IconButton,
  IconDock,
  IconMusic,
  IconRepeat,
  IconRepeatOne,
  IconShuffle,
  IconSkipBack,
  IconSkipForward,
} from '@boxwood/ui';
import { useEffect, useRef } from 'react';
import type { AppProps } from '../../kit/app/apps/define-app.ts';
import type { AppLinks } from '../../kit/app/apps/app-links.ts';
import { useIsPhone } from '../../kit/app/use-is-phone.ts';
import { WindowSkeleton } from '../../kit/app/window-states/WindowSkeleton.tsx';
import { DesktopToken, FileUrlsToken, PlayingToken, SettingsToken } from '../../composition/service-tokens.ts';
import type { ServiceScope } from '../../composition/service-scope.ts';
import { createFileContentReader } from '../../kit/files/content/file-content-reader.ts';
import { useSiblings } from '../../kit/files/use-siblings.ts';
import { formatDuration } from '../../kit/media/format-duration.ts';
import { handleMediaKey } from '../../kit/media/media-actions.ts';
import { PlayButton, PlaybackRateMenu, MediaSeekBar, VolumeControl } from '../../kit/media/MediaControls.tsx';
import { messages as mediaMessages } from '../../kit/media/messages.ts';
import { Playback, PlaybackToken, type PlaybackState, type RepeatMode, type Song } from '../../kit/media/playback.ts';
import { songByline, songTitle } from '../../kit/media/song-labels.ts';
import { useMediaState } from '../../kit/media/use-media-state.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';
import styles from './music.module.css';
import { nameAt } from '../../kit/files/file-places.ts';

export const bind = (session: ServiceScope): void => {
  session.bind(
    PlaybackToken,
    [FileUrlsToken, SettingsToken],
    (addresses, settings) => new Playback(addresses, createFileContentReader(addresses), settings, Math.random),
  );
  session.get(PlayingToken).set(session.get(PlaybackToken));
};

const AUDIO = 1;
const NEXT_REPEAT: Readonly<Record<RepeatMode, RepeatMode>> = { off: 'all', all: 'one', one: 'off' };

const toSongs = (entries: readonly FileEntry[], path: string): readonly Song[] => {
  const songs = entries
    .filter(({ type }) => type === AUDIO)
    .map(({ path: at, name, size }) => ({ path: at, name, size }));
  return songs.some((song) => song.path === path) ? songs : [{ path, name: nameAt(path), size: 0 }, ...songs];
};

/**
 * The music player: plays at once, shows the title and goes through the folder (FILES-27, DIALOG-32, PREVIEW-04).
 * Playback belongs to the session, but closing the window stops it (PREVIEW-06) unless the user moved it to the bar.
 */
export const App = ({ window, params }: AppProps<AppLinks['music']>) => {
  const siblings = useSiblings(params.path);
  const desktop = useService(DesktopToken);
  const playback = useService(PlaybackToken);
  const phone = useIsPhone();
  const playing = useStream(playback.state$);
  const keepsPlaying = useRef(phone);
  const entries = siblings.at === 'loading' ? null : siblings.at === 'ready' ? siblings.value : NO_ENTRIES;
  const { path } = params;
  useEffect(() => {
    if (entries !== null) playback.open(toSongs(entries, path), path);
  }, [playback, entries, path]);
  const playingPath = playing?.song.path;
  useEffect(() => {
    if (playingPath !== undefined) desktop.update(window, { params: { path: playingPath } });
  }, [desktop, window, playingPath]);
  useEffect(
    () => () => {
      if (!keepsPlaying.current) playback.stop();
    },
    [playback],
  );
  if (playing === null) return <WindowSkeleton />;
  return (
    <MusicPlayer
      playback={playback}
      playing={playing}
      onMoveToBar={() => {
        keepsPlaying.current = true;
        desktop.close(window);
      }}
    />
  );
};

const NO_ENTRIES: readonly FileEntry[] = [];

interface MusicPlayerProps {
  readonly playback: Playback;
  readonly playing: PlaybackState;
  readonly onMoveToBar: () => void;
}

const MusicPlayer = ({ playback, playing, onMoveToBar }: MusicPlayerProps) => {
  const t = useText(messages);
  const m = useText(mediaMessages);
  const tags = useStream(playback.tags$);
  const cover = useStream(playback.cover$);
  const mediaState = useMediaState(playback.element);
  const { song, songs, repeat, shuffle, broken } = playing;
  const songTags = tags.get(song.path);
  const bylineText = songByline(songTags);
  const repeatLabels = { off: t('repeatOff'), all: t('repeatAll'), one: t('repeatOne') };
  return (
    <div className={styles.frame}>
      {/* The player handles keys wherever the focus is in it; each key has a control as well. */}
      <div
        className={styles.window}
        tabIndex={-1}
        data-autofocus=""
        onKeyDown={(event) => {
          const { target } = event;
          if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
          const pressed = target instanceof HTMLButtonElement && (event.key === ' ' || event.key === 'Enter');
          const inMenu = target instanceof Element && target.closest('[role="menu"]') !== null;
          if (pressed || inMenu) return;
          const extraActions = {
            onNext: () => {
              playback.step(1);
            },
            onPrevious: () => {
              playback.step(-1);
            },
          };
          if (handleMediaKey(playback.element, event.key, extraActions)) event.preventDefault();
        }}
      >
        <section className={styles.now} aria-label={t('player')}>
          {cover === null ? (
            <span className={styles.cover} aria-hidden="true">
              <IconMusic />
            </span>
          ) : (
            <img className={styles.cover} src={cover} alt={t('cover')} />
          )}
          <div className={styles.words}>
            <h2 className={styles.title}>{songTitle(song.name, songTags)}</h2>
            {bylineText === '' ? null : <p className={styles.line}>{bylineText}</p>}
          </div>
          {broken ? <Banner tone="warning">{t('broken')}</Banner> : null}
          <MediaSeekBar element={playback.element} mediaState={mediaState} />
          <div className={styles.buttons}>
            <IconButton
              label={t('shuffle')}
              icon={<IconShuffle />}
              pressed={shuffle}
              onClick={() => {
                playback.setShuffle(!shuffle);
              }}
            />
            <IconButton
              label={m('previous')}
              keys="P"
              icon={<IconSkipBack />}
              onClick={() => {
                playback.step(-1);
              }}
            />
            <PlayButton element={playback.element} mediaState={mediaState} large />
            <IconButton
              label={m('next')}
              keys="N"
              icon={<IconSkipForward />}
              onClick={() => {
                playback.step(1);
              }}
            />
            <IconButton
              label={repeatLabels[repeat]}
              icon={repeat === 'one' ? <IconRepeatOne /> : <IconRepeat />}
              pressed={repeat !== 'off'}
              onClick={() => {
                playback.setRepeat(NEXT_REPEAT[repeat]);
              }}
            />
          </div>
          <div className={styles.more}>
            <VolumeControl element={playback.element} mediaState={mediaState} />
            <PlaybackRateMenu element={playback.element} mediaState={mediaState} />
            <IconButton label={t('putAway')} icon={<IconDock />} onClick={onMoveToBar} />
          </div>
        </section>
        <ol className={styles.list} aria-label={t('playlist')}>
          {songs.map((track, index) => {
            const trackTags = tags.get(track.path);
            const current = track.path === song.path;
            return (
              <li key={track.path}>
                <button
                  type="button"
                  className={styles.track}
                  aria-current={current ? 'true' : undefined}
                  onClick={() => {
                    playback.open(songs, track.path);
                  }}
                >
                  <span className={styles.number}>{current ? <IconMusic size={14} /> : index + 1}</span>
                  <span className={styles.name}>
                    <span>{songTitle(track.name, trackTags)}</span>
                    {trackTags === undefined || trackTags.artist === '' ? null : <small>{trackTags.artist}</small>}
                  </span>
                  <span className={styles.size}>
                    {trackTags === undefined || trackTags.length === 0 ? '' : formatDuration(trackTags.length)}
                  </span>
                </button>
              </li>
            );
          })}
        </ol>
      </div>
    </div>
  );
};

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
import type { AppProps } from '../../app-kit/define-app.ts';
import type { AppLinks } from '../../app-kit/links.ts';
import { usePhone } from '../../app-kit/use-phone.ts';
import { WindowSkeleton } from '../../app-kit/WindowSkeleton.tsx';
import { DesktopToken, FileAddressesToken, PlayingToken, SettingsToken } from '../../composition/tokens.ts';
import type { ServiceScope } from '../../composition/service-scope.ts';
import { fileReading } from '../../file-kit/file-reading.ts';
import { useSiblings } from '../../file-kit/siblings.ts';
import { clock } from '../../media-kit/clock-words.ts';
import { mediaKey } from '../../media-kit/media-acts.ts';
import { PlayButton, SpeedMenu, TimeLine, VolumeControl } from '../../media-kit/MediaControls.tsx';
import { messages as media } from '../../media-kit/messages.ts';
import { Playback, PlaybackToken, type Playing, type Repeat, type Song } from '../../media-kit/playback.ts';
import { byline, titleOf } from '../../media-kit/song-words.ts';
import { useMedia } from '../../media-kit/use-media.ts';
import { useService } from '../../react/scope.tsx';
import { useStream } from '../../react/use-stream.ts';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import styles from './music.module.css';
import { nameAt } from '../../file-kit/places.ts';

export const bind = (session: ServiceScope): void => {
  session.bind(
    PlaybackToken,
    [FileAddressesToken, SettingsToken],
    (addresses, settings) => new Playback(addresses, fileReading(addresses), settings, Math.random),
  );
  session.get(PlayingToken).set(session.get(PlaybackToken));
};

const AUDIO = 1;
const NEXT_REPEAT: Readonly<Record<Repeat, Repeat>> = { off: 'all', all: 'one', one: 'off' };

const songsOf = (entries: readonly FileEntry[], path: string): readonly Song[] => {
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
  const phone = usePhone();
  const playing = useStream(playback.state$);
  const stays = useRef(phone);
  const entries = siblings.at === 'loading' ? null : siblings.at === 'ready' ? siblings.value : NONE;
  const { path } = params;
  useEffect(() => {
    if (entries !== null) playback.open(songsOf(entries, path), path);
  }, [playback, entries, path]);
  const now = playing?.song.path;
  useEffect(() => {
    if (now !== undefined) desktop.update(window, { params: { path: now } });
  }, [desktop, window, now]);
  useEffect(
    () => () => {
      if (!stays.current) playback.stop();
    },
    [playback],
  );
  if (playing === null) return <WindowSkeleton />;
  return (
    <Player
      playback={playback}
      playing={playing}
      onPutAway={() => {
        stays.current = true;
        desktop.close(window);
      }}
    />
  );
};

const NONE: readonly FileEntry[] = [];

interface PlayerProps {
  readonly playback: Playback;
  readonly playing: Playing;
  readonly onPutAway: () => void;
}

const Player = ({ playback, playing, onPutAway }: PlayerProps) => {
  const t = useText(messages);
  const m = useText(media);
  const tags = useStream(playback.tags$);
  const cover = useStream(playback.cover$);
  const facts = useMedia(playback.element);
  const { song, songs, repeat, shuffle, broken } = playing;
  const own = tags.get(song.path);
  const line = byline(own);
  const repeatWords = { off: t('repeatOff'), all: t('repeatAll'), one: t('repeatOne') };
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
          const more = {
            onNext: () => {
              playback.step(1);
            },
            onPrevious: () => {
              playback.step(-1);
            },
          };
          if (mediaKey(playback.element, event.key, more)) event.preventDefault();
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
            <h2 className={styles.title}>{titleOf(song.name, own)}</h2>
            {line === '' ? null : <p className={styles.line}>{line}</p>}
          </div>
          {broken ? <Banner tone="warning">{t('broken')}</Banner> : null}
          <TimeLine element={playback.element} facts={facts} />
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
            <PlayButton element={playback.element} facts={facts} large />
            <IconButton
              label={m('next')}
              keys="N"
              icon={<IconSkipForward />}
              onClick={() => {
                playback.step(1);
              }}
            />
            <IconButton
              label={repeatWords[repeat]}
              icon={repeat === 'one' ? <IconRepeatOne /> : <IconRepeat />}
              pressed={repeat !== 'off'}
              onClick={() => {
                playback.setRepeat(NEXT_REPEAT[repeat]);
              }}
            />
          </div>
          <div className={styles.more}>
            <VolumeControl element={playback.element} facts={facts} />
            <SpeedMenu element={playback.element} facts={facts} />
            <IconButton label={t('putAway')} icon={<IconDock />} onClick={onPutAway} />
          </div>
        </section>
        <ol className={styles.list} aria-label={t('playlist')}>
          {songs.map((one, index) => {
            const known = tags.get(one.path);
            const current = one.path === song.path;
            return (
              <li key={one.path}>
                <button
                  type="button"
                  className={styles.track}
                  aria-current={current ? 'true' : undefined}
                  onClick={() => {
                    playback.open(songs, one.path);
                  }}
                >
                  <span className={styles.number}>{current ? <IconMusic size={14} /> : index + 1}</span>
                  <span className={styles.name}>
                    <span>{titleOf(one.name, known)}</span>
                    {known === undefined || known.artist === '' ? null : <small>{known.artist}</small>}
                  </span>
                  <span className={styles.size}>
                    {known === undefined || known.length === 0 ? '' : clock(known.length)}
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

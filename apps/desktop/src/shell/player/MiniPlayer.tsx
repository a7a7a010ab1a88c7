import { IconButton, IconMusic, IconSkipBack, IconSkipForward, IconX, VisuallyHidden } from '@boxwood/ui';
import { DesktopToken, LauncherToken } from '../../composition/service-tokens.ts';
import { PlayButton } from '../../kit/media/MediaControls.tsx';
import { messages } from '../../kit/media/messages.ts';
import type { Playback, PlaybackState } from '../../kit/media/playback.ts';
import { songByline, songTitle } from '../../kit/media/song-labels.ts';
import { useMediaState } from '../../kit/media/use-media-state.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useStream } from '../../platform/react/use-stream.ts';
import { useText } from '../../platform/react/use-text.ts';
import styles from './mini-player.module.css';

/** Player bar at the bottom, shown while music plays and its window is not in front. */
export const MiniPlayer = ({ playback }: { readonly playback: Playback }) => {
  const desktop = useService(DesktopToken);
  const windows = useStream(desktop.windows$);
  const active = useStream(desktop.active$);
  const playing = useStream(playback.state$);
  const window = windows.find(({ component }) => component === 'music');
  if (playing === null || (window !== undefined && window.id === active)) return null;
  return (
    <PlayerBar
      playback={playback}
      playing={playing}
      onStop={() => {
        if (window === undefined) playback.stop();
        else desktop.close(window.id);
      }}
    />
  );
};

interface PlayerBarProps {
  readonly playback: Playback;
  readonly playing: PlaybackState;
  readonly onStop: () => void;
}

const PlayerBar = ({ playback, playing, onStop }: PlayerBarProps) => {
  const t = useText(messages);
  const launcher = useService(LauncherToken);
  const tags = useStream(playback.tags$).get(playing.song.path);
  const cover = useStream(playback.cover$);
  const facts = useMediaState(playback.element);
  const title = songTitle(playing.song.name, tags);
  const artistLine = songByline(tags);
  return (
    <section className={styles.bar} aria-label={t('playingNow')}>
      <button
        type="button"
        className={styles.song}
        onClick={() => {
          launcher.open('music', { params: { path: playing.song.path } });
        }}
      >
        {cover === null ? (
          <span className={styles.cover}>
            <IconMusic size={18} />
          </span>
        ) : (
          <img className={styles.cover} src={cover} alt="" />
        )}
        <VisuallyHidden>{t('openPlayer')}</VisuallyHidden>
        <span className={styles.words}>
          <span>{title}</span>
          {artistLine === '' ? null : <small>{artistLine}</small>}
        </span>
      </button>
      <IconButton
        label={t('previous')}
        size="sm"
        icon={<IconSkipBack />}
        onClick={() => {
          playback.step(-1);
        }}
      />
      <PlayButton element={playback.element} mediaState={facts} />
      <IconButton
        label={t('next')}
        size="sm"
        icon={<IconSkipForward />}
        onClick={() => {
          playback.step(1);
        }}
      />
      <IconButton label={t('stop')} size="sm" icon={<IconX />} onClick={onStop} />
      <progress
        className={styles.passed}
        value={facts.currentTime}
        max={facts.duration === 0 ? 1 : facts.duration}
        aria-hidden
      />
    </section>
  );
};

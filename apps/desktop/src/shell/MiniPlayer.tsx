import { IconButton, IconMusic, IconSkipBack, IconSkipForward, IconX, VisuallyHidden } from '@boxwood/ui';
import { DesktopToken, LauncherToken } from '../composition/tokens.ts';
import { PlayButton } from '../media-kit/MediaControls.tsx';
import { messages } from '../media-kit/messages.ts';
import type { Playback, Playing } from '../media-kit/playback.ts';
import { byline, titleOf } from '../media-kit/song-words.ts';
import { useMedia } from '../media-kit/use-media.ts';
import { useService } from '../react/scope.tsx';
import { useStream } from '../react/use-stream.ts';
import { useText } from '../react/use-text.ts';
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
    <Bar
      playback={playback}
      playing={playing}
      onStop={() => {
        if (window === undefined) playback.stop();
        else desktop.close(window.id);
      }}
    />
  );
};

interface BarProps {
  readonly playback: Playback;
  readonly playing: Playing;
  readonly onStop: () => void;
}

const Bar = ({ playback, playing, onStop }: BarProps) => {
  const t = useText(messages);
  const launcher = useService(LauncherToken);
  const tags = useStream(playback.tags$).get(playing.song.path);
  const cover = useStream(playback.cover$);
  const facts = useMedia(playback.element);
  const title = titleOf(playing.song.name, tags);
  const line = byline(tags);
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
          {line === '' ? null : <small>{line}</small>}
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
      <PlayButton element={playback.element} facts={facts} />
      <IconButton
        label={t('next')}
        size="sm"
        icon={<IconSkipForward />}
        onClick={() => {
          playback.step(1);
        }}
      />
      <IconButton label={t('stop')} size="sm" icon={<IconX />} onClick={onStop} />
      <progress className={styles.passed} value={facts.at} max={facts.length === 0 ? 1 : facts.length} aria-hidden />
    </section>
  );
};

import { Button, cx, IconButton, IconMute, IconPause, IconPlay, IconVolume, Menu, SeekBar } from '@boxwood/ui';
import { useText } from '../../platform/react/use-text.ts';
import { formatDuration } from './format-duration.ts';
import { PLAYBACK_RATES, seekTo, setPlaybackRate, setVolume, togglePlayback, toggleMuted } from './media-actions.ts';
import styles from './media-kit.module.css';
import { messages } from './messages.ts';
import type { MediaState } from './use-media-state.ts';

interface MediaControlProps {
  readonly element: HTMLMediaElement;
  readonly mediaState: MediaState;
}

/** Toggles play and pause. */
export const PlayButton = ({
  element,
  mediaState,
  large = false,
}: MediaControlProps & { readonly large?: boolean }) => {
  const t = useText(messages);
  return (
    <IconButton
      label={mediaState.playing ? t('pause') : t('play')}
      keys="Space"
      variant={large ? 'primary' : 'quiet'}
      size={large ? 'lg' : 'md'}
      className={cx(large && styles.large)}
      icon={mediaState.playing ? <IconPause /> : <IconPlay />}
      onClick={() => {
        togglePlayback(element);
      }}
    />
  );
};

/** Seek bar with the elapsed time before it and the remaining time after it. */
export const MediaSeekBar = ({ element, mediaState }: MediaControlProps) => {
  const t = useText(messages);
  const { currentTime, duration, buffered } = mediaState;
  return (
    <div className={styles.time}>
      <span>{formatDuration(currentTime)}</span>
      <SeekBar
        label={t('position')}
        value={currentTime}
        max={duration}
        buffered={buffered}
        valueText={t('positionText', { at: formatDuration(currentTime), length: formatDuration(duration) })}
        onSeek={(seconds) => {
          seekTo(element, seconds);
        }}
      />
      <span aria-label={t('left', { time: formatDuration(duration - currentTime) })} role="img">
        −{formatDuration(duration - currentTime)}
      </span>
    </div>
  );
};

/** Volume control with a mute button. */
export const VolumeControl = ({ element, mediaState }: MediaControlProps) => {
  const t = useText(messages);
  const { volume } = mediaState;
  return (
    <div className={styles.volume}>
      <IconButton
        label={volume === 0 ? t('unmute') : t('mute')}
        keys="M"
        icon={volume === 0 ? <IconMute /> : <IconVolume />}
        onClick={() => {
          if (volume === 0 && element.volume === 0) setVolume(element, 0.5);
          else toggleMuted(element);
        }}
      />
      <SeekBar
        label={t('volume')}
        value={volume}
        max={1}
        step={0.1}
        valueText={`${Math.round(volume * 100)} %`}
        className={styles.loudness}
        onSeek={(next) => {
          setVolume(element, next);
        }}
      />
    </div>
  );
};

/** Sets the playback rate. */
export const PlaybackRateMenu = ({
  element,
  mediaState,
  container,
}: MediaControlProps & { readonly container?: HTMLElement }) => {
  const t = useText(messages);
  return (
    <Menu
      side="top"
      align="end"
      {...(container === undefined ? {} : { container })}
      entries={[
        {
          kind: 'choice',
          id: 'speed',
          label: t('speed'),
          value: String(mediaState.rate),
          options: PLAYBACK_RATES.map((rate) => ({ value: String(rate), label: `${rate}×` })),
          onChange: (value) => {
            setPlaybackRate(element, Number(value));
          },
        },
      ]}
      trigger={
        <Button
          size="sm"
          variant="quiet"
          className={cx(styles.speed)}
          aria-label={t('speedNow', { rate: mediaState.rate })}
        >
          {mediaState.rate}×
        </Button>
      }
    />
  );
};

import { Button, cx, IconButton, IconMute, IconPause, IconPlay, IconVolume, Menu, SeekBar } from '@boxwood/ui';
import { useText } from '../react/use-text.ts';
import { clock } from './clock-words.ts';
import { RATES, seekTo, setRate, setVolume, toggle, toggleMuted } from './media-acts.ts';
import styles from './media-kit.module.css';
import { messages } from './messages.ts';
import type { MediaFacts } from './use-media.ts';

interface ControlProps {
  readonly element: HTMLMediaElement;
  readonly facts: MediaFacts;
}

/** Toggles play and pause. */
export const PlayButton = ({ element, facts, large = false }: ControlProps & { readonly large?: boolean }) => {
  const t = useText(messages);
  return (
    <IconButton
      label={facts.playing ? t('pause') : t('play')}
      keys="Space"
      variant={large ? 'primary' : 'quiet'}
      size={large ? 'lg' : 'md'}
      className={cx(large && styles.large)}
      icon={facts.playing ? <IconPause /> : <IconPlay />}
      onClick={() => {
        toggle(element);
      }}
    />
  );
};

/** Seek bar with the elapsed time before it and the remaining time after it. */
export const TimeLine = ({ element, facts }: ControlProps) => {
  const t = useText(messages);
  const { at, length, buffered } = facts;
  return (
    <div className={styles.time}>
      <span>{clock(at)}</span>
      <SeekBar
        label={t('position')}
        value={at}
        max={length}
        loaded={buffered}
        valueText={t('positionText', { at: clock(at), length: clock(length) })}
        onSeek={(seconds) => {
          seekTo(element, seconds);
        }}
      />
      <span aria-label={t('left', { time: clock(length - at) })} role="img">
        −{clock(length - at)}
      </span>
    </div>
  );
};

/** Mutes, and sets the volume. */
export const VolumeControl = ({ element, facts }: ControlProps) => {
  const t = useText(messages);
  const { volume } = facts;
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
export const SpeedMenu = ({ element, facts, container }: ControlProps & { readonly container?: HTMLElement }) => {
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
          value: String(facts.rate),
          options: RATES.map((rate) => ({ value: String(rate), label: `${rate}×` })),
          onChange: (value) => {
            setRate(element, Number(value));
          },
        },
      ]}
      trigger={
        <Button size="sm" variant="quiet" className={cx(styles.speed)} aria-label={t('speedNow', { rate: facts.rate })}>
          {facts.rate}×
        </Button>
      }
    />
  );
};

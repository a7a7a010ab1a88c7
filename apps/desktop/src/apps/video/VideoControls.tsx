import { cx, IconButton, IconMaximize, IconMinimize, IconPictureInPicture, IconSubtitles, Menu } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import { handleMediaKey, showSubtitles, togglePlayback } from '../../kit/media/media-actions.ts';
import { PlayButton, PlaybackRateMenu, MediaSeekBar, VolumeControl } from '../../kit/media/MediaControls.tsx';
import { useMediaState } from '../../kit/media/use-media-state.ts';
import { useText } from '../../platform/react/use-text.ts';
import { messages } from './messages.ts';
import { VideoHeader } from './VideoHeader.tsx';
import type { SubtitleFile } from './subtitle-files.ts';
import styles from './video.module.css';

/** The controls hide this long after the last pointer movement during playback, ms. */
const HIDE_CONTROLS_DELAY_MS = 2_500;
const NO_SUBTITLES = '';

interface VideoControlsProps {
  readonly video: HTMLVideoElement;
  /** The element that becomes full screen: video and controls. */
  readonly stage: HTMLElement;
  readonly name: string;
  readonly subtitles: readonly SubtitleFile[];
}

/** True while the video plays and there was no input for a while, and no menu is open. */
const useIsIdle = (stage: HTMLElement, playing: boolean): boolean => {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onActivity = (): void => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => {
        setIdle(stage.querySelector('[aria-expanded="true"]') === null);
      }, HIDE_CONTROLS_DELAY_MS);
    };
    const events = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
    onActivity();
    for (const event of events) stage.addEventListener(event, onActivity);
    return () => {
      clearTimeout(timer);
      for (const event of events) stage.removeEventListener(event, onActivity);
    };
  }, [stage, playing]);
  return isIdle && playing;
};

const useFullScreen = (stage: HTMLElement): readonly [boolean, () => void] => {
  const [full, setFull] = useState(false);
  useEffect(() => {
    const read = (): void => {
      setFull(document.fullscreenElement === stage);
    };
    document.addEventListener('fullscreenchange', read);
    return () => {
      document.removeEventListener('fullscreenchange', read);
    };
  }, [stage]);
  const toggleFullScreen = (): void => {
    // If the browser refuses, the video stays in its window, which the user sees.
    const changed = document.fullscreenElement === stage ? document.exitFullscreen() : stage.requestFullscreen();
    changed.catch(() => undefined);
  };
  return [full, toggleFullScreen];
};

/** Shows one subtitle track, or none. */
const useSubtitleTrack = (video: HTMLVideoElement, first: string): readonly [string, (path: string) => void] => {
  const [selectedPath, setSelectedPath] = useState(first);
  useEffect(() => {
    const apply = (): void => {
      showSubtitles(video, selectedPath);
    };
    apply();
    // Apply the selection again: tracks are added after their file was read, and browsers may select one by language.
    for (const event of ['addtrack', 'change']) video.textTracks.addEventListener(event, apply);
    return () => {
      for (const event of ['addtrack', 'change']) video.textTracks.removeEventListener(event, apply);
    };
  }, [video, selectedPath]);
  return [selectedPath, setSelectedPath];
};

/** The controls over a video. They hide during playback without input. */
export const VideoControls = ({ video, stage, name, subtitles }: VideoControlsProps) => {
  const t = useText(messages);
  const mediaState = useMediaState(video);
  const isIdle = useIsIdle(stage, mediaState.playing);
  const [full, toggleFullScreen] = useFullScreen(stage);
  const first = subtitles[0]?.path ?? NO_SUBTITLES;
  const [selectedPath, selectSubtitles] = useSubtitleTrack(video, first);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (target instanceof HTMLButtonElement && (event.key === ' ' || event.key === 'Enter')) return;
      if (target instanceof Element && target.closest('[role="menu"]') !== null) return;
      const isHandled = handleMediaKey(video, event.key, {
        onFullScreen: toggleFullScreen,
        onSubtitles: () => {
          selectSubtitles(selectedPath === NO_SUBTITLES ? first : NO_SUBTITLES);
        },
      });
      if (isHandled) event.preventDefault();
    };
    stage.addEventListener('keydown', onKey);
    return () => {
      stage.removeEventListener('keydown', onKey);
    };
  });
  useEffect(() => {
    if (!('mediaSession' in navigator)) return undefined;
    navigator.mediaSession.metadata = new MediaMetadata({ title: name });
    return () => {
      navigator.mediaSession.metadata = null;
    };
  }, [name]);
  return (
    <>
      <button
        type="button"
        className={cx(styles.press, isIdle && styles.still)}
        aria-label={mediaState.playing ? t('pauseFilm') : t('playFilm')}
        onClick={() => {
          togglePlayback(video);
        }}
        onDoubleClick={toggleFullScreen}
      />
      <VideoHeader isOverlay isHidden={isIdle} />
      {mediaState.waiting ? <span className={styles.waiting} role="status" aria-label={t('waiting')} /> : null}
      <div className={cx(styles.controls, isIdle && styles.gone)}>
        <MediaSeekBar element={video} mediaState={mediaState} />
        <div className={styles.row}>
          <PlayButton element={video} mediaState={mediaState} />
          <VolumeControl element={video} mediaState={mediaState} />
          <span className={styles.space} />
          {subtitles.length === 0 ? null : (
            <Menu
              side="top"
              align="end"
              container={stage}
              entries={[
                {
                  kind: 'choice',
                  id: 'subtitles',
                  label: t('subtitles'),
                  value: selectedPath,
                  options: [
                    { value: NO_SUBTITLES, label: t('noSubtitles') },
                    ...subtitles.map(({ path, label }) => ({
                      value: path,
                      label: label === '' ? t('subtitles') : label,
                    })),
                  ],
                  onChange: selectSubtitles,
                },
              ]}
              trigger={
                <IconButton label={t('subtitles')} keys="C" icon={<IconSubtitles />} pressed={selectedPath !== ''} />
              }
            />
          )}
          <PlaybackRateMenu element={video} mediaState={mediaState} container={stage} />
          {document.pictureInPictureEnabled ? (
            <IconButton
              label={t('ownWindow')}
              icon={<IconPictureInPicture />}
              onClick={() => {
                // If the browser refuses, the video stays in its window, which the user sees.
                video.requestPictureInPicture().catch(() => undefined);
              }}
            />
          ) : null}
          <IconButton
            label={full ? t('leaveFullScreen') : t('fullScreen')}
            keys="F"
            icon={full ? <IconMinimize /> : <IconMaximize />}
            onClick={toggleFullScreen}
          />
        </div>
      </div>
    </>
  );
};

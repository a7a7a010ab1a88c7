import { cx, IconButton, IconMaximize, IconMinimize, IconPictureInPicture, IconSubtitles, Menu } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import { mediaKey, showSubtitles, toggle } from '../../media-kit/media-acts.ts';
import { PlayButton, SpeedMenu, TimeLine, VolumeControl } from '../../media-kit/MediaControls.tsx';
import { useMedia } from '../../media-kit/use-media.ts';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import { FilmHead } from './FilmHead.tsx';
import type { Beside } from './subtitles.ts';
import styles from './video.module.css';

/** The controls hide this long after the last pointer movement during playback, ms. */
const STAY_MS = 2_500;
const NO_SUBTITLES = '';

interface FilmControlsProps {
  readonly video: HTMLVideoElement;
  /** The element that becomes full screen: video and controls. */
  readonly stage: HTMLElement;
  readonly name: string;
  readonly subtitles: readonly Beside[];
}

/** True while the video plays and there was no input for a while, and no menu is open. */
const useQuiet = (stage: HTMLElement, playing: boolean): boolean => {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wake = (): void => {
      setQuiet(false);
      clearTimeout(timer);
      timer = setTimeout(() => {
        setQuiet(stage.querySelector('[aria-expanded="true"]') === null);
      }, STAY_MS);
    };
    const events = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;
    wake();
    for (const event of events) stage.addEventListener(event, wake);
    return () => {
      clearTimeout(timer);
      for (const event of events) stage.removeEventListener(event, wake);
    };
  }, [stage, playing]);
  return quiet && playing;
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
  const change = (): void => {
    // If the browser refuses, the video stays in its window, which the user sees.
    const changed = document.fullscreenElement === stage ? document.exitFullscreen() : stage.requestFullscreen();
    changed.catch(() => undefined);
  };
  return [full, change];
};

/** Shows one subtitle track, or none. */
const useSubtitles = (video: HTMLVideoElement, first: string): readonly [string, (path: string) => void] => {
  const [shown, setShown] = useState(first);
  useEffect(() => {
    const apply = (): void => {
      showSubtitles(video, shown);
    };
    apply();
    // Apply the selection again: tracks are added after their file was read, and browsers may select one by language.
    for (const event of ['addtrack', 'change']) video.textTracks.addEventListener(event, apply);
    return () => {
      for (const event of ['addtrack', 'change']) video.textTracks.removeEventListener(event, apply);
    };
  }, [video, shown]);
  return [shown, setShown];
};

/** The controls over a video. They hide during playback without input. */
export const FilmControls = ({ video, stage, name, subtitles }: FilmControlsProps) => {
  const t = useText(messages);
  const facts = useMedia(video);
  const quiet = useQuiet(stage, facts.playing);
  const [full, changeFull] = useFullScreen(stage);
  const first = subtitles[0]?.path ?? NO_SUBTITLES;
  const [shown, show] = useSubtitles(video, first);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (target instanceof HTMLButtonElement && (event.key === ' ' || event.key === 'Enter')) return;
      if (target instanceof Element && target.closest('[role="menu"]') !== null) return;
      const known = mediaKey(video, event.key, {
        onFullScreen: changeFull,
        onSubtitles: () => {
          show(shown === NO_SUBTITLES ? first : NO_SUBTITLES);
        },
      });
      if (known) event.preventDefault();
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
        className={cx(styles.press, quiet && styles.still)}
        aria-label={facts.playing ? t('pauseFilm') : t('playFilm')}
        onClick={() => {
          toggle(video);
        }}
        onDoubleClick={changeFull}
      />
      <FilmHead over gone={quiet} />
      {facts.waiting ? <span className={styles.waiting} role="status" aria-label={t('waiting')} /> : null}
      <div className={cx(styles.controls, quiet && styles.gone)}>
        <TimeLine element={video} facts={facts} />
        <div className={styles.row}>
          <PlayButton element={video} facts={facts} />
          <VolumeControl element={video} facts={facts} />
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
                  value: shown,
                  options: [
                    { value: NO_SUBTITLES, label: t('noSubtitles') },
                    ...subtitles.map(({ path, label }) => ({
                      value: path,
                      label: label === '' ? t('subtitles') : label,
                    })),
                  ],
                  onChange: show,
                },
              ]}
              trigger={<IconButton label={t('subtitles')} keys="C" icon={<IconSubtitles />} pressed={shown !== ''} />}
            />
          )}
          <SpeedMenu element={video} facts={facts} container={stage} />
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
            onClick={changeFull}
          />
        </div>
      </div>
    </>
  );
};

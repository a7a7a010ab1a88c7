import type { FileEntry } from '@boxwood/domain';
import { checkDownload } from '@boxwood/box-sdk/rules';
import { Banner, Button, EmptyState, IconDownload, IconFilm } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import type { AppProps } from '../../kit/app/apps/define-app.ts';
import type { AppLinks } from '../../kit/app/apps/app-links.ts';
import { WindowSkeleton } from '../../kit/app/window-states/WindowSkeleton.tsx';
import { DesktopToken, PlayingToken, SettingsToken } from '../../composition/service-tokens.ts';
import { useFileAddresses } from '../../kit/files/use-file-addresses.ts';
import { LargeFileDialog } from '../../kit/files/LargeFileDialog.tsx';
import { saveUrl } from '../../kit/files/save-url.ts';
import { useSiblings } from '../../kit/files/use-siblings.ts';
import type { RefusedVerdict } from '../../kit/files/use-issue-text.ts';
import { formatDuration } from '../../kit/media/format-duration.ts';
import { seekTo } from '../../kit/media/media-actions.ts';
import { savePosition, savedPosition } from '../../kit/media/playback-positions.ts';
import { useService } from '../../platform/react/scope.tsx';
import { useText } from '../../platform/react/use-text.ts';
import { VideoControls } from './VideoControls.tsx';
import { VideoHeader } from './VideoHeader.tsx';
import { messages } from './messages.ts';
import { SubtitleTrack } from './SubtitleTrack.tsx';
import { subtitlesFor } from './subtitle-files.ts';
import styles from './video.module.css';
import { nameAt } from '../../kit/files/file-places.ts';

/** Interval of storing the position, ms. */
const SAVE_POSITION_INTERVAL_MS = 5_000;

/**
 * The video player: plays one video from the stored position, with the subtitle files next to it (FILES-28,
 * PREVIEW-03).
 */
export const App = ({ window, params }: AppProps<AppLinks['video']>) => {
  const desktop = useService(DesktopToken);
  const siblings = useSiblings(params.path);
  const files = siblings.at === 'ready' ? siblings.value : [];
  return (
    <VideoPlayer
      key={params.path}
      path={params.path}
      files={files}
      isFolderLoaded={siblings.at !== 'loading'}
      onClose={() => {
        desktop.close(window);
      }}
    />
  );
};

interface VideoPlayerProps {
  readonly path: string;
  readonly files: readonly FileEntry[];
  readonly isFolderLoaded: boolean;
  readonly onClose: () => void;
}

const VideoPlayer = ({ path, files, isFolderLoaded, onClose }: VideoPlayerProps) => {
  const t = useText(messages);
  const settings = useService(SettingsToken);
  const addresses = useFileAddresses();
  const music = useService(PlayingToken);
  const [startSeconds] = useState(() => savedPosition(settings, path));
  const [isResumeNoticeShown, setResumeNoticeShown] = useState(startSeconds > 0);
  const [problem, setProblem] = useState<'none' | 'picture' | 'broken'>('none');
  const [tooLarge, setTooLarge] = useState<RefusedVerdict | null>(null);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const [source, setSource] = useState<string | null>(null);
  const address = addresses.file(path);
  if (source === null && address !== null) setSource(address);
  const entry = files.find((file) => file.path === path);

  useEffect(() => {
    if (video === null) return undefined;
    const saveCurrentPosition = (): void => {
      if (Number.isFinite(video.duration)) savePosition(settings, path, video.currentTime, video.duration);
    };
    const timer = setInterval(() => {
      if (!video.paused) saveCurrentPosition();
    }, SAVE_POSITION_INTERVAL_MS);
    video.addEventListener('pause', saveCurrentPosition);
    return () => {
      clearInterval(timer);
      video.removeEventListener('pause', saveCurrentPosition);
      saveCurrentPosition();
      // A removed element may continue to load and play; pause and clear it.
      video.pause();
      video.removeAttribute('src');
      video.load();
    };
  }, [settings, path, video]);

  if (source === null || !isFolderLoaded)
    return (
      <div className={styles.window} data-theme="dark">
        <VideoHeader />
        <WindowSkeleton />
      </div>
    );
  const subtitles = subtitlesFor(nameAt(path), files);
  const download =
    entry === undefined ? undefined : (
      <Button
        icon={<IconDownload />}
        onClick={() => {
          const verdict = checkDownload([entry]);
          const file = addresses.file(path, true);
          if (!verdict.ok) setTooLarge(verdict);
          else if (file !== null) saveUrl(file, nameAt(path));
        }}
      >
        {t('download')}
      </Button>
    );
  return (
    <div
      ref={setStage}
      className={styles.window}
      data-theme="dark"
      tabIndex={-1}
      data-autofocus=""
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        if (event.target instanceof Element && event.target.closest('[role="menu"]') !== null) return;
        event.preventDefault();
        // Some browsers report the Escape key in full screen and leave it to the page to exit.
        if (document.fullscreenElement === null) onClose();
        else void document.exitFullscreen().catch(() => undefined);
      }}
    >
      {tooLarge === null || entry === undefined ? null : (
        <LargeFileDialog
          path={path}
          size={entry.size}
          verdict={tooLarge}
          onClose={() => {
            setTooLarge(null);
          }}
        />
      )}
      {problem === 'none' ? null : <VideoHeader />}
      {problem === 'picture' ? (
        <Banner tone="warning" actions={download}>
          {t('noPicture')} {t('noPictureText')}
        </Banner>
      ) : null}
      {problem === 'broken' ? (
        <EmptyState icon={<IconFilm />} title={t('broken')} text={t('noPictureText')} actions={download} />
      ) : (
        <video
          ref={setVideo}
          className={styles.video}
          src={source}
          autoPlay
          playsInline
          aria-label={nameAt(path)}
          onLoadedMetadata={(event) => {
            const { currentTarget: element } = event;
            // For HEVC and similar codecs the browser plays the sound without an error; only the missing picture
            // reveals it.
            if (element.videoWidth === 0) setProblem('picture');
            if (startSeconds > 0 && startSeconds < element.duration) element.currentTime = startSeconds;
          }}
          onPlay={() => {
            music.value?.element.pause();
          }}
          onError={() => {
            setProblem('broken');
          }}
        >
          {subtitles.map((subtitle) => (
            <SubtitleTrack key={subtitle.path} subtitle={subtitle} />
          ))}
        </video>
      )}
      {problem !== 'broken' && video !== null && stage !== null ? (
        <VideoControls video={video} stage={stage} name={nameAt(path)} subtitles={subtitles} />
      ) : null}
      {isResumeNoticeShown && problem === 'none' ? (
        <div className={styles.resumed} role="status">
          {t('resumed', { time: formatDuration(startSeconds) })}
          <Button
            size="sm"
            onClick={() => {
              setResumeNoticeShown(false);
              if (video !== null) seekTo(video, 0);
            }}
          >
            {t('startOver')}
          </Button>
        </div>
      ) : null}
    </div>
  );
};

import type { FileEntry } from '@boxwood/domain';
import { checkDownload } from '@boxwood/box-sdk/rules';
import { Banner, Button, EmptyState, IconDownload, IconFilm } from '@boxwood/ui';
import { useEffect, useState } from 'react';
import type { AppProps } from '../../app-kit/define-app.ts';
import type { AppLinks } from '../../app-kit/links.ts';
import { WindowSkeleton } from '../../app-kit/WindowSkeleton.tsx';
import { DesktopToken, PlayingToken, SettingsToken } from '../../composition/tokens.ts';
import { useAddresses } from '../../file-kit/addresses.ts';
import { LargeFileDialog } from '../../file-kit/LargeFileDialog.tsx';
import { saveFrom } from '../../file-kit/save-from.ts';
import { useSiblings } from '../../file-kit/siblings.ts';
import type { Refused } from '../../file-kit/texts.ts';
import { clock } from '../../media-kit/clock-words.ts';
import { seekTo } from '../../media-kit/media-acts.ts';
import { keepPosition, positionOf } from '../../media-kit/positions.ts';
import { useService } from '../../react/scope.tsx';
import { useText } from '../../react/use-text.ts';
import { FilmControls } from './FilmControls.tsx';
import { FilmHead } from './FilmHead.tsx';
import { messages } from './messages.ts';
import { Subtitles } from './Subtitles.tsx';
import { subtitlesFor } from './subtitles.ts';
import styles from './video.module.css';
import { nameAt } from '../../file-kit/places.ts';

/** Interval of storing the position, ms. */
const KEEP_MS = 5_000;

/**
 * The video player: plays one video from the stored position, with the subtitle files next to it (FILES-28,
 * PREVIEW-03).
 */
export const App = ({ window, params }: AppProps<AppLinks['video']>) => {
  const desktop = useService(DesktopToken);
  const siblings = useSiblings(params.path);
  const files = siblings.at === 'ready' ? siblings.value : [];
  return (
    <Player
      key={params.path}
      path={params.path}
      files={files}
      known={siblings.at !== 'loading'}
      onClose={() => {
        desktop.close(window);
      }}
    />
  );
};

interface PlayerProps {
  readonly path: string;
  readonly files: readonly FileEntry[];
  readonly known: boolean;
  readonly onClose: () => void;
}

const Player = ({ path, files, known, onClose }: PlayerProps) => {
  const t = useText(messages);
  const settings = useService(SettingsToken);
  const addresses = useAddresses();
  const music = useService(PlayingToken);
  const [start] = useState(() => positionOf(settings, path));
  const [told, setTold] = useState(start > 0);
  const [problem, setProblem] = useState<'none' | 'picture' | 'broken'>('none');
  const [tooLarge, setTooLarge] = useState<Refused | null>(null);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const [source, setSource] = useState<string | null>(null);
  const address = addresses.file(path);
  if (source === null && address !== null) setSource(address);
  const entry = files.find((file) => file.path === path);

  useEffect(() => {
    if (video === null) return undefined;
    const keep = (): void => {
      if (Number.isFinite(video.duration)) keepPosition(settings, path, video.currentTime, video.duration);
    };
    const timer = setInterval(() => {
      if (!video.paused) keep();
    }, KEEP_MS);
    video.addEventListener('pause', keep);
    return () => {
      clearInterval(timer);
      video.removeEventListener('pause', keep);
      keep();
      // A removed element may continue to load and play; pause and clear it.
      video.pause();
      video.removeAttribute('src');
      video.load();
    };
  }, [settings, path, video]);

  if (source === null || !known)
    return (
      <div className={styles.window} data-theme="dark">
        <FilmHead />
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
          else if (file !== null) saveFrom(file, nameAt(path));
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
      {problem === 'none' ? null : <FilmHead />}
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
            if (start > 0 && start < element.duration) element.currentTime = start;
          }}
          onPlay={() => {
            music.value?.element.pause();
          }}
          onError={() => {
            setProblem('broken');
          }}
        >
          {subtitles.map((beside) => (
            <Subtitles key={beside.path} beside={beside} />
          ))}
        </video>
      )}
      {problem !== 'broken' && video !== null && stage !== null ? (
        <FilmControls video={video} stage={stage} name={nameAt(path)} subtitles={subtitles} />
      ) : null}
      {told && problem === 'none' ? (
        <div className={styles.resumed} role="status">
          {t('resumed', { time: clock(start) })}
          <Button
            size="sm"
            onClick={() => {
              setTold(false);
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

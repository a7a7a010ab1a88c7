import type { FileEntry } from '@boxwood/domain';
import { checkDownload } from '@boxwood/box-sdk/rules';
import { Banner, Button, EmptyState, IconDownload, IconFilm } from '@boxwood/ui';
import { useEffect, useRef, useState } from 'react';
import type { AppProps } from '../../app-kit/define-app.ts';
import { duration } from '../../app-kit/format.ts';
import type { AppLinks } from '../../app-kit/links.ts';
import { WindowSkeleton } from '../../app-kit/WindowSkeleton.tsx';
import { FileAddressesToken, SettingsToken } from '../../composition/tokens.ts';
import type { ServiceScope } from '../../composition/service-scope.ts';
import { useAddresses } from '../../file-kit/addresses.ts';
import { fileReading, FileReadingToken } from '../../file-kit/file-reading.ts';
import { LargeFileDialog } from '../../file-kit/LargeFileDialog.tsx';
import { saveFrom } from '../../file-kit/save-from.ts';
import { useSiblings } from '../../file-kit/siblings.ts';
import { openText } from '../../file-kit/text-encoding.ts';
import type { Refused } from '../../file-kit/texts.ts';
import { useService } from '../../react/scope.tsx';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import { keepPosition, positionOf } from './positions.ts';
import { type Beside, subtitlesFor, toVtt } from './subtitles.ts';
import styles from './video.module.css';

export const bind = (session: ServiceScope): void => {
  if (!session.has(FileReadingToken)) session.bind(FileReadingToken, [FileAddressesToken], fileReading);
};

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
/** How often the position is kept, in milliseconds. */
const KEEP_MS = 5_000;
const SUBTITLE_BYTES = 2 * 1024 * 1024;

/** The video player: one film, from where it was left, with the subtitles beside it (FILES-28, PREVIEW-03). */
export const App = ({ params }: AppProps<AppLinks['video']>) => {
  const siblings = useSiblings(params.path);
  const files = siblings.at === 'ready' ? siblings.value : [];
  return <Player key={params.path} path={params.path} files={files} known={siblings.at !== 'loading'} />;
};

const Player = ({
  path,
  files,
  known,
}: {
  readonly path: string;
  readonly files: readonly FileEntry[];
  readonly known: boolean;
}) => {
  const t = useText(messages);
  const settings = useService(SettingsToken);
  const addresses = useAddresses();
  const [start] = useState(() => positionOf(settings, path));
  const [told, setTold] = useState(start > 0);
  const [problem, setProblem] = useState<'none' | 'picture' | 'broken'>('none');
  const [tooLarge, setTooLarge] = useState<Refused | null>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [source, setSource] = useState<string | null>(null);
  const address = addresses.file(path);
  if (source === null && address !== null) setSource(address);
  const entry = files.find((file) => file.path === path);

  useEffect(() => {
    const element = video.current;
    if (element === null) return undefined;
    const keep = (): void => {
      if (Number.isFinite(element.duration)) keepPosition(settings, path, element.currentTime, element.duration);
    };
    const timer = setInterval(() => {
      if (!element.paused) keep();
    }, KEEP_MS);
    element.addEventListener('pause', keep);
    return () => {
      clearInterval(timer);
      element.removeEventListener('pause', keep);
      keep();
      // A removed element may go on loading and sounding: pausing and clearing it ends both.
      element.pause();
      element.removeAttribute('src');
      element.load();
    };
  }, [settings, path, source]);

  if (source === null || !known) return <WindowSkeleton />;
  const download =
    entry === undefined ? undefined : (
      <Button
        icon={<IconDownload />}
        onClick={() => {
          const verdict = checkDownload([entry]);
          const file = addresses.file(path, true);
          if (!verdict.ok) setTooLarge(verdict);
          else if (file !== null) saveFrom(file, nameOf(path));
        }}
      >
        {t('download')}
      </Button>
    );
  return (
    <div className={styles.window}>
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
      {problem === 'picture' ? (
        <Banner tone="warning" actions={download}>
          {t('noPicture')} {t('noPictureText')}
        </Banner>
      ) : null}
      {problem === 'broken' ? (
        <EmptyState icon={<IconFilm />} title={t('broken')} text={t('noPictureText')} actions={download} />
      ) : (
        <video
          ref={video}
          className={styles.video}
          src={source}
          controls
          autoPlay
          playsInline
          tabIndex={0}
          aria-label={nameOf(path)}
          onLoadedMetadata={(event) => {
            const { currentTarget: element } = event;
            // HEVC and the like play their sound without any error: only the missing picture tells.
            if (element.videoWidth === 0) setProblem('picture');
            if (start > 0 && start < element.duration) element.currentTime = start;
          }}
          onError={() => {
            setProblem('broken');
          }}
        >
          {subtitlesFor(nameOf(path), files).map((beside, at) => (
            <Subtitles key={beside.path} beside={beside} first={at === 0} />
          ))}
        </video>
      )}
      {told && problem === 'none' ? (
        <div className={styles.resumed} role="status">
          {t('resumed', { time: duration(start) })}
          <Button
            size="sm"
            onClick={() => {
              setTold(false);
              if (video.current !== null) video.current.currentTime = 0;
            }}
          >
            {t('startOver')}
          </Button>
        </div>
      ) : null}
    </div>
  );
};

/** One subtitle file as a track, converted where it is SubRip. */
const Subtitles = ({ beside, first }: { readonly beside: Beside; readonly first: boolean }) => {
  const t = useText(messages);
  const reading = useService(FileReadingToken);
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    const asked = reading.read(beside.path, SUBTITLE_BYTES).subscribe((result) => {
      if (result._tag === 'Left') return;
      const text = toVtt(openText(result.right.bytes).text);
      made = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }));
      setAddress(made);
    });
    return () => {
      asked.unsubscribe();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [reading, beside.path]);
  return address === null ? null : (
    <track
      kind="subtitles"
      src={address}
      label={beside.label === '' ? t('subtitles') : beside.label}
      srcLang={/^[a-z]{2}(-[A-Za-z]+)?$/.test(beside.label) ? beside.label : 'und'}
      default={first}
    />
  );
};

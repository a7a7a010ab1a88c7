import type { FileEntry } from '@boxwood/domain';
import { Banner, IconButton, IconMusic, IconRepeat, IconShuffle, IconSkipBack, IconSkipForward } from '@boxwood/ui';
import { useEffect, useRef, useState } from 'react';
import type { AppProps } from '../../app-kit/define-app.ts';
import { size } from '../../app-kit/format.ts';
import type { AppLinks } from '../../app-kit/links.ts';
import { WindowSkeleton } from '../../app-kit/WindowSkeleton.tsx';
import { DesktopToken } from '../../composition/tokens.ts';
import { useAddresses } from '../../file-kit/addresses.ts';
import { useSiblings } from '../../file-kit/siblings.ts';
import { useService } from '../../react/scope.tsx';
import { useText } from '../../react/use-text.ts';
import { messages } from './messages.ts';
import styles from './music.module.css';

const AUDIO = 1;
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const stemOf = (name: string): string => name.replace(/\.[^.]+$/, '');

/** The music player: plays at once, shows the title, goes through the folder (FILES-27, DIALOG-32, PREVIEW-04). */
export const App = ({ window, params }: AppProps<AppLinks['music']>) => {
  const siblings = useSiblings(params.path);
  const desktop = useService(DesktopToken);
  if (siblings.at === 'loading') return <WindowSkeleton />;
  const tracks = siblings.at === 'ready' ? siblings.value.filter(({ type }) => type === AUDIO) : [];
  return (
    <Player
      path={params.path}
      tracks={tracks}
      onPlay={(path) => {
        desktop.update(window, { params: { path } });
      }}
    />
  );
};

const Player = ({
  path,
  tracks,
  onPlay,
}: {
  readonly path: string;
  readonly tracks: readonly FileEntry[];
  readonly onPlay: (path: string) => void;
}) => {
  const t = useText(messages);
  const addresses = useAddresses();
  const audio = useRef<HTMLAudioElement>(null);
  const [shuffle, setShuffle] = useState(false);
  const [repeat, setRepeat] = useState(false);
  const [broken, setBroken] = useState<string | null>(null);
  const [source, setSource] = useState<{ readonly path: string; readonly src: string } | null>(null);
  const address = addresses.file(path);
  if (address !== null && source?.path !== path) setSource({ path, src: address });
  const at = tracks.findIndex((track) => track.path === path);
  const step = (by: 1 | -1): void => {
    if (tracks.length === 0) return;
    const random = Math.floor(Math.random() * tracks.length);
    const next = shuffle && tracks.length > 1 ? (random === at ? random + 1 : random) : at + by;
    const track = tracks[(next + tracks.length) % tracks.length];
    if (track !== undefined) onPlay(track.path);
  };
  useEffect(() => {
    const element = audio.current;
    return () => {
      // PREVIEW-06: closing pauses and clears the source.
      element?.pause();
      element?.removeAttribute('src');
      element?.load();
    };
  }, []);
  return (
    <div className={styles.window}>
      <section className={styles.now} aria-label={t('player')}>
        <span className={styles.cover} aria-hidden="true">
          <IconMusic />
        </span>
        <h2 className={styles.title}>{stemOf(nameOf(path))}</h2>
        {broken === path ? <Banner tone="warning">{t('broken')}</Banner> : null}
        <audio
          ref={audio}
          className={styles.audio}
          src={source?.src}
          controls
          autoPlay
          loop={repeat}
          aria-label={nameOf(path)}
          onError={(event) => {
            if (event.currentTarget.hasAttribute('src')) setBroken(path);
          }}
          onEnded={() => {
            step(1);
          }}
        />
        <div className={styles.buttons}>
          <IconButton
            label={t('shuffle')}
            icon={<IconShuffle />}
            pressed={shuffle}
            onClick={() => {
              setShuffle(!shuffle);
            }}
          />
          <IconButton
            label={t('previous')}
            icon={<IconSkipBack />}
            onClick={() => {
              step(-1);
            }}
          />
          <IconButton
            label={t('next')}
            icon={<IconSkipForward />}
            onClick={() => {
              step(1);
            }}
          />
          <IconButton
            label={t('repeat')}
            icon={<IconRepeat />}
            pressed={repeat}
            onClick={() => {
              setRepeat(!repeat);
            }}
          />
        </div>
      </section>
      <ol className={styles.list} aria-label={t('playlist')}>
        {tracks.map((track, index) => (
          <li key={track.path}>
            <button
              type="button"
              className={styles.track}
              aria-current={track.path === path ? 'true' : undefined}
              onClick={() => {
                onPlay(track.path);
              }}
            >
              <span className={styles.number}>{track.path === path ? <IconMusic size={14} /> : index + 1}</span>
              <span className={styles.name}>{stemOf(track.name)}</span>
              <span className={styles.size}>{size(track.size)}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
};

import type { FileEntry } from '@boxwood/domain';
import { FastScroller, FileIcon } from '@boxwood/ui';
import { useEffect, useMemo, useState } from 'react';
import { LanguagesToken } from '../../../composition/tokens.ts';
import { useAddresses } from '../../../file-kit/addresses.ts';
import type { Day } from '../../../file-kit/pictures/by-day.ts';
import { useDayName } from '../../../file-kit/pictures/use-day-name.ts';
import { shownName } from '../../../i18n/shown-name.ts';
import { useService } from '../../../react/scope.tsx';
import { useStream } from '../../../react/use-stream.ts';
import { useText } from '../../../react/use-text.ts';
import { type Line, linesOf } from './lines.ts';
import { photosWords } from './messages.ts';
import styles from './photos.module.css';

const HEAD = 44;
const GAP = 2;
/** Least side of a square, px: three beside each other on every phone. */
const SIDE = 104;
/** Lines kept ready above and below what is seen, px. */
const READY = 600;

/** Where each line begins. */
const topsOf = (lines: readonly Line[], side: number): readonly number[] => {
  const tops: number[] = [];
  let top = 0;
  for (const line of lines) {
    tops.push(top);
    top += line.kind === 'day' ? HEAD : side + GAP;
  }
  return tops;
};

/** Squares by day; only what is seen is on the page. */
export const PhotoLines = ({
  days,
  onOpen,
}: {
  readonly days: readonly Day[];
  readonly onOpen: (path: string) => void;
}) => {
  const t = useText(photosWords);
  const language = useStream(useService(LanguagesToken).language$);
  const nameOf = useDayName();
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [view, setView] = useState({ top: 0, height: 800, width: 390 });
  useEffect(() => {
    if (scroller === null) return undefined;
    const look = (): void => {
      setView({ top: scroller.scrollTop, height: scroller.clientHeight, width: scroller.clientWidth });
    };
    look();
    scroller.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [scroller]);
  const columns = Math.max(3, Math.floor(view.width / (SIDE + GAP)));
  const side = (view.width - GAP * (columns - 1)) / columns;
  const lines = useMemo(() => linesOf(days, columns), [days, columns]);
  const tops = useMemo(() => topsOf(lines, side), [lines, side]);
  const height = (tops.at(-1) ?? 0) + side + GAP;
  const first = Math.max(0, tops.findIndex((top) => top > view.top - READY) - 1);
  const after = tops.findIndex((top) => top > view.top + view.height + READY);
  const seen = lines.slice(first, after < 0 ? undefined : after);
  const current =
    lines[
      Math.max(
        0,
        tops.findLastIndex((top) => top <= view.top),
      )
    ];
  const count = days.reduce((sum, { photos }) => sum + photos.length, 0);
  const month = (index: number): string => {
    const line = lines[Math.round((index / Math.max(1, count - 1)) * (lines.length - 1))];
    return line === undefined
      ? ''
      : new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric' }).format(line.at);
  };
  return (
    <>
      {current === undefined || view.top < HEAD ? null : (
        <div className={styles.sticky} aria-hidden="true">
          {nameOf(current.at)}
        </div>
      )}
      <div ref={setScroller} className={styles.scroller} tabIndex={0} role="region" aria-label={t('photos')}>
        <div className={styles.sheet} style={{ height }}>
          {seen.map((line, at) => (
            <OneLine
              key={`${line.at} ${first + at}`}
              line={line}
              top={tops[first + at] ?? 0}
              side={side}
              name={line.kind === 'day' ? nameOf(line.at) : ''}
              onOpen={onOpen}
            />
          ))}
        </div>
      </div>
      <FastScroller label={t('scroller')} scroller={scroller} count={count} wordAt={month} />
    </>
  );
};

interface OneLineProps {
  readonly line: Line;
  readonly top: number;
  readonly side: number;
  readonly name: string;
  readonly onOpen: (path: string) => void;
}

const OneLine = ({ line, top, side, name, onOpen }: OneLineProps) =>
  line.kind === 'day' ? (
    <h2 className={styles.day} style={{ transform: `translateY(${top}px)`, height: HEAD }}>
      {name}
    </h2>
  ) : (
    <div className={styles.line} style={{ transform: `translateY(${top}px)`, height: side }}>
      {line.photos.map((photo) => (
        <Square key={photo.path} photo={photo} side={side} onOpen={onOpen} />
      ))}
    </div>
  );

const Square = ({
  photo,
  side,
  onOpen,
}: {
  readonly photo: FileEntry;
  readonly side: number;
  readonly onOpen: (path: string) => void;
}) => {
  const t = useText(photosWords);
  const addresses = useAddresses();
  const [broken, setBroken] = useState(false);
  const src = photo.md512kb === '' || broken ? null : addresses.thumb(photo.md512kb, 256);
  return (
    <button
      type="button"
      className={styles.square}
      style={{ width: side, height: side }}
      aria-label={t('open', { name: shownName(photo.name) })}
      onClick={() => {
        onOpen(photo.path);
      }}
    >
      {src === null ? (
        <FileIcon kind="file" name={photo.name} size={40} />
      ) : (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => {
            setBroken(true);
          }}
        />
      )}
      {photo.type === 2 ? <span className={styles.film} aria-hidden="true" /> : null}
    </button>
  );
};

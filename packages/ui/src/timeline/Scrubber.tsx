import { useRef, useState } from 'react';
import styles from './timeline.module.css';

export interface ScrubberProps {
  /** Accessible name. */
  readonly label: string;
  /** Current position, 0 to 1. */
  readonly at: number;
  /** Bubble text for a position, 0 to 1: its month. */
  readonly labelAt: (fraction: number) => string;
  /** Positions of the years, 0 to 1 from the top. */
  readonly yearMarks: readonly { readonly at: number; readonly text: string }[];
  readonly onSeek: (fraction: number) => void;
}

/** Minimum distance between two years, as a fraction of the track. */
const MIN_YEAR_DISTANCE = 0.045;
const KEY_STEPS = { ArrowUp: -0.02, ArrowLeft: -0.02, ArrowDown: 0.02, ArrowRight: 0.02, PageUp: -0.1, PageDown: 0.1 };
const isStepKey = (key: string): key is keyof typeof KEY_STEPS => Object.hasOwn(KEY_STEPS, key);

/** The years along the edge of a timeline: press, drag or use the keys to scroll there. */
export function Scrubber({ label, at, labelAt, yearMarks, onSeek }: ScrubberProps) {
  const track = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const [isDragging, setDragging] = useState(false);
  const fractionAt = (y: number): number => {
    const trackRect = track.current?.getBoundingClientRect();
    return trackRect === undefined || trackRect.height === 0
      ? 0
      : Math.min(1, Math.max(0, (y - trackRect.top) / trackRect.height));
  };
  const shownYears: { at: number; text: string }[] = [];
  for (const yearMark of yearMarks)
    if (yearMark.at - (shownYears.at(-1)?.at ?? -1) >= MIN_YEAR_DISTANCE) shownYears.push(yearMark);
  const bubblePosition = hovered ?? at;
  return (
    <div
      ref={track}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(at * 100)}
      aria-valuetext={labelAt(at)}
      className={styles.scrubber}
      data-drawn={isDragging ? '' : undefined}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragging(true);
        onSeek(fractionAt(event.clientY));
      }}
      onPointerMove={(event) => {
        const fraction = fractionAt(event.clientY);
        setHovered(fraction);
        if (isDragging) onSeek(fraction);
      }}
      onPointerUp={() => {
        setDragging(false);
      }}
      onPointerCancel={() => {
        setDragging(false);
      }}
      onPointerLeave={() => {
        setHovered(null);
      }}
      onKeyDown={(event) => {
        const to =
          event.key === 'Home' ? 0 : event.key === 'End' ? 1 : isStepKey(event.key) ? at + KEY_STEPS[event.key] : null;
        if (to === null) return;
        event.preventDefault();
        onSeek(Math.min(1, Math.max(0, to)));
      }}
    >
      {shownYears.map((yearMark) => (
        <span key={yearMark.text} className={styles.year} style={{ top: `${yearMark.at * 100}%` }} aria-hidden="true">
          {yearMark.text}
        </span>
      ))}
      <span className={styles.now} style={{ top: `${at * 100}%` }} aria-hidden="true" />
      <span className={styles.bubble} style={{ top: `${bubblePosition * 100}%` }} aria-hidden="true">
        {labelAt(bubblePosition)}
      </span>
    </div>
  );
}

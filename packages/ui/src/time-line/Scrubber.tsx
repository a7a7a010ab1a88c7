import { useRef, useState } from 'react';
import styles from './time-line.module.css';

export interface ScrubberProps {
  /** Accessible name. */
  readonly label: string;
  /** Current position, 0 to 1. */
  readonly at: number;
  /** Bubble text for a position, 0 to 1: its month. */
  readonly wordAt: (part: number) => string;
  /** Positions of the years, 0 to 1 from the top. */
  readonly marks: readonly { readonly at: number; readonly text: string }[];
  readonly onGo: (part: number) => void;
}

/** Minimum distance between two years, as a fraction of the track. */
const APART = 0.045;
const STEP = { ArrowUp: -0.02, ArrowLeft: -0.02, ArrowDown: 0.02, ArrowRight: 0.02, PageUp: -0.1, PageDown: 0.1 };
const isStep = (key: string): key is keyof typeof STEP => Object.hasOwn(STEP, key);

/** The years along the edge of a timeline: press, drag or use the keys to scroll there. */
export function Scrubber({ label, at, wordAt, marks, onGo }: ScrubberProps) {
  const track = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const [drawn, setDrawn] = useState(false);
  const partAt = (y: number): number => {
    const box = track.current?.getBoundingClientRect();
    return box === undefined || box.height === 0 ? 0 : Math.min(1, Math.max(0, (y - box.top) / box.height));
  };
  const shown: { at: number; text: string }[] = [];
  for (const mark of marks) if (mark.at - (shown.at(-1)?.at ?? -1) >= APART) shown.push(mark);
  const bubble = pointed ?? at;
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
      aria-valuetext={wordAt(at)}
      className={styles.scrubber}
      data-drawn={drawn ? '' : undefined}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrawn(true);
        onGo(partAt(event.clientY));
      }}
      onPointerMove={(event) => {
        const part = partAt(event.clientY);
        setPointed(part);
        if (drawn) onGo(part);
      }}
      onPointerUp={() => {
        setDrawn(false);
      }}
      onPointerCancel={() => {
        setDrawn(false);
      }}
      onPointerLeave={() => {
        setPointed(null);
      }}
      onKeyDown={(event) => {
        const to = event.key === 'Home' ? 0 : event.key === 'End' ? 1 : isStep(event.key) ? at + STEP[event.key] : null;
        if (to === null) return;
        event.preventDefault();
        onGo(Math.min(1, Math.max(0, to)));
      }}
    >
      {shown.map((mark) => (
        <span key={mark.text} className={styles.year} style={{ top: `${mark.at * 100}%` }} aria-hidden="true">
          {mark.text}
        </span>
      ))}
      <span className={styles.now} style={{ top: `${at * 100}%` }} aria-hidden="true" />
      <span className={styles.bubble} style={{ top: `${bubble * 100}%` }} aria-hidden="true">
        {wordAt(bubble)}
      </span>
    </div>
  );
}

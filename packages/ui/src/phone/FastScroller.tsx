import { useEffect, useRef, useState } from 'react';
import styles from './fast-scroller.module.css';

/** Minimum number of items for which the fast scroller is shown. */
export const FAST_FROM = 200;

export interface FastScrollerProps {
  /** Accessible name. */
  readonly label: string;
  /** The scrolling element; null until it is mounted. */
  readonly scroller: HTMLElement | null;
  readonly count: number;
  /** Bubble text for an item: its letter, month or size. */
  readonly wordAt: (index: number) => string;
  /** Called when the user grabs the handle. */
  readonly onTake?: () => void;
}

/** A handle at the edge for scrolling through a long list, with a bubble that shows the current position. */
export function FastScroller({ label, scroller, count, wordAt, onTake }: FastScrollerProps) {
  const [at, setAt] = useState(0);
  const [drawn, setDrawn] = useState(false);
  const track = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (scroller === null) return undefined;
    const follow = (): void => {
      const most = scroller.scrollHeight - scroller.clientHeight;
      setAt(most <= 0 ? 0 : Math.min(1, Math.max(0, scroller.scrollTop / most)));
    };
    follow();
    scroller.addEventListener('scroll', follow, { passive: true });
    return () => {
      scroller.removeEventListener('scroll', follow);
    };
  }, [scroller]);
  if (scroller === null || count < FAST_FROM) return null;
  const go = (part: number): void => {
    const to = Math.min(1, Math.max(0, part));
    scroller.scrollTo({ top: to * (scroller.scrollHeight - scroller.clientHeight) });
    setAt(to);
  };
  const under = (y: number): void => {
    const box = track.current?.getBoundingClientRect();
    if (box !== undefined) go((y - box.top - 24) / Math.max(1, box.height - 48));
  };
  const word = wordAt(Math.min(count - 1, Math.round(at * (count - 1))));
  return (
    <div ref={track} className={styles.track}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-orientation="vertical"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(at * 100)}
        aria-valuetext={word}
        className={styles.grip}
        data-drawn={drawn ? '' : undefined}
        style={{ top: `calc(${at * 100}% - ${at * 48}px)` }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrawn(true);
          onTake?.();
        }}
        onPointerMove={(event) => {
          if (drawn) under(event.clientY);
        }}
        onPointerUp={() => {
          setDrawn(false);
        }}
        onPointerCancel={() => {
          setDrawn(false);
        }}
        onKeyDown={(event) => {
          const to = {
            ArrowDown: at + 0.02,
            ArrowUp: at - 0.02,
            PageDown: at + 0.1,
            PageUp: at - 0.1,
            Home: 0,
            End: 1,
          }[event.key];
          if (to === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          onTake?.();
          go(to);
        }}
      >
        {drawn ? <span className={styles.bubble}>{word}</span> : null}
      </div>
    </div>
  );
}

import { useEffect, useRef, useState } from 'react';
import styles from './fast-scroller.module.css';

/** Minimum number of items for which the fast scroller is shown. */
export const MIN_FAST_SCROLL_ITEMS = 200;

export interface FastScrollerProps {
  /** Accessible name. */
  readonly label: string;
  /** The scrolling element; null until it is mounted. */
  readonly scroller: HTMLElement | null;
  readonly count: number;
  /** Bubble text for an item: its letter, month or size. */
  readonly labelAt: (index: number) => string;
  /** Called when the user grabs the handle. */
  readonly onGrab?: () => void;
}

/** A handle at the edge for scrolling through a long list, with a bubble that shows the current position. */
export function FastScroller({ label, scroller, count, labelAt, onGrab }: FastScrollerProps) {
  const [at, setAt] = useState(0);
  const [isDragging, setDragging] = useState(false);
  const track = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (scroller === null) return undefined;
    const follow = (): void => {
      const maxScroll = scroller.scrollHeight - scroller.clientHeight;
      setAt(maxScroll <= 0 ? 0 : Math.min(1, Math.max(0, scroller.scrollTop / maxScroll)));
    };
    follow();
    scroller.addEventListener('scroll', follow, { passive: true });
    return () => {
      scroller.removeEventListener('scroll', follow);
    };
  }, [scroller]);
  if (scroller === null || count < MIN_FAST_SCROLL_ITEMS) return null;
  const scrollToFraction = (fraction: number): void => {
    const to = Math.min(1, Math.max(0, fraction));
    scroller.scrollTo({ top: to * (scroller.scrollHeight - scroller.clientHeight) });
    setAt(to);
  };
  const dragTo = (y: number): void => {
    const box = track.current?.getBoundingClientRect();
    if (box !== undefined) scrollToFraction((y - box.top - 24) / Math.max(1, box.height - 48));
  };
  const bubbleLabel = labelAt(Math.min(count - 1, Math.round(at * (count - 1))));
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
        aria-valuetext={bubbleLabel}
        className={styles.grip}
        data-drawn={isDragging ? '' : undefined}
        style={{ top: `calc(${at * 100}% - ${at * 48}px)` }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragging(true);
          onGrab?.();
        }}
        onPointerMove={(event) => {
          if (isDragging) dragTo(event.clientY);
        }}
        onPointerUp={() => {
          setDragging(false);
        }}
        onPointerCancel={() => {
          setDragging(false);
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
          onGrab?.();
          scrollToFraction(to);
        }}
      >
        {isDragging ? <span className={styles.bubble}>{bubbleLabel}</span> : null}
      </div>
    </div>
  );
}

import { RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { scrollableAncestors } from '../base/scrollable-ancestors.ts';
import { useLatest } from '../base/use-latest.ts';
import styles from './phone.module.css';

/** Pull distance that triggers a refresh, in px of finger movement. */
const PULL_THRESHOLD_PX = 120;
/** The indicator moves at this fraction of the finger's speed. */
const PULL_RESISTANCE = 0.5;

export interface PullToRefreshProps {
  /** Announced while refreshing. */
  readonly label: string;
  readonly busy: boolean;
  readonly onRefresh: () => void;
  readonly children: ReactNode;
}

/** The nearest scrollable ancestor inside `end`. */
const nearestScroller = (from: EventTarget | null, end: HTMLElement): HTMLElement | null => {
  const [nearest = null] = scrollableAncestors(from instanceof Element ? from : null);
  return nearest !== null && end.contains(nearest) ? nearest : null;
};

/** Pulling the page down at its top refreshes it. Only one finger: two are for another gesture. */
export function PullToRefresh({ label, busy, onRefresh, children }: PullToRefreshProps) {
  const area = useRef<HTMLDivElement>(null);
  const [pulled, setPulled] = useState(0);
  const latest = useLatest({ busy, onRefresh });
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    let from: number | null = null;
    let by = 0;
    const end = (): void => {
      from = null;
      by = 0;
      setPulled(0);
    };
    element.addEventListener(
      'touchstart',
      (event) => {
        end();
        const [finger] = event.touches;
        if (event.touches.length > 1 || finger === undefined || latest.current.busy) return;
        // The handle of a fast scroller is dragged down as well.
        if (event.target instanceof Element && event.target.closest('[role="slider"]') !== null) return;
        if ((nearestScroller(event.target, element)?.scrollTop ?? 0) > 0) return;
        from = finger.clientY;
      },
      { signal, passive: true },
    );
    element.addEventListener(
      'touchmove',
      (event) => {
        const [finger] = event.touches;
        if (from === null || finger === undefined) return;
        // The content may use the touch itself: dragging down extends a selected range.
        const isClaimed = event.defaultPrevented || event.touches.length > 1;
        if (isClaimed || (nearestScroller(event.target, element)?.scrollTop ?? 0) > 0) {
          end();
          return;
        }
        by = Math.max(0, finger.clientY - from);
        setPulled(Math.min(by, PULL_THRESHOLD_PX * 1.5));
      },
      { signal, passive: true },
    );
    element.addEventListener(
      'touchend',
      () => {
        if (by >= PULL_THRESHOLD_PX) latest.current.onRefresh();
        end();
      },
      { signal, passive: true },
    );
    element.addEventListener('touchcancel', end, { signal });
    return () => {
      stop.abort();
    };
  }, [latest]);
  const shown = busy ? PULL_THRESHOLD_PX * PULL_RESISTANCE : pulled * PULL_RESISTANCE;
  return (
    <div ref={area} className={styles.pull}>
      <div
        className={styles.mark}
        role="status"
        aria-label={busy ? label : undefined}
        data-busy={busy ? '' : undefined}
        data-enough={pulled >= PULL_THRESHOLD_PX ? '' : undefined}
        style={{ opacity: pulled > 8 || busy ? 1 : 0, transform: `translate(-50%, ${shown - 44}px)` }}
      >
        <RefreshCw aria-hidden="true" style={{ rotate: `${pulled * 2}deg` }} />
      </div>
      {children}
    </div>
  );
}

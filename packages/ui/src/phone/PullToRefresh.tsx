import { RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { scrollableAncestors } from '../base/scrollable-ancestors.ts';
import { useLatest } from '../base/use-latest.ts';
import styles from './phone.module.css';

/** Pull distance that triggers a refresh, in px of finger movement. */
const PULL_THRESHOLD_PX = 120;
/** The indicator moves at this fraction of the speed of the finger. */
const INDICATOR_SPEED_RATIO = 0.5;

export interface PullToRefreshProps {
  /** Announced while refreshing. */
  readonly label: string;
  readonly busy: boolean;
  readonly onRefresh: () => void;
  readonly children: ReactNode;
}

/** The nearest scrollable ancestor of the target inside `container`. */
const nearestScroller = (target: EventTarget | null, container: HTMLElement): HTMLElement | null => {
  const [nearest = null] = scrollableAncestors(target instanceof Element ? target : null);
  return nearest !== null && container.contains(nearest) ? nearest : null;
};

/** Pulling the page down at its top refreshes it. Only one finger counts: two fingers are for another gesture. */
export function PullToRefresh({ label, busy, onRefresh, children }: PullToRefreshProps) {
  const area = useRef<HTMLDivElement>(null);
  const [pullDistance, setPullDistance] = useState(0);
  const latest = useLatest({ busy, onRefresh });
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    const listeners = new AbortController();
    const { signal } = listeners;
    let startY: number | null = null;
    let distance = 0;
    const endPull = (): void => {
      startY = null;
      distance = 0;
      setPullDistance(0);
    };
    element.addEventListener(
      'touchstart',
      (event) => {
        endPull();
        const [touch] = event.touches;
        if (event.touches.length > 1 || touch === undefined || latest.current.busy) return;
        // A slider, such as the handle of a fast scroller, uses vertical drags itself.
        if (event.target instanceof Element && event.target.closest('[role="slider"]') !== null) return;
        if ((nearestScroller(event.target, element)?.scrollTop ?? 0) > 0) return;
        startY = touch.clientY;
      },
      { signal, passive: true },
    );
    element.addEventListener(
      'touchmove',
      (event) => {
        const [touch] = event.touches;
        if (startY === null || touch === undefined) return;
        // The content may use the touch itself: dragging down extends a selected range.
        const isClaimed = event.defaultPrevented || event.touches.length > 1;
        if (isClaimed || (nearestScroller(event.target, element)?.scrollTop ?? 0) > 0) {
          endPull();
          return;
        }
        distance = Math.max(0, touch.clientY - startY);
        setPullDistance(Math.min(distance, PULL_THRESHOLD_PX * 1.5));
      },
      { signal, passive: true },
    );
    element.addEventListener(
      'touchend',
      () => {
        if (distance >= PULL_THRESHOLD_PX) latest.current.onRefresh();
        endPull();
      },
      { signal, passive: true },
    );
    element.addEventListener('touchcancel', endPull, { signal });
    return () => {
      listeners.abort();
    };
  }, [latest]);
  const indicatorOffset = busy ? PULL_THRESHOLD_PX * INDICATOR_SPEED_RATIO : pullDistance * INDICATOR_SPEED_RATIO;
  return (
    <div ref={area} className={styles.pull}>
      <div
        className={styles.mark}
        role="status"
        aria-label={busy ? label : undefined}
        data-busy={busy ? '' : undefined}
        data-enough={pullDistance >= PULL_THRESHOLD_PX ? '' : undefined}
        style={{ opacity: pullDistance > 8 || busy ? 1 : 0, transform: `translate(-50%, ${indicatorOffset - 44}px)` }}
      >
        <RefreshCw aria-hidden="true" style={{ rotate: `${pullDistance * 2}deg` }} />
      </div>
      {children}
    </div>
  );
}

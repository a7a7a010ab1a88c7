import { RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { scrollersOf } from '../base/scrollers-of.ts';
import { useLive } from '../base/use-live.ts';
import styles from './phone.module.css';

/** How far a page is drawn until it is asked for again, px of the finger. */
const ENOUGH = 120;
/** The mark follows slower than the finger, as if it were heavy. */
const WEIGHT = 0.5;

export interface PullToRefreshProps {
  /** Said while it works. */
  readonly label: string;
  readonly busy: boolean;
  readonly onRefresh: () => void;
  readonly children: ReactNode;
}

/** The nearest thing around an element that scrolls. */
const scrollerOf = (from: EventTarget | null, end: HTMLElement): HTMLElement | null => {
  const [nearest = null] = scrollersOf(from instanceof Element ? from : null);
  return nearest !== null && end.contains(nearest) ? nearest : null;
};

/** Drawing the page down at its beginning asks for it again. One finger: two are for something else. */
export function PullToRefresh({ label, busy, onRefresh, children }: PullToRefreshProps) {
  const area = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState(0);
  const live = useLive({ busy, onRefresh });
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
      setDrawn(0);
    };
    element.addEventListener(
      'touchstart',
      (event) => {
        end();
        const [finger] = event.touches;
        if (event.touches.length > 1 || finger === undefined || live.current.busy) return;
        // A grip that goes through the page is drawn down as well.
        if (event.target instanceof Element && event.target.closest('[role="slider"]') !== null) return;
        if ((scrollerOf(event.target, element)?.scrollTop ?? 0) > 0) return;
        from = finger.clientY;
      },
      { signal, passive: true },
    );
    element.addEventListener(
      'touchmove',
      (event) => {
        const [finger] = event.touches;
        if (from === null || finger === undefined) return;
        // What is inside may need the finger: a run that is selected goes down as well.
        const isTaken = event.defaultPrevented || event.touches.length > 1;
        if (isTaken || (scrollerOf(event.target, element)?.scrollTop ?? 0) > 0) {
          end();
          return;
        }
        by = Math.max(0, finger.clientY - from);
        setDrawn(Math.min(by, ENOUGH * 1.5));
      },
      { signal, passive: true },
    );
    element.addEventListener(
      'touchend',
      () => {
        if (by >= ENOUGH) live.current.onRefresh();
        end();
      },
      { signal, passive: true },
    );
    element.addEventListener('touchcancel', end, { signal });
    return () => {
      stop.abort();
    };
  }, [live]);
  const shown = busy ? ENOUGH * WEIGHT : drawn * WEIGHT;
  return (
    <div ref={area} className={styles.pull}>
      <div
        className={styles.mark}
        role="status"
        aria-label={busy ? label : undefined}
        data-busy={busy ? '' : undefined}
        data-enough={drawn >= ENOUGH ? '' : undefined}
        style={{ opacity: drawn > 8 || busy ? 1 : 0, transform: `translate(-50%, ${shown - 44}px)` }}
      >
        <RefreshCw aria-hidden="true" style={{ rotate: `${drawn * 2}deg` }} />
      </div>
      {children}
    </div>
  );
}

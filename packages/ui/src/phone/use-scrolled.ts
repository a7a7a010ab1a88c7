import { useEffect, useState } from 'react';

/** Scroll state of a page. */
export interface Scrolled {
  /** The page is scrolled away from its top. */
  readonly away: boolean;
  /** The user scrolls down: bars can be hidden. */
  readonly down: boolean;
}

const AWAY = 24;
/** Ignored movement of a resting finger, in px. */
const SLACK = 8;
const REST: Scrolled = { away: false, down: false };

/** Scroll state of the pages inside an element, whichever of them scrolls, and a function that resets it. */
export function useScrolled(area: HTMLElement | null): readonly [Scrolled, () => void] {
  const [scrolled, setScrolled] = useState(REST);
  useEffect(() => {
    if (area === null) return undefined;
    const last = new WeakMap<Element, number>();
    const onScroll = ({ target }: Event): void => {
      if (!(target instanceof HTMLElement) || target.scrollHeight <= target.clientHeight + 1) return;
      const top = Math.max(0, target.scrollTop);
      const before = last.get(target) ?? 0;
      if (Math.abs(top - before) < SLACK) return;
      last.set(target, top);
      const end = top + target.clientHeight >= target.scrollHeight - SLACK;
      setScrolled((now) => {
        const next = { away: top > AWAY, down: top > before && top > AWAY && !end };
        return now.away === next.away && now.down === next.down ? now : next;
      });
    };
    // Capture, because scroll events do not bubble.
    area.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      area.removeEventListener('scroll', onScroll, { capture: true });
    };
  }, [area]);
  return [
    scrolled,
    () => {
      setScrolled(REST);
    },
  ];
}

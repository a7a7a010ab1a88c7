import { useEffect, useState } from 'react';

/** Scroll state of a page. */
export interface ScrollState {
  /** The page is scrolled away from its top. */
  readonly isScrolled: boolean;
  /** The user scrolls down: bars can be hidden. */
  readonly isScrollingDown: boolean;
}

const SCROLLED_THRESHOLD_PX = 24;
/** Ignored movement of a resting finger, in px. */
const MIN_MOVE_PX = 8;
const AT_TOP: ScrollState = { isScrolled: false, isScrollingDown: false };

/** Scroll state of the pages inside an element, whichever of them scrolls, and a function that resets it. */
export function useScrollState(area: HTMLElement | null): readonly [ScrollState, () => void] {
  const [scrolled, setScrolled] = useState(AT_TOP);
  useEffect(() => {
    if (area === null) return undefined;
    const last = new WeakMap<Element, number>();
    const onScroll = ({ target }: Event): void => {
      if (!(target instanceof HTMLElement) || target.scrollHeight <= target.clientHeight + 1) return;
      const top = Math.max(0, target.scrollTop);
      const before = last.get(target) ?? 0;
      if (Math.abs(top - before) < MIN_MOVE_PX) return;
      last.set(target, top);
      const end = top + target.clientHeight >= target.scrollHeight - MIN_MOVE_PX;
      setScrolled((now) => {
        const next = {
          isScrolled: top > SCROLLED_THRESHOLD_PX,
          isScrollingDown: top > before && top > SCROLLED_THRESHOLD_PX && !end,
        };
        return now.isScrolled === next.isScrolled && now.isScrollingDown === next.isScrollingDown ? now : next;
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
      setScrolled(AT_TOP);
    },
  ];
}

import { useEffect, useState } from 'react';

/** What a hand has done to a page. */
export interface Scrolled {
  /** Away from its beginning. */
  readonly away: boolean;
  /** On the way down: bars are in the way. */
  readonly down: boolean;
}

const AWAY = 24;
/** A finger that rests moves a little. */
const SLACK = 8;
const REST: Scrolled = { away: false, down: false };

/** How the pages inside an element are scrolled, whichever of them is. */
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
    // Scrolling does not bubble.
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

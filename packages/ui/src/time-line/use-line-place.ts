import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { useLive } from '../base/use-live.ts';
import { anchored, heightAt, placeAt, type Standing } from './layout.ts';
import type { LinePlace } from './model.ts';

export interface LinePlaceProps {
  /** Initial scroll position; null: the top. Absent while another timeline is shown. */
  readonly begin?: LinePlace | null;
  /** Called when the user scrolls; null: the top. */
  readonly onPlace?: (place: LinePlace | null) => void;
}

/**
 * Restores the scroll position and keeps it while the timeline changes.
 * @param timeline `isDrawn`: its width is known; before that it cannot be scrolled
 * @param noteProgrammaticScroll is called with every offset set by this hook
 * @returns a function to call with every offset the user scrolls to
 */
export const useLinePlace = (
  scroller: RefObject<HTMLElement | null>,
  { buckets, tops, isDrawn }: Standing & { readonly isDrawn: boolean },
  put: (top: number) => void,
  { begin, onPlace }: LinePlaceProps,
): ((top: number) => void) => {
  const drawn = useRef({ buckets, tops });
  const hasBegun = useRef(false);
  const went = useLive(onPlace);
  useLayoutEffect(() => {
    const node = scroller.current;
    if (node === null || !isDrawn) return;
    const line = { buckets, tops };
    const begins = !hasBegun.current && begin !== undefined;
    const wanted = begins && begin !== null ? heightAt(line, begin) : null;
    const to = wanted ?? anchored(drawn.current, line, node.scrollTop);
    if (Math.abs(to - node.scrollTop) > 0.5) {
      node.scrollTop = to;
      put(node.scrollTop);
    }
    hasBegun.current ||= begins;
    drawn.current = line;
  }, [scroller, buckets, tops, isDrawn, begin, put]);
  return useCallback(
    (top) => {
      went.current?.(placeAt(drawn.current, top));
    },
    [went],
  );
};

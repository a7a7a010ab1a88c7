import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { useLive } from '../base/use-live.ts';
import { anchored, heightAt, placeAt, type Standing } from './layout.ts';
import type { LinePlace } from './model.ts';

export interface LinePlaceProps {
  /** Where it is looked at first; null: at its beginning. Left out as long as it is not this line that is shown. */
  readonly begin?: LinePlace | null;
  /** Somebody went there; null: to the beginning. */
  readonly onPlace?: (place: LinePlace | null) => void;
}

/**
 * Begins where somebody was, and keeps what they see in its place while the line changes.
 * @param line `isDrawn`: its width is known; before, nothing of it can be scrolled
 * @param put has to be told of every height to which the line itself was put
 * @returns what has to be told of every height to which somebody scrolls
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

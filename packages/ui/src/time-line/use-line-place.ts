import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { useLive } from '../base/use-live.ts';
import { anchored, heightAt, placeAt, type Standing } from './layout.ts';
import type { LinePlace } from './model.ts';

export interface LinePlaceProps {
  /** Where it is looked at first; none: its beginning. */
  readonly begin?: LinePlace | null;
  /** Somebody went there; null: to the beginning. */
  readonly onPlace?: (place: LinePlace | null) => void;
}

/**
 * Begins where somebody was, and keeps what they see in its place while the line changes.
 * @param put has to be told of every height to which the line itself was put
 * @returns what has to be told of every height to which somebody scrolls
 */
export const useLinePlace = (
  scroller: RefObject<HTMLElement | null>,
  { buckets, tops }: Standing,
  put: (top: number) => void,
  { begin = null, onPlace }: LinePlaceProps,
): ((top: number) => void) => {
  const drawn = useRef({ buckets, tops });
  const first = useRef(begin);
  const went = useLive(onPlace);
  useLayoutEffect(() => {
    const node = scroller.current;
    // The first time without a width: only then is it drawn.
    if (node !== null && drawn.current.tops !== tops) {
      const line = { buckets, tops };
      const wanted = first.current === null ? null : heightAt(line, first.current);
      const to = wanted ?? anchored(drawn.current, line, node.scrollTop);
      if (Math.abs(to - node.scrollTop) > 0.5) {
        node.scrollTop = to;
        put(node.scrollTop);
      }
      first.current = null;
    }
    drawn.current = { buckets, tops };
  }, [scroller, buckets, tops, put]);
  return useCallback(
    (top) => {
      went.current?.(placeAt(drawn.current, top));
    },
    [went],
  );
};

import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { useLatest } from '../base/use-latest.ts';
import { anchoredScrollTop, offsetOfPosition, positionAt, type TimelineGeometry } from './timeline-layout.ts';
import type { TimelinePosition } from './timeline-model.ts';

export interface TimelinePositionProps {
  /** Initial scroll position; null: the top. Absent while another timeline is shown. */
  readonly initialPosition?: TimelinePosition | null;
  /** Called when the user scrolls; null: the top. */
  readonly onPositionChange?: (place: TimelinePosition | null) => void;
}

/**
 * Restores the scroll position and keeps it while the timeline changes.
 * @param timeline `isDrawn`: its width is known; before that it cannot be scrolled
 * @param noteProgrammaticScroll is called with every offset set by this hook
 * @returns a function to call with every offset the user scrolls to
 */
export const useTimelinePosition = (
  scroller: RefObject<HTMLElement | null>,
  { buckets, tops, isDrawn }: TimelineGeometry & { readonly isDrawn: boolean },
  noteProgrammaticScroll: (top: number) => void,
  { initialPosition, onPositionChange }: TimelinePositionProps,
): ((top: number) => void) => {
  const previous = useRef({ buckets, tops });
  const isRestored = useRef(false);
  const latestOnChange = useLatest(onPositionChange);
  useLayoutEffect(() => {
    const node = scroller.current;
    if (node === null || !isDrawn) return;
    const timeline = { buckets, tops };
    const isInitial = !isRestored.current && initialPosition !== undefined;
    const initialOffset = isInitial && initialPosition !== null ? offsetOfPosition(timeline, initialPosition) : null;
    const to = initialOffset ?? anchoredScrollTop(previous.current, timeline, node.scrollTop);
    if (Math.abs(to - node.scrollTop) > 0.5) {
      node.scrollTop = to;
      noteProgrammaticScroll(node.scrollTop);
    }
    isRestored.current ||= isInitial;
    previous.current = timeline;
  }, [scroller, buckets, tops, isDrawn, initialPosition, noteProgrammaticScroll]);
  return useCallback(
    (top) => {
      latestOnChange.current?.(positionAt(previous.current, top));
    },
    [latestOnChange],
  );
};

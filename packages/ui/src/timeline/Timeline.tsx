import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import {
  extendTo,
  successorOf,
  moveActive,
  type Order,
  orderOf,
  type Selection,
  selectOnly,
  toggle,
} from '../data-list/selection.ts';
import { LONG_PRESS_MS } from '../base/long-press.ts';
import { createLazyModule } from '../base/lazy-module.ts';
import { mayTakeFocus } from '../base/may-take-focus.ts';
import { useLatest } from '../base/use-latest.ts';
import { FastScroller } from '../phone/FastScroller.tsx';
import { BucketView, type TimelineDrag } from './BucketView.tsx';
import { bucketAt, bucketHeight, TILE_GAP_PX, HEADER_HEIGHT_PX, bucketTops } from './timeline-layout.ts';
import { handleTimelineKey } from './timeline-keys.ts';
import type { TimelineBucket } from './timeline-model.ts';
import { listenForPinch } from './pinch-gesture.ts';
import { Scrubber } from './Scrubber.tsx';
import { type TilePosition, tilePositionAt, tileAcross, tileUnder } from './tile-positions.ts';
import type { TimelineTouchDeps } from './timeline-touch.ts';
import { type TimelinePositionProps, useTimelinePosition } from './use-timeline-position.ts';
import { useRapidScroll } from './use-rapid-scroll.ts';
import { useBucketRows } from './use-bucket-rows.ts';
import { useDeferredOverscan } from '../base/use-deferred-overscan.ts';
import styles from './timeline.module.css';

export interface TimelineProps extends TimelinePositionProps {
  /** Accessible name. */
  readonly label: string;
  /** Accessible name of the scrubber. */
  readonly scrubberLabel: string;
  /** Accessible name of the button that selects one tile. */
  readonly selectLabel: (name: string) => string;
  /** Newest first. */
  readonly buckets: readonly TimelineBucket[];
  readonly selection: Selection;
  readonly onSelectionChange: (selection: Selection) => void;
  readonly onOpen: (key: string) => void;
  /** Keys that the timeline does not handle. */
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** The groups of the buckets near the view, to be fetched. */
  readonly onGroupsNeeded?: (groups: readonly string[]) => void;
  /**
   * Touch: a tap opens, or toggles while tiles are selected; a long press selects; a fast scroller replaces the
   * scrubber.
   */
  readonly touch?: boolean;
  readonly drag?: TimelineDrag;
  /** Height of a row in px. */
  readonly rowHeight: number;
  /** Ctrl and the wheel, or a pinch: 1 larger, -1 smaller. */
  readonly onZoom: (by: 1 | -1) => void;
}

/** Padding at both sides of the rows, in px. */
const SIDE_PADDING_PX = 12;
/** Rendered area above and below the view, in px. */
const OVERSCAN_PX = 500;

/** A selection that is applied once all groups it covers are loaded. */
interface PendingSelection {
  readonly groups: ReadonlySet<string>;
  /** The selection before; the pending one is dropped when the user changes the selection meanwhile. */
  readonly before: Selection;
  readonly next: (order: Order) => Selection;
  /** Also moves the keyboard focus. */
  readonly isMove: boolean;
}

/** Focuses a tile. @returns whether the tile is mounted */
const focusTile = (container: HTMLElement | null, key: string): boolean => {
  const tile = container?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null;
  tile?.focus({ preventScroll: true });
  return tile !== null;
};

/** Touch handling, loaded on touch devices only. */
const lazyTouch = createLazyModule(() => import('./timeline-touch.ts'));

/** Pictures by time in rows that fill the width; only those near the view are mounted. */
export function Timeline(props: TimelineProps) {
  const { label, scrubberLabel, buckets, selection, onSelectionChange, onOpen, onGroupsNeeded, rowHeight, onZoom } =
    props;
  const { touch = false } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [scrollerElement, setScrollerElement] = useState<HTMLElement | null>(null);
  const attach = useCallback((node: HTMLDivElement | null) => {
    scroller.current = node;
    setScrollerElement(node);
  }, []);
  const [view, setView] = useState({ top: 0, height: 0, width: 0 });
  // During rapid scrolling only placeholders are shown, and nothing is fetched.
  const [isRapid, noteScroll, noteProgrammaticScroll] = useRapidScroll();
  const rows = useBucketRows(buckets, view.width, rowHeight);
  const tops = useMemo(() => {
    const measure = { width: view.width, rowHeight, gap: TILE_GAP_PX, headerHeight: HEADER_HEIGHT_PX };
    return bucketTops(buckets.map(({ count }, at) => bucketHeight(count, rows[at] ?? null, measure)));
  }, [buckets, rows, view.width, rowHeight]);
  const between = (from: number, to: number): readonly [first: number, last: number] => [
    Math.max(0, bucketAt(tops, from)),
    bucketAt(tops, to),
  ];
  const [seenFirst, seenLast] = between(view.top, view.top + view.height);
  const reportScroll = useTimelinePosition(
    scroller,
    { buckets, tops, isDrawn: view.width > 0 },
    noteProgrammaticScroll,
    props,
  );
  const [hasOverscan, onJump] = useDeferredOverscan(!rows.slice(seenFirst, seenLast + 1).includes(null));

  useEffect(() => {
    const node = scroller.current;
    if (node === null) return undefined;
    const measureView = (): void => {
      if (noteScroll(node.scrollTop, node.clientHeight)) onJump();
      setView({
        top: node.scrollTop,
        height: node.clientHeight,
        width: Math.max(0, node.clientWidth - 2 * SIDE_PADDING_PX),
      });
    };
    const onScroll = (): void => {
      measureView();
      reportScroll(node.scrollTop);
    };
    measureView();
    const observer = new ResizeObserver(measureView);
    observer.observe(node);
    node.addEventListener('scroll', onScroll, { passive: true });
    // React registers wheel listeners as passive, and the browser must not zoom the page as well.
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      onZoom(event.deltaY < 0 ? 1 : -1);
    };
    node.addEventListener('wheel', onWheel, { passive: false });
    const stopPinch = listenForPinch(node, onZoom);
    return () => {
      observer.disconnect();
      node.removeEventListener('scroll', onScroll);
      node.removeEventListener('wheel', onWheel);
      stopPinch();
    };
  }, [onZoom, noteScroll, onJump, reportScroll]);

  const height = tops.at(-1) ?? 0;
  const sizeVariables = useMemo(
    () =>
      Object.fromEntries([
        ['--row', `${rowHeight}px`],
        ['--gap', `${TILE_GAP_PX}px`],
        ['--head', `${HEADER_HEIGHT_PX}px`],
      ]),
    [rowHeight],
  );

  const [nearFirst, nearLast] = between(view.top - OVERSCAN_PX, view.top + view.height + OVERSCAN_PX);
  // A range may cover groups that are not loaded: they are requested, and the selection is applied afterwards.
  const [pending, setPending] = useState<PendingSelection | null>(null);
  if (pending !== null && pending.before !== selection) setPending(null);
  const unloadedBuckets = ({ groups }: PendingSelection) =>
    buckets.filter(({ group, tiles }) => tiles === null && groups.has(group));
  const unloaded = pending === null ? [] : unloadedBuckets(pending);
  const near = [...new Set([...buckets.slice(nearFirst, nearLast + 1), ...unloaded].map(({ group }) => group))].join(
    '\n',
  );
  useEffect(() => {
    if (near !== '' && !isRapid) onGroupsNeeded?.(near.split('\n'));
  }, [near, onGroupsNeeded, isRapid]);

  const order = useMemo(
    () =>
      orderOf(
        buckets.flatMap(({ tiles }) => tiles ?? []),
        ({ key }) => key,
      ),
    [buckets],
  );
  const active = selection.active === null || order.indexOf(selection.active) < 0 ? order.keyAt(0) : selection.active;

  const positionOf = (key: string): TilePosition | null => tilePositionAt(buckets, rows, order.indexOf(key));
  const keyAcross = (from: TilePosition, down: boolean, far: number): string | null =>
    tileAcross({ buckets, rows, tops }, from, down, far);
  const reveal = (key: string): void => {
    const position = positionOf(key);
    const node = scroller.current;
    if (position === null || node === null) return;
    const top = (tops[position.bucket] ?? 0) + position.row.top;
    if (top - HEADER_HEIGHT_PX < node.scrollTop) node.scrollTop = top - HEADER_HEIGHT_PX;
    else if (top + position.row.height > node.scrollTop + node.clientHeight)
      node.scrollTop = top + position.row.height - node.clientHeight + TILE_GAP_PX;
  };
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (wantsFocus.current && active !== undefined && focusTile(scroller.current, active)) wantsFocus.current = false;
  });
  const applySelection = ({ next, isMove }: PendingSelection): void => {
    const nextSelection = next(order);
    if (nextSelection === selection) return;
    onSelectionChange(nextSelection);
    if (!isMove || nextSelection.active === null) return;
    wantsFocus.current = true;
    reveal(nextSelection.active);
  };
  useEffect(() => {
    if (pending !== null && pending.before === selection && unloaded.length === 0) applySelection(pending);
  });

  // When the active tile is deleted, its neighbour becomes active, and gets the focus if the tile had it.
  const knownOrder = useRef(order);
  const now = useLatest({ selection, onSelectionChange });
  useLayoutEffect(() => {
    const { selection, onSelectionChange: change } = now.current;
    const successor =
      selection.active === null || order.indexOf(selection.active) >= 0
        ? null
        : successorOf(knownOrder.current, order, selection.active);
    knownOrder.current = order;
    if (successor === null) return;
    const node = scroller.current;
    if (node !== null && document.activeElement === document.body && mayTakeFocus(node)) focusTile(node, successor);
    change(moveActive(selection, successor));
  }, [order, now]);

  const bucketOf = (key: string | null): number | undefined => (key === null ? undefined : positionOf(key)?.bucket);
  /** Applies a selection that covers all tiles between these buckets. */
  const selectBetween = (ends: readonly number[], next: PendingSelection['next'], isMove = false): void => {
    const between = buckets.slice(Math.min(...ends), Math.max(...ends) + 1);
    const groups = new Set(between.map(({ group }) => group));
    const request: PendingSelection = { groups, before: selection, next, isMove };
    // Apply it now if possible: the next key may arrive before the effect runs.
    if (unloadedBuckets(request).length === 0) applySelection(request);
    else setPending(request);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (active === undefined) return;
    handleTimelineKey(event, {
      active,
      order,
      selection,
      pageHeight: view.height - HEADER_HEIGHT_PX - rowHeight,
      bucketCount: buckets.length,
      firstBucketOfLastPage: () => bucketAt(tops, height - view.height - OVERSCAN_PX),
      positionOf,
      keyAcross,
      selectBetween,
      onSelectionChange,
      onOpen,
      onOtherKey: props.onKeyDown,
    });
  };
  const selecting = selection.keys.size > 0;
  const touchDeps = useLatest<TimelineTouchDeps>({
    stickyHeight: 0,
    keyAt: (x, y) => tileUnder({ buckets, rows, tops }, x - SIDE_PADDING_PX, y),
    order,
    selection,
    onChange: onSelectionChange,
  });
  const touchModule = useSyncExternalStore(lazyTouch.onLoaded, lazyTouch.current);
  useEffect(() => {
    if (!touch || scrollerElement === null) return undefined;
    // If loading fails, the next timeline retries.
    if (touchModule === null) lazyTouch.load().catch(() => undefined);
    return touchModule?.attachTimelineTouch(scrollerElement, touchDeps);
  }, [touch, scrollerElement, touchModule, touchDeps]);
  /** Timestamp of the pointerdown of the current click; null for clicks without a press (screen readers). */
  const pressedAt = useRef<number | null>(null);
  const onPress = (event: MouseEvent, key: string): void => {
    if (touch) {
      // The touch module may still be loading: a press that was long by its timestamps selects anyway.
      const pressDuration = pressedAt.current === null ? 0 : event.timeStamp - pressedAt.current;
      pressedAt.current = null;
      if (selecting || pressDuration >= LONG_PRESS_MS) onSelectionChange(toggle(selection, key));
      else onOpen(key);
      return;
    }
    if (event.shiftKey) {
      const withCtrl = event.ctrlKey || event.metaKey;
      const at = bucketOf(key) ?? 0;
      selectBetween([bucketOf(selection.anchor) ?? at, at], (knownOrder) =>
        extendTo(selection, knownOrder, key, withCtrl),
      );
    } else if (event.ctrlKey || event.metaKey) onSelectionChange(toggle(selection, key));
    else onSelectionChange(selectOnly(key));
  };

  const overscan = hasOverscan ? OVERSCAN_PX : 0;
  const [first, last] = between(view.top - overscan, view.top + view.height + overscan);
  const maxScroll = Math.max(1, height - view.height);
  const labelAt = (fraction: number): string => buckets[bucketAt(tops, fraction * maxScroll)]?.month ?? '';
  const yearMarks = useMemo(
    () =>
      buckets.flatMap(({ year }, at) =>
        at > 0 && buckets[at - 1]?.year === year ? [] : [{ at: Math.min(1, (tops[at] ?? 0) / maxScroll), text: year }],
      ),
    [buckets, tops, maxScroll],
  );
  return (
    <div className={styles.frame}>
      <div
        ref={attach}
        role="grid"
        aria-label={label}
        aria-multiselectable="true"
        data-selecting={selecting ? '' : undefined}
        data-touch={touch ? '' : undefined}
        className={styles.scroller}
        // Without tiles the timeline itself is focusable, so that it can be scrolled by keyboard.
        tabIndex={active === undefined ? 0 : undefined}
        onPointerDown={({ timeStamp }) => {
          pressedAt.current = timeStamp;
        }}
        onPointerCancel={() => {
          pressedAt.current = null;
        }}
        onKeyDown={onKeyDown}
      >
        <div
          className={styles.sheet}
          style={{ ...sizeVariables, height, marginInline: SIDE_PADDING_PX }}
          role="presentation"
        >
          {buckets.slice(first, last + 1).map((bucket, at) => (
            <BucketView
              key={bucket.id}
              bucket={bucket}
              rows={isRapid ? null : (rows[first + at] ?? null)}
              top={tops[first + at] ?? 0}
              height={(tops[first + at + 1] ?? 0) - (tops[first + at] ?? 0)}
              viewTop={view.top - overscan}
              viewBottom={view.top + view.height + overscan}
              selection={selection}
              focusedKey={active}
              selectLabel={props.selectLabel}
              onClick={onPress}
              onToggle={(key) => {
                onSelectionChange(toggle(selection, key));
              }}
              onOpen={onOpen}
              drag={touch ? undefined : props.drag}
              isTouch={touch}
            />
          ))}
        </div>
      </div>
      {touch ? (
        <FastScroller
          label={scrubberLabel}
          scroller={scrollerElement}
          count={Math.round(height / rowHeight)}
          labelAt={(row) => labelAt((row * rowHeight) / maxScroll)}
        />
      ) : height > view.height * 2 ? (
        <Scrubber
          label={scrubberLabel}
          at={Math.min(1, view.top / maxScroll)}
          labelAt={labelAt}
          yearMarks={yearMarks}
          onSeek={(fraction) => {
            scroller.current?.scrollTo({ top: fraction * maxScroll });
          }}
        />
      ) : null}
    </div>
  );
}

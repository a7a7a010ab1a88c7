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
  clearSelection,
  extendTo,
  heirOf,
  moveActive,
  type Order,
  orderOf,
  selectAll,
  type Selection,
  selectOnly,
  toggle,
} from '../data-list/selection.ts';
import { LONG_PRESS } from '../base/long-press.ts';
import { later } from '../base/later.ts';
import { mayTakeFocus } from '../base/may-take-focus.ts';
import { useLive } from '../base/use-live.ts';
import { FastScroller } from '../phone/FastScroller.tsx';
import { Bucket, type TimeLineDrag } from './Bucket.tsx';
import { bucketAt, bucketHeight, GAP, HEAD, topsOf } from './layout.ts';
import type { TimeBucket } from './model.ts';
import { listenForPinch } from './pinch.ts';
import { Scrubber } from './Scrubber.tsx';
import { type Spot, spotAt, tileAcross, tileUnder } from './spots.ts';
import type { TouchParts } from './touch.ts';
import { type LinePlaceProps, useLinePlace } from './use-line-place.ts';
import { usePassing } from './use-passing.ts';
import { useRowsOf } from './use-rows-of.ts';
import { useSurroundings } from '../base/use-surroundings.ts';
import styles from './time-line.module.css';

export interface TimeLineProps extends LinePlaceProps {
  /** Accessible name. */
  readonly label: string;
  /** Accessible name of the scrubber. */
  readonly scrubberLabel: string;
  /** Accessible name of the button that selects one tile. */
  readonly selectLabel: (name: string) => string;
  /** Newest first. */
  readonly buckets: readonly TimeBucket[];
  readonly selection: Selection;
  readonly onSelectionChange: (selection: Selection) => void;
  readonly onOpen: (key: string) => void;
  /** Keys that the timeline does not handle. */
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** The groups of the buckets near the view, to be fetched. */
  readonly onShow?: (groups: readonly string[]) => void;
  /**
   * Touch: a tap opens, or toggles while tiles are selected; a long press selects; a fast scroller replaces the
   * scrubber.
   */
  readonly touch?: boolean;
  readonly drag?: TimeLineDrag;
  /** Height of a row in px. */
  readonly rowHeight: number;
  /** Ctrl and the wheel, or a pinch: 1 larger, -1 smaller. */
  readonly onZoom: (by: 1 | -1) => void;
}

/** Padding at both sides of the rows, in px. */
const SIDE = 12;
/** Rendered area above and below the view, in px. */
const READY = 500;

/** A selection that is applied once all groups it covers are loaded. */
interface Due {
  readonly groups: ReadonlySet<string>;
  /** The selection before; the pending one is dropped when the user changes the selection meanwhile. */
  readonly before: Selection;
  readonly next: (order: Order) => Selection;
  /** Also moves the keyboard focus. */
  readonly isMove: boolean;
}

/** Focuses a tile. @returns whether the tile is mounted */
const focusTile = (line: HTMLElement | null, key: string): boolean => {
  const tile = line?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? null;
  tile?.focus({ preventScroll: true });
  return tile !== null;
};

/** Touch handling, loaded on touch devices only. */
const byFinger = later(() => import('./touch.ts'));

/** Pictures by time in rows that fill the width; only those near the view are mounted. */
export function TimeLine(props: TimeLineProps) {
  const { label, scrubberLabel, buckets, selection, onSelectionChange, onOpen, onShow, rowHeight, onZoom } = props;
  const { touch = false } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [grip, setGrip] = useState<HTMLElement | null>(null);
  const attach = useCallback((node: HTMLDivElement | null) => {
    scroller.current = node;
    setGrip(node);
  }, []);
  const [view, setView] = useState({ top: 0, height: 0, width: 0 });
  // During rapid scrolling only placeholders are shown, and nothing is fetched.
  const [passing, saw, put] = usePassing();
  const rows = useRowsOf(buckets, view.width, rowHeight);
  const tops = useMemo(() => {
    const measure = { width: view.width, rowHeight, gap: GAP, head: HEAD };
    return topsOf(buckets.map(({ count }, at) => bucketHeight(count, rows[at] ?? null, measure)));
  }, [buckets, rows, view.width, rowHeight]);
  const between = (from: number, to: number): readonly [first: number, last: number] => [
    Math.max(0, bucketAt(tops, from)),
    bucketAt(tops, to),
  ];
  const [seenFirst, seenLast] = between(view.top, view.top + view.height);
  const tell = useLinePlace(scroller, { buckets, tops, isDrawn: view.width > 0 }, put, props);
  const [surrounded, leapt] = useSurroundings(!rows.slice(seenFirst, seenLast + 1).includes(null));

  useEffect(() => {
    const node = scroller.current;
    if (node === null) return undefined;
    const look = (): void => {
      if (saw(node.scrollTop, node.clientHeight)) leapt();
      setView({ top: node.scrollTop, height: node.clientHeight, width: Math.max(0, node.clientWidth - 2 * SIDE) });
    };
    const scrolled = (): void => {
      look();
      tell(node.scrollTop);
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(node);
    node.addEventListener('scroll', scrolled, { passive: true });
    // React registers wheel listeners as passive, and the browser must not zoom the page as well.
    const wheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      onZoom(event.deltaY < 0 ? 1 : -1);
    };
    node.addEventListener('wheel', wheel, { passive: false });
    const letGo = listenForPinch(node, onZoom);
    return () => {
      observer.disconnect();
      node.removeEventListener('scroll', scrolled);
      node.removeEventListener('wheel', wheel);
      letGo();
    };
  }, [onZoom, saw, leapt, tell]);

  const height = tops.at(-1) ?? 0;
  const rhythm = useMemo(
    () =>
      Object.fromEntries([
        ['--row', `${rowHeight}px`],
        ['--gap', `${GAP}px`],
        ['--head', `${HEAD}px`],
      ]),
    [rowHeight],
  );

  const [nearFirst, nearLast] = between(view.top - READY, view.top + view.height + READY);
  // A range may cover groups that are not loaded: they are requested, and the selection is applied afterwards.
  const [due, setDue] = useState<Due | null>(null);
  if (due !== null && due.before !== selection) setDue(null);
  const gapsIn = ({ groups }: Due) => buckets.filter(({ group, tiles }) => tiles === null && groups.has(group));
  const gaps = due === null ? [] : gapsIn(due);
  const near = [...new Set([...buckets.slice(nearFirst, nearLast + 1), ...gaps].map(({ group }) => group))].join('\n');
  useEffect(() => {
    if (near !== '' && !passing) onShow?.(near.split('\n'));
  }, [near, onShow, passing]);

  const order = useMemo(
    () =>
      orderOf(
        buckets.flatMap(({ tiles }) => tiles ?? []),
        ({ key }) => key,
      ),
    [buckets],
  );
  const active = selection.active === null || order.indexOf(selection.active) < 0 ? order.keyAt(0) : selection.active;

  const spotOf = (key: string): Spot | null => spotAt(buckets, rows, order.indexOf(key));
  const across = (from: Spot, down: boolean, far: number): string | null =>
    tileAcross({ buckets, rows, tops }, from, down, far);
  const reveal = (key: string): void => {
    const spot = spotOf(key);
    const node = scroller.current;
    if (spot === null || node === null) return;
    const top = (tops[spot.bucket] ?? 0) + spot.row.top;
    if (top - HEAD < node.scrollTop) node.scrollTop = top - HEAD;
    else if (top + spot.row.height > node.scrollTop + node.clientHeight)
      node.scrollTop = top + spot.row.height - node.clientHeight + GAP;
  };
  const wantsFocus = useRef(false);
  useEffect(() => {
    if (wantsFocus.current && active !== undefined && focusTile(scroller.current, active)) wantsFocus.current = false;
  });
  const take = ({ next, isMove }: Due): void => {
    const taken = next(order);
    if (taken === selection) return;
    onSelectionChange(taken);
    if (!isMove || taken.active === null) return;
    wantsFocus.current = true;
    reveal(taken.active);
  };
  useEffect(() => {
    if (due !== null && due.before === selection && gaps.length === 0) take(due);
  });

  // When the active tile is deleted, its neighbour becomes active, and gets the focus if the tile had it.
  const known = useRef(order);
  const now = useLive({ selection, onSelectionChange });
  useLayoutEffect(() => {
    const { selection: chosen, onSelectionChange: change } = now.current;
    const heir =
      chosen.active === null || order.indexOf(chosen.active) >= 0 ? null : heirOf(known.current, order, chosen.active);
    known.current = order;
    if (heir === null) return;
    const node = scroller.current;
    if (node !== null && document.activeElement === document.body && mayTakeFocus(node)) focusTile(node, heir);
    change(moveActive(chosen, heir));
  }, [order, now]);

  const bucketOf = (key: string | null): number | undefined => (key === null ? undefined : spotOf(key)?.bucket);
  /** Applies a selection that covers all tiles between these buckets. */
  const choose = (ends: readonly number[], next: Due['next'], isMove = false): void => {
    const between = buckets.slice(Math.min(...ends), Math.max(...ends) + 1);
    const groups = new Set(between.map(({ group }) => group));
    const wish: Due = { groups, before: selection, next, isMove };
    // Apply it now if possible: the next key may arrive before the effect runs.
    if (gapsIn(wish).length === 0) take(wish);
    else setDue(wish);
  };

  const targetOf = ({ key }: KeyboardEvent, from: string): string | null | undefined => {
    const spot = spotOf(from);
    if (spot === null) return undefined;
    const at = order.indexOf(from);
    switch (key) {
      case 'ArrowLeft':
        return order.keyAt(at - 1) ?? null;
      case 'ArrowRight':
        return order.keyAt(at + 1) ?? null;
      case 'ArrowUp':
        return across(spot, false, 0);
      case 'ArrowDown':
        return across(spot, true, 0);
      case 'PageUp':
        return across(spot, false, view.height - HEAD - rowHeight);
      case 'PageDown':
        return across(spot, true, view.height - HEAD - rowHeight);
      case 'Home':
        return order.keyAt(0) ?? null;
      case 'End':
        return order.keyAt(order.count - 1) ?? null;
      default:
        return undefined;
    }
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (active === undefined) return;
    const withCtrl = event.ctrlKey || event.metaKey;
    const to = event.altKey ? undefined : targetOf(event, active);
    if (to !== undefined) {
      event.preventDefault();
      if (to === null) return;
      const { key, shiftKey } = event;
      const from = selection.active === null ? moveActive(selection, active) : selection;
      const isEnd = key === 'End';
      const at = bucketOf(to) ?? 0;
      // Includes the whole last page, because loading its tiles could move the end again.
      const begin = isEnd ? bucketAt(tops, height - view.height - READY) : at;
      choose(
        [begin, isEnd ? buckets.length : at, ...(shiftKey ? [bucketOf(from.anchor) ?? at] : [])],
        (known) => {
          const there = isEnd ? (known.keyAt(known.count - 1) ?? to) : to;
          if (shiftKey) return extendTo(from, known, there, withCtrl);
          return withCtrl ? moveActive(selection, there) : selectOnly(there);
        },
        true,
      );
    } else if (event.key === 'Enter') {
      event.preventDefault();
      onOpen(active);
    } else if (event.key === ' ') {
      event.preventDefault();
      onSelectionChange(toggle(selection, active));
    } else if (withCtrl && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      choose([0, buckets.length], (known) => selectAll(selection, known));
    } else if (event.key === 'Escape' && selection.keys.size > 0) {
      event.stopPropagation();
      onSelectionChange(clearSelection(selection));
    } else props.onKeyDown?.(event);
  };
  const selecting = selection.keys.size > 0;
  const live = useLive<TouchParts>({
    top: 0,
    keyAt: (x, y) => tileUnder({ buckets, rows, tops }, x - SIDE, y),
    order,
    selection,
    change: onSelectionChange,
  });
  const fingers = useSyncExternalStore(byFinger.whenHere, byFinger.here);
  useEffect(() => {
    if (!touch || grip === null) return undefined;
    // If loading fails, the next timeline retries.
    if (fingers === null) byFinger.load().catch(() => undefined);
    return fingers?.attachTouch(grip, live);
  }, [touch, grip, fingers, live]);
  /** Timestamp of the pointerdown of the current click; null for clicks without a press (screen readers). */
  const pressedAt = useRef<number | null>(null);
  const onPress = (event: MouseEvent, key: string): void => {
    if (touch) {
      // The touch module may still be loading: a press that was long by its timestamps selects anyway.
      const lasted = pressedAt.current === null ? 0 : event.timeStamp - pressedAt.current;
      pressedAt.current = null;
      if (selecting || lasted >= LONG_PRESS) onSelectionChange(toggle(selection, key));
      else onOpen(key);
      return;
    }
    if (event.shiftKey) {
      const withCtrl = event.ctrlKey || event.metaKey;
      const at = bucketOf(key) ?? 0;
      choose([bucketOf(selection.anchor) ?? at, at], (known) => extendTo(selection, known, key, withCtrl));
    } else if (event.ctrlKey || event.metaKey) onSelectionChange(toggle(selection, key));
    else onSelectionChange(selectOnly(key));
  };

  const ready = surrounded ? READY : 0;
  const [first, last] = between(view.top - ready, view.top + view.height + ready);
  const most = Math.max(1, height - view.height);
  const wordAt = (part: number): string => buckets[bucketAt(tops, part * most)]?.month ?? '';
  const marks = useMemo(
    () =>
      buckets.flatMap(({ year }, at) =>
        at > 0 && buckets[at - 1]?.year === year ? [] : [{ at: Math.min(1, (tops[at] ?? 0) / most), text: year }],
      ),
    [buckets, tops, most],
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
        <div className={styles.sheet} style={{ ...rhythm, height, marginInline: SIDE }} role="presentation">
          {buckets.slice(first, last + 1).map((bucket, at) => (
            <Bucket
              key={bucket.id}
              bucket={bucket}
              rows={passing ? null : (rows[first + at] ?? null)}
              top={tops[first + at] ?? 0}
              height={(tops[first + at + 1] ?? 0) - (tops[first + at] ?? 0)}
              from={view.top - ready}
              to={view.top + view.height + ready}
              selection={selection}
              active={active}
              selectLabel={props.selectLabel}
              onPress={onPress}
              onMark={(key) => {
                onSelectionChange(toggle(selection, key));
              }}
              onOpen={onOpen}
              drag={touch ? undefined : props.drag}
              touch={touch}
            />
          ))}
        </div>
      </div>
      {touch ? (
        <FastScroller
          label={scrubberLabel}
          scroller={grip}
          count={Math.round(height / rowHeight)}
          wordAt={(row) => wordAt((row * rowHeight) / most)}
        />
      ) : height > view.height * 2 ? (
        <Scrubber
          label={scrubberLabel}
          at={Math.min(1, view.top / most)}
          wordAt={wordAt}
          marks={marks}
          onGo={(part) => {
            scroller.current?.scrollTo({ top: part * most });
          }}
        />
      ) : null}
    </div>
  );
}

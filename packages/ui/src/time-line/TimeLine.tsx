import { Check, Play } from 'lucide-react';
import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  clearSelection,
  extendTo,
  moveActive,
  orderOf,
  selectAll,
  type Selection,
  selectOnly,
  toggle,
} from '../data-list/selection.ts';
import { anchored, bucketAt, bucketHeight, nearestIn, rowsOf, type TileRow, topsOf } from './layout.ts';
import { Scrubber } from './Scrubber.tsx';
import styles from './time-line.module.css';

/** A picture of a time line. */
export interface TimeTile {
  readonly key: string;
  /** Accessible name. */
  readonly name: string;
  /** Width / height; null when nobody has measured it. */
  readonly ratio: number | null;
  /** Its picture; null while there is none. */
  readonly src: string | null;
  /** True: a film. */
  readonly film: boolean;
}

/** What stands under one head: a day or a month. */
export interface TimeBucket {
  readonly id: string;
  readonly title: string;
  /** For the edge: `2024`. */
  readonly year: string;
  /** For the bubble at the edge: `May 2024`. */
  readonly month: string;
  readonly count: number;
  /** Null: not fetched. It takes room by its count until then, and `onNeed` tells when it is looked at. */
  readonly tiles: readonly TimeTile[] | null;
}

export interface TimeLineProps {
  /** Accessible name. */
  readonly label: string;
  /** Accessible name of the years at the edge. */
  readonly scrubberLabel: string;
  /** Accessible name of the mark that selects one tile. */
  readonly selectLabel: (name: string) => string;
  /** The newest first. */
  readonly buckets: readonly TimeBucket[];
  readonly selection: Selection;
  readonly onSelectionChange: (selection: Selection) => void;
  readonly onOpen: (key: string) => void;
  /** Keys that the line has no use for. */
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** Buckets that came near what is seen and are not fetched. */
  readonly onNeed?: (ids: readonly string[]) => void;
  /** Height of a row, px. */
  readonly rowHeight: number;
  /** Ctrl and the wheel: 1 larger, -1 smaller. */
  readonly onZoom: (by: 1 | -1) => void;
}

const HEAD = 44;
const GAP = 4;
/** Beside the rows, px. */
const SIDE = 12;
/** Kept ready above and below what is seen, px. */
const READY = 500;

interface Spot {
  readonly bucket: number;
  readonly row: TileRow;
  readonly index: number;
}

/** Pictures by time in rows that fill the width; only what is near the view is on the page. */
export function TimeLine(props: TimeLineProps) {
  const { label, scrubberLabel, buckets, selection, onSelectionChange, onOpen, onNeed, rowHeight, onZoom } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 0, width: 0 });
  useEffect(() => {
    const node = scroller.current;
    if (node === null) return undefined;
    const look = (): void => {
      setView({ top: node.scrollTop, height: node.clientHeight, width: Math.max(0, node.clientWidth - 2 * SIDE) });
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(node);
    node.addEventListener('scroll', look, { passive: true });
    // React listens to the wheel passively, and the page must not be zoomed as well.
    const wheel = (event: WheelEvent): void => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      onZoom(event.deltaY < 0 ? 1 : -1);
    };
    node.addEventListener('wheel', wheel, { passive: false });
    return () => {
      observer.disconnect();
      node.removeEventListener('scroll', look);
      node.removeEventListener('wheel', wheel);
    };
  }, [onZoom]);

  const rows = useRowsOf(buckets, view.width, rowHeight);
  const tops = useMemo(() => {
    const measure = { width: view.width, rowHeight, gap: GAP, head: HEAD };
    return topsOf(buckets.map(({ count }, at) => bucketHeight(count, rows[at] ?? null, measure)));
  }, [buckets, rows, view.width, rowHeight]);
  const height = tops.at(-1) ?? 0;

  const drawn = useRef(tops);
  useLayoutEffect(() => {
    const node = scroller.current;
    if (node !== null && drawn.current !== tops) {
      const to = anchored(drawn.current, tops, node.scrollTop);
      if (Math.abs(to - node.scrollTop) > 0.5) node.scrollTop = to;
    }
    drawn.current = tops;
  }, [tops]);

  const first = Math.max(0, bucketAt(tops, view.top - READY));
  const last = bucketAt(tops, view.top + view.height + READY);
  const needed = buckets
    .slice(first, last + 1)
    .filter(({ tiles }) => tiles === null)
    .map(({ id }) => id);
  const need = needed.join('\n');
  useEffect(() => {
    if (need !== '') onNeed?.(need.split('\n'));
  }, [need, onNeed]);

  const order = useMemo(
    () =>
      orderOf(
        buckets.flatMap(({ tiles }) => tiles ?? []),
        ({ key }) => key,
      ),
    [buckets],
  );
  const active = selection.active === null || order.indexOf(selection.active) < 0 ? order.keyAt(0) : selection.active;

  const spotOf = useCallback(
    (key: string): Spot | null => {
      let before = order.indexOf(key);
      for (let bucket = 0; before >= 0 && bucket < buckets.length; bucket += 1) {
        const count = buckets[bucket]?.tiles?.length ?? 0;
        const index = before;
        if (index < count) {
          const row = rows[bucket]?.findLast((each) => each.first <= index);
          return row === undefined ? null : { bucket, row, index };
        }
        before -= count;
      }
      return null;
    },
    [buckets, rows, order],
  );
  /** The tile over or under another one, as many rows on as are at least `far` px away. */
  const across = (from: Spot, down: boolean, far: number): string | null => {
    const tile = from.row.tiles[from.index - from.row.first];
    if (tile === undefined) return null;
    const start = (tops[from.bucket] ?? 0) + from.row.top;
    let found: string | null = null;
    let { bucket } = from;
    while (bucket >= 0 && bucket < buckets.length) {
      const here = rows[bucket] ?? [];
      for (const row of down ? here : here.toReversed()) {
        const top = (tops[bucket] ?? 0) + row.top;
        if (down ? top <= start : top >= start) continue;
        found = buckets[bucket]?.tiles?.[nearestIn(row, tile.left + tile.width / 2)]?.key ?? found;
        if (Math.abs(top - start) >= far) return found;
      }
      bucket += down ? 1 : -1;
    }
    return found;
  };
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
    if (!wantsFocus.current || active === undefined) return;
    const tile = scroller.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(active)}"]`);
    if (tile === null || tile === undefined) return;
    wantsFocus.current = false;
    tile.focus({ preventScroll: true });
  });

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
    const held = event.ctrlKey || event.metaKey;
    const to = event.altKey ? undefined : targetOf(event, active);
    if (to !== undefined) {
      event.preventDefault();
      if (to === null) return;
      onSelectionChange(
        event.shiftKey
          ? extendTo(selection.active === null ? moveActive(selection, active) : selection, order, to, held)
          : held
            ? moveActive(selection, to)
            : selectOnly(to),
      );
      wantsFocus.current = true;
      reveal(to);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      onOpen(active);
    } else if (event.key === ' ') {
      event.preventDefault();
      onSelectionChange(toggle(selection, active));
    } else if (held && event.key.toLowerCase() === 'a') {
      event.preventDefault();
      onSelectionChange(selectAll(selection, order));
    } else if (event.key === 'Escape' && selection.keys.size > 0) {
      event.stopPropagation();
      onSelectionChange(clearSelection(selection));
    } else props.onKeyDown?.(event);
  };
  const onPress = (event: MouseEvent, key: string): void => {
    if (event.shiftKey) onSelectionChange(extendTo(selection, order, key, event.ctrlKey || event.metaKey));
    else if (event.ctrlKey || event.metaKey) onSelectionChange(toggle(selection, key));
    else onSelectionChange(selectOnly(key));
  };

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
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-multiselectable="true"
        className={styles.scroller}
        // Without a tile to be on, the keyboard can still scroll.
        tabIndex={active === undefined ? 0 : undefined}
        onKeyDown={onKeyDown}
      >
        <div className={styles.sheet} style={{ height, marginInline: SIDE }} role="presentation">
          {buckets.slice(first, last + 1).map((bucket, at) => (
            <Bucket
              key={bucket.id}
              bucket={bucket}
              rows={rows[first + at] ?? null}
              top={tops[first + at] ?? 0}
              height={(tops[first + at + 1] ?? 0) - (tops[first + at] ?? 0)}
              from={view.top - READY}
              to={view.top + view.height + READY}
              selection={selection}
              active={active}
              selectLabel={props.selectLabel}
              onPress={onPress}
              onMark={(key) => {
                onSelectionChange(toggle(selection, key));
              }}
              onOpen={onOpen}
            />
          ))}
        </div>
      </div>
      {height > view.height * 2 ? (
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

/** The rows of each bucket; those of one that is the same as before are not reckoned again. */
function useRowsOf(
  buckets: readonly TimeBucket[],
  width: number,
  rowHeight: number,
): readonly (readonly TileRow[] | null)[] {
  const known = useMemo(() => {
    // Another width or height is another table.
    return { measure: { width, rowHeight, gap: GAP, head: HEAD }, rows: new WeakMap<object, readonly TileRow[]>() };
  }, [width, rowHeight]);
  return useMemo(
    () =>
      buckets.map(({ tiles }) => {
        if (tiles === null || tiles.length === 0 || known.measure.width === 0) return null;
        const before = known.rows.get(tiles);
        if (before !== undefined) return before;
        const made = rowsOf(
          tiles.map(({ ratio }) => ratio),
          known.measure,
        );
        known.rows.set(tiles, made);
        return made;
      }),
    [buckets, known],
  );
}

interface BucketProps {
  readonly bucket: TimeBucket;
  readonly rows: readonly TileRow[] | null;
  readonly top: number;
  readonly height: number;
  readonly from: number;
  readonly to: number;
  readonly selection: Selection;
  readonly active: string | undefined;
  readonly selectLabel: (name: string) => string;
  readonly onPress: (event: MouseEvent, key: string) => void;
  readonly onMark: (key: string) => void;
  readonly onOpen: (key: string) => void;
}

function Bucket({ bucket, rows, top, height, from, to, ...rest }: BucketProps) {
  const seen = (rows ?? []).filter((row) => top + row.top + row.height > from && top + row.top < to);
  return (
    <div role="rowgroup" className={styles.bucket} style={{ top, height }}>
      <div role="row" className={styles.head} style={{ height: HEAD }}>
        <span role="rowheader" className={styles.title}>
          {bucket.title}
        </span>
      </div>
      {seen.map((row) => (
        <div key={row.first} role="row" className={styles.row} style={{ top: row.top, height: row.height }}>
          {row.tiles.map((place, at) => {
            const tile = bucket.tiles?.[row.first + at];
            return tile === undefined ? null : <Tile key={tile.key} tile={tile} place={place} {...rest} />;
          })}
        </div>
      ))}
    </div>
  );
}

function Tile({
  tile,
  place,
  selection,
  active,
  selectLabel,
  onPress,
  onMark,
  onOpen,
}: {
  readonly tile: TimeTile;
  readonly place: { readonly left: number; readonly width: number };
} & Pick<BucketProps, 'selection' | 'active' | 'selectLabel' | 'onPress' | 'onMark' | 'onOpen'>) {
  const [broken, setBroken] = useState<string | null>(null);
  const chosen = selection.keys.has(tile.key);
  return (
    <div
      role="gridcell"
      aria-label={tile.name}
      aria-selected={chosen}
      tabIndex={tile.key === active ? 0 : -1}
      data-key={tile.key}
      className={styles.tile}
      style={{ left: place.left, width: place.width }}
      onClick={(event) => {
        onPress(event, tile.key);
      }}
      onDoubleClick={() => {
        onOpen(tile.key);
      }}
    >
      {tile.src === null || tile.src === broken ? (
        <span className={styles.missing}>{tile.name}</span>
      ) : (
        <img
          src={tile.src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => {
            setBroken(tile.src);
          }}
        />
      )}
      {tile.film ? <Play className={styles.film} aria-hidden="true" /> : null}
      <button
        type="button"
        tabIndex={-1}
        className={styles.mark}
        aria-label={selectLabel(tile.name)}
        aria-pressed={chosen}
        onClick={(event) => {
          event.stopPropagation();
          onMark(tile.key);
        }}
        onDoubleClick={(event) => {
          event.stopPropagation();
        }}
      >
        <Check aria-hidden="true" />
      </button>
    </div>
  );
}

import type { TimelinePosition } from './timeline-model.ts';

/**
 * Geometry of the tiles of a timeline. Lengths are in px, ratios are width / height. Pure functions without DOM access.
 */

/** Height of a bucket header, and the gap between tiles, in px. */
export const [HEADER_HEIGHT_PX, TILE_GAP_PX] = [44, 4] as const;

/** One row of tiles. */
export interface TileRow {
  /** Offset from the top of its bucket. */
  readonly top: number;
  readonly height: number;
  /** Index of its first tile in the bucket. */
  readonly firstTileIndex: number;
  readonly tiles: readonly { readonly left: number; readonly width: number }[];
}

/** Dimensions of a timeline. */
export interface TimelineMeasure {
  readonly width: number;
  /** Maximum height of a row; rows come close to it. */
  readonly rowHeight: number;
  readonly gap: number;
  /** Height of a bucket header. */
  readonly headerHeight: number;
}

/**
 * Ratios outside this range are cropped: a panorama would turn its row into a stripe, a tall screenshot into a tower.
 */
const [MIN_RATIO, MAX_RATIO] = [0.5, 2.5] as const;
/** Assumed ratio of a picture of unknown size. */
const UNKNOWN_RATIO = 1;
/** The ratio of most cameras, used to estimate the height of unloaded buckets. */
const TYPICAL_RATIO = 4 / 3;

const clampRatio = (ratio: number | null): number =>
  ratio === null || !Number.isFinite(ratio) || ratio <= 0
    ? UNKNOWN_RATIO
    : Math.min(MAX_RATIO, Math.max(MIN_RATIO, ratio));

/** Lays out rows of tiles that fill the width; the last row keeps the usual height and may end earlier. */
export const layOutRows = (ratios: readonly (number | null)[], measure: TimelineMeasure): readonly TileRow[] => {
  const { width, rowHeight, gap, headerHeight } = measure;
  const rows: TileRow[] = [];
  let top = headerHeight;
  let firstTileIndex = 0;
  let sum = 0;
  const closeRow = (endIndex: number, full: boolean): void => {
    const count = endIndex - firstTileIndex;
    // A row that is not full gets the height it would have if it were full of such tiles, so that square tiles have one
    // height everywhere.
    const tilesPerRow = full ? count : Math.ceil((width + gap) / ((sum / count) * rowHeight + gap));
    const height = Math.min(rowHeight, (width - gap * (tilesPerRow - 1)) / ((sum / count) * tilesPerRow));
    let left = 0;
    const tiles = ratios.slice(firstTileIndex, endIndex).map((ratio) => {
      const tile = { left, width: clampRatio(ratio) * height };
      left += tile.width + gap;
      return tile;
    });
    rows.push({ top, height, firstTileIndex, tiles });
    top += height + gap;
    firstTileIndex = endIndex;
    sum = 0;
  };
  ratios.forEach((ratio, index) => {
    sum += clampRatio(ratio);
    if (sum * rowHeight + gap * (index - firstTileIndex) >= width) closeRow(index + 1, true);
  });
  if (firstTileIndex < ratios.length) closeRow(ratios.length, false);
  return rows;
};

/** Height of a bucket: from its rows when they are known, otherwise estimated from its number of tiles. */
export const bucketHeight = (count: number, rows: readonly TileRow[] | null, measure: TimelineMeasure): number => {
  const { width, rowHeight, gap, headerHeight } = measure;
  const last = rows?.at(-1);
  if (last !== undefined) return last.top + last.height + gap;
  const tilesPerRow = Math.max(1, Math.ceil((width + gap) / (rowHeight * TYPICAL_RATIO + gap)));
  return headerHeight + Math.ceil(count / tilesPerRow) * (rowHeight + gap);
};

/** Offset of each bucket, followed by the end of the last one. */
export const bucketTops = (heights: readonly number[]): readonly number[] => {
  const tops = [0];
  for (const height of heights) tops.push((tops.at(-1) ?? 0) + height);
  return tops;
};

/** Index of the bucket at an offset; -1 when there is none. */
export const bucketAt = (tops: readonly number[], y: number): number => {
  let [low, high] = [0, tops.length - 2];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return high;
};

/** The buckets of a timeline with their {@link bucketTops}. */
export interface TimelineGeometry {
  readonly buckets: readonly { readonly id: string; readonly group: string }[];
  readonly tops: readonly number[];
}

/** Offset and height of the buckets that match; null when none does. */
const extentOf = (
  { buckets, tops }: TimelineGeometry,
  passes: (bucket: TimelineGeometry['buckets'][number]) => boolean,
) => {
  const [first, last] = [buckets.findIndex(passes), buckets.findLastIndex(passes)];
  return first < 0 ? null : { top: tops[first] ?? 0, height: (tops[last + 1] ?? 0) - (tops[first] ?? 0) };
};

const inGroup = (timeline: TimelineGeometry, group: string) => extentOf(timeline, (bucket) => bucket.group === group);

/** The position at an offset; null at the top, which stays the top when pictures are added. */
export const positionAt = (timeline: TimelineGeometry, y: number): TimelinePosition | null => {
  const group = timeline.buckets[bucketAt(timeline.tops, y)]?.group;
  const extent = group === undefined ? null : inGroup(timeline, group);
  if (y <= 0 || group === undefined || extent === null || extent.height === 0) return null;
  return { group, part: (y - extent.top) / extent.height };
};

/** Offset of a position; null when its group no longer exists. */
export const offsetOfPosition = (timeline: TimelineGeometry, { group, part }: TimelinePosition): number | null => {
  const extent = inGroup(timeline, group);
  return extent === null ? null : extent.top + part * extent.height;
};

/**
 * The scroll offset that keeps the content at the top of the view in place after the timeline has changed: the same
 * bucket, or the same fraction of its group when that was loaded meanwhile. A bucket whose height changed keeps the
 * same fraction. At the top the view stays at the top.
 */
export const anchoredScrollTop = (before: TimelineGeometry, after: TimelineGeometry, y: number): number => {
  const bucket = before.buckets[bucketAt(before.tops, y)];
  if (bucket === undefined || y <= 0) return y;
  for (const key of ['id', 'group'] as const) {
    const passes = (each: TimelineGeometry['buckets'][number]): boolean => each[key] === bucket[key];
    const [previous, current] = [extentOf(before, passes), extentOf(after, passes)];
    if (previous === null || current === null) continue;
    const isSame = previous.height === current.height || previous.height === 0;
    return current.top + (isSame ? y - previous.top : ((y - previous.top) * current.height) / previous.height);
  }
  return y;
};

/** Index in the bucket of the tile of a row whose centre is nearest to `middle`. */
export const nearestIn = (row: TileRow, middle: number): number => {
  let best = 0;
  row.tiles.forEach(({ left, width }, index) => {
    const chosen = row.tiles[best];
    if (chosen === undefined) return;
    if (Math.abs(left + width / 2 - middle) < Math.abs(chosen.left + chosen.width / 2 - middle)) best = index;
  });
  return row.firstTileIndex + best;
};

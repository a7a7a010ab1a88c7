import { bucketAt, nearestIn, type TileRow } from './timeline-layout.ts';
import type { TimelineBucket } from './timeline-model.ts';

/** Position of a tile: its bucket, its row, and its index in the bucket. */
export interface TilePosition {
  readonly bucket: number;
  readonly row: TileRow;
  readonly index: number;
}

type Buckets = readonly Pick<TimelineBucket, 'tiles'>[];
type RowsByBucket = readonly (readonly TileRow[] | null)[];

/** Position of the n-th tile, counted through all loaded buckets. */
export const tilePositionAt = (buckets: Buckets, rows: RowsByBucket, number: number): TilePosition | null => {
  let before = number;
  for (let bucket = 0; before >= 0 && bucket < buckets.length; bucket += 1) {
    const count = buckets[bucket]?.tiles?.length ?? 0;
    const index = before;
    if (index < count) {
      const row = rows[bucket]?.findLast((each) => each.firstTileIndex <= index);
      return row === undefined ? null : { bucket, row, index };
    }
    before -= count;
  }
  return null;
};

/** A laid-out timeline: rows and offset of each bucket. */
interface LaidOutTimeline {
  readonly buckets: Buckets;
  readonly rows: RowsByBucket;
  readonly tops: readonly number[];
}

/** Key of the tile above or below another one, at least `far` px away. */
export const tileAcross = (
  { buckets, rows, tops }: LaidOutTimeline,
  start: TilePosition,
  down: boolean,
  minDistance: number,
): string | null => {
  const tile = start.row.tiles[start.index - start.row.firstTileIndex];
  if (tile === undefined) return null;
  const startTop = (tops[start.bucket] ?? 0) + start.row.top;
  let found: string | null = null;
  let { bucket } = start;
  while (bucket >= 0 && bucket < buckets.length) {
    const bucketRows = rows[bucket] ?? [];
    for (const row of down ? bucketRows : bucketRows.toReversed()) {
      const top = (tops[bucket] ?? 0) + row.top;
      if (down ? top <= startTop : top >= startTop) continue;
      found = buckets[bucket]?.tiles?.[nearestIn(row, tile.left + tile.width / 2)]?.key ?? found;
      if (Math.abs(top - startTop) >= minDistance) return found;
    }
    bucket += down ? 1 : -1;
  }
  return found;
};

/**
 * Key of the tile at a point, or of the last one before it in its row; below the last row it is the last tile.
 * Undefined on a header and where tiles are not loaded.
 */
export const tileUnder = ({ buckets, rows, tops }: LaidOutTimeline, x: number, y: number): string | undefined => {
  const bucket = bucketAt(tops, y);
  const row = rows[bucket]?.findLast(({ top }) => top <= y - (tops[bucket] ?? 0));
  if (row === undefined) return undefined;
  const isBelow = y >= (tops.at(-1) ?? 0);
  const index = Math.max(
    0,
    row.tiles.findLastIndex(({ left }) => isBelow || left <= x),
  );
  return buckets[bucket]?.tiles?.[row.firstTileIndex + index]?.key;
};

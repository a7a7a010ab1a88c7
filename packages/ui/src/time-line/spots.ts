import { bucketAt, nearestIn, type TileRow } from './layout.ts';
import type { TimeBucket } from './model.ts';

/** Position of a tile: its bucket, its row, and its index in the bucket. */
export interface Spot {
  readonly bucket: number;
  readonly row: TileRow;
  readonly index: number;
}

type Buckets = readonly Pick<TimeBucket, 'tiles'>[];
type RowsOfAll = readonly (readonly TileRow[] | null)[];

/** Position of the n-th tile, counted through all loaded buckets. */
export const spotAt = (buckets: Buckets, rows: RowsOfAll, number: number): Spot | null => {
  let before = number;
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
};

/** A laid-out timeline: rows and offset of each bucket. */
interface Drawn {
  readonly buckets: Buckets;
  readonly rows: RowsOfAll;
  readonly tops: readonly number[];
}

/** Key of the tile above or below another one, at least `far` px away. */
export const tileAcross = ({ buckets, rows, tops }: Drawn, from: Spot, down: boolean, far: number): string | null => {
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

/**
 * Key of the tile at a point, or of the last one before it in its row; below the last row it is the last tile.
 * Undefined on a header and where tiles are not loaded.
 */
export const tileUnder = ({ buckets, rows, tops }: Drawn, x: number, y: number): string | undefined => {
  const bucket = bucketAt(tops, y);
  const row = rows[bucket]?.findLast(({ top }) => top <= y - (tops[bucket] ?? 0));
  if (row === undefined) return undefined;
  const isBelow = y >= (tops.at(-1) ?? 0);
  const at = Math.max(
    0,
    row.tiles.findLastIndex(({ left }) => isBelow || left <= x),
  );
  return buckets[bucket]?.tiles?.[row.first + at]?.key;
};

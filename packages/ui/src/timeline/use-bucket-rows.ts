import { useMemo } from 'react';
import { TILE_GAP_PX, HEADER_HEIGHT_PX, layOutRows, type TileRow } from './timeline-layout.ts';
import type { TimelineBucket } from './timeline-model.ts';

/** The rows of each bucket; the layout of unchanged buckets is cached. */
export function useBucketRows(
  buckets: readonly TimelineBucket[],
  width: number,
  rowHeight: number,
): readonly (readonly TileRow[] | null)[] {
  const cache = useMemo(() => {
    // A new width or height starts a new cache.
    return {
      measure: { width, rowHeight, gap: TILE_GAP_PX, headerHeight: HEADER_HEIGHT_PX },
      rows: new WeakMap<object, readonly TileRow[]>(),
    };
  }, [width, rowHeight]);
  return useMemo(
    () =>
      buckets.map(({ tiles }) => {
        if (tiles === null || tiles.length === 0 || cache.measure.width === 0) return null;
        const cached = cache.rows.get(tiles);
        if (cached !== undefined) return cached;
        const laidOut = layOutRows(
          tiles.map(({ ratio }) => ratio),
          cache.measure,
        );
        cache.rows.set(tiles, laidOut);
        return laidOut;
      }),
    [buckets, cache],
  );
}

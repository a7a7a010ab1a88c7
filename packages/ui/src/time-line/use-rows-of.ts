import { useMemo } from 'react';
import { GAP, HEAD, rowsOf, type TileRow } from './layout.ts';
import type { TimeBucket } from './model.ts';

/** The rows of each bucket; the layout of unchanged buckets is cached. */
export function useRowsOf(
  buckets: readonly TimeBucket[],
  width: number,
  rowHeight: number,
): readonly (readonly TileRow[] | null)[] {
  const known = useMemo(() => {
    // A new width or height starts a new cache.
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

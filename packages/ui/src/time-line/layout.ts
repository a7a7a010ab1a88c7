import type { LinePlace } from './model.ts';

/** Where the tiles of a time line stand. Lengths are px, ratios are width / height. No DOM: everything is a function of its numbers. */

/** Height of the head of a bucket, and what is between tiles, px. */
export const [HEAD, GAP] = [44, 4] as const;

/** One row of tiles beside each other. */
export interface TileRow {
  /** From the top of its bucket. */
  readonly top: number;
  readonly height: number;
  /** Index of its first tile in the bucket. */
  readonly first: number;
  readonly tiles: readonly { readonly left: number; readonly width: number }[];
}

/** How a time line is drawn. */
export interface LineMeasure {
  readonly width: number;
  /** The height that rows come close to; none is higher. */
  readonly rowHeight: number;
  readonly gap: number;
  /** Height of the head of a bucket. */
  readonly head: number;
}

/** Wider or narrower pictures are cropped: a panorama would make a stripe of its row, a screenshot a tower. */
const [NARROWEST, WIDEST] = [0.5, 2.5] as const;
/** What a picture that nobody has measured is taken for. */
const UNKNOWN = 1;
/** The ratio of most cameras, for the height of what is not loaded. */
const USUAL = 4 / 3;

const clamped = (ratio: number | null): number =>
  ratio === null || !Number.isFinite(ratio) || ratio <= 0 ? UNKNOWN : Math.min(WIDEST, Math.max(NARROWEST, ratio));

/** Rows of tiles that fill the width; the last one keeps the height of such rows and may end earlier. */
export const rowsOf = (ratios: readonly (number | null)[], measure: LineMeasure): readonly TileRow[] => {
  const { width, rowHeight, gap, head } = measure;
  const rows: TileRow[] = [];
  let top = head;
  let first = 0;
  let sum = 0;
  const close = (after: number, full: boolean): void => {
    const count = after - first;
    // One that is not full is as high as if more of its kind stood in it: rows of squares have one height all over the line.
    const beside = full ? count : Math.ceil((width + gap) / ((sum / count) * rowHeight + gap));
    const height = Math.min(rowHeight, (width - gap * (beside - 1)) / ((sum / count) * beside));
    let left = 0;
    const tiles = ratios.slice(first, after).map((ratio) => {
      const tile = { left, width: clamped(ratio) * height };
      left += tile.width + gap;
      return tile;
    });
    rows.push({ top, height, first, tiles });
    top += height + gap;
    first = after;
    sum = 0;
  };
  ratios.forEach((ratio, at) => {
    sum += clamped(ratio);
    if (sum * rowHeight + gap * (at - first) >= width) close(at + 1, true);
  });
  if (first < ratios.length) close(ratios.length, false);
  return rows;
};

/** What a bucket takes: its rows when they are known, else a guess from how many tiles it has. */
export const bucketHeight = (count: number, rows: readonly TileRow[] | null, measure: LineMeasure): number => {
  const { width, rowHeight, gap, head } = measure;
  const last = rows?.at(-1);
  if (last !== undefined) return last.top + last.height + gap;
  const beside = Math.max(1, Math.ceil((width + gap) / (rowHeight * USUAL + gap)));
  return head + Math.ceil(count / beside) * (rowHeight + gap);
};

/** Where each bucket begins, and at the end where the last one ends. */
export const topsOf = (heights: readonly number[]): readonly number[] => {
  const tops = [0];
  for (const height of heights) tops.push((tops.at(-1) ?? 0) + height);
  return tops;
};

/** The bucket at a height; -1 when there is none. */
export const bucketAt = (tops: readonly number[], y: number): number => {
  let [low, high] = [0, tops.length - 2];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((tops[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return high;
};

/** A line as it stands: its buckets, and their {@link topsOf}. */
export interface Standing {
  readonly buckets: readonly { readonly id: string; readonly group: string }[];
  readonly tops: readonly number[];
}

/** From where to where the buckets stand that pass; null when none does. */
const extentOf = ({ buckets, tops }: Standing, passes: (bucket: Standing['buckets'][number]) => boolean) => {
  const [first, last] = [buckets.findIndex(passes), buckets.findLastIndex(passes)];
  return first < 0 ? null : { top: tops[first] ?? 0, height: (tops[last + 1] ?? 0) - (tops[first] ?? 0) };
};

const inGroup = (line: Standing, group: string) => extentOf(line, (bucket) => bucket.group === group);

/** What stands at a height; null at the beginning, which stays the beginning whatever comes. */
export const placeAt = (line: Standing, y: number): LinePlace | null => {
  const group = line.buckets[bucketAt(line.tops, y)]?.group;
  const extent = group === undefined ? null : inGroup(line, group);
  if (y <= 0 || group === undefined || extent === null || extent.height === 0) return null;
  return { group, part: (y - extent.top) / extent.height };
};

/** The height of a place; null where its group is gone. */
export const heightAt = (line: Standing, { group, part }: LinePlace): number | null => {
  const extent = inGroup(line, group);
  return extent === null ? null : extent.top + part * extent.height;
};

/**
 * Where to scroll so that what was at the top stays there when the line has changed: the same bucket, or the same part of the group that it
 * is of when it was fetched meanwhile. Inside one whose own height changed, the same part of it. Who looks at the beginning goes on doing so.
 */
export const anchored = (before: Standing, after: Standing, y: number): number => {
  const bucket = before.buckets[bucketAt(before.tops, y)];
  if (bucket === undefined || y <= 0) return y;
  for (const key of ['id', 'group'] as const) {
    const passes = (each: Standing['buckets'][number]): boolean => each[key] === bucket[key];
    const [was, is] = [extentOf(before, passes), extentOf(after, passes)];
    if (was === null || is === null) continue;
    const isSame = was.height === is.height || was.height === 0;
    return is.top + (isSame ? y - was.top : ((y - was.top) * is.height) / was.height);
  }
  return y;
};

/** The tile of a bucket that stands over or under a place of the row `at`: the one whose middle is nearest. */
export const nearestIn = (row: TileRow, middle: number): number => {
  let best = 0;
  row.tiles.forEach(({ left, width }, at) => {
    const chosen = row.tiles[best];
    if (chosen === undefined) return;
    if (Math.abs(left + width / 2 - middle) < Math.abs(chosen.left + chosen.width / 2 - middle)) best = at;
  });
  return row.first + best;
};

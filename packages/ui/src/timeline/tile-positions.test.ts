import { describe, expect, it } from 'vitest';
import { bucketHeight, layOutRows, bucketTops } from './timeline-layout.ts';
import { tileUnder } from './tile-positions.ts';

const MEASURE = { width: 308, rowHeight: 100, gap: 4, headerHeight: 40 };

/** Two days of square tiles, three in a row, and a month that is not loaded. */
const createTimeline = () => {
  const days = [4, 2].map((count, day) => Array.from({ length: count }, (_, at) => `${day}.${at}`));
  const rows = [
    ...days.map((keys) =>
      layOutRows(
        keys.map(() => 1),
        MEASURE,
      ),
    ),
    null,
  ];
  const heights = rows.map((each, at) => bucketHeight(days[at]?.length ?? 3, each, MEASURE));
  const tiles = (keys: readonly string[]) =>
    keys.map((key) => ({ key, name: key, ratio: 1, src: null, kind: 'photo' as const }));
  return {
    buckets: [...days.map((keys) => ({ tiles: tiles(keys) })), { tiles: null }],
    rows,
    tops: bucketTops(heights),
  };
};

describe('the tile under a finger', () => {
  it('is the one there, or the last before it in its row', () => {
    expect(tileUnder(createTimeline(), 150, 90)).toBe('0.1');
    expect(tileUnder(createTimeline(), -20, 90)).toBe('0.0');
    expect(tileUnder(createTimeline(), 900, 90)).toBe('0.2');
    // The second row has one tile.
    expect(tileUnder(createTimeline(), 250, 200)).toBe('0.3');
  });

  it('is none on a head and where nothing is fetched', () => {
    const { tops } = createTimeline();
    expect(tileUnder(createTimeline(), 50, 20)).toBeUndefined();
    expect(tileUnder(createTimeline(), 50, (tops[1] ?? 0) + 20)).toBeUndefined();
    expect(tileUnder(createTimeline(), 50, (tops[2] ?? 0) + 60)).toBeUndefined();
    expect(tileUnder({ buckets: [], rows: [], tops: [0] }, 50, 60)).toBeUndefined();
  });

  it('is the last one below the line', () => {
    const { buckets, rows, tops } = createTimeline();
    const short = { buckets: buckets.slice(0, 2), rows: rows.slice(0, 2), tops: tops.slice(0, 3) };
    expect(tileUnder(short, 10, (tops[1] ?? 0) + 60)).toBe('1.0');
    expect(tileUnder(short, 10, (tops[2] ?? 0) + 30)).toBe('1.1');
  });
});

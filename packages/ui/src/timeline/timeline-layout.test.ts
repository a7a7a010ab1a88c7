import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  anchoredScrollTop,
  bucketAt,
  bucketHeight,
  offsetOfPosition,
  nearestIn,
  positionAt,
  layOutRows,
  bucketTops,
} from './timeline-layout.ts';

const measures = fc.record({
  width: fc.integer({ min: 300, max: 2600 }),
  rowHeight: fc.integer({ min: 60, max: 400 }),
  gap: fc.integer({ min: 0, max: 12 }),
  headerHeight: fc.integer({ min: 0, max: 60 }),
});
const ratios = fc.array(fc.oneof(fc.constant(null), fc.double({ min: 0.01, max: 40, noNaN: true })), {
  maxLength: 300,
});
const heights = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 240 });

describe('rows of a time line', () => {
  it('hold every tile once, in order, none over another', () => {
    fc.assert(
      fc.property(ratios, measures, (given, measure) => {
        const rows = layOutRows(given, measure);
        expect(rows.flatMap(({ firstTileIndex: first, tiles }) => tiles.map((_, at) => first + at))).toEqual(
          given.map((_, at) => at),
        );
        let bottom = measure.headerHeight;
        for (const row of rows) {
          expect(row.top).toBeGreaterThanOrEqual(bottom - 0.001);
          bottom = row.top + row.height;
          row.tiles.forEach(({ left, width }, at) => {
            const next = row.tiles[at + 1];
            expect(width).toBeGreaterThan(0);
            if (next !== undefined) expect(next.left - (left + width)).toBeCloseTo(measure.gap, 3);
          });
        }
      }),
    );
  });

  it('fill the width but for the last, are never wider than it nor higher than asked', () => {
    fc.assert(
      fc.property(ratios, measures, (given, measure) => {
        const rows = layOutRows(given, measure);
        rows.forEach((row, at) => {
          const last = row.tiles.at(-1);
          const end = last === undefined ? 0 : last.left + last.width;
          expect(end).toBeLessThanOrEqual(measure.width + 0.01);
          expect(row.height).toBeLessThanOrEqual(measure.rowHeight);
          if (at < rows.length - 1) expect(end).toBeCloseTo(measure.width, 2);
        });
      }),
    );
  });

  it('rows of squares have one height, full or not', () => {
    const measure = { width: 740, rowHeight: 160, gap: 4, headerHeight: 0 };
    const heights = [1, 4, 5, 12].flatMap((count) =>
      layOutRows(Array<null>(count).fill(null), measure).map((row) => row.height),
    );
    expect(new Set(heights.map((height) => height.toFixed(6))).size).toBe(1);
  });

  it('a picture of an unknown shape is a square, a panorama and a tower are cropped', () => {
    const measure = { width: 400, rowHeight: 100, gap: 0, headerHeight: 0 };
    expect(layOutRows([null, 40, 0.01], measure)[0]?.tiles.map(({ width }) => width)).toEqual([100, 250, 50]);
  });
});

describe('buckets of a time line', () => {
  it('what is not loaded takes room by its count, what is loaded what its rows take', () => {
    const measure = { width: 1000, rowHeight: 100, gap: 4, headerHeight: 40 };
    expect(bucketHeight(80, null, measure)).toBe(40 + 10 * 104);
    expect(bucketHeight(10, layOutRows(Array<number>(10).fill(1), measure), measure)).toBeCloseTo(40 + 96.4 + 4);
  });

  it('the bucket at a height is the one that begins at or over it and ends below', () => {
    expect(bucketAt([0], 5)).toBe(-1);
    fc.assert(
      fc.property(heights, fc.double({ min: 0, max: 0.999, noNaN: true }), (given, part) => {
        const tops = bucketTops(given);
        const y = (tops.at(-1) ?? 0) * part;
        const at = bucketAt(tops, y);
        expect(tops[at]).toBeLessThanOrEqual(y);
        expect(tops[at + 1]).toBeGreaterThan(y);
      }),
    );
  });

  it('what was at the top stays there when others load', () => {
    fc.assert(
      fc.property(heights, fc.nat(), fc.nat(), fc.integer({ min: 1, max: 5000 }), (given, seen, loaded, tall) => {
        const [top, changed] = [seen % given.length, loaded % given.length];
        const [before, after] = [
          bucketTops(given),
          bucketTops(given.map((each, at) => (at === changed ? tall : each))),
        ];
        const y = (before[top] ?? 0) + (given[top] ?? 0) / 2;
        const buckets = given.map((_, at) => ({ id: String(at), group: '' }));
        const to = anchoredScrollTop({ buckets, tops: before }, { buckets, tops: after }, y);
        expect(bucketAt(after, to)).toBe(top);
        // The same position in the same bucket, to the pixel when another bucket changed.
        if (top !== changed) expect(to - (after[top] ?? 0)).toBeCloseTo(y - (before[top] ?? 0), 6);
      }),
    );
  });

  it('a month that came apart into its days keeps its place, and so does what comes above; the beginning stays the beginning', () => {
    const month = (id: string) => ({ id, group: id });
    const before = { buckets: ['3', '2', '1'].map(month), tops: bucketTops([100, 400, 100]) };
    const days = ['2.b', '2.a'].map((id) => ({ id, group: '2' }));
    const after = {
      buckets: [month('4'), month('3'), ...days, month('1')],
      tops: bucketTops([50, 100, 300, 500, 100]),
    };
    expect(anchoredScrollTop(before, after, 300)).toBe(150 + 400);
    expect(anchoredScrollTop(before, after, 520)).toBe(970);
    expect(anchoredScrollTop(before, after, 0)).toBe(0);
  });

  it('a place is told by its month, and found again however the month is drawn; the beginning is none', () => {
    const before = { buckets: ['3', '2'].map((id) => ({ id, group: id })), tops: bucketTops([100, 400]) };
    const days = ['2.b', '2.a'].map((id) => ({ id, group: '2' }));
    const after = { buckets: [{ id: '3', group: '3' }, ...days], tops: bucketTops([250, 300, 500]) };
    expect(positionAt(before, 0)).toBeNull();
    const place = positionAt(before, 300);
    expect(place).toEqual({ group: '2', part: 0.5 });
    expect(offsetOfPosition(after, { group: '2', part: 0.5 })).toBe(250 + 400);
    expect(offsetOfPosition(after, { group: '1', part: 0.5 })).toBeNull();
  });

  it('up and down go to the tile whose middle is nearest', () => {
    const row = { top: 0, height: 100, firstTileIndex: 10, tiles: [0, 100, 200].map((left) => ({ left, width: 96 })) };
    expect([40, 149, 900].map((middle) => nearestIn(row, middle))).toEqual([10, 11, 12]);
  });
});

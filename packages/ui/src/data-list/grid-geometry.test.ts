import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  autoScrollSpeed,
  boxBetween,
  boxOf,
  columnsFor,
  columnFitOf,
  indexesIn,
  minTrackWidth,
  rowCount,
  scrollTopFor,
  indexAfterKey,
  type GridLayout,
} from './grid-geometry.ts';

const layout = fc.record({
  count: fc.integer({ min: 1, max: 300 }),
  columns: fc.integer({ min: 1, max: 9 }),
  itemWidth: fc.integer({ min: 60, max: 160 }),
  itemHeight: fc.integer({ min: 20, max: 140 }),
  top: fc.integer({ min: 0, max: 40 }),
  left: fc.integer({ min: 0, max: 20 }),
});

const touches = (l: GridLayout, i: number, b: ReturnType<typeof boxBetween>): boolean => {
  const a = boxOf(l, i);
  return a.x <= b.x + b.width && b.x < a.x + a.width && a.y <= b.y + b.height && b.y < a.y + a.height;
};

describe('columns', () => {
  it('know how narrow they may become', () => {
    expect(['120px', 'minmax(180px, 1fr)', 'minmax(90.5px, 0.7fr)', '1fr'].map(minTrackWidth)).toEqual([
      120, 180, 90.5, 0,
    ]);
  });

  it('stand beside each other, else without the secondary ones, else below the name', () => {
    const columns = [
      { width: 'minmax(180px, 1fr)' },
      { width: '120px', secondary: true },
      { width: '100px' },
      { width: '1fr' },
    ];
    expect([0, 400, 399, 280, 279].map((width) => columnFitOf(columns, width))).toEqual([
      'all',
      'all',
      'main',
      'main',
      'stacked',
    ]);
    expect(columnFitOf(columns.slice(0, 2), 100)).toBe('main');
  });
});

describe('list layout', () => {
  it('a rubber band finds exactly the items its box touches, also those that are not mounted', () => {
    fc.assert(
      fc.property(
        layout,
        fc.tuple(
          fc.integer({ min: -50, max: 1500 }),
          fc.integer({ min: -50, max: 5000 }),
          fc.integer({ min: -50, max: 1500 }),
          fc.integer({ min: -50, max: 5000 }),
        ),
        (l, [ax, ay, bx, by]) => {
          const box = boxBetween(ax, ay, bx, by);
          const expected = Array.from({ length: l.count }, (_, i) => i).filter((i) => touches(l, i, box));
          expect(indexesIn(l, box)).toEqual(expected);
        },
      ),
    );
  });

  it('no key leaves the list', () => {
    const keys = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageDown', 'PageUp'];
    fc.assert(
      fc.property(
        layout,
        fc.integer({ min: -1, max: 299 }),
        fc.constantFrom(...keys),
        fc.integer({ min: 0, max: 20 }),
        (l, from, key, page) => {
          const to = indexAfterKey(l, Math.min(from, l.count - 1), key, page);
          if (to !== null) {
            expect(to).toBeGreaterThanOrEqual(0);
            expect(to).toBeLessThan(l.count);
          }
        },
      ),
    );
  });

  it('arrows move by one item across and one row down', () => {
    const l = { count: 11, columns: 4, itemWidth: 100, itemHeight: 100, top: 0, left: 0 };
    expect(indexAfterKey(l, 5, 'ArrowRight', 3)).toBe(6);
    expect(indexAfterKey(l, 5, 'ArrowUp', 3)).toBe(1);
    expect(indexAfterKey(l, 1, 'ArrowUp', 3)).toBe(1);
    expect(indexAfterKey(l, 7, 'ArrowDown', 3)).toBe(10);
    expect(indexAfterKey(l, 9, 'ArrowDown', 3)).toBe(9);
    expect(indexAfterKey(l, 2, 'PageDown', 9)).toBe(10);
    expect(indexAfterKey({ ...l, columns: 1 }, 2, 'ArrowRight', 9)).toBeNull();
    expect(indexAfterKey(l, 5, 'x', 3)).toBeNull();
    expect(indexAfterKey(l, -1, 'ArrowDown', 3)).toBe(0);
    expect(indexAfterKey(l, -1, 'End', 3)).toBe(10);
  });

  it('the scroll offset shows the item under the header, and does not move when it is already seen', () => {
    fc.assert(
      fc.property(layout, fc.nat(299), fc.nat(20_000), fc.integer({ min: 200, max: 900 }), (l, at, from, view) => {
        const index = Math.min(at, l.count - 1);
        const to = scrollTopFor(l, index, from, view);
        const { y, height } = boxOf(l, index);
        expect(y - l.top).toBeGreaterThanOrEqual(to);
        if (height + l.top <= view) expect(y + height).toBeLessThanOrEqual(to + view);
        expect(scrollTopFor(l, index, to, view)).toBe(to);
      }),
    );
  });

  it('counts', () => {
    expect(columnsFor(500, 120)).toBe(4);
    expect(columnsFor(50, 120)).toBe(1);
    expect(rowCount({ count: 9, columns: 4, itemWidth: 1, itemHeight: 1, top: 0, left: 0 })).toBe(3);
    expect(autoScrollSpeed(50, 0, 100)).toBe(0);
    expect(autoScrollSpeed(-8, 0, 100)).toBe(-2);
    expect(autoScrollSpeed(9000, 0, 100)).toBe(40);
  });
});
